"""ORDER BY, DISTINCT ON and LIMIT: entries may be output names, positions or expressions (findTargetlistEntrySQL92)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal

from planner.errors import (
    AmbiguousColumn,
    InvalidColumnReference,
    InvalidLimit,
    InvalidOffset,
    SyntaxFault,
    UndefinedFunction,
    Unsupported,
)
from planner.parse.syntax import ColumnName, Literal, Node, Sort
from planner.postgres.bind.coerce import settle, specific
from planner.postgres.bind.names import find_unqualified
from planner.postgres.bind.parts import bind, location, resolve_operator
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.equal_texts import check_order, has_documents
from planner.postgres.functions.registry import builtin
from planner.tree.bound import Call, Cast, Const, Expr, OutputColumn, SortKey
from planner.tree.types import BYTEA, INT8, JSONB, SqlType, display_name


@dataclass(slots=True)
class SelectOutputs:
    """The select list while ORDER BY, GROUP BY and DISTINCT ON look entries up in it; *origins* are as in OutputColumn."""

    items: list[Expr] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    origins: list[tuple[int, int]] = field(default_factory=list)

    def add(self, expr: Expr, name: str, node: Node, origin: tuple[int, int]) -> None:
        """One more item."""
        self.items.append(expr)
        self.names.append(name)
        self.nodes.append(node)
        self.origins.append(origin)

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """The items as columns of the result."""
        entries = zip(self.names, self.items, self.origins, strict=True)
        return tuple(OutputColumn(name, item.type, origin) for name, item, origin in entries)

    def settled(self, scope: Scope, index: int) -> Expr:
        """Item *index*, with text for what is still unknown."""
        self.items[index] = settle(scope, self.items[index], self.nodes[index])
        return self.items[index]


def find_output(scope: Scope, node: Node, outputs: SelectOutputs, what: str) -> Expr:
    """The expression that an entry of *what* ("ORDER BY", "GROUP BY", "DISTINCT ON") means."""
    if (index := named_output(scope, node, outputs, what)) is not None:
        return outputs.settled(scope, index)
    with scope.binding(what):
        return settle(scope, bind(scope, node), node)


def named_output(scope: Scope, node: Node, outputs: SelectOutputs, what: str) -> int | None:
    """The output that an entry means by its name or position."""
    if isinstance(node, ColumnName) and len(node.parts) == 1 and not node.star:
        return _by_name(scope, node, outputs, what)
    return by_position(node, len(outputs.items), what) if isinstance(node, Literal) else None


def _by_name(scope: Scope, node: ColumnName, outputs: SelectOutputs, what: str) -> int | None:
    name = node.parts[0]
    # SQL92 has output names in ORDER BY; in GROUP BY an input column of that name goes first.
    if what == "GROUP BY" and find_unqualified(scope, name, node.pos, local=True) is not None:
        return None
    matches = [i for i, n in enumerate(outputs.names) if n == name]
    if len({id(outputs.items[i]) for i in matches}) > 1 and any(outputs.items[i] != outputs.items[matches[0]] for i in matches):
        raise AmbiguousColumn(f'{what} "{name}" is ambiguous', position=node.pos)
    return matches[0] if matches else None


def by_position(node: Literal, width: int, what: str) -> int:
    """Which of *width* outputs a constant means. Raises SyntaxFault, InvalidColumnReference."""
    if node.kind != "integer":
        raise SyntaxFault(f"non-integer constant in {what}", position=node.pos)
    index = int(node.text)
    if not 1 <= index <= width:
        raise InvalidColumnReference(f"{what} position {index} is not in select list", position=node.pos)
    return index - 1


# --------------------------------------------------------------------------------------------------------------------- sort keys


def nulls_first(sort: Sort) -> bool:
    """Where NULLs go: last when ascending, first when descending, unless said."""
    return is_descending(sort) if sort.nulls_first is None else sort.nulls_first


def is_descending(sort: Sort) -> bool:
    """DESC, or USING >. Raises Unsupported."""
    if sort.using is None:
        return sort.descending
    if sort.using not in ("<", ">"):
        raise Unsupported(f"ORDER BY USING {sort.using} is not supported", position=sort.pos)
    return sort.using == ">"


def sort_key(sort: Sort, expr: Expr, *, distinct: bool = True) -> SortKey:
    """The sort key; its type must have an order. One of jsonb is bytes in jsonb's order, which *distinct* rows are not told by."""
    if expr.type.pg is JSONB and not distinct:
        expr = Call(builtin("jsonb_order"), (expr,), SqlType(BYTEA))
    check_sorted(expr, sort)
    return SortKey(expr, is_descending(sort), nulls_first(sort))


