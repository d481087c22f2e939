"""Aggregates, also as window functions. ``{distinct}``, ``{order}`` and ``{suffix}`` (FILTER, OVER) go to every call inside."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planner.errors import Unsupported
from planner.postgres.functions import display, moments
from planner.postgres.functions.declare import functions
from planner.postgres.functions.equal_texts import check_order
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, NumericShape, lowering
from planner.postgres.functions.json_text import json_of
from planner.postgres.functions.moments import aggregate
from planner.postgres.functions.numeric import WIDTH_MAX, cast, decimal, quotient, shape_of
from planner.tree.types import BYTEA, JSONB, is_record

_ORDERABLE: Final = (
    "int2", "int4", "int8", "float4", "float8", "text", "date", "time", "timestamp", "timestamptz", "interval", "oid", "bpchar",
)  # fmt: skip


def _numeric_sum(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """Exact; more than 38 digits are an error. Texts are summed in two parts: up to 36 fraction digits."""
    operand = args[0]
    shape = NumericShape(WIDTH_MAX, shape_of(operand).scale)
    # DuckDB 2.0.0 makes a join of a window over partitions without an order, and loses the type of a narrow DECIMAL's sum.
    value = cast(operand, shape) if " OVER (" in context.suffix else operand.sql
    sql = f"CAST({context.fill(aggregate('sum'), [value])} AS {decimal(shape)})"
    if display.is_fixed(operand):
        return Lowered(sql, shape)
    counted = f"CASE WHEN {operand.sql} IS NOT NULL THEN {display.scale_of(operand)} END"
    scale = context.fill(aggregate("max"), [counted])
    if display.is_exact(operand):
        return Lowered(sql, shape, scale)
    if context.distinct:
        return Lowered(sql, shape, text=moments.of_texts("sum", context, operand))
    text = display.text_of(operand)
    high, low = (context.fill(aggregate("sum"), [f"pg_numeric_{part}({text})"]) for part in ("high", "low"))
    return Lowered(sql, shape, text=f"py_numeric_of_parts(CAST({high} AS VARCHAR), CAST({low} AS VARCHAR), {scale})")


def _int8_sum(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    shape = NumericShape(WIDTH_MAX, 0)
    return Lowered(f"CAST({context.fill(aggregate('sum'), [args[0].sql])} AS {decimal(shape)})", shape)


def _average(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """sum / count as Postgres divides; NULL of no rows, because the sum is."""
    operand = args[0] if args[0].shape is not None else Lowered(args[0].sql)
    total = _numeric_sum(context, args) if operand.shape is not None else _int8_sum(context, args)
    count = Lowered(f"CAST(nullif({context.fill(aggregate('count'), [operand.sql])}, 0) AS DECIMAL(19,0))", NumericShape(19, 0))
    return quotient(total, count)


@lowering
def _extreme(context: LowerContext, args: tuple[Lowered, ...], name: str) -> Lowered:
    operand = args[0]
    found = Lowered(context.fill(aggregate(name), [operand.sql]), operand.shape)
    if display.is_fixed(operand):
        return found
    scale, text = (
        None if of is None else context.fill(aggregate(f"arg_{name}", "{0}, {1}"), [of, operand.sql])
        for of in (operand.scale, operand.text)
    )
    return replace(found, scale=scale, text=text)


@lowering
def _of_arrays(context: LowerContext, args: tuple[Lowered, ...], name: str) -> Lowered:
    check_order(context.args[0].pg)
    return Lowered(context.fill(aggregate(name), [args[0].sql]), args[0].shape)


def _in_order(context: LowerContext, args: tuple[Lowered, ...]) -> LowerContext:
    """With DISTINCT and no order of its own, that in which Postgres comes upon the values: it sorts them."""
    if not context.distinct or context.order:
        return context
    return replace(context, order=f" ORDER BY {args[0].sql} NULLS LAST")


def _string_agg(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """DuckDB's, for delimiters that are constants, of bytes in hexadecimal; else made of a list of values with theirs."""
    context = _in_order(context, args)
    is_bytes = context.result.pg is BYTEA
    values = [f"hex({a.sql})" if is_bytes else a.sql for a in args]
    if isinstance(context.constants[1], str) and not is_bytes:
        return Lowered(context.fill(aggregate("string_agg", "{0}, {1}"), values))
    if context.distinct:
        if is_bytes or not context.fixed[1]:
            raise Unsupported("DISTINCT in string_agg of bytes, or with delimiters that differ from row to row, is not supported")
        different = f"list_filter({context.fill(aggregate('list'), values)}, lambda e: e IS NOT NULL)"
        joined = f"array_to_string({different}, coalesce({values[1]}, ''))"
        return Lowered(f"CASE WHEN len({different}) > 0 THEN {joined} END")
    listed = context.fill(aggregate("list", "{'v': {0}, 'd': {1}}"), values)
    parts = (
        f"list_transform(list_filter({listed}, lambda e: e['v'] IS NOT NULL), "
        "lambda e, i: CASE WHEN i > 1 THEN coalesce(e['d'], '') ELSE '' END || e['v'])"
    )
    joined = f"list_aggregate({parts}, 'string_agg', '')"
    return Lowered(f"unhex({joined})" if is_bytes else joined)


