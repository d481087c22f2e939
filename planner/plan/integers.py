"""Statements that mean the same whichever integer types their parameters are declared with.

Drivers choose the type by the value: 7 is an int2, 70,000 an int4. Where such a parameter is only compared, or counts rows, one
plan serves all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from planner.postgres.functions.comparison import SYMBOLS
from planner.tree import bound as b
from planner.tree.types import BY_OID, FLOAT8, INT2, INT4, INT8, NUMERIC, SqlType
from planner.tree.walk import nodes_in

#: Types to which all integers convert alike: to the same number, or none.
_SAME_NUMBERS: Final = tuple(SqlType(pg) for pg in (INT2, INT4, INT8, NUMERIC, FLOAT8))
_OIDS: Final = frozenset({INT2.oid, INT4.oid, INT8.oid})


def widest(oids: Sequence[int]) -> tuple[int, ...]:
    """Parameter types with 8 bytes for each integer."""
    return tuple(INT8.oid if oid in _OIDS else oid for oid in oids)


def as_declared(parameters: tuple[SqlType, ...], oids: Sequence[int]) -> tuple[SqlType, ...]:
    """A plan's parameters with the integer types that a statement declares."""
    declared = {number: BY_OID[oid] for number, oid in enumerate(oids) if oid in _OIDS}
    return tuple(replace(p, pg=declared.get(number, p.pg)) for number, p in enumerate(parameters)) if declared else parameters


def are_interchangeable(bound: b.BoundQuery) -> bool:
    """Is every integer parameter compared, or a LIMIT or an OFFSET, wherever it stands?"""
    nodes = list(nodes_in(bound.query))
    return sum(map(_is_parameter, nodes)) == sum(_is_parameter(_plain(e)) for node in nodes for e in _compared(node))


def _is_parameter(node: Any) -> bool:
    return isinstance(node, b.Param) and node.type.pg.oid in _OIDS


def _plain(expr: b.Expr | None) -> b.Expr | None:
    while isinstance(expr, b.Cast) and expr.type in _SAME_NUMBERS:
        expr = expr.operand
    return expr


def _compared(node: Any) -> Iterator[b.Expr | None]:
    match node:
        case b.Call(function, args) if function.operator and function.name in SYMBOLS:
            yield from args
        case b.InList(operand, items):
            yield from (operand, *items)
        case b.Select() | b.SetOp():
            yield from (node.limit, node.offset)
