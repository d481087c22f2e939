"""Text to physical values and back, in Postgres's input and output syntax, by DateStyle, IntervalStyle and TimeZone.

    parse_text("2020-01-01 10:00", SqlType(TIMESTAMPTZ), settings) → microseconds since 1970
    format_text(value, SqlType(TIMESTAMPTZ), settings)             → "2020-01-01 10:00:00+00"

Type modifiers apply as an explicit cast does: varchar(n) cuts, numeric(p,s) rounds. Raises InvalidText, InvalidDatetime,
DatetimeOverflow, NumericOverflow or Unsupported, with Postgres's wording.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from planner.errors import Unsupported
from planner.postgres.literals import (
    arrays,
    date_styles,
    datetimes,
    documents,
    interval_fields,
    interval_texts,
    intervals,
    numbers,
    strings,
)
from planner.tree.calendar import iso_time
from planner.tree.query_plan import PlanSettings
from planner.tree.types import NAMED_NUMBERS, TYPMOD_HEADER, PgType, SqlType, display_name, is_record, numeric_precision_scale
from planner.tree.values import Value

__all__ = ["format_text", "parse_text"]

Parser = Callable[[str, int, PlanSettings], Any]
Formatter = Callable[[Any, PlanSettings], str]


def _simple(parse: Callable[[str], Any]) -> Parser:
    return lambda text, _typmod, _settings: parse(text)


def _precision(typmod: int) -> int:
    return typmod if 0 <= typmod <= 6 else 6


def _interval(text: str, typmod: int, settings: PlanSettings) -> Any:
    fields = interval_fields.fields_of(typmod)
    value = interval_fields.cut(intervals.parse_interval(text, fields, settings.interval_style), fields)
    if typmod < 0 or typmod & interval_fields.FULL_PRECISION == interval_fields.FULL_PRECISION:
        return value
    return value._replace(micros=datetimes.round_micros(value.micros, _precision(typmod & interval_fields.FULL_PRECISION)))


def _fitted(text: str, typmod: int, *, padded: bool) -> str:
    return strings.fit(text, typmod - TYPMOD_HEADER, padded=padded) if typmod >= TYPMOD_HEADER else text


def _reg(text: str) -> int | str:
    """A number, or a name that stays one until the query runs, where the catalog is."""
    return numbers.parse_oid(text) if text.isascii() and text.isdigit() else text


_PARSERS: Final[dict[str, Parser]] = {
    "bool": _simple(numbers.parse_bool),
    "int2": _simple(lambda t: numbers.parse_integer(t, "smallint", 16)),
    "int4": _simple(lambda t: numbers.parse_integer(t, "integer", 32)),
    "int8": _simple(lambda t: numbers.parse_integer(t, "bigint", 64)),
    "oid": _simple(numbers.parse_oid),
    **{pg.name: _simple(_reg) for pg in NAMED_NUMBERS},
    "float4": _simple(numbers.parse_float4),
    "float8": _simple(numbers.parse_float8),
    "numeric": lambda t, m, _: numbers.parse_numeric(t, numeric_precision_scale(m)),
    "text": _simple(str),
    "unknown": _simple(str),
    "varchar": lambda t, m, _: _fitted(t, m, padded=False),
    "bpchar": lambda t, m, _: _fitted(t, m, padded=True),
    "name": _simple(strings.parse_name),
    "char": _simple(strings.parse_char),
    "bytea": _simple(strings.parse_bytea),
    "uuid": _simple(strings.parse_uuid),
    "json": _simple(documents.parse_json),
    "jsonb": _simple(documents.parse_jsonb),
    "date": lambda t, _, s: datetimes.parse_date(t, s.date_order),
    "time": lambda t, m, _: datetimes.parse_time(t, _precision(m)),
    "timestamp": lambda t, m, s: datetimes.parse_timestamp(t, _precision(m), s.date_order),
    "timestamptz": lambda t, m, s: datetimes.parse_timestamptz(t, s.timezone, _precision(m), s.date_order),
    "interval": _interval,
    "int2vector": _simple(lambda t: arrays.parse_vector(t, lambda w: numbers.parse_integer(w, "smallint", 16))),
    "oidvector": _simple(lambda t: arrays.parse_vector(t, numbers.parse_oid)),
}


def parse_text(text: str, sql_type: SqlType, settings: PlanSettings) -> Value:
    """The value that the text is in Postgres's input syntax of the type. Raises Unsupported, and what its type's input raises."""
    parser = _PARSERS.get(sql_type.pg.name)
    if parser is not None:
        value: Value = parser(text, sql_type.typmod, settings)
        return value
    element = sql_type.pg.element
    if is_record(sql_type.pg):
        raise Unsupported("input of anonymous composite types is not implemented")
    if element is None:
        raise Unsupported(f"input of type {display_name(sql_type.pg)} is not supported")
    inner = SqlType(element, sql_type.typmod)
    return arrays.parse_array(text, lambda word: parse_text(word, inner, settings))


# ----------------------------------------------------------------------------------------------------------------------- output


def _plain(write: Callable[[Any], str]) -> Formatter:
    return lambda value, _settings: write(value)


_FORMATTERS: Final[dict[str, Formatter]] = {
    "bool": _plain(lambda v: "t" if v else "f"),
    "float4": _plain(numbers.format_float4),
    "float8": _plain(numbers.format_float8),
    "numeric": _plain(numbers.format_numeric),
    "bytea": _plain(strings.format_bytea),
    "date": lambda v, s: date_styles.date_text(s.date_style)(v),
    "time": _plain(iso_time),
    "timestamp": lambda v, s: date_styles.timestamp_text(s.date_style)(v),
    "timestamptz": lambda v, s: date_styles.timestamptz_text(s.date_style, s.timezone)(v),
    "interval": lambda v, s: interval_texts.TEXTS[s.interval_style](v),
    "int2vector": _plain(lambda v: " ".join(map(str, v))),
    "oidvector": _plain(lambda v: " ".join(map(str, v))),
}


def format_text(value: Value, sql_type: SqlType, settings: PlanSettings) -> str:
    """Postgres's output of a value that is not NULL."""
    return _formatter(sql_type.pg)(value, settings)


def _formatter(pg: PgType) -> Formatter:
    element = pg.element
    if pg.name in _FORMATTERS or element is None:
        return _FORMATTERS.get(pg.name, _plain(str))
    inner = _formatter(element)
    return lambda value, settings: arrays.format_array(value, lambda item: inner(item, settings))
