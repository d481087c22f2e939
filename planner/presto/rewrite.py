"""A query of Trino's → the same in PostgreSQL's SQL, by way of sqlglot's tree.

    tokens ─ functions with a template get names of their own ─→ sqlglot parses ─→ tree
    tree   ─ arguments, functions, literals, tables, names of columns ─→ sqlglot writes PostgreSQL's SQL

Positions of errors found later would count in the text written here, so nobody is told of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final

from sqlglot import exp, parse_one
from sqlglot.dialects import Postgres, Trino
from sqlglot.errors import ErrorLevel, ParseError, UnsupportedError
from sqlglot.tokenizer_core import Token as SqlglotToken
from sqlglot.tokenizer_core import TokenType

from planner.errors import PlanError, SyntaxFault, TooComplex, UndefinedCatalog, UndefinedTable, Unsupported
from planner.parse.keywords import RESERVED
from planner.presto.functions import BUILDERS, fill
from planner.presto.limits import TEMPLATE_NODES_MAX
from planner.presto.requests import Names
from planner.presto.tokens import Token

#: Names that sqlglot knows nothing of, so that it leaves the calls alone.
_OWN: Final = "tidegate_presto_"
SYSTEM: Final = "system"
#: Words that are names to Trino and not to PostgreSQL; not those that are values to both.
_QUOTED: Final = RESERVED - {
    "current_catalog",
    "current_date",
    "current_time",
    "current_timestamp",
    "current_user",
    "localtime",
    "localtimestamp",
}
_INFORMATION: Final = "information_schema"


def rewrite(text: str, tokens: Sequence[Token], names: Names, arguments: Sequence[Any] = ()) -> str:
    """Raises PlanErrors. *arguments* are expressions (see expressions()) for the query's question marks."""
    try:
        tree = _parse(text, tokens)
        tree = _with_arguments(tree, arguments)
        tree = _Rewriting(tree, names).run(_named(tree))
        return str(Postgres().generator(unsupported_level=ErrorLevel.RAISE, comments=False).generate(tree))
    except UnsupportedError as error:
        raise Unsupported(str(error).splitlines()[0]) from error
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error


def expressions(text: str, tokens: Sequence[Token]) -> list[Any]:
    """The expressions of a list, as EXECUTE … USING has it. Raises SyntaxFault."""
    first = tokens[0]
    select = SqlglotToken(TokenType.SELECT, "SELECT", first.line, first.col, first.start, first.start)
    tree = _parse(text, [select, *tokens])
    if set(tree.args) - {"expressions"} and any(tree.args.get(key) for key in set(tree.args) - {"expressions"}):
        raise SyntaxFault("EXECUTE … USING takes expressions with commas between")
    return list(tree.expressions)


def _parse(text: str, tokens: Sequence[Token]) -> Any:
    try:
        parsed = Trino().parser().parse([*_renamed(tokens)], text)
    except ParseError as error:
        raise _syntax_fault(text, error) from error
    tree = parsed[0]
    if not isinstance(tree, exp.Query | exp.Values):
        raise SyntaxFault(f"mismatched input '{tokens[0].text}'", position=tokens[0].start + 1)
    return tree


def _renamed(tokens: Sequence[Token]) -> list[Token]:
    """Calls of functions with a template under names of their own."""
    found = list(tokens)
    for at, (token, following) in enumerate(pairwise(tokens)):
        if following.token_type == TokenType.L_PAREN and token.token_type not in (TokenType.STRING, TokenType.IDENTIFIER):
            dotted = at > 0 and tokens[at - 1].token_type == TokenType.DOT
            if token.text.upper() in BUILDERS and not dotted:
                name = f"{_OWN}{token.text.upper()}"
                found[at] = SqlglotToken(TokenType.VAR, name, token.line, token.col, token.start, token.end)
    return found


def _syntax_fault(text: str, error: ParseError) -> PlanError:
    first = error.errors[0] if error.errors else {}
    highlight = str(first.get("highlight") or "")
    lines = text.splitlines(keepends=True)
    line, column = int(first.get("line") or 1), int(first.get("col") or 0)
    end = sum(map(len, lines[: line - 1])) + column
    message = f"mismatched input '{highlight}'" if highlight else "mismatched input"
    return SyntaxFault(message, position=max(end - len(highlight), 0) + 1)


