"""Values to text and back, through planner.postgres.literals: casts that DuckDB would do otherwise.

Dates and timestamps come as physical integers, intervals as three of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from planner.errors import Unsupported
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.zone import zone_of
from planner.postgres.literals import date_styles, numbers, parse_text
from planner.postgres.literals.datetimes import format_in_zone, timestamptz_in
from planner.postgres.literals.documents import parse_json, parse_jsonb
from planner.postgres.literals.interval_texts import TEXTS
from planner.postgres.literals.intervals import parse_interval
from planner.postgres.literals.strings import format_bytea, parse_bytea, parse_char, parse_uuid
from planner.tree.query_plan import PlanSettings
from planner.tree.types import DATE, TIME, TIMESTAMP, SqlType
from planner.tree.values import Interval

_UTC: Final = PlanSettings()


def _parser(sql_type: SqlType) -> Callable[[str], Any]:
    return lambda text: parse_text(text, sql_type, _UTC)


@lru_cache(maxsize=4096)
def timestamptz_text(micros: int, zone: str) -> str:
    """timestamptz::text in a zone."""
    return format_in_zone(micros, zone_of(zone))


@lru_cache(maxsize=256)
def _styled(style: str, zone: str) -> Callable[[int], str]:
    return date_styles.timestamptz_text_in(style, zone_of(zone))


def _parser_by_style(sql_type: SqlType) -> Callable[[str, str], Any]:
    return lambda text, style: parse_text(text, sql_type, PlanSettings(date_style=style))


def _parse_timestamptz(text: str, zone: str, style: str) -> int:
    return timestamptz_in(text, zone_of(zone), order=PlanSettings(date_style=style).date_order)


def parse_numeric(text: str) -> str:
    """text::numeric, as plain digits; NaN and infinities have no DECIMAL. Raises Unsupported."""
    value = numbers.parse_numeric(text)
    if not value.is_finite():
        raise Unsupported(f"numeric {value} is not supported in expressions")
    return numbers.format_numeric(value)


def float_to_numeric(value: float, digits: int) -> str:
    """float::numeric keeps that many significant digits. Raises Unsupported."""
    written = f"{value:.{digits}g}"
    if "n" in written:
        raise Unsupported(f"numeric {written} is not supported in expressions")
    return numbers.format_numeric(numbers.parse_numeric(written))


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_float8_text", numbers.format_float8, "DOUBLE", "VARCHAR"),
    udf("py_float4_text", numbers.format_float4, "FLOAT", "VARCHAR"),
    udf("py_interval_text", lambda *parts: TEXTS[parts[3]](Interval(*parts[:3])), "BIGINT, BIGINT, BIGINT, VARCHAR", "VARCHAR"),
    udf("py_timestamptz_text", timestamptz_text, "BIGINT, VARCHAR", "VARCHAR"),
    udf("py_date_styled", lambda days, style: date_styles.date_text(style)(days), "BIGINT, VARCHAR", "VARCHAR"),
    udf("py_timestamp_styled", lambda micros, style: date_styles.timestamp_text(style)(micros), "BIGINT, VARCHAR", "VARCHAR"),
    udf("py_timestamptz_styled", lambda micros, zone, style: _styled(style, zone)(micros), "BIGINT, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_bytea_text", format_bytea, "BLOB", "VARCHAR"),
    udf("py_parse_bool", numbers.parse_bool, "VARCHAR", "BOOLEAN"),
    udf("py_parse_int2", lambda t: numbers.parse_integer(t, "smallint", 16), "VARCHAR", "SMALLINT"),
    udf("py_parse_int4", lambda t: numbers.parse_integer(t, "integer", 32), "VARCHAR", "INTEGER"),
    udf("py_parse_int8", lambda t: numbers.parse_integer(t, "bigint", 64), "VARCHAR", "BIGINT"),
    udf("py_parse_oid", lambda t: numbers.parse_integer(t, "oid", 64), "VARCHAR", "BIGINT"),
    udf("py_parse_float8", numbers.parse_float8, "VARCHAR", "DOUBLE"),
    udf("py_parse_float4", numbers.parse_float4, "VARCHAR", "FLOAT"),
    udf("py_parse_numeric", parse_numeric, "VARCHAR", "VARCHAR"),
    udf("py_float_to_numeric", float_to_numeric, "DOUBLE, INTEGER", "VARCHAR"),
    udf("py_parse_date", _parser(SqlType(DATE)), "VARCHAR", "BIGINT"),
    udf("py_parse_time", _parser(SqlType(TIME)), "VARCHAR", "BIGINT"),
    udf("py_parse_timestamp", _parser(SqlType(TIMESTAMP)), "VARCHAR", "BIGINT"),
    udf("py_parse_timestamptz", lambda text, zone: timestamptz_in(text, zone_of(zone)), "VARCHAR, VARCHAR", "BIGINT"),
    udf("py_read_date", _parser_by_style(SqlType(DATE)), "VARCHAR, VARCHAR", "BIGINT"),
    udf("py_read_timestamp", _parser_by_style(SqlType(TIMESTAMP)), "VARCHAR, VARCHAR", "BIGINT"),
    udf("py_read_timestamptz", _parse_timestamptz, "VARCHAR, VARCHAR, VARCHAR", "BIGINT"),
    udf("py_parse_interval", lambda text, style: list(parse_interval(text, style=style)), "VARCHAR, VARCHAR", "BIGINT[]"),
    udf("py_parse_bytea", parse_bytea, "VARCHAR", "BLOB"),
    udf("py_parse_char", parse_char, "VARCHAR", "VARCHAR"),
    udf("py_parse_uuid", parse_uuid, "VARCHAR", "VARCHAR"),
    udf("py_parse_json", parse_json, "VARCHAR", "VARCHAR"),
    udf("py_parse_jsonb", parse_jsonb, "VARCHAR", "VARCHAR"),
)
