"""Set-returning functions in the select list, which `expanding` makes a lateral join: the calls become its columns.

Several of them advance together (ROWS FROM), the shorter ones padded with NULL; the same call written twice is one. A function of
several columns gives a composite value, whose fields are those columns. ROWS FROM (f(…), g(…)) itself, in FROM, comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from planner.errors import Unsupported
from planner.parse.syntax import ROWS_FROM, FuncCall, FunctionFrom
from planner.postgres.bind.coerce import type_of
from planner.postgres.bind.parts import meet_set_call, resolve_function, returns_set
from planner.postgres.bind.scope import Scope, TableCall
from planner.postgres.functions.function import Function, LowerContext, Lowered
from planner.postgres.functions.registry import Resolution
from planner.tree.bound import ColumnRef, Expr, OutputColumn, Row
from planner.tree.types import NUMERIC, RECORD, PgType, SqlType, record_of


def bind_table_call(scope: Scope, node: FuncCall, function: Function, args: tuple[Expr, ...], result: PgType) -> Expr:
    """The call as an expression of the select list. Raises Unsupported elsewhere."""
    meet_set_call(scope, node.pos)
    if any(returns_set(scope, a) for a in args):
        raise Unsupported("a set-returning function of another's rows is not supported in a select list", position=node.pos)
    calls = scope.table_calls
    call = next((c for c in calls if c.function is function and c.args == args), None)
    if call is None:
        if scope.table_source is None:
            scope.table_source = scope.context.new_source()
            scope.sources.add(scope.table_source)
        call = TableCall(function, args, result, sum(len(c.columns) for c in calls))
        calls.append(call)
        _refuse_numerics(calls, node)
    assert scope.table_source is not None
    refs = tuple(ColumnRef(scope.table_source, call.first + i, c.name, c.type) for i, c in enumerate(call.columns))
    return Row(refs, SqlType(record_of(function.columns))) if function.columns else refs[0]


def _refuse_numerics(calls: list[TableCall], node: FuncCall) -> None:
    """A numeric's scale belongs to a column of its own."""
    if len(calls) > 1 and any(c.type.pg is NUMERIC for call in calls for c in call.columns):
        raise Unsupported("set-returning functions of numeric beside others in a select list are not supported", position=node.pos)


def together(calls: tuple[TableCall, ...], columns: tuple[OutputColumn, ...], name: str = "rows_from") -> Function:
    """A function that advances all *calls* at once."""
    named = tuple((f"c{i}", c.type.pg) for i, c in enumerate(columns))

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        lists, fields, at = [], [], 0
        for number, call in enumerate(calls, 1):
            here = slice(at, at := at + len(call.args))
            own = replace(
                context,
                args=context.args[here],
                constants=context.constants[here],
                from_zero=context.from_zero[here],
                result=SqlType(call.result),
            )
            lists.append(f"coalesce({_lowered(call, own, args[here]).sql}, [])")
            # Where a list has ended, DuckDB's fields of NULL are those of another row.
            fields += [f"CASE WHEN e[{number}] IS NOT NULL THEN e[{number}].{name} END" for name, _ in call.function.columns] or [
                f"e[{number}]"
            ]
        packed = ", ".join(f"c{i} := {field}" for i, field in enumerate(fields))
        return Lowered(f"list_transform(list_zip({', '.join(lists)}), lambda e: struct_pack({packed}))")

    args = tuple(a.type.pg for c in calls for a in c.args)
    # No node but this one can be sent it: it has no name in SQL.
    return Function(name, args, RECORD, lower, "table", "syntax", volatility="volatile", columns=named)


def unnest_together(node: FuncCall, args: tuple[Expr, ...]) -> Resolution:
    """unnest(a, b …) in FROM: one function of as many columns, which are all called unnest. Raises Unsupported."""
    found = [resolve_function("unnest", None, [type_of(a)], node.pos) for a in args]
    if any(r.result is NUMERIC for r in found):
        raise Unsupported("unnest of several arrays of numeric is not supported", position=node.pos)
    calls = tuple(TableCall(r.function, (a,), r.result, i) for i, (r, a) in enumerate(zip(found, args, strict=True)))
    function = together(calls, tuple(OutputColumn("unnest", SqlType(r.result)) for r in found), "unnest")
    return Resolution(function, tuple(r.args[0] for r in found), RECORD)


def _lowered(call: TableCall, context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    lower = call.function.lower
    if call.function.kind == "scalar":
        row = context.fill(lower, [a.sql for a in args]) if isinstance(lower, str) else lower(context, args).sql
        return Lowered(f"[{row}]")
    return Lowered(context.fill(lower, [a.sql for a in args])) if isinstance(lower, str) else lower(context, args)


# ----------------------------------------------------------------------------------------------------------- ROWS FROM

#: One function: what it resolved to, its converted arguments, its name.
Called = tuple[Resolution, tuple[Expr, ...], str]


def functions_of(node: FunctionFrom) -> tuple[FuncCall, ...] | None:
    """The calls in ROWS FROM (…); None for one that stands by itself. Raises Unsupported."""
    if not isinstance(node.call, FuncCall) or node.call.name != (ROWS_FROM,):
        return None
    call = node.call
    found = tuple(a for a in call.args if isinstance(a, FuncCall))
    if len(found) != len(call.args) or not found or call.variadic or call.named or call.distinct or call.order_by:
        raise Unsupported("ROWS FROM of anything but function calls is not supported", position=call.pos)
    return found


def bind_rows_from(items: Sequence[FuncCall], bind: Callable[[FuncCall], Called]) -> tuple[Called, tuple[OutputColumn, ...]]:
    """All of them as one function, and the columns that it gives. Raises Unsupported."""
    calls: list[TableCall] = []
    columns: list[OutputColumn] = []
    every: list[Expr] = []
    first = ""
    for item in items:
        found, args, name = bind(item)
        if found.function.schema == "syntax":
            raise Unsupported("unnest of several arrays inside ROWS FROM is not supported", position=item.pos)
        given = found.function.columns or ((found.function.output or name, found.result),)
        calls.append(TableCall(found.function, args, found.result, len(columns)))
        columns += [OutputColumn(column, SqlType(pg)) for column, pg in given]
        every += args
        first = first or name
    if any(c.type.pg is NUMERIC for c in columns):
        raise Unsupported("functions of numeric in ROWS FROM are not supported", position=items[0].pos)
    function = together(tuple(calls), tuple(columns))
    return (Resolution(function, function.args, RECORD), tuple(every), first), tuple(columns)
