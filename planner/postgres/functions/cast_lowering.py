"""Casts as DuckDB SQL: from what a value is to what it becomes, one function per target family."""

from __future__ import annotations

import re
from typing import Final

from planner.errors import Unsupported
from planner.postgres.functions import display
from planner.postgres.functions.duckdb_types import OID_LIKE, duckdb_type, is_numeric
from planner.postgres.functions.function import Lowered, NumericShape
from planner.postgres.functions.numeric import INTEGER_SHAPES, PARAMETER_SHAPE, QUOTIENT_SCALE, WIDTH_MAX, decimal
from planner.postgres.functions.output import text_of
from planner.postgres.functions.reg_names import cast_of_names, each
from planner.postgres.functions.zone import zone_literal
from planner.postgres.literals.interval_fields import FULL_PRECISION, fields_of, last_field
from planner.tree import types as t
from planner.tree.query_plan import PlanSettings
from planner.tree.types import PgType, SqlType, display_name, numeric_precision_scale

_TEXTS: Final = frozenset({t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.CHAR_})
_INTEGERS: Final = frozenset({t.INT2, t.INT4, t.INT8, *OID_LIKE})
_FLOATS: Final = frozenset({t.FLOAT4, t.FLOAT8})
#: Doubles hold this many decimal digits exactly, so unscaled / 10^scale is rounded once.
_EXACT_DIGITS: Final = 15


def cast_sql(operand: Lowered, source: SqlType, target: SqlType, settings: PlanSettings) -> Lowered:
    """operand::target. Raises Unsupported for casts that exist in Postgres but not here."""
    if source.pg.is_array and target.pg.is_array and source.pg is not target.pg:
        return _array_to_array(operand, source, target, settings)
    if source.pg in _TEXTS and target.pg.is_array and target.pg not in t.VECTORS:
        return _array_to_array(Lowered(f"py_parse_array({operand.sql})"), SqlType(t.ARRAY_OF[t.TEXT]), target, settings)
    if target.pg is t.NUMERIC:
        return _to_numeric(operand, source.pg, target)
    if is_numeric(target.pg) and source.pg is target.pg:
        return operand
    return Lowered(_sql(operand, source.pg, target, settings))


def _sql(operand: Lowered, source: PgType, target: SqlType, settings: PlanSettings) -> str:
    pg = target.pg
    if pg in _TEXTS:
        return _to_text(operand, source, target, settings)
    if source in _TEXTS:
        return _modified(_from_text(operand.sql, source, pg, settings), target)
    if source is pg:
        return _modified(operand.sql, target)
    if pg in _INTEGERS or pg in _FLOATS or pg is t.BOOL:
        return _to_number(operand, source, pg)
    if pg.category in "DT":
        return _modified(_to_datetime(operand.sql, source, pg, settings), target)
    if (source, pg) == (t.JSON, t.JSONB):
        return f"py_parse_jsonb({operand.sql})"
    if (source, pg) == (t.JSONB, t.JSON):
        return operand.sql
    raise Unsupported(f"cast from {display_name(source)} to {display_name(pg)} is not supported")


# ------------------------------------------------------------------------------------------------------------------------ text


def _to_text(operand: Lowered, source: PgType, target: SqlType, settings: PlanSettings) -> str:
    if source is target.pg is t.BPCHAR and target.typmod == -1:
        return operand.sql
    sql = text_of(operand, source, settings)
    if target.pg is t.NAME:
        return f"pg_name({sql})"
    if target.pg is t.CHAR_:
        return f"py_parse_char({sql})"
    if target.typmod < t.TYPMOD_HEADER or target.pg not in (t.VARCHAR, t.BPCHAR):
        return sql
    limit = target.typmod - t.TYPMOD_HEADER
    return f"pg_rpad(left({sql}, {limit}), {limit}, ' ')" if target.pg is t.BPCHAR else f"left({sql}, {limit})"


