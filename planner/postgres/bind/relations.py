"""FROM: tables, WITH references, subqueries, functions (Postgres's transformFromClauseItem)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.errors import UndefinedTable, Unsupported, ViewNotReady, WrongObjectType
from planner.parse.syntax import Alias, FuncCall, FunctionFrom, SubqueryFrom, TableName
from planner.postgres.bind import aggregates, calls, definitions, record_columns
from planner.postgres.bind.coerce import convert_args, type_of
from planner.postgres.bind.converting import output_names
from planner.postgres.bind.names import renamed
from planner.postgres.bind.parts import BINDERS, bind_query, resolve_function
from planner.postgres.bind.samples import bind_sample, refuse_sample
from planner.postgres.bind.scope import CteEntry, Item, Scope, ScopeColumn
from planner.postgres.bind.table_calls import Called, bind_rows_from, functions_of, unnest_together
from planner.postgres.functions.function import Function
from planner.postgres.functions.registry import Resolution
from planner.tree.bound import Call, ColumnRef, Const, CteRef, Derived, From, FunctionScan, OutputColumn, Scan, Select, column_refs
from planner.tree.catalog import Relation, find_relation
from planner.tree.types import INT8, SqlType

_ORDINALITY: Final = OutputColumn("ordinality", SqlType(INT8))


# ------------------------------------------------------------------------------------------------------------------------ tables


def _table(scope: Scope, node: TableName) -> tuple[From, list[Item]]:
    *schema, name = node.parts
    if not schema and (entry := scope.find_cte(name)) is not None:
        refuse_sample(node)
        return _cte(scope, node, entry)
    relation = _relation(scope, node)
    if relation.definition is not None:
        refuse_sample(node)
        return definitions.bind_use(scope, node, relation, relation.definition)
    if node.sample is not None:
        return bind_sample(scope, node, node.sample, relation)
    source = scope.context.new_source()
    alias = node.alias.name if node.alias else name
    names = renamed([c.name for c in relation.columns], node.alias, alias)
    scan = Scan(source, relation, alias)
    scope.context.scans.append(scan)
    columns = tuple(
        ScopeColumn(n, ColumnRef(source, i, c.name, c.type), (relation.oid, i + 1))
        for i, (n, c) in enumerate(zip(names, relation.columns, strict=True))
    )
    return scan, [scope.add_item(Item(alias, columns, relation, aliased=node.alias is not None))]


def _relation(scope: Scope, node: TableName) -> Relation:
    *schema, name = node.parts
    if len(schema) > 1:
        if schema[0] != scope.context.settings.database or len(schema) > 2:
            message = f'cross-database references are not implemented: "{".".join(node.parts)}"'
            raise Unsupported(message, position=node.pos)
        schema = schema[1:]
    catalog, path = scope.context.catalog, scope.context.settings.search_path
    try:
        found = catalog.relation(schema[0], name) if schema else find_relation(catalog, path, name)
    except ViewNotReady as error:
        error.position = node.pos
        raise
    if found is not None:
        return found
    shown = ".".join([*schema, name])
    detail = hint = None
    if not schema and scope.cte_is_hidden(name):
        detail = f'There is a WITH item named "{name}", but it cannot be referenced from this part of the query.'
        hint = "Use WITH RECURSIVE, or re-order the WITH items to remove forward references."
    raise UndefinedTable(f'relation "{shown}" does not exist', position=node.pos, detail=detail, hint=hint)


def _cte(scope: Scope, node: TableName, entry: CteEntry) -> tuple[From, list[Item]]:
    if entry.cte is None:
        scope.refers_to_itself = True
    alias = node.alias.name if node.alias else entry.name
    source = scope.context.new_source()
    columns = _with_names(entry.columns, node.alias, alias)
    return CteRef(source, entry.number, alias, columns), [scope.offer(alias, columns, column_refs(source, columns))]


def _with_names(columns: Sequence[OutputColumn], alias: Alias | None, shown: str) -> tuple[OutputColumn, ...]:
    return output_names(columns, renamed([c.name for c in columns], alias, shown))


# -------------------------------------------------------------------------------------------------------------------- subqueries


def _subquery(scope: Scope, node: SubqueryFrom) -> tuple[From, list[Item]]:
    with scope.binding("FROM", lateral=node.lateral):
        query = bind_query(scope, node.query)
    alias = node.alias.name
    columns = _with_names(query.columns, node.alias, alias)
    source = scope.context.new_source()
    item = scope.offer(alias, columns, column_refs(source, columns))
    item.subquery = source if isinstance(query, Select) else None
    return Derived(source, query, alias, columns, node.lateral), [item]


# --------------------------------------------------------------------------------------------------------------------- functions


#: Functions without arguments whose rows are those of a relation of pg_catalog.
_RELATION_OF_FUNCTION: Final = {"pg_show_all_settings": "pg_settings"}


def _relation_of(node: FunctionFrom) -> TableName | None:
    if not isinstance(node.call, FuncCall) or node.call.args or node.ordinality:
        return None
    name = _RELATION_OF_FUNCTION.get(node.call.name[-1])
    if name is None or node.call.name[:-1] not in ((), ("pg_catalog",)):
        return None
    return TableName(("pg_catalog", name), node.alias or Alias(node.call.name[-1]), node.pos)


def _function(scope: Scope, node: FunctionFrom) -> tuple[From, list[Item]]:
    if (table := _relation_of(node)) is not None:
        return _table(scope, table)
    if record_columns.takes_definitions(node):
        return _documents(scope, node)
    several: tuple[OutputColumn, ...] = ()
    with scope.binding("functions in FROM", lateral=True):
        if (listed := functions_of(node)) is not None and len(listed) > 1:
            (found, args, name), several = bind_rows_from(listed, lambda call: _bound_call(scope, call))
        else:
            node = node if listed is None else replace(node, call=listed[0])
            found, args, name = _called(scope, node)
    alias = node.alias.name if node.alias else name
    columns = _function_columns(found, node, name)
    if several:
        columns = (*several, *columns[len(several) :])
    columns = _with_names(columns, _column_alias(node, found.function), alias)
    source = scope.context.new_source()
    scan: From = FunctionScan(source, found.function, args, alias, columns, node.ordinality)
    if found.function.kind == "scalar" and not found.function.columns:
        values = (Call(found.function, args, columns[0].type), *((Const(1, columns[1].type),) if node.ordinality else ()))
        scan = Derived(source, Select(values, columns), alias, columns, lateral=True)
    item = scope.offer(alias, columns, column_refs(source, columns))
    item.scalar = not found.function.columns and not node.ordinality
    return scan, [item]


def _documents(scope: Scope, node: FunctionFrom) -> tuple[From, list[Item]]:
    """json_to_recordset and its like: a lateral subquery, whose columns are those that have been declared."""
    name, query = record_columns.bind_records(scope, node)
    alias = node.alias.name if node.alias else name
    source = scope.context.new_source()
    columns = _with_names(query.columns, None, alias)
    return Derived(source, query, alias, columns, lateral=True), [scope.offer(alias, columns, column_refs(source, columns))]


def _column_alias(node: FunctionFrom, function: Function) -> Alias | None:
    """A function of one scalar column calls that column by the alias, too, unless the column has a name of its own."""
    if node.alias is None or node.alias.columns or function.columns or function.output:
        return node.alias
    return Alias(node.alias.name, (node.alias.name,))


def _called(scope: Scope, node: FunctionFrom) -> Called:
    if not isinstance(node.call, FuncCall):
        raise Unsupported("an expression as a relation is not supported", position=node.pos, hint="Use (SELECT …).")
    return _bound_call(scope, node.call)


def _bound_call(scope: Scope, call: FuncCall) -> Called:
    if call.over is not None:
        raise WrongObjectType("window functions are not allowed in functions in FROM", position=call.pos)
    schema = call.name[0] if len(call.name) > 1 else None
    name = call.name[-1]
    if aggregates.is_aggregate(schema, name):
        aggregates.check_allowed(scope, call)
    call = calls.without_result(scope, call)
    args = calls.bind_args(scope, call)
    if len(args) > 1 and name == "unnest":
        several = unnest_together(call, args)
        return several, convert_args(scope, several, args, call.args), name
    found = resolve_function(name, schema, [type_of(a) for a in args], call.pos)
    return found, convert_args(scope, found, args, call.args), name


def _function_columns(found: Resolution, node: FunctionFrom, name: str) -> tuple[OutputColumn, ...]:
    function = found.function
    several = function.schema == "syntax"
    columns = tuple(OutputColumn(name if several else n, SqlType(t)) for n, t in function.columns)
    columns = columns or (OutputColumn(function.output or name, SqlType(found.result)),)
    return (*columns, _ORDINALITY) if node.ordinality else columns


BINDERS.update({TableName: _table, SubqueryFrom: _subquery, FunctionFrom: _function})
