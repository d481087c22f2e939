"""Trino's functions that PostgreSQL has under other names, or not at all, and that sqlglot does not turn into the same.

A template's $1, $2 … are the call's arguments; it is PostgreSQL's SQL. What depends on a type, which nobody knows here, is left
alone: date_trunc of a date is a timestamp. Functions that neither sqlglot nor this table knows keep their name, and are 42883 if
PostgreSQL has none of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlglot import exp, parse_one
from sqlglot.dialects import Postgres

from planner.errors import UndefinedFunction, Unsupported

_PART: Final = "CAST(TRUNC(EXTRACT({} FROM $1)) AS BIGINT)"
_APART: Final = "EXTRACT(epoch FROM CAST($3 AS TIMESTAMP) - CAST($2 AS TIMESTAMP))"
_MONTHS_APART: Final = (
    "(EXTRACT(year FROM AGE(CAST($3 AS TIMESTAMP), CAST($2 AS TIMESTAMP))) * 12 "
    "+ EXTRACT(month FROM AGE(CAST($3 AS TIMESTAMP), CAST($2 AS TIMESTAMP))))"
)
_FIRST: Final = "(ARRAY_AGG($1 ORDER BY $2 {} NULLS LAST) FILTER (WHERE $2 IS NOT NULL))[1]"

#: By name, in capitals: one template for each number of arguments.
TEMPLATES: Final[dict[str, tuple[str, ...]]] = {
    # parts of dates and times; Trino's are whole numbers
    **{
        name: (_PART.format(field),)
        for name, field in {
            "YEAR": "year", "QUARTER": "quarter", "MONTH": "month", "WEEK": "week", "WEEK_OF_YEAR": "week", "DAY": "day",
            "DAY_OF_MONTH": "day", "DAY_OF_WEEK": "isodow", "DOW": "isodow", "DAY_OF_YEAR": "doy", "DOY": "doy",
            "YEAR_OF_WEEK": "isoyear", "YOW": "isoyear", "HOUR": "hour", "MINUTE": "minute", "SECOND": "second",
        }.items()
    },
    "MILLISECOND": ("CAST(TRUNC(EXTRACT(milliseconds FROM $1)) AS BIGINT) % 1000",),
    "TO_UNIXTIME": ("CAST(EXTRACT(epoch FROM $1) AS DOUBLE PRECISION)",),
    "FROM_UNIXTIME": ("TO_TIMESTAMP($1)",),
    "AT_TIMEZONE": ("$1 AT TIME ZONE $2",),
    "WITH_TIMEZONE": ("$1 AT TIME ZONE $2",),
    "DATE": ("CAST($1 AS DATE)",),
    # aggregates
    "APPROX_DISTINCT": ("COUNT(DISTINCT $1)", "COUNT(DISTINCT $1)"),
    "APPROX_PERCENTILE": ("PERCENTILE_DISC($2) WITHIN GROUP (ORDER BY $1)",),
    "ARBITRARY": ("(ARRAY_AGG($1) FILTER (WHERE $1 IS NOT NULL))[1]",),
    "ANY_VALUE": ("(ARRAY_AGG($1) FILTER (WHERE $1 IS NOT NULL))[1]",),
    "COUNT_IF": ("COUNT(*) FILTER (WHERE $1)",),
    "MAX_BY": (_FIRST.format("DESC"),),
    "MIN_BY": (_FIRST.format("ASC"),),
    # numbers
    "LOG2": ("LN(CAST($1 AS DOUBLE PRECISION)) / LN(CAST(2 AS DOUBLE PRECISION))",),
    "LOG10": ("LOG(CAST($1 AS DOUBLE PRECISION))",),
    "LOG": ("LN(CAST($2 AS DOUBLE PRECISION)) / LN(CAST($1 AS DOUBLE PRECISION))",),
    "E": ("EXP(CAST(1 AS DOUBLE PRECISION))",),
    "INFINITY": ("CAST('Infinity' AS DOUBLE PRECISION)",),
    "NAN": ("CAST('NaN' AS DOUBLE PRECISION)",),
    "IS_NAN": ("$1 = CAST('NaN' AS DOUBLE PRECISION)",),
    "IS_FINITE": ("$1 NOT IN ('NaN', 'Infinity', '-Infinity')",),
    "IS_INFINITE": ("$1 IN ('Infinity', '-Infinity')",),
    # text and bytes
    "CODEPOINT": ("ASCII($1)",),
    "SPLIT": ("STRING_TO_ARRAY($1, $2)",),
    "REGEXP_EXTRACT": ("(REGEXP_MATCH($1, '(' || $2 || ')'))[1]", "(REGEXP_MATCH($1, '(' || $2 || ')'))[$3 + 1]"),
    "TO_HEX": ("UPPER(ENCODE($1, 'hex'))",),
    "FROM_HEX": ("DECODE($1, 'hex')",),
    "TO_BASE64": ("ENCODE($1, 'base64')",),
    "FROM_BASE64": ("DECODE($1, 'base64')",),
    "TO_UTF8": ("CONVERT_TO($1, 'UTF8')",),
    "FROM_UTF8": ("CONVERT_FROM($1, 'UTF8')",),
    # arrays
    "CARDINALITY": ("CARDINALITY($1)",),
    "CONTAINS": ("$2 = ANY($1)",),
}  # fmt: skip

#: Those whose template without arguments is meant.
_NULLARY: Final = frozenset({"E", "INFINITY", "NAN"})
#: The least number of arguments of those that have templates for several, or more than their parameters say.
_FIRST_COUNT: Final = {"APPROX_DISTINCT": 1, "REGEXP_EXTRACT": 2}

_SECONDS: Final = {"MILLISECOND": "0.001", "SECOND": "1", "MINUTE": "60", "HOUR": "3600", "DAY": "86400", "WEEK": "604800"}
_MONTHS: Final = {"MONTH": "1", "QUARTER": "3", "YEAR": "12"}


@cache
def _template(sql: str) -> Any:
    return parse_one(sql, read=Postgres)


def fill(sql: str, arguments: Sequence[Any]) -> Any:
    """The template with its parameters replaced."""

    def argument(node: Any) -> Any:
        if not isinstance(node, exp.Parameter):
            return node
        found = arguments[int(node.name) - 1].copy()
        return found if isinstance(found, exp.Column | exp.Literal | exp.Func | exp.Cast) else exp.Paren(this=found)

    return _template(sql).copy().transform(argument, copy=False)


def _builder(name: str, templates: tuple[str, ...]) -> Callable[[list[Any]], Any]:
    parameters = next(n for n in range(9, -1, -1) if n == 0 or f"${n}" in templates[0])
    first = 0 if name in _NULLARY else _FIRST_COUNT.get(name, parameters)

    def build(arguments: list[Any]) -> Any:
        index = len(arguments) - first
        if not 0 <= index < len(templates):
            raise UndefinedFunction(f"function {name.lower()} does not take {len(arguments)} arguments")
        found = fill(templates[index], arguments)
        return found if isinstance(found, exp.Func | exp.Cast) else exp.Paren(this=found)

    return build


def _unit(arguments: list[Any], name: str) -> str:
    unit = arguments[0]
    if not isinstance(unit, exp.Literal) or unit.name.upper() not in {*_SECONDS, *_MONTHS}:
        raise Unsupported(f"{name} with such a unit is not supported", hint="millisecond, second, minute … year, as a constant.")
    return str(unit.name).upper()


def _date_diff(arguments: list[Any]) -> Any:
    """Whole units that have passed, towards zero."""
    if len(arguments) != 3:
        raise UndefinedFunction("function date_diff takes 3 arguments")
    unit = _unit(arguments, "date_diff")
    apart, size = (_APART, _SECONDS[unit]) if unit in _SECONDS else (_MONTHS_APART, _MONTHS[unit])
    return fill(f"CAST(TRUNC({apart} / {size}) AS BIGINT)", arguments)


def _date_add(arguments: list[Any]) -> Any:
    if len(arguments) != 3:
        raise UndefinedFunction("function date_add takes 3 arguments")
    unit = _unit(arguments, "date_add")
    whole = {"QUARTER": "3 MONTH"}.get(unit, f"1 {unit}")
    return exp.Paren(this=fill(f"$3 + $2 * INTERVAL '{whole}'", arguments))


def _try(_arguments: list[Any]) -> Any:
    raise Unsupported("TRY is not supported")


#: What makes a call of its arguments, by name in capitals.
BUILDERS: Final[Mapping[str, Callable[[list[Any]], Any]]] = {
    **{name: _builder(name, templates) for name, templates in TEMPLATES.items()},
    "DATE_DIFF": _date_diff,
    "DATE_ADD": _date_add,
    "TRY": _try,
}
