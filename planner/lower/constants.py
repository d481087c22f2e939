"""Constants and parameters as DuckDB SQL. Each carries its type, so DuckDB has nothing to infer."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from planner.errors import InvalidText, NumericOverflow, Unsupported
from planner.postgres.functions.display import digits_behind_point
from planner.postgres.functions.duckdb_types import duckdb_type, is_numeric
from planner.postgres.functions.function import Lowered, NumericShape
from planner.postgres.functions.numeric import PARAMETER_SHAPE, WIDTH_MAX, decimal, widest
from planner.postgres.functions.reg_names import object_of_parameter
from planner.tree import types as t
from planner.tree.calendar import iso_time
from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY, Interval, Value

_EPOCH: Final = datetime.datetime(1970, 1, 1)


def string(text: str) -> str:
    """A string literal. DuckDB's have no escapes but the doubled quote. Raises InvalidText for NULs."""
    if "\0" in text:
        raise InvalidText('invalid byte sequence for encoding "UTF8": 0x00')
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """A quoted identifier."""
    return '"' + name.replace('"', '""') + '"'


def constant(value: Value, sql_type: t.SqlType) -> Lowered:
    """A literal of that type. Raises Unsupported or NumericOverflow for numerics that no DECIMAL(38) holds."""
    if is_numeric(sql_type.pg):
        return _numeric(value, sql_type)
    name = duckdb_type(sql_type.pg)
    return Lowered(f"CAST(NULL AS {name})" if value is None else _plain(value, sql_type))


def _plain(value: Any, sql_type: t.SqlType) -> str:
    pg = sql_type.pg
    if pg.element is not None:
        element = t.SqlType(pg.element)
        if any(isinstance(v, list) for v in value):
            raise Unsupported("arrays of more than one dimension are not supported in expressions")
        return f"CAST([{', '.join('NULL' if v is None else _plain(v, element) for v in value)}] AS {duckdb_type(pg)})"
    if pg is t.BOOL:
        return "TRUE" if value else "FALSE"
    if pg in (t.INT2, t.INT4, t.INT8) or (isinstance(value, int) and duckdb_type(pg) == "BIGINT"):
        return f"CAST({value} AS {duckdb_type(pg)})"
    if pg in (t.FLOAT4, t.FLOAT8):
        return f"CAST('{value!r}' AS {duckdb_type(pg)})"
    if pg is t.BYTEA:
        return f"unhex('{value.hex()}')"
    carried = _CARRIED.get(pg)
    return carried.literal(value) if carried else string(value)


def _date(days: int) -> str:
    if days in (DATE_INFINITY, DATE_MINUS_INFINITY):
        return f"CAST('{'-' if days < 0 else ''}infinity' AS DATE)"
    try:
        return f"CAST('{(_EPOCH + datetime.timedelta(days)).date().isoformat()}' AS DATE)"
    except OverflowError:
        return f"CAST(CAST('1970-01-01' AS DATE) + CAST({days} AS INTEGER) AS DATE)"


def _timestamp(micros: int, name: str = "TIMESTAMP", offset: str = "") -> str:
    if micros in (TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY):
        return f"CAST('{'-' if micros < 0 else ''}infinity' AS {name})"
    try:
        return f"CAST('{(_EPOCH + datetime.timedelta(microseconds=micros)).isoformat(sep=' ')}{offset}' AS {name})"
    except OverflowError:
        return f"make_timestamp{'tz' if offset else ''}(CAST({micros} AS BIGINT))"


def interval(value: Interval) -> str:
    """An interval from its three parts."""
    return f"(to_months({value.months}) + to_days({value.days}) + to_microseconds({value.micros}))"


@dataclass(frozen=True, slots=True)
class _Carried:
    """A type whose values are no values of DuckDB's: as a literal, and made of a parameter of the type *parameter*."""

    literal: Callable[[Any], str]
    made: str
    parameter: str = "BIGINT"


