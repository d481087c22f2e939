"""extract and date_part: the fields of dates, times, timestamps and intervals."""

from __future__ import annotations

from typing import Final

from planner.errors import InvalidArgument, Unsupported
from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function, LowerContext, Lowered, NumericShape, lowering
from planner.postgres.functions.zone import zone_literal

#: Those of whole microseconds, and how many of their digits are behind the point.
_SECONDS: Final = {"second": 6, "milliseconds": 3, "microseconds": 0}
#: The months of what is years.
YEARS: Final = {"year": 12, "decade": 120, "century": 1200, "millennium": 12000}
#: Field → SQL over a TIMESTAMP called x, numeric scale of extract's result.
_TIMESTAMP_FIELDS: Final[dict[str, tuple[str, int]]] = {
    **{
        name: (f"date_part('{name}', {{x}})", 0)
        for name in ("month", "day", "hour", "minute", "dow", "isodow", "doy", "week", "quarter", "century", "millennium")
    },
    **{name: ("date_part('microsecond', {x})", scale) for name, scale in _SECONDS.items()},
    "year": ("pg_year({x})", 0),
    "isoyear": ("pg_isoyear({x})", 0),
    "decade": ("CAST(floor(date_part('year', {x}) / 10.0) AS BIGINT)", 0),
    "epoch": ("epoch_us({x})", 6),
}
#: Other spellings of a field.
FIELD_ALIASES: Final = {
    alias: name
    for name, aliases in {
        "year": "years y yr yrs", "month": "months mon mons", "day": "days d", "hour": "hours h hr hrs",
        "minute": "minutes min mins m", "second": "seconds sec secs s", "week": "weeks w", "quarter": "qtr",
        "milliseconds": "millisecond msec ms", "microseconds": "microsecond usec us", "decade": "decades",
        "century": "centuries c", "millennium": "millennia mil",
    }.items()
    for alias in aliases.split()
}  # fmt: skip
_DISPLAY: Final = {
    "time": "time without time zone", "timestamp": "timestamp without time zone", "timestamptz": "timestamp with time zone",
}  # fmt: skip
_MOMENTS: Final = ("date", "timestamp", "timestamptz")
#: Fields that an infinite date or timestamp has as an infinity; it has no others.
_INFINITE: Final = frozenset({"year", "decade", "century", "millennium", "isoyear", "julian", "epoch"})
_DATE_ONLY_REFUSED: Final = frozenset({"hour", "minute", "second", "milliseconds", "microseconds"})


def _clock(micros: str) -> dict[str, tuple[str, int]]:
    """The fields of so many microseconds."""
    return {
        "hour": (f"({micros} // 3600000000)", 0),
        "minute": (f"({micros} // 60000000 % 60)", 0),
        **{name: (f"({micros} % 60000000)", scale) for name, scale in _SECONDS.items()},
    }


_TIME_FIELDS: Final = {**_clock("pg_time_micros({x})"), "epoch": ("pg_time_micros({x})", 6)}
_INTERVAL_FIELDS: Final[dict[str, tuple[str, int]]] = {
    **_clock("pg_interval_micros({x})"),
    "month": ("(pg_interval_months({x}) % 12)", 0),
    "day": ("pg_interval_days({x})", 0),
    "quarter": ("(pg_interval_months({x}) % 12 // 3 + 1)", 0),
    **{name: (f"(pg_interval_months({{x}}) // {months})", 0) for name, months in YEARS.items()},
    "epoch": ("pg_interval_epoch({x})", 6),
}
_DATE_FIELDS: Final = {
    "julian": ("date_part('julian', {x})", 0),
    "epoch": ("(CASE WHEN isfinite({x}) THEN CAST({x} - DATE '1970-01-01' AS BIGINT) * 86400 END)", 0),
}
_ZONE_FIELDS: Final = {
    name: (f"(pg_zone_offset({{x}}, {{z}}) // {divisor})", 0)
    for name, divisor in {"timezone": "1", "timezone_hour": "3600", "timezone_minute": "60 % 60"}.items()
}


def _whole(context: LowerContext, sql: str, pg: str, name: str) -> tuple[str, int]:
    """SQL of a field's whole units and how many digits of them are behind the point."""
    template, scale = _fields(pg)[name]
    return template.replace("{x}", _source(context, sql, pg, name)).replace("{z}", zone_literal(context.settings.timezone)), scale


