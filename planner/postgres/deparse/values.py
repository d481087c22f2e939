"""What a query depends on besides its text: parameters, the time, the session. Written into the text as constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.errors import Unsupported
from planner.postgres.functions.registry import resolve_function
from planner.tree.bound import Call, Cast, Const, Expr, Param
from planner.tree.catalog import SCHEMAS
from planner.tree.query_plan import PlanSettings
from planner.tree.types import DATE, INTERVAL, TIME, TIMESTAMP, TIMESTAMPTZ, SqlType
from planner.tree.values import Value


@dataclass(frozen=True, slots=True)
class KnownValues:
    """One execution: physical values of the parameters, its now(), its session's settings.

    What depends on the session's time zone is left as it is: whoever runs the text runs it in settings.timezone.
    """

    params: Sequence[Value] = ()
    now_us: int = 0
    settings: PlanSettings = field(default_factory=PlanSettings)


_INSTANT: Final = SqlType(TIMESTAMPTZ)
_NOW: Final = frozenset({"now", "transaction_timestamp", "statement_timestamp", "clock_timestamp", "current_timestamp"})
_LOCAL: Final = {"current_date": DATE, "localtimestamp": TIMESTAMP, "localtime": TIME}
_USER: Final = frozenset({"current_user", "session_user", "user", "current_role"})
_DATABASE: Final = frozenset({"current_database", "current_catalog"})
#: What only the session itself can answer.
_OF_SESSION: Final = frozenset({
    "pg_backend_pid", "current_setting", "inet_client_addr", "inet_server_addr", "inet_client_port", "inet_server_port",
    "pg_postmaster_start_time", "timeofday", "pg_current_wal_lsn", "pg_current_wal_insert_lsn", "pg_current_wal_flush_lsn",
    "set_config", "txid_current",
})  # fmt: skip


def known(expr: Expr, values: KnownValues) -> Expr:
    """The expression itself, or what it is worth in this execution. Raises Unsupported for what only the session knows."""
    if isinstance(expr, Param):
        return Const(values.params[expr.index], expr.type)
    if not isinstance(expr, Call) or expr.function.schema != "pg_catalog" or expr.function.operator:
        return expr
    return _call(expr, values)


def _call(call: Call, values: KnownValues) -> Expr:
    name, settings = call.name, values.settings
    if name in _NOW and not call.args:
        return Const(values.now_us, _INSTANT)
    if name in _LOCAL and not call.args:
        return _local(call, values)
    if name in _USER:
        return Const(settings.user, call.type)
    if name in _DATABASE:
        return Const(settings.database, call.type)
    if name in ("current_schema", "current_schemas"):
        return _schemas(call, settings)
    if name == "age" and len(call.args) == 1:
        return _age(call, values)
    if name in _OF_SESSION:
        raise Unsupported(f"{name}() can only be answered by the session itself")
    return call


def _local(call: Call, values: KnownValues) -> Expr:
    now: Expr = Const(values.now_us, _INSTANT)
    target = _LOCAL[call.name]
    if target is TIME:
        now = Cast(now, SqlType(TIMESTAMP))
    return Cast(now, SqlType(target))


def _schemas(call: Call, settings: PlanSettings) -> Expr:
    path = [s for s in settings.search_path if s in SCHEMAS]
    if not call.args:
        return Const(path[0] if path else None, call.type)
    implicit = call.args[0]
    if not isinstance(implicit, Const):
        raise Unsupported("current_schemas() of anything but a constant can only be answered by the session itself")
    if implicit.value is None:
        return Const(None, call.type)
    first = ["pg_catalog"] if implicit.value and "pg_catalog" not in path else []
    return Const([*first, *path], call.type)


def _age(call: Call, values: KnownValues) -> Expr:
    """age(x) is age(today's midnight, x)."""
    operand = call.args[0]
    midnight = Cast(Cast(Const(values.now_us, _INSTANT), SqlType(DATE)), operand.type)
    found = resolve_function("age", "pg_catalog", (operand.type.pg, operand.type.pg))
    return Call(found.function, (midnight, operand), SqlType(INTERVAL))
