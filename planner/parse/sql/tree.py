"""What of sqlglot's tree is read: classes and their arguments. All else is refused by name."""

from __future__ import annotations

from typing import Final, NoReturn

from sqlglot import exp

from planner.errors import Unsupported
from planner.parse.cursor import TokenCursor

_BINARY: Final = ("this", "expression")
#: Operators → their arguments with operands in them, from left to right. Which operator stands where is read off the statement.
OPERATORS: Final[dict[type[exp.Expr], tuple[str, ...]]] = {
    exp.And: _BINARY, exp.Or: _BINARY, exp.EQ: _BINARY, exp.NEQ: _BINARY, exp.LT: _BINARY, exp.LTE: _BINARY, exp.GT: _BINARY,
    exp.GTE: _BINARY, exp.Add: _BINARY, exp.Sub: _BINARY, exp.Mul: _BINARY, exp.Div: _BINARY, exp.DPipe: _BINARY, exp.Pow: _BINARY,
    exp.Like: _BINARY, exp.ILike: _BINARY, exp.Not: ("this",), exp.Neg: ("this",), exp.Cast: ("this",),
}  # fmt: skip
#: Classes → their arguments that may be set.
_ARGUMENTS: Final[dict[type[exp.Expr], frozenset[str]]] = {
    **{kind: frozenset(names) for kind, names in OPERATORS.items()},
    # Integer division and NULLs in strings are PostgreSQL's.
    exp.Div: frozenset({"this", "expression", "typed", "safe"}),
    exp.DPipe: frozenset({"this", "expression", "safe"}),
    exp.Cast: frozenset({"this", "to"}),
    exp.Literal: frozenset({"this"}),
    exp.Column: frozenset({"this"}),
    exp.Anonymous: frozenset({"this", "expressions"}),
    exp.Paren: frozenset({"this"}),
    exp.Tuple: frozenset({"expressions"}),
    exp.Case: frozenset({"this", "ifs", "default"}),
    exp.If: frozenset({"this", "true"}),
    exp.Window: frozenset({"this", "partition_by", "order", "spec", "alias", "over"}),
    exp.WindowSpec: frozenset({"kind", "start", "start_side", "end", "end_side"}),
    exp.Filter: frozenset({"this", "expression"}),
    exp.Where: frozenset({"this"}),
    exp.Having: frozenset({"this"}),
    exp.WithinGroup: frozenset({"this", "expression"}),
    exp.Order: frozenset({"this", "expressions"}),
    # Where NULLs go by default differs; what is said of it is read off the statement.
    exp.Ordered: frozenset({"this", "desc", "nulls_first"}),
    exp.Alias: frozenset({"this", "alias"}),
    exp.TableAlias: frozenset({"this", "columns"}),
    exp.Table: frozenset({"this", "alias", "joins"}),
    exp.Subquery: frozenset({"this", "alias", "joins", "with_", "order", "limit"}),
    exp.Join: frozenset({"this", "side", "on", "using"}),
    exp.Select: frozenset({
        "with_", "expressions", "distinct", "from_", "joins", "where", "group", "having", "windows", "order", "limit",
    }),
    exp.Except: frozenset({"with_", "this", "expression", "distinct", "order", "limit"}),
    exp.From: frozenset({"this"}),
    exp.Distinct: frozenset({"on"}),
    exp.Group: frozenset({"expressions"}),
    exp.With: frozenset({"expressions", "recursive"}),
    exp.CTE: frozenset({"this", "alias"}),
    exp.Fetch: frozenset({"direction", "count"}),
}  # fmt: skip


def check(cursor: TokenCursor, node: exp.Expr) -> None:
    """Refuse what is not read: classes and arguments that are not on the list."""
    allowed = _ARGUMENTS.get(type(node))
    if allowed is None:
        refuse(cursor, type(node).__name__)
    if node.args.keys() <= allowed:
        return
    for name, value in node.args.items():
        if value is not None and value is not False and name not in allowed and value != []:
            refuse(cursor, f"{type(node).__name__}, {name}")


def refuse(cursor: TokenCursor, what: str) -> NoReturn:
    """Something that sqlglot reads and Tidegate does not. Raises Unsupported."""
    raise Unsupported(f"this is not supported ({what})", position=cursor.token.start + 1)


def operands(cursor: TokenCursor, node: exp.Expr) -> list[exp.Expr]:
    """The operands of an expression from left to right, the last one first; brackets are not entered."""
    found: list[exp.Expr] = []
    rest = [node]
    while rest:
        last = rest.pop()
        names = OPERATORS.get(type(last))
        if names is None:
            found.append(last)
        else:
            args = last.args
            if len(args) > len(names):
                check(cursor, last)
            rest += [args[name] for name in names]
    return found