def _with_arguments(tree: Any, arguments: Sequence[Any]) -> Any:
    places = [node for node in tree.find_all(exp.Placeholder, bfs=False) if not node.this]
    if len(places) != len(arguments):
        raise SyntaxFault(f"Incorrect number of parameters: expected {len(places)} but found {len(arguments)}")
    for place, argument in zip(places, arguments, strict=True):
        # A name or a call binds as tightly as a question mark, all else does not.
        bare = isinstance(argument, exp.Literal | exp.Boolean | exp.Null | exp.Cast)
        place.replace(argument.copy() if bare else exp.Paren(this=argument.copy()))
    return tree


def _named(tree: Any) -> Any:
    """Columns without a name are _col0, _col1 …, as Trino has them."""
    first = tree
    while isinstance(first, exp.SetOperation | exp.Subquery):
        first = first.this
    if isinstance(first, exp.Select):
        for number, column in enumerate(first.expressions):
            if not isinstance(column, exp.Alias | exp.Aliases | exp.Column | exp.Star):
                column.replace(exp.alias_(column.copy(), f"_col{number}"))
    return tree


@cache
def _relation(sql: str) -> Any:
    return parse_one(sql, read=Postgres)


class _Rewriting:
    """The changes to a tree's nodes."""

    def __init__(self, tree: Any, names: Names) -> None:
        self._names = names
        self._made = 0
        self._ctes = {cte.alias_or_name.lower() for cte in tree.find_all(exp.CTE)}

    def run(self, tree: Any) -> Any:
        """What is inside comes first, so that it is done when what is around it is copied into a template."""
        for node in reversed(list(tree.bfs())):
            found = self._node(node)
            if found is not node:
                node.replace(found)
                tree = found if node is tree else tree
        return tree

    def _node(self, node: Any) -> Any:
        """What stands in the node's place."""
        match node:
            case exp.Anonymous() if str(node.this).startswith(_OWN):
                return self._filled(BUILDERS[str(node.this)[len(_OWN) :]](node.expressions))
            case exp.Extract():
                return fill("CAST(TRUNC($1) AS BIGINT)", [node])
            case exp.Bracket() if isinstance(node.this, exp.Func) and not isinstance(node.this, exp.Array):
                node.set("this", exp.Paren(this=node.this))
            case exp.TryCast():
                raise Unsupported("TRY_CAST is not supported")
            case exp.HexString():
                return fill("CAST($1 AS BYTEA)", [exp.Literal.string(rf"\x{node.this}")])
            case exp.Identifier() if not node.quoted and node.name.lower() in _QUOTED:
                return exp.to_identifier(node.name.lower(), quoted=True)
            case exp.Table():
                return self._table(node)
        return node

    def _filled(self, found: Any) -> Any:
        self._made += sum(1 for _ in found.bfs())
        if self._made > TEMPLATE_NODES_MAX:
            raise TooComplex("calls are nested too deeply")
        return found

    def _table(self, table: Any) -> Any:
        if not isinstance(table.this, exp.Identifier):
            return table
        catalog, schema, name = table.catalog.lower(), table.db.lower(), table.name.lower()
        if catalog not in ("", self._names.home, SYSTEM):
            raise UndefinedCatalog(f"Catalog '{catalog}' not found")
        if not schema and name in self._ctes:
            return table
        found = self._stand_in(
            catalog or ("" if schema == _INFORMATION else self._names.catalog), schema or self._names.schema, name
        )
        if found is None:
            table.set("catalog", None)
            if not schema and self._names.schema:
                table.set("db", exp.to_identifier(self._names.schema, quoted=True))
            return table
        # No transform of what stands in: it is PostgreSQL's already.
        return exp.Subquery(
            this=_relation(found).copy(), alias=table.args.get("alias") or exp.TableAlias(this=exp.to_identifier(name))
        )

    def _stand_in(self, catalog: str, schema: str, name: str) -> str | None:
        if catalog == SYSTEM and schema != _INFORMATION:
            found = self._names.relations.get(f"{SYSTEM}.{schema}.{name}")
            if found is None:
                raise UndefinedTable(f"Table '{SYSTEM}.{schema}.{name}' does not exist")
            return found
        return self._names.relations.get(f"{schema}.{name}")