_PARSERS: Final = {
    t.BOOL: "py_parse_bool({0})", t.INT2: "py_parse_int2({0})", t.INT4: "py_parse_int4({0})", t.INT8: "py_parse_int8({0})",
    t.OID: "py_parse_oid({0})", t.FLOAT4: "py_parse_float4({0})", t.FLOAT8: "py_parse_float8({0})",
    t.DATE: "pg_date_of(py_parse_date({0}))", t.TIMESTAMP: "pg_timestamp_of(py_parse_timestamp({0}))",
    t.TIMESTAMPTZ: "pg_timestamptz_of(py_parse_timestamptz({0}, {1}))", t.INTERVAL: "pg_interval_of(py_parse_interval({0}, {3}))",
    t.TIME: "pg_time_of_micros(py_parse_time({0}))", t.BYTEA: "py_parse_bytea({0})",
    t.UUID: "py_parse_uuid({0})", t.JSON: "py_parse_json({0})", t.JSONB: "py_parse_jsonb({0})",
}  # fmt: skip

#: Under an order of day, month and year that is not MDY.
_PARSERS_BY_STYLE: Final = {
    t.DATE: "pg_date_of(py_read_date({0}, {2}))",
    t.TIMESTAMP: "pg_timestamp_of(py_read_timestamp({0}, {2}))",
    t.TIMESTAMPTZ: "pg_timestamptz_of(py_read_timestamptz({0}, {1}, {2}))",
}


def _from_text(sql: str, source: PgType, target: PgType, settings: PlanSettings) -> str:
    template = _PARSERS.get(target)
    if (named := cast_of_names(Lowered(sql), source, target)) is not None:
        return named.sql
    if template is None:
        raise Unsupported(f"cast from {display_name(source)} to {display_name(target)} is only supported for constants")
    if settings.date_order != "MDY":
        template = _PARSERS_BY_STYLE.get(target, template)
    words = (sql, zone_literal(settings.timezone), f"'{settings.date_style}'", f"'{settings.interval_style}'")
    return re.sub(r"\{(\d)\}", lambda place: words[int(place[1])], template)


# --------------------------------------------------------------------------------------------------------------------- numbers


def _to_number(operand: Lowered, source: PgType, target: PgType) -> str:
    name, sql = duckdb_type(target), operand.sql
    if source is t.BOOL or (target is not t.BOOL and source in _INTEGERS | _FLOATS):
        if target in OID_LIKE and source in (t.INT2, t.INT4, t.INT8):
            return f"pg_{source.name}_oid({sql})"
        # Float to integer rounds halves to even in both; out of range is an error in both.
        return f"CAST({sql} AS {name})"
    if target is t.BOOL and source in _INTEGERS:
        return f"({sql} <> 0)"
    if source is t.NUMERIC and target in _INTEGERS:
        return f"CAST({sql} AS {name})"
    if source is t.NUMERIC:
        direct = operand.shape is not None and operand.shape.width <= _EXACT_DIGITS
        return f"CAST({sql} AS {name})" if direct else f"CAST({display.text_of(operand)} AS {name})"
    if source is t.JSONB:
        return f"CAST(py_jsonb_scalar({sql}, '{target.name}') AS {name})"
    raise Unsupported(f"cast from {display_name(source)} to {display_name(target)} is not supported")


def _to_numeric(operand: Lowered, source: PgType, target: SqlType) -> Lowered:
    declared = numeric_precision_scale(target.typmod)
    shape = NumericShape(*declared) if declared is not None else None
    if shape is not None and shape.width > WIDTH_MAX:
        # More digits than DECIMAL has: the scale counts, the rest is an overflow if it ever comes.
        shape = NumericShape(WIDTH_MAX, min(shape.scale, WIDTH_MAX))
    if source in INTEGER_SHAPES:
        natural = INTEGER_SHAPES[source]
        whole = Lowered(f"CAST({operand.sql} AS {decimal(natural)})", natural)
        return whole if shape is None else _reshaped(whole, shape)
    if source is t.NUMERIC:
        return operand if shape is None else _reshaped(operand, shape)
    if source in _FLOATS:
        digits = 6 if source is t.FLOAT4 else 15
        return _read(f"py_float_to_numeric({operand.sql}, {digits})", shape, NumericShape(WIDTH_MAX, QUOTIENT_SCALE))
    if source in _TEXTS:
        return _read(f"py_parse_numeric({operand.sql})", shape, PARAMETER_SHAPE)
    if source is t.JSONB:
        return _read(f"py_jsonb_scalar({operand.sql}, 'numeric')", shape, PARAMETER_SHAPE)
    raise Unsupported(f"cast from {display_name(source)} to numeric is not supported")


