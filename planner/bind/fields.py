"""(composite).field."""

from __future__ import annotations

from functools import lru_cache

from planner.bound import Call, Expr, Row
from planner.errors import UndefinedColumn, Unsupported
from planner.functions.function import Function
from planner.parse.syntax import FieldAccess
from planner.types import PgType, SqlType


def bind_field(node: FieldAccess, operand: Expr) -> Expr:
    """The field of a composite value. Only values of functions with several columns have fields with names."""
    fields = operand.type.pg.fields
    if not fields or node.name == "*":
        raise Unsupported("selecting a field of a composite value is not supported", position=node.pos)
    names = [name for name, _ in fields]
    if node.name not in names:
        raise UndefinedColumn(f'could not identify column "{node.name}" in record data type', position=node.pos)
    index = names.index(node.name)
    if isinstance(operand, Row):
        return operand.items[index]
    return Call(_selector(operand.type.pg, index), (operand,), SqlType(fields[index][1]))


@lru_cache(maxsize=64)
def _selector(composite: PgType, index: int) -> Function:
    # Volatile, so that it is not sent to other nodes: it has no name in SQL.
    lower = f"struct_extract_at({{0}}, {index + 1})"
    return Function("field", (composite,), composite.fields[index][1], lower, schema="syntax", volatility="volatile")