def check_sorted(expr: Expr | OutputColumn, sort: Sort) -> None:
    """Raise Unsupported or UndefinedFunction for a type that is not ordered."""
    pg = expr.type.pg
    if has_documents(pg):
        check_order(pg, location(sort.expr))
    try:
        resolve_operator("<", pg, pg)
    except UndefinedFunction as error:
        message = f"could not identify an ordering operator for type {display_name(pg)}"
        hint = "Use an explicit ordering operator or modify the query."
        raise UndefinedFunction(message, position=location(sort.expr), hint=hint) from error


def bind_order_by(scope: Scope, sorts: Sequence[Sort], outputs: SelectOutputs, *, distinct: bool = False) -> tuple[SortKey, ...]:
    """A query's ORDER BY."""
    keys: list[SortKey] = []
    for sort in sorts:
        key = sort_key(sort, find_output(scope, sort.expr, outputs, "ORDER BY"), distinct=distinct)
        if all(key.expr != k.expr for k in keys):
            keys.append(key)
    return tuple(keys)


def sort_inside(
    scope: Scope, sorts: Sequence[Sort], args: tuple[Expr, ...], nodes: tuple[Node, ...], *, distinct: bool = False
) -> tuple[SortKey, ...]:
    """ORDER BY of an aggregate or window: expressions only. One that repeats an argument is that argument, converted."""
    known = dict(zip(nodes, args, strict=True))
    keys = []
    for sort in sorts:
        same = next((e for n, e in known.items() if _same(n, sort.expr)), None)
        found = same if same is not None else settle(scope, bind(scope, sort.expr), sort.expr)
        keys.append(sort_key(sort, found, distinct=distinct))
    return tuple(keys)


def _same(left: Node, right: Node) -> bool:
    return isinstance(left, ColumnName) and isinstance(right, ColumnName) and left.parts == right.parts


# ---------------------------------------------------------------------------------------------------------------- LIMIT, OFFSET


def bind_limit(scope: Scope, node: Node | None, what: str) -> Expr | None:
    """LIMIT or OFFSET as int8; None for none. Raises InvalidColumnReference, InvalidLimit, InvalidOffset."""
    if node is None:
        return None
    mark = len(scope.positions)
    with scope.binding(what):
        expr = specific(scope, bind(scope, node), INT8, node, what)
    local = [p for c, p in scope.positions[mark:] if c.source in scope.sources]
    if local:
        raise InvalidColumnReference(f"argument of {what} must not contain variables", position=local[0])
    expr = _rounded(expr)
    if isinstance(expr, Const) and expr.value is None:
        return None
    operand = expr.operand if isinstance(expr, Cast) else expr
    if isinstance(operand, Const) and isinstance(operand.value, int) and operand.value < 0:
        raise (InvalidLimit if what == "LIMIT" else InvalidOffset)(f"{what} must not be negative")
    return expr


def _rounded(expr: Expr) -> Expr:
    """A numeric constant as the int8 that it is cast to, which does not wait for there being rows."""
    if not isinstance(expr, Cast) or not isinstance(expr.operand, Const) or not isinstance(expr.operand.value, Decimal):
        return expr
    value = int(expr.operand.value.to_integral_value(ROUND_HALF_UP))
    return replace(expr.operand, value=value, type=expr.type) if abs(value) < 1 << 63 else expr
