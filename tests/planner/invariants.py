"""What must hold for every bound query, whatever it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from decimal import Decimal

from planner.postgres.functions.function import POLYMORPHIC
from planner.tree.bound import (
    BoundQuery,
    Call,
    Cast,
    ColumnRef,
    Const,
    CteRef,
    Derived,
    FunctionScan,
    Param,
    Scan,
    Select,
    SetOp,
    Values,
)
from planner.tree.types import UNKNOWN, PgType
from planner.tree.values import Interval

_PHYSICAL: dict[str, tuple[type, ...]] = {
    "bool": (bool,), "int2": (int,), "int4": (int,), "int8": (int,), "oid": (int,), "regclass": (int,), "regtype": (int,),
    "float4": (float,), "float8": (float,), "numeric": (Decimal,), "text": (str,), "varchar": (str,), "bpchar": (str,),
    "name": (str,), "char": (str,), "bytea": (bytes,), "date": (int,), "time": (int,), "timestamp": (int,), "timestamptz": (int,),
    "interval": (Interval,), "json": (str,), "jsonb": (str,),
}  # fmt: skip


def walk(node: object) -> Iterator[object]:
    """Every bound node of a query."""
    stack = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, tuple):
            stack.extend(here)
        elif is_dataclass(here) and not isinstance(here, type):
            yield here
            stack.extend(getattr(here, f.name) for f in fields(here) if f.name not in ("type", "function", "relation"))


def broken(bound: BoundQuery) -> list[str]:
    """What does not hold."""
    found: list[str] = []
    nodes = list(walk(bound.query))
    sources = {n.source for n in nodes if isinstance(n, (Scan, CteRef, Derived, FunctionScan, Values))}
    for node in nodes:
        pg: PgType | None = getattr(getattr(node, "type", None), "pg", None)
        if pg is not None and (pg is UNKNOWN or pg in POLYMORPHIC):
            found.append(f"type {pg.name} of {node}")
        if isinstance(node, ColumnRef) and node.source not in sources:
            found.append(f"no source {node.source} for {node}")
        if isinstance(node, Const) and not _is_physical(node):
            found.append(f"{type(node.value).__name__} as {node.type.pg.name}")
        if isinstance(node, Call) and node.function.kind != "scalar":
            found.append(f"{node.function.kind} function {node.name} in a Call")
        if isinstance(node, Cast) and node.operand.type == node.type:
            found.append(f"a cast of {node.type.pg.name} to itself")
        if isinstance(node, Param) and node.type != bound.parameters[node.index]:
            found.append(f"${node.index + 1} of two types")
        if isinstance(node, Select) and len(node.items) != len(node.columns):
            found.append("items without columns")
        if isinstance(node, Select) and any(i.type != c.type for i, c in zip(node.items, node.columns, strict=True)):
            found.append("a column of another type than its item")
        if isinstance(node, SetOp):
            found += _sides(node)
    return found


def _is_physical(node: Const) -> bool:
    return node.value is None or type(node.value) in _PHYSICAL.get(node.type.pg.name, (type(node.value),))


def _sides(node: SetOp) -> list[str]:
    wanted = [c.type.pg for c in node.columns]
    sides = [[c.type.pg for c in side.columns] for side in (node.left, node.right)]
    return ["a side of a set operation with other types" for side in sides if side != wanted]
