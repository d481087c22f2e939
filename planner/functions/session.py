"""What a session may ask about itself: constants at planning."""

from __future__ import annotations

from typing import Final

from planner.errors import UndefinedObject
from planner.functions.declare import functions
from planner.functions.function import Function, LowerContext, Lowered, LowerFunction

#: What clients take our dialect from.
VERSION: Final = "PostgreSQL 15.0 (Tidegate)"
_SETTINGS: Final = {
    "server_version": "15.0", "server_version_num": "150000", "server_encoding": "UTF8", "client_encoding": "UTF8",
    "standard_conforming_strings": "on", "integer_datetimes": "on", "max_identifier_length": "63", "max_index_keys": "32",
    "default_transaction_read_only": "on", "transaction_read_only": "on", "datestyle": "ISO, MDY", "intervalstyle": "postgres",
    "lc_collate": "C", "lc_ctype": "C", "search_path": '"$user", public', "default_table_access_method": "heap", "jit": "off",
    "block_size": "8192", "is_superuser": "off", "in_hot_standby": "off", "bytea_output": "hex", "extra_float_digits": "1",
}  # fmt: skip


def quoted(text: str) -> str:
    """A string literal."""
    return "'" + text.replace("'", "''") + "'"


def _constant(read: str) -> LowerFunction:
    """A setting of the session, by its name in PlanSettings."""

    def lower(context: LowerContext, _args: tuple[Lowered, ...]) -> Lowered:
        return Lowered(quoted(getattr(context.settings, read)))

    return lower


def _schema(context: LowerContext, _args: tuple[Lowered, ...]) -> Lowered:
    path = context.settings.search_path
    return Lowered(quoted(path[0]) if path else "CAST(NULL AS VARCHAR)")


def _schemas(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    own = ", ".join(map(quoted, context.settings.search_path))
    with_implicit = "'pg_catalog'" + (f", {own}" if own else "")
    return Lowered(f"CASE WHEN {args[0].sql} THEN CAST([{with_implicit}] AS VARCHAR[]) ELSE CAST([{own}] AS VARCHAR[]) END")


def _setting(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """current_setting(name [, missing_ok]), of settings that planning knows."""
    name = context.constants[0]
    known = {**_SETTINGS, "timezone": context.settings.timezone}
    found = known.get(name.lower()) if isinstance(name, str) else None
    if found is None and not (len(args) == 2 and context.constants[1] is True):
        raise UndefinedObject(f'unrecognized configuration parameter "{name}"')
    return Lowered("CAST(NULL AS VARCHAR)" if found is None else quoted(found))


FUNCTIONS: Final[tuple[Function, ...]] = functions(
    {
        "version() -> text": quoted(VERSION),
        **{f"{name}() -> name": _constant("user") for name in ("current_user", "session_user", "user", "current_role")},
        "getpgusername() -> name": _constant("user"),
        "current_database() -> name": _constant("database"),
        "current_catalog() -> name": _constant("database"),
        "current_schema() -> name": _schema,
        "current_schemas(bool) -> name[]": _schemas,
        "current_setting(text) -> text": _setting,
        "current_setting(text, bool) -> text": _setting,
        "pg_is_in_recovery() -> bool": "FALSE",
        "pg_client_encoding() -> name": "'UTF8'",
        "inet_server_port() -> int4": "CAST(NULL AS INTEGER)",
        "txid_current() -> int8": "1",
    },
    volatility="stable",
)