def _read(text: str, declared: NumericShape | None, otherwise: NumericShape) -> Lowered:
    """A numeric from its text, which shows the digits that it has, unless a number of them is declared."""
    if declared is not None:
        return _reshaped(Lowered(text), declared)
    return Lowered(f"CAST({text} AS {decimal(otherwise)})", otherwise, text=text)


def _reshaped(operand: Lowered, shape: NumericShape) -> Lowered:
    """Rounded to the shape, halves away from zero; too many digits in front are an error."""
    same = operand.shape == shape and display.is_fixed(operand)
    return operand if same else Lowered(f"CAST({operand.sql} AS {decimal(shape)})", shape)


# ------------------------------------------------------------------------------------------------------------- dates and times


def _to_datetime(sql: str, source: PgType, target: PgType, settings: PlanSettings) -> str:
    zone = zone_literal(settings.timezone)
    match (source.name, target.name):
        case ("date", "timestamp"):
            return f"CAST({sql} AS TIMESTAMP)"
        case ("date" | "timestamp", "timestamptz"):
            return f"pg_to_timestamptz(CAST({sql} AS TIMESTAMP), {zone})"
        case ("timestamp", "date" | "time"):
            return f"pg_{target.name}_of_timestamp({sql})"
        case ("timestamptz", "timestamp"):
            return f"pg_to_timestamp({sql}, {zone})"
        case ("timestamptz", "date" | "time"):
            return f"pg_{target.name}_of_timestamp(pg_to_timestamp({sql}, {zone}))"
        case ("time", "interval"):
            return f"to_microseconds(pg_time_micros({sql}))"
        case ("interval", "time"):
            return f"pg_time_of_micros(pg_mod(pg_interval_micros({sql}), 86400000000))"
    raise Unsupported(f"cast from {display_name(source)} to {display_name(target)} is not supported")


def _modified(sql: str, target: SqlType) -> str:
    """Fractions of seconds rounded to the declared digits, intervals cut to their declared fields."""
    if target.pg is t.INTERVAL and (field := last_field(fields_of(target.typmod))) != "second":
        return _cut(sql, field)
    precision = target.typmod & FULL_PRECISION if target.pg is t.INTERVAL else target.typmod
    if target.typmod < 0 or target.pg not in (t.TIME, t.TIMESTAMP, t.TIMESTAMPTZ, t.INTERVAL) or precision >= 6:
        return sql
    return f"pg_round_{target.pg.name}({sql}, {10 ** (6 - precision)})"


def _cut(sql: str, field: str) -> str:
    """The interval without what is smaller than the field."""
    months = f"pg_interval_months({sql})"
    if field in ("year", "month"):
        return f"to_months(CAST({months} // {12 if field == 'year' else 1} * {12 if field == 'year' else 1} AS INTEGER))"
    step = {"hour": 3_600_000_000, "minute": 60_000_000}.get(field)
    micros = "0" if step is None else f"pg_interval_micros({sql}) // {step} * {step}"
    return f"pg_interval_make({months}, pg_interval_days({sql}), {micros})"


# ---------------------------------------------------------------------------------------------------------------------- arrays


def _array_to_array(operand: Lowered, source: SqlType, target: SqlType, settings: PlanSettings) -> Lowered:
    if source.pg.element is None or target.pg.element is None:
        raise TypeError("not arrays")
    if cast_of_names(operand, source.pg.element, target.pg.element) is not None:
        item = cast_sql(Lowered("e"), SqlType(source.pg.element), SqlType(target.pg.element, target.typmod), settings)
        return Lowered(each(operand.sql, item.sql))
    item = cast_sql(Lowered("x", operand.shape), SqlType(source.pg.element), SqlType(target.pg.element, target.typmod), settings)
    if source.pg.element is t.NUMERIC and target.pg.element in _TEXTS and target.typmod < 0:
        return Lowered(display.text_of(operand, array=True))
    texts = None if display.is_fixed(item) else f"list_transform({operand.sql}, lambda x: {display.text_of(item)})"
    return Lowered(f"list_transform({operand.sql}, lambda x: {item.sql})", item.shape, text=texts)
