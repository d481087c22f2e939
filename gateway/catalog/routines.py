"""information_schema.routines and parameters: the functions that pg_proc has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import pyarrow as pa

from gateway.catalog.allowed import SCHEMAS, allowed_rows
from gateway.catalog.relations import DATABASE, TYPE_ROWS, Row, fixed_rows, table
from planner.postgres.functions.udf.type_names import format_type

_SCHEMA: Final = "information_schema"
_KINDS: Final = {"f": "FUNCTION", "p": "PROCEDURE"}
_MODES: Final = {"i": "IN", "o": "OUT", "b": "INOUT", "v": "IN", "t": "OUT"}
_NAME_BYTES_MAX: Final = 63
#: What every row says.
_SAME: Final = {
    "parameter_style": "GENERAL", "sql_data_access": "MODIFIES", "schema_level_routine": "YES", "max_dynamic_result_sets": 0,
    "security_type": "INVOKER", "as_locator": "NO", "is_udt_dependent": "NO", "dtd_identifier": "0",
}  # fmt: skip


def _name(function: Row) -> Row:
    """The name that overloads do not share."""
    suffix = f"_{function['oid']}"
    room = _NAME_BYTES_MAX - len(suffix)
    specific = function["proname"].encode()[:room].decode(errors="ignore") + suffix
    return {"specific_catalog": DATABASE, "specific_schema": SCHEMAS[function["pronamespace"]], "specific_name": specific}


def _type(oid: int, prefix: str) -> Row:
    kind = TYPE_ROWS[oid]
    is_array = kind["typelem"] != 0 and kind["typlen"] == -1
    udt = {f"{prefix}udt_catalog": DATABASE, f"{prefix}udt_schema": "pg_catalog", f"{prefix}udt_name": kind["typname"]}
    return udt | {"data_type": "ARRAY" if is_array else format_type(oid, None)}


@cache
def routines() -> pa.Table:
    """One row per function whose result's type pg_type has; their texts are their owner's."""
    languages = {row["oid"]: row["lanname"] for row in fixed_rows("pg_language").to_pylist()}
    return table(_SCHEMA, "routines", (_routine(f, languages[f["prolang"]]) for f in _functions()))


def _functions() -> Iterator[Row]:
    return (row for row in allowed_rows("pg_proc").to_pylist() if row["prorettype"] in TYPE_ROWS)


def _routine(function: Row, language: str) -> Row:
    return _SAME | _name(function) | _type(function["prorettype"], "type_") | {
        "routine_catalog": DATABASE, "routine_schema": SCHEMAS[function["pronamespace"]], "routine_name": function["proname"],
        "routine_type": _KINDS.get(function["prokind"]), "routine_body": "SQL" if language == "sql" else "EXTERNAL",
        "external_language": language.upper(), "is_deterministic": "YES" if function["provolatile"] == "i" else "NO",
        "is_null_call": "YES" if function["proisstrict"] else "NO",
    }  # fmt: skip


@cache
def parameters() -> pa.Table:
    """One row per argument, and per column of functions that give rows."""
    return table(_SCHEMA, "parameters", (row for f in _functions() for row in _parameters(f)))


def _parameters(function: Row) -> Iterator[Row]:
    kinds = function["proallargtypes"] or function["proargtypes"]
    names, modes = function["proargnames"] or (), function["proargmodes"] or ()
    for number, kind in enumerate(kinds, 1):
        if kind not in TYPE_ROWS:
            continue
        yield _name(function) | _type(kind, "") | {
            "ordinal_position": number, "parameter_mode": _MODES[modes[number - 1]] if modes else "IN", "is_result": "NO",
            "as_locator": "NO", "parameter_name": (names[number - 1] or None) if names else None, "dtd_identifier": str(number),
        }  # fmt: skip
