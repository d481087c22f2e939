"""What DuckDB says at run time → the error that Postgres would raise, in Postgres's words.

DuckDB's kind of error comes as the first words of its message, also where it crosses Arrow's stream as an OSError. Errors that no
rule knows are XX000, and DuckDB's message is for the log alone: each one is a gap in planner.lower or in this table.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Final

from gateway import errors as g
from planner import errors as p
from planner.postgres.functions.faults import fault_of

log: Final = logging.getLogger(__name__)
Fault = p.SqlError
_Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], Fault]]

_TYPE_NAMES: Final = {
    "INT8": "smallint", "INT16": "smallint", "INT32": "integer", "INT64": "bigint", "BIGINT": "bigint", "INTEGER": "integer",
    "SMALLINT": "smallint", "TINYINT": "smallint", "HUGEINT": "numeric", "INT128": "numeric", "FLOAT": "real",
    "DOUBLE": "double precision",
    "BOOL": "boolean", "BOOLEAN": "boolean", "UUID": "uuid", "TIME": "time", "DATE": "date", "INTERVAL": "interval",
}  # fmt: skip
#: The least value of each integer type, whose absolute value it has not.
_LEAST: Final = {"-32768": "smallint", "-2147483648": "integer"}


def _type_name(duck: str) -> str:
    if duck.startswith(("DECIMAL", "NUMERIC")):
        return "numeric"
    return _TYPE_NAMES.get(duck, duck.lower())


def _out_of_range(duck: str) -> p.PlanError:
    name = _type_name(duck)
    return p.NumericOverflow("numeric field overflow" if name == "numeric" else f"{name} out of range")


def _invalid_text(found: re.Match[str]) -> p.PlanError:
    return p.InvalidText(f'invalid input syntax for type {_type_name(found["type"])}: "{found["value"]}"')


def _rule(pattern: str, make: Callable[[re.Match[str]], Fault]) -> _Rule:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), make


_DISK_FULL: Final = r"no space left|max_temp_directory_size|failed to offload data block"
_NO_MEMORY: Final = r"^Out of Memory Error|bad_alloc"
_SHORT: Final = re.compile(f"{_DISK_FULL}|{_NO_MEMORY}", re.IGNORECASE)
_RULES: Final[tuple[_Rule, ...]] = (
    _rule(r"^INTERRUPT Error", lambda _: g.QueryCancelled("canceling statement due to user request")),
    _rule(_DISK_FULL, lambda _: g.DiskFull("could not write to the spill folder: no space left")),
    _rule(_NO_MEMORY, lambda _: p.OutOfMemory(
        "out of memory", detail="All queries together need more than the engine's memory_bytes.",
        hint="Read less at once, try again later, or raise memory_bytes in section [engine].")),
    _rule(r"division by zero", lambda _: p.DivisionByZero("division by zero")),
    _rule(r"Overflow in \w+ of (?P<type>\w+(\(\d+, *\d+\))?)", lambda m: _out_of_range(m["type"])),
    _rule(r"Overflow on \w+\((?P<value>-?\d+)\)", lambda m: _out_of_range(_LEAST.get(m["value"], "bigint"))),
    _rule(r"Overflow in (?P<what>\w+)", lambda _: p.NumericOverflow("bigint out of range")),
    _rule(r"out of range for the destination type (?P<type>\w+)", lambda m: _out_of_range(m["type"])),
    _rule(r"Type \w+ with value -?\d+-\d+-\d+(?: \(BC\)|\S*) can't be cast", lambda _: p.DatetimeOverflow(
        "date out of range for timestamp")),
    _rule(r"Type \w+ with value \S+ can't be cast .*destination type (?P<type>\w+)", lambda m: _out_of_range(m["type"])),
    _rule(r"argument in function \"(?P<name>\w+)\" must be a constant", lambda m: p.Unsupported(
        f"{m['name']} is not supported where this argument is not a constant")),
    _rule(r"Could not convert string ['\"]-?[\d.]+['\"] to (?P<type>DECIMAL)", lambda m: _out_of_range(m["type"])),
    _rule(r"Could not convert string ['\"](?P<value>.*)['\"] to (?P<type>\w+)", _invalid_text),
    _rule(r"Failed to cast decimal value \S+ to type (?P<type>\w+)", lambda m: _out_of_range(m["type"])),
    _rule(r"(?:Could not (?:cast|convert)|Casting) .*to (?:type )?(?P<type>DECIMAL)\(", lambda m: _out_of_range(m["type"])),
    _rule(r"invalid (?P<kind>date|timestamp|time) field format: \"(?P<value>.*?)\"", lambda m: p.InvalidDatetime(
        f'invalid input syntax for type {m["kind"].lower()}: "{m["value"]}"')),
    _rule(r"(?:date|timestamp|time) field value out of range: \"(?P<value>.*?)\"", lambda m: p.DatetimeOverflow(
        f'date/time field value out of range: "{m["value"]}"')),
    _rule(r"timestamp.*range|Date and time not in", lambda _: p.DatetimeOverflow("timestamp out of range")),
    _rule(r"date.*(?:out of range|overflow)", lambda _: p.DatetimeOverflow("date out of range")),
    _rule(r"interval.*(?:out of range|overflow)", lambda _: p.DatetimeOverflow("interval out of range")),
    _rule(r"Interval with mix of negative/positive entries", lambda _: p.Unsupported(
        "generate_series by an interval with parts of both signs is not supported")),
    _rule(r"\"quantile\" argument in function .* must not be NULL|QUANTILE parameter cannot be NULL|Empty list in percentile",
          lambda _: p.Unsupported("NULL among the fractions of a percentile, or none of them, is not supported")),
    _rule(r"QUANTILE parameter cannot be NaN", lambda _: p.NumericOverflow("percentile value NaN is not between 0 and 1")),
    _rule(r"PERCENTILEs can only take", lambda _: p.NumericOverflow("percentile value is not between 0 and 1")),
    _rule(r"Argument for ntile", lambda _: p.InvalidNtile("argument of ntile must be greater than zero")),
    _rule(r"window expressions cannot be volatile", lambda _: p.Unsupported(
        "PARTITION BY and ORDER BY of windows that may fail are not supported", hint="Compute them in a subquery.")),
    _rule(r"subqueries in lambda expressions|Cannot copy BoundSubqueryExpression|Subqueries are not supported in LATERAL",
          lambda _: p.Unsupported("a subquery is not supported here", hint="Compute it in a WITH query, and join it.")),
    _rule(r"Non-constant (?:limit|offset) not supported|Correlated columns not supported", lambda _: p.Unsupported(
        "LIMIT and OFFSET that are computed are not supported in a correlated subquery")),
    _rule(r"More than one row returned by a subquery", lambda _: g.CardinalityViolation(
        "more than one row returned by a subquery used as an expression")),
    _rule(r"cannot create a string of size|exceeds? (?:the )?max", lambda _: g.ResultTooLarge("requested length too large")),
    _rule(r"UTF8 Codepoint", lambda _: p.InvalidArgument("requested character too large for encoding")),
    _rule(r"Max expression depth|stack", lambda _: p.TooComplex("stack depth limit exceeded")),
    _rule(r"missing (?:argument to repetition|[)\]])|(?:bad|no argument for) repetition operator|trailing \\|unexpected [)]"
          r"|invalid (?:escape|character class|perl|repetition|named capture)",
          lambda m: p.InvalidRegularExpression(f"invalid regular expression: {m[0]}")),
    _rule(r"executing the UDF: OverflowError|Python Conversion Failure: Value out of range", lambda _: p.NumericOverflow(
        "value out of range")),
    _rule(r"^Out of Range Error: (?P<what>[a-z]+) value is out of range", lambda _: p.NumericOverflow("bigint out of range")),
    _rule(r"^Out of Range Error", lambda _: p.NumericOverflow("value out of range")),
)  # fmt: skip


def is_short_of_room(error: Exception) -> bool:
    """Is it about memory, or the spill folder?"""
    return _SHORT.search(str(error)) is not None


def query_out_of_memory(query_bytes: int) -> p.OutOfMemory:
    """Of a query that has memory of its own."""
    return p.OutOfMemory(
        "out of memory", detail=f"The query needs more than query_memory_bytes, which is {query_bytes}.",
        hint="Read less at once, or raise query_memory_bytes in section [engine].",
    )  # fmt: skip


def translated(error: Exception) -> Fault:
    """The error to report for what DuckDB raised."""
    message = str(error)
    if (own := fault_of(message)) is not None:
        return own
    said, _, _ = message.partition("\n\nStack Trace")  # whose names say nothing
    for pattern, make in _RULES:
        if found := pattern.search(said):
            return make(found)
    log.error("unforeseen error of the executor: %s", message)
    return g.ExecutorFault("the query failed in an unforeseen way", hint="The server's log has the details.")
