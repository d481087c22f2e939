"""What names in scope stand for: relations, their columns, as an alias may call them, and what is said where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planner.errors import (
    AmbiguousColumn,
    DuplicateAlias,
    InvalidColumnReference,
    SyntaxFault,
    UndefinedColumn,
    UndefinedTable,
    Unsupported,
)
from planner.parse.syntax import Alias, ColumnName
from planner.postgres.bind.hints import missing_column_hint
from planner.postgres.bind.scope import Item, Scope, ScopeColumn
from planner.tree.bound import ColumnRef, Const, Expr, OutputColumn
from planner.tree.catalog import Relation
from planner.tree.types import INT8, OID, SqlType

_NOT_LATERAL: Final = "The combining JOIN type must be INNER or LEFT for a LATERAL reference."
SYSTEM_COLUMNS: Final = frozenset({"ctid", "xmin", "xmax", "cmin", "cmax"})


def reference(scope: Scope, column: ScopeColumn, pos: int) -> Expr:
    """A reference to a column, whose position errors may ask for."""
    expr = column.expr
    if isinstance(expr, ColumnRef):
        # A new object for each reference: errors found later ask for its position by identity.
        expr = ColumnRef(expr.source, expr.column, expr.name, expr.type)
        level: Scope | None = scope
        while level is not None:
            level.positions.append((expr, pos))
            level = level.parent
    return expr


# -------------------------------------------------------------------------------------------------------------- unqualified


def find_unqualified(scope: Scope, name: str, pos: int, *, local: bool = False) -> ScopeColumn | None:
    """The column of that name in the nearest level that has one. Raises AmbiguousColumn."""
    for level in scope.levels():
        found: ScopeColumn | None = None
        for item in level.namespace:
            if not item.cols_visible or (item.lateral_only and not level.lateral_active):
                continue
            column = column_of(item, name, pos)
            if column is None:
                continue
            if found is not None:
                raise AmbiguousColumn(f'column reference "{name}" is ambiguous', position=pos)
            _check_lateral(item, pos)
            found = column
        if found is not None or local:
            return found
    return None


#: The transaction of rows that initdb has made: clients look if a row of the catalog has changed.
_BOOTSTRAP: Final = 1


def column_of(item: Item, name: str, pos: int) -> ScopeColumn | None:
    """The item's column of that name; two are ambiguous. Raises AmbiguousColumn."""
    found = [c for c in item.columns if c.name == name]
    if len(found) > 1:
        raise AmbiguousColumn(f'column reference "{name}" is ambiguous', position=pos)
    if found:
        return found[0]
    if item.relation is not None and item.is_table and name == "tableoid":
        return ScopeColumn(name, Const(item.relation.oid, SqlType(OID)))
    if item.relation is not None and item.is_table and item.relation.view is None and name == "xmin":
        return ScopeColumn(name, Const(_BOOTSTRAP, SqlType(INT8)))
    return None


def _check_lateral(item: Item, pos: int) -> None:
    if item.lateral_only and not item.lateral_ok:
        message = f'invalid reference to FROM-clause entry for table "{item.alias}"'
        raise InvalidColumnReference(message, position=pos, detail=_NOT_LATERAL)


def field_of(scope: Scope, item: Item, row: ColumnName, name: str) -> Expr:
    """(t).name, where *row* is t. Raises UndefinedColumn."""
    column = column_of(item, name, row.pos)
    if column is None:
        raise UndefinedColumn(f"column {item.alias}.{name} does not exist", position=row.pos)
    return reference(scope, column, row.pos)


def missing(scope: Scope, table: str | None, name: str, pos: int) -> UndefinedColumn:
    """The error of a column that is not there."""
    shown = f'column "{name}" does not exist' if table is None else f"column {table}.{name} does not exist"
    return UndefinedColumn(shown, position=pos, hint=missing_column_hint(scope, table, name))


# ---------------------------------------------------------------------------------------------------------------- qualified


def find_table(scope: Scope, schema: str | None, table: str, pos: int) -> Item | None:
    """The relation of that name or alias in the nearest level that has one. Raises DuplicateAlias."""
    for level in scope.levels():
        found: Item | None = None
        for item in level.namespace:
            if not item.rel_visible or (item.lateral_only and not level.lateral_active) or not _is_named(item, schema, table):
                continue
            if found is not None:
                raise DuplicateAlias(f'table reference "{table}" is ambiguous', position=pos)
            _check_lateral(item, pos)
            found = item
        if found is not None:
            return found
    return None


def _is_named(item: Item, schema: str | None, table: str) -> bool:
    if schema is None:
        return item.alias == table
    relation = item.relation
    return relation is not None and not item.aliased and (relation.schema, relation.name) == (schema, table)


def table_item(scope: Scope, qualifier: list[str], name: str, pos: int) -> Item:
    """The relation that t, s.t or db.s.t means in front of column *name*. Raises UndefinedTable as Postgres does."""
    shown = ".".join([*qualifier, name])
    if len(qualifier) > 3:
        raise SyntaxFault(f"improper qualified name (too many dotted names): {shown}", position=pos)
    if len(qualifier) == 3 and qualifier[0] != scope.context.settings.database:
        raise Unsupported(f"cross-database references are not implemented: {shown}", position=pos)
    *schemas, table = qualifier[-2:]
    found = find_table(scope, schemas[0] if schemas else None, table, pos)
    if found is None:
        raise _missing_table(scope, schemas[0] if schemas else None, table, pos)
    return found


def _missing_table(scope: Scope, schema: str | None, table: str, pos: int) -> UndefinedTable:
    """Postgres tells three cases apart: present but not from here, hidden by its alias, absent."""
    for level in scope.levels():
        for item in level.all_items:
            if item.alias == table:
                hint = f'There is an entry for table "{table}", but it cannot be referenced from this part of the query.'
                message = f'invalid reference to FROM-clause entry for table "{table}"'
                return UndefinedTable(message, position=pos, hint=hint)
            if (
                item.relation is not None
                and item.aliased
                and item.relation.name == table
                and schema in (None, item.relation.schema)
            ):
                message = f'invalid reference to FROM-clause entry for table "{table}"'
                hint = f'Perhaps you meant to reference the table alias "{item.alias}".'
                return UndefinedTable(message, position=pos, hint=hint)
    return UndefinedTable(f'missing FROM-clause entry for table "{table}"', position=pos)


# ------------------------------------------------------------------------------------------------------------- aliases


def relation_columns(relation: Relation, alias: Alias | None) -> tuple[OutputColumn, ...]:
    """A relation's columns, called as its alias has them. Raises InvalidColumnReference."""
    names = renamed([c.name for c in relation.columns], alias, alias.name if alias else relation.name)
    columns = enumerate(zip(names, relation.columns, strict=True), 1)
    return tuple(OutputColumn(name, c.type, (relation.oid, number)) for number, (name, c) in columns)


def renamed(names: Sequence[str], alias: Alias | None, shown: str) -> list[str]:
    """Column names with the leading ones replaced by the alias's. Raises InvalidColumnReference."""
    given = alias.columns if alias is not None else ()
    if len(given) > len(names):
        message = f'table "{shown}" has {len(names)} columns available but {len(given)} columns specified'
        raise InvalidColumnReference(message)
    return [*given, *names[len(given) :]]
