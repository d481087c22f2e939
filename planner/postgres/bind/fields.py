"""What names stand for: a column (Postgres's transformColumnRef), (record).field, (record).*; and ROW(…)."""

from __future__ import annotations

from planner.errors import SyntaxFault, UndefinedColumn, Unsupported, WrongObjectType
from planner.parse.syntax import ColumnName, FieldAccess, RowExpr
from planner.postgres.bind import names, whole_rows
from planner.postgres.bind.coerce import type_of
from planner.postgres.bind.names import SYSTEM_COLUMNS, column_of, find_table, find_unqualified, missing, reference, table_item
from planner.postgres.bind.parts import bind, location
from planner.postgres.bind.scope import Scope, ScopeColumn
from planner.postgres.functions.row_values import field_of, is_row_value
from planner.tree.bound import Call, Expr, Row
from planner.tree.types import TEXT, UNKNOWN, PgType, SqlType, display_name, is_record, record_of


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


# ---------------------------------------------------------------------------------------------------------- records


def bind_field(scope: Scope, node: FieldAccess) -> Expr:
    """One field of a record. Raises SyntaxFault, UndefinedColumn."""
    if node.name == "*":
        raise SyntaxFault('row expansion via "*" is not supported here', position=location(node.operand))
    if isinstance(node.operand, ColumnName) and (item := whole_rows.row_of(scope, node.operand)) is not None:
        # A row that an outer join made up has NULLs for columns.
        return names.field_of(scope, item, node.operand, node.name)
    operand = bind(scope, node.operand)
    fields = _fields(operand, node)
    found = [i for i, (name, _) in enumerate(fields) if name == node.name]
    if not found:
        message = f'could not identify column "{node.name}" in record data type'
        raise UndefinedColumn(message, position=location(node.operand))
    return field(operand, found[0])


def all_fields(scope: Scope, node: FieldAccess) -> list[tuple[str, Expr]]:
    """What (record).* stands for: names and values. Raises Unsupported."""
    if isinstance(node.operand, ColumnName) and (item := whole_rows.row_of(scope, node.operand)) is not None:
        return [(c.name, reference(scope, c, node.operand.pos)) for c in item.columns]
    operand = bind(scope, node.operand)
    fields = _fields(operand, node)
    if not fields:
        raise Unsupported("fields of a record that has none of them known are not supported", position=location(node.operand))
    return [(name, field(operand, i)) for i, (name, _) in enumerate(fields)]


def _fields(operand: Expr, node: FieldAccess) -> tuple[tuple[str, PgType], ...]:
    pg = operand.type.pg
    if not is_record(pg):
        shown = "" if node.name == "*" else f".{node.name}"
        message = f"column notation {shown} applied to type {display_name(pg)}, which is not a composite type"
        if node.name == "*":
            message = f"type {display_name(pg)} is not composite"
        raise WrongObjectType(message, position=location(node.operand))
    return pg.fields


def field(operand: Expr, index: int) -> Expr:
    """The field at *index* of a record."""
    if isinstance(operand, Row):
        return operand.items[index]
    if isinstance(operand, Call) and is_row_value(operand.function):
        return operand.args[index]
    pg = operand.type.pg.fields[index][1]
    result = TEXT if pg is UNKNOWN else pg
    return Call(field_of(operand.type.pg, index, result), (operand,), SqlType(result))


def bind_row(scope: Scope, node: RowExpr) -> Row:
    """(a, b, …); t.* stands for the columns of t."""
    items: list[Expr] = []
    for item in node.items:
        if isinstance(item, ColumnName) and item.star and len(item.parts) > 1:
            items += [c.expr for c in table_item(scope, list(item.parts[:-1]), "*", item.pos).columns]
        elif isinstance(item, FieldAccess) and item.name == "*":
            items += [expr for _, expr in all_fields(scope, item)]
        else:
            items.append(bind(scope, item))
    return Row(tuple(items), SqlType(record_of(tuple((f"f{i}", type_of(e)) for i, e in enumerate(items, 1)))))