def _array_agg(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """A list, of texts beside it where the numbers show different scales (equal ones are one for DISTINCT)."""
    context = _in_order(context, args)
    found = Lowered(context.fill(aggregate("list"), [args[0].sql]), args[0].shape)
    if display.is_fixed(args[0]) or context.distinct:
        return found
    return replace(found, text=context.fill(aggregate("list"), [display.text_of(args[0], array=context.args[0].pg.is_array)]))


def _no_arrays_of_arrays(_context: LowerContext, _args: tuple[Lowered, ...]) -> Lowered:
    raise Unsupported("arrays of several dimensions are not supported")


def _distinct_json(context: LowerContext, args: tuple[Lowered, ...]) -> str:
    """What is distinct are the values, in their order. Raises Unsupported."""
    pg = context.args[0].pg
    if is_record(pg):
        raise Unsupported("DISTINCT in aggregates of rows as JSON is not supported", hint="Make the rows distinct in a subquery.")
    values = _in_order(context, args).fill(aggregate("list"), [args[0].sql])
    return f"list_transform({values}, lambda v: coalesce({json_of(Lowered('v', args[0].shape), pg, context.settings)}, 'null'))"


def _json_agg(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """The elements' own JSON in brackets; NULL of no rows, a JSON null for a NULL."""
    pg = context.args[0].pg
    listed = (
        _distinct_json(context, args)
        if context.distinct
        else context.fill(aggregate("list"), [f"coalesce({json_of(args[0], pg, context.settings)}, 'null')"])
    )
    if is_record(pg) or pg.is_array:
        # Postgres begins a line for each row and array but the first.
        listed = f"list_transform({listed}, lambda e, i: CASE WHEN i > 1 AND e <> 'null' THEN concat(chr(10), ' ', e) ELSE e END)"
    array = f"pg_json_array({listed})"
    return Lowered(f"py_parse_jsonb({array})" if context.result.pg is JSONB else array)


@lowering
def _percentile(context: LowerContext, args: tuple[Lowered, ...], name: str) -> Lowered:
    """Of a sorted list: DuckDB's own round otherwise. args are the fraction and then the WITHIN GROUP expression."""
    fraction, operand = args
    listed = f"list_sort(list({operand.sql}){context.suffix}, '{_direction(context)}', 'NULLS LAST')"
    count = f"count({operand.sql}){context.suffix}"
    if context.args[0].pg.is_array:
        return Lowered(f"CASE WHEN {count} > 0 THEN pg_{name}_percentiles({listed}, {count}, {fraction.sql}) END", operand.shape)
    return Lowered(f"pg_{name}_percentiles({listed}, {count}, [{fraction.sql}])[1]", operand.shape)


def _direction(context: LowerContext) -> str:
    return "DESC" if " DESC " in context.order else "ASC"


def _mode(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    # DuckDB cannot order by constants of all types, and need not.
    is_constant = display.is_null(args[0]) or bool(context.constants and context.constants[0] is not None)
    order = "" if is_constant else context.order
    return Lowered(f"mode({args[0].sql}{order}){context.suffix}", args[0].shape)


_EDGES: Final = (aggregate("min"), aggregate("max"))
_OF_POSITIVE: Final = "sum({distinct}greatest({0}, 0)){suffix}"
_OF_NEGATIVE: Final = "sum({distinct}least({0}, 0)){suffix}"


@lowering
def _of_floats(context: LowerContext, args: tuple[Lowered, ...], macro: str, *beside: str) -> Lowered:
    """Finite numbers have finite sums; the average fails where the sum of the squares does, which PostgreSQL gathers beside.

    Those of DISTINCT are summed in their order.
    """
    value = f"CAST({args[0].sql} AS DOUBLE)"
    total = _in_order(context, (Lowered(value),)).fill(aggregate("sum"), [value])
    return Lowered(f"{macro}({', '.join([total, *(context.fill(template, [value]) for template in beside)])})")


def _extremes(name: str) -> dict[str, str | LowerFunction]:
    return {
        **{f"{name}({pg}) -> {pg}": aggregate(name) for pg in _ORDERABLE},
        f"{name}(anyarray) -> anyarray": _of_arrays(name),
        f"{name}(numeric) -> numeric": _extreme(name),
    }


FUNCTIONS: Final[tuple[Function, ...]] = (
    *functions(
        {
            "count() -> int8": "count(*){suffix}",
            "count(any) -> int8": aggregate("count"),
            **{f"sum({pg}) -> int8": aggregate("sum") for pg in ("int2", "int4")},
            "sum(int8) -> numeric": _int8_sum,
            "sum(numeric) -> numeric": _numeric_sum,
            "sum(float4) -> float4": _of_floats("pg_finite_sum_float4", _OF_POSITIVE, _OF_NEGATIVE),
            "sum(float8) -> float8": _of_floats("pg_finite_sum", *_EDGES),
            "sum(interval) -> interval": "pg_interval_sum(list({distinct}{0}){suffix})",
            "avg(interval) -> interval": "pg_interval_div(pg_interval_sum(list({distinct}{0}){suffix}), "
            "CAST(nullif(count({distinct}{0}){suffix}, 0) AS DOUBLE))",
            **{f"avg({pg}) -> numeric": _average for pg in ("int2", "int4", "int8", "numeric")},
            **{f"avg({pg}) -> float8": _of_floats("pg_finite_avg", aggregate("count"), *_EDGES) for pg in ("float4", "float8")},
            **moments.table(),
            **_extremes("min"),
            **_extremes("max"),
            "regr_count(float8, float8) -> int8": aggregate("regr_count", "{0}, {1}"),
            "bool_and|every(bool) -> bool": aggregate("bool_and"),
            "bool_or(bool) -> bool": aggregate("bool_or"),
            **{
                f"bit_{word}({pg}) -> {pg}": aggregate(f"bit_{word}")
                for word in ("and", "or", "xor")
                for pg in ("int2", "int4", "int8")
            },
            "string_agg(text, text) -> text": _string_agg,
            "string_agg(bytea, bytea) -> bytea": _string_agg,
            "array_agg(anynonarray) -> anyarray": _array_agg,
            "array_agg(anyarray) -> anyarray": _no_arrays_of_arrays,
            "json_agg(anyelement) -> json": _json_agg,
            "jsonb_agg(anyelement) -> jsonb": _json_agg,
        },
        kind="aggregate",
        strict=False,
    ),
    *functions(
        {
            "percentile_cont(float8, float8) -> float8": _percentile("float"),
            "percentile_cont(float8, interval) -> interval": _percentile("interval"),
            "percentile_cont(float8[], float8) -> float8[]": _percentile("float"),
            "percentile_cont(float8[], interval) -> interval[]": _percentile("interval"),
            "percentile_disc(float8[], anyelement) -> anyarray": _percentile("disc"),
            "percentile_disc(float8, anyelement) -> anyelement": _percentile("disc"),
            "mode(anyelement) -> anyelement": _mode,
        },
        kind="aggregate",
        strict=False,
        within_group=True,
    ),
)