def field_name(word: str, pg: str, *, strict: bool = False) -> str:
    """The field that *word* means for a type; *strict* as extract is. Raises Unsupported, InvalidArgument."""
    name = FIELD_ALIASES.get(word.lower(), word.lower())
    if name == "julian" and pg in ("timestamp", "timestamptz"):
        raise Unsupported("the Julian date of a timestamp is not supported: extract it from a date")
    if name not in _fields(pg) or (strict and pg == "date" and name in _DATE_ONLY_REFUSED):
        known = name in _TIMESTAMP_FIELDS or name == "julian" or name.startswith("timezone")
        kind, verb = (Unsupported, "supported") if known else (InvalidArgument, "recognized")
        raise kind(f'unit "{word}" not {verb} for type {_DISPLAY.get(pg, pg)}')
    return name


def _fields(pg: str) -> dict[str, tuple[str, int]]:
    """Of a type: the SQL and scale of each."""
    match pg:
        case "interval":
            return _INTERVAL_FIELDS
        case "time":
            return _TIME_FIELDS
        case "date":
            return _TIMESTAMP_FIELDS | _DATE_FIELDS
        case "timestamptz":
            return _TIMESTAMP_FIELDS | _ZONE_FIELDS
    return _TIMESTAMP_FIELDS


def _source(context: LowerContext, sql: str, pg: str, name: str) -> str:
    """What the field is taken from: local time for timestamptz, except where the instant itself counts."""
    if pg == "timestamptz" and name != "epoch" and not name.startswith("timezone"):
        return f"pg_to_timestamp({sql}, {zone_literal(context.settings.timezone)})"
    return f"CAST({sql} AS TIMESTAMP)" if pg == "date" and name in _DATE_ONLY_REFUSED else sql


#: Of the longest interval in microseconds.
_DIGITS: Final = 22


@lowering
def _extract(context: LowerContext, args: tuple[Lowered, ...], pg: str) -> Lowered:
    """A numeric: whole microseconds or units, scaled by what DECIMAL multiplication does to a scale."""
    word = context.constants[0]
    if not isinstance(word, str):
        raise Unsupported("the field of extract must be a constant", hint="date_part takes any.")
    name = field_name(word, pg, strict=True)
    whole, scale = _whole(context, args[1].sql, pg, name)
    shape = NumericShape(_DIGITS + scale, scale)
    unit = f"CAST('{10**-scale:.{scale}f}' AS DECIMAL({scale + 1},{scale}))"
    sql = f"CAST((CAST({whole} AS DECIMAL({_DIGITS},0)) * {unit}) AS DECIMAL({_DIGITS + scale},{scale}))"
    if pg in _MOMENTS and name in _INFINITE:
        sql = f"coalesce({sql}, pg_no_infinite_part({args[1].sql}))"
    return Lowered(sql, shape)


@lowering
def _date_part(context: LowerContext, args: tuple[Lowered, ...], pg: str) -> Lowered:
    word = context.constants[0]
    if isinstance(word, str):
        return Lowered(_part(context, args[1].sql, pg, field_name(word, pg)))
    parts = " ".join(f"WHEN '{name}' THEN {_part(context, 'v', pg, name)}" for name in _fields(pg))
    case = f"CASE py_part_field({args[0].sql}, '{pg}') {parts} END"
    return Lowered(f"list_transform([{args[1].sql}], lambda v: {case})[1]")


def _part(context: LowerContext, sql: str, pg: str, name: str) -> str:
    whole, scale = _whole(context, sql, pg, name)
    found = f"(CAST({whole} AS DOUBLE) / {10**scale})"
    return f"coalesce({found}, pg_infinite_part({sql}))" if pg in _MOMENTS and name in _INFINITE else found


_PARTS: Final = ("date", "timestamp", "timestamptz", "interval", "time")

EXTRACTS: Final[tuple[Function, ...]] = (
    *functions({f"extract(text, {pg}) -> numeric": _extract(pg) for pg in _PARTS}, volatility="stable"),
    *functions({f"date_part(text, {pg}) -> float8": _date_part(pg) for pg in _PARTS}, volatility="stable"),
)