_CARRIED: Final = {
    t.DATE: _Carried(_date, "pg_date_of({})"),
    t.TIME: _Carried(lambda us: f"CAST('{iso_time(us)}' AS TIME)", "pg_time_of_micros({})"),
    t.TIMESTAMP: _Carried(_timestamp, "pg_timestamp_of({})"),
    t.TIMESTAMPTZ: _Carried(lambda us: _timestamp(us, t.TIMESTAMPTZ.duckdb, "+00"), "pg_timestamptz_of({})"),
    t.INTERVAL: _Carried(interval, "pg_interval_of({})", "BIGINT[]"),
}


# --------------------------------------------------------------------------------------------------------------------- numeric


def natural_shape(value: Decimal) -> NumericShape:
    """The least shape that holds the value with the fraction digits it is written with. Raises Unsupported, NumericOverflow."""
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int):
        raise Unsupported(f"numeric {value} is not supported in expressions")
    scale = max(0, -exponent)
    width = max(len(value.as_tuple().digits) + max(0, exponent), scale, 1)
    if width > WIDTH_MAX:
        raise NumericOverflow(f"numeric {value} has more than the {WIDTH_MAX} digits that are supported in expressions")
    return NumericShape(width, scale)


def _declared_shape(sql_type: t.SqlType) -> NumericShape | None:
    declared = t.numeric_precision_scale(sql_type.typmod)
    return NumericShape(*declared) if declared and declared[0] <= WIDTH_MAX else None


def _numeric(value: Any, sql_type: t.SqlType) -> Lowered:
    items = value if isinstance(value, list) else [value]
    shapes = [natural_shape(v) for v in items if v is not None] or [_declared_shape(sql_type) or NumericShape(1, 0)]
    shape = widest(shapes)
    written = [f"CAST('{v:f}' AS {decimal(shape)})" if v is not None else f"CAST(NULL AS {decimal(shape)})" for v in items]
    if sql_type.pg is t.NUMERIC:
        return Lowered(written[0], shape)
    name = duckdb_type(sql_type.pg, shape)
    if value is None:
        return Lowered(f"CAST(NULL AS {name})", shape)
    texts = f"CAST([{', '.join('NULL' if v is None else string(f'{v:f}') for v in items)}] AS VARCHAR[])"
    alike = all(natural_shape(v).scale == shape.scale for v in items if v is not None)
    return Lowered(f"CAST([{', '.join(written)}] AS {name})", shape, text=None if alike else texts)


# ------------------------------------------------------------------------------------------------------------------ parameters


def parameter(index: int, sql_type: t.SqlType) -> Lowered:
    """$(index+1). Dates and timestamps travel as days and microseconds, intervals as a list of three ints."""
    name, pg = f"$p{index + 1}", sql_type.pg
    if is_numeric(pg):
        return _numeric_parameter(name, sql_type)
    if pg.element in _CARRIED:
        element = _from_physical("p", pg.element)
        return Lowered(f"list_transform(CAST({name} AS {_CARRIED[pg.element].parameter}[]), lambda p: {element})")
    if (looked_up := object_of_parameter(name, pg)) is not None:
        return looked_up
    return Lowered(_from_physical(name, pg))


def _numeric_parameter(name: str, sql_type: t.SqlType) -> Lowered:
    """As a DECIMAL $p1, with the digits of its text, which is $p1t. The executor holds the former to PARAMETER_SHAPE."""
    sql = f"CAST({name} AS {duckdb_type(sql_type.pg, PARAMETER_SHAPE)})"
    if sql_type.pg.is_array:
        return Lowered(sql, PARAMETER_SHAPE, text=f"CAST({name}t AS VARCHAR[])")
    text = f"CAST({name}t AS VARCHAR)"
    return Lowered(sql, PARAMETER_SHAPE, digits_behind_point(text), text)


def _from_physical(name: str, pg: t.PgType) -> str:
    carried = _CARRIED.get(pg)
    return carried.made.format(f"CAST({name} AS {carried.parameter})") if carried else f"CAST({name} AS {duckdb_type(pg)})"
