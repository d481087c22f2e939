"""Column references: a, t.a, s.t.a (Postgres's transformColumnRef)."""

from __future__ import annotations

from planner.errors import Unsupported
from planner.parse.syntax import ColumnName
from planner.postgres.bind import whole_rows
from planner.postgres.bind.names import SYSTEM_COLUMNS, column_of, find_table, find_unqualified, missing, reference, table_item
from planner.postgres.bind.scope import Scope, ScopeColumn
from planner.tree.bound import Expr


def bind_column(scope: Scope, node: ColumnName) -> Expr:
    """What a column's name stands for."""
    *qualifier, name = node.parts
    column = _unqualified(scope, name, node.pos) if not qualifier else _qualified(scope, qualifier, name, node.pos)
    return reference(scope, column, node.pos)


def _unqualified(scope: Scope, name: str, pos: int) -> ScopeColumn:
    found = find_unqualified(scope, name, pos)
    if found is not None:
        return found
    if name in SYSTEM_COLUMNS and any(i.is_table for i in scope.namespace):
        raise Unsupported(f'system column "{name}" is not supported', position=pos)
    item = find_table(scope, None, name, pos)
    if item is not None and item.scalar:
        return item.columns[0]
    if item is not None:
        return ScopeColumn(name, whole_rows.value(scope, item, ColumnName((name,), pos)))
    raise missing(scope, None, name, pos)


def _qualified(scope: Scope, qualifier: list[str], name: str, pos: int) -> ScopeColumn:
    item = table_item(scope, qualifier, name, pos)
    column = column_of(item, name, pos)
    if column is not None:
        return column
    if item.is_table and name in SYSTEM_COLUMNS:
        raise Unsupported(f'system column "{name}" is not supported', position=pos)
    raise missing(scope, qualifier[-1], name, pos)
