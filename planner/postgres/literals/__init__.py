"""Text to physical values and back, in Postgres's input and output syntax, by DateStyle, IntervalStyle and TimeZone.

    parse_text("2020-01-01 10:00", SqlType(TIMESTAMPTZ), settings) → microseconds since 1970
    format_text(value, SqlType(TIMESTAMPTZ), settings)             → "2020-01-01 10:00:00+00"

Type modifiers apply as an explicit cast does: varchar(n) cuts, numeric(p,s) rounds. Raises InvalidText, InvalidDatetime,
DatetimeOverflow, NumericOverflow or Unsupported, with Postgres's wording.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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


def _plain(write: Callable[[Any], str]) -> Formatter:
    return lambda value, _settings: write(value)


@dataclass(frozen=True, slots=True)
class Syntax:
    """How values of a type are read, with its modifier, and printed."""

    parse: Parser
    format: Formatter = lambda value, _settings: str(value)


def _words(values: Any) -> str:
    return " ".join(map(str, values))


#: By pg_type's name.
_SYNTAX: Final[dict[str, Syntax]] = {
    "bool": Syntax(_simple(numbers.parse_bool), _plain(lambda v: "t" if v else "f")),
    "int2": Syntax(_simple(lambda t: numbers.parse_integer(t, "smallint", 16))),
    "int4": Syntax(_simple(lambda t: numbers.parse_integer(t, "integer", 32))),
    "int8": Syntax(_simple(lambda t: numbers.parse_integer(t, "bigint", 64))),
    "oid": Syntax(_simple(numbers.parse_oid)),
    **{pg.name: Syntax(_simple(_reg)) for pg in NAMED_NUMBERS},
    "float4": Syntax(_simple(numbers.parse_float4), _plain(numbers.format_float4)),
    "float8": Syntax(_simple(numbers.parse_float8), _plain(numbers.format_float8)),
    "numeric": Syntax(lambda t, m, _: numbers.parse_numeric(t, numeric_precision_scale(m)), _plain(numbers.format_numeric)),
    "text": Syntax(_simple(str)),
    "unknown": Syntax(_simple(str)),
    "varchar": Syntax(lambda t, m, _: _fitted(t, m, padded=False)),
    "bpchar": Syntax(lambda t, m, _: _fitted(t, m, padded=True)),
    "name": Syntax(_simple(strings.parse_name)),
    "char": Syntax(_simple(strings.parse_char)),
    "bytea": Syntax(_simple(strings.parse_bytea), _plain(strings.format_bytea)),
    "uuid": Syntax(_simple(strings.parse_uuid)),
    "json": Syntax(_simple(documents.parse_json)),
    "jsonb": Syntax(_simple(documents.parse_jsonb)),
    "date": Syntax(
        lambda t, _, s: datetimes.parse_date(t, s.date_order),
        lambda v, s: date_styles.date_text(s.date_style)(v),
    ),
    "time": Syntax(lambda t, m, _: datetimes.parse_time(t, _precision(m)), _plain(iso_time)),
    "timestamp": Syntax(
        lambda t, m, s: datetimes.parse_timestamp(t, _precision(m), s.date_order),
        lambda v, s: date_styles.timestamp_text(s.date_style)(v),
    ),
    "timestamptz": Syntax(
        lambda t, m, s: datetimes.parse_timestamptz(t, s.timezone, _precision(m), s.date_order),
        lambda v, s: date_styles.timestamptz_text(s.date_style, s.timezone)(v),
    ),
    "interval": Syntax(_interval, lambda v, s: interval_texts.TEXTS[s.interval_style](v)),
    "int2vector": Syntax(
        _simple(lambda t: arrays.parse_vector(t, lambda w: numbers.parse_integer(w, "smallint", 16))), _plain(_words)
    ),
    "oidvector": Syntax(_simple(lambda t: arrays.parse_vector(t, numbers.parse_oid)), _plain(_words)),
}


def parse_text(text: str, sql_type: SqlType, settings: PlanSettings) -> Value:
    """The value that the text is in Postgres's input syntax of the type. Raises Unsupported, and what its type's input raises."""
    syntax = _SYNTAX.get(sql_type.pg.name)
    if syntax is not None:
        value: Value = syntax.parse(text, sql_type.typmod, settings)
        return value
    element = sql_type.pg.element
    if is_record(sql_type.pg):
        raise Unsupported("input of anonymous composite types is not implemented")
    if element is None:
        raise Unsupported(f"input of type {display_name(sql_type.pg)} is not supported")
    inner = SqlType(element, sql_type.typmod)
    return arrays.parse_array(text, lambda word: parse_text(word, inner, settings))


def format_text(value: Value, sql_type: SqlType, settings: PlanSettings) -> str:
    """Postgres's output of a value that is not NULL."""
    return _formatter(sql_type.pg)(value, settings)


def _formatter(pg: PgType) -> Formatter:
    syntax = _SYNTAX.get(pg.name)
    if syntax is not None:
        return syntax.format
    if pg.element is None:
        return _plain(str)
    inner = _formatter(pg.element)
    return lambda value, settings: arrays.format_array(value, lambda item: inner(item, settings))
