"""ROWS FROM (f(…), g(…)): functions that advance together, the shorter ones padded with NULL."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from planner.errors import Unsupported
from planner.parse.syntax import ROWS_FROM, FunctionCall, FunctionFrom
from planner.postgres.bind.resolution import Resolution
from planner.postgres.bind.scope import TableCall
from planner.postgres.bind.table_calls import together
from planner.tree.bound import Expr, OutputColumn
from planner.tree.types import NUMERIC, RECORD, SqlType

#: One function: what it resolved to, its converted arguments, its name.
Called = tuple[Resolution, tuple[Expr, ...], str]


def functions_of(node: FunctionFrom) -> tuple[FunctionCall, ...] | None:
    """The calls in ROWS FROM (…); None for one that stands by itself."""
    if not isinstance(node.call, FunctionCall) or node.call.name != (ROWS_FROM,):
        return None
    call = node.call
    found = tuple(a for a in call.args if isinstance(a, FunctionCall))
    if len(found) != len(call.args) or not found or call.variadic or call.named or call.distinct or call.order_by:
        raise Unsupported("ROWS FROM of anything but function calls is not supported", position=call.pos)
    return found


def bind_rows_from(
    items: Sequence[FunctionCall], bind: Callable[[FunctionCall], Called]
) -> tuple[Called, tuple[OutputColumn, ...]]:
    """All of them as one function, and the columns that it gives."""
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
