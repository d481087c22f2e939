"""Calls of functions, aggregates and window functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planner.errors import PlanError
from planner.postgres.bind.parts import resolve_function
from planner.postgres.deparse import spelling
from planner.postgres.deparse.piece import Piece, Precedence
from planner.postgres.deparse.words import function_identifier, string
from planner.postgres.deparse.writer import Writer
from planner.postgres.functions.casts import can_cast
from planner.postgres.functions.function import ANYARRAY, ANYELEMENT, ANYNONARRAY, Function
from planner.tree import bound as b
from planner.tree.types import UNKNOWN, PgType

#: Fields that EXTRACT takes without quotes.
_FIELD: Final = re.compile(
    "century|day|decade|dow|doy|epoch|hour|isodow|isoyear|julian|microseconds|millennium|milliseconds|minute|month|quarter|"
    "second|timezone|timezone_hour|timezone_minute|week|year"
)
#: Functions whose names are syntax of their own, and so are called behind their schema.
_BEHIND_SCHEMA: Final = frozenset({"extract", "position", "overlay", "substring"})
#: Those of them whose plain call is syntax as well.
_PLAIN_SYNTAX: Final = frozenset({"overlay", "substring"})
_ONE_ELEMENT: Final = frozenset({ANYELEMENT, ANYARRAY, ANYNONARRAY})


def arguments(
    writer: Writer, function: Function, args: Sequence[b.Expr], result: PgType, more: Sequence[b.Expr] = ()
) -> list[Piece]:
    """The arguments in the plainest spelling that chooses *function*. *more*: WITHIN GROUP's, which choose it as well."""
    every = [*args, *more]
    wanted = tuple(a.type.pg for a in every)
    return spelling.chosen(writer, every, lambda types: _fits(function, types, wanted, result))


def _fits(function: Function, types: tuple[PgType, ...], wanted: tuple[PgType, ...], result: PgType) -> bool:
    try:
        found = resolve_function(function.name, function.schema, types)
    except PlanError:
        return False
    return found.function is function and tuple(found.args) == wanted and found.result is result and _is_determined(function, types)


def _is_determined(function: Function, types: tuple[PgType, ...]) -> bool:
    """Does a known argument say what anyelement is? Postgres takes no literal for it, where binding does."""
    declared = [function.args[min(i, len(function.args) - 1)] for i in range(len(types))]
    family = [pg for pg, of in zip(types, declared, strict=True) if of in _ONE_ELEMENT]
    return not family or any(pg is not UNKNOWN for pg in family)


def call(writer: Writer, expr: b.Call) -> Piece:
    """name(arguments), or the syntax that some functions have."""
    args = arguments(writer, expr.function, expr.args, expr.type.pg)
    special = _special(writer, expr, args)
    return special or Piece(f"{name_of(expr.function)}({_listed(args)})", Precedence.PRIMARY, expr.type.pg, expr.name)


def name_of(function: Function) -> str:
    """The name that calls the function."""
    if function.schema != "pg_catalog":
        return f"{function_identifier(function.schema)}.{function_identifier(function.name)}"
    if function.name in _PLAIN_SYNTAX:
        return function.name
    return f"pg_catalog.{function.name}" if function.name in _BEHIND_SCHEMA else function_identifier(function.name)


def _special(writer: Writer, expr: b.Call, args: Sequence[Piece]) -> Piece | None:
    first = writer.known(expr.args[0]) if expr.args else None
    match expr.name, len(args):
        case "extract", 2 if isinstance(first, b.Const) and isinstance(first.value, str):
            field = first.value if _FIELD.fullmatch(first.value) else string(first.value)
            return Piece(f"EXTRACT({field} FROM {args[1].sql})", Precedence.PRIMARY, expr.type.pg, "extract")
        case "position", 2:
            sql = f"POSITION({args[1].at(Precedence.OPERATOR)} IN {args[0].at(Precedence.OPERATOR)})"
            return Piece(sql, Precedence.PRIMARY, expr.type.pg, "position")
        case "timezone", 2:
            sql = f"{args[1].at(Precedence.AT)} AT TIME ZONE {args[0].above(Precedence.AT)}"
            return Piece(sql, Precedence.AT, expr.type.pg, "timezone")
    return None


def _listed(args: Sequence[Piece]) -> str:
    return ", ".join(a.sql for a in args)


# --------------------------------------------------------------------------------------------------------------- aggregates


def aggregate(writer: Writer, expr: b.Aggregate) -> Piece:
    """name([DISTINCT] arguments [ORDER BY …]) [WITHIN GROUP (…)] [FILTER (…)]"""
    if expr.within_group:
        pieces = arguments(writer, expr.function, expr.args, expr.type.pg, [k.expr for k in expr.order_by])
        direct, keys = pieces[: len(expr.args)], pieces[len(expr.args) :]
        sorts = ", ".join(f"{p.sql}{direction(k)}" for p, k in zip(keys, expr.order_by, strict=True))
        sql = f"{name_of(expr.function)}({_listed(direct)}) WITHIN GROUP (ORDER BY {sorts})"
    else:
        args = arguments(writer, expr.function, expr.args, expr.type.pg)
        order = f" ORDER BY {', '.join(_key(writer, k, expr.args, args) for k in expr.order_by)}" if expr.order_by else ""
        distinct = "DISTINCT " if expr.distinct else ""
        sql = f"{name_of(expr.function)}({distinct}{_listed(args) or '*'}{order})"
    return Piece(sql + _filter(writer, expr.filter), Precedence.PRIMARY, expr.type.pg, expr.function.name)


def _key(writer: Writer, key: b.SortKey, args: Sequence[b.Expr], written: Sequence[Piece]) -> str:
    """A key that repeats an argument is spelled as the argument is, and so converted as it is."""
    at = args.index(key.expr) if key.expr in args else None
    repeats = at is not None and isinstance(_bare(args[at]), b.ColumnRef)
    shown = written[at].sql if at is not None and repeats else spelling.settled(writer, key.expr).sql
    return f"{shown}{direction(key)}"


def _bare(expr: b.Expr) -> b.Expr:
    return expr.operand if isinstance(expr, b.Cast) and expr.implicit else expr


def _filter(writer: Writer, condition: b.Expr | None) -> str:
    return "" if condition is None else f" FILTER (WHERE {spelling.text(writer, condition)})"


def direction(key: b.SortKey) -> str:
    """DESC and NULLS FIRST where they are not what goes without saying."""
    return direction_of(descending=key.descending, nulls_first=key.nulls_first)


def direction_of(*, descending: bool, nulls_first: bool) -> str:
    """DESC and NULLS FIRST | LAST, as needed."""
    shown = " DESC" if descending else ""
    return shown if descending == nulls_first else f"{shown} NULLS {'FIRST' if nulls_first else 'LAST'}"


# ------------------------------------------------------------------------------------------------------------------ windows


def window(writer: Writer, expr: b.Window) -> Piece:
    """name(arguments) [FILTER (…)] OVER (…)"""
    args = arguments(writer, expr.function, expr.args, expr.type.pg)
    star = "*" if expr.function.kind == "aggregate" else ""
    parts = []
    if expr.partition_by:
        parts.append(f"PARTITION BY {', '.join(spelling.settled(writer, e).sql for e in expr.partition_by)}")
    if expr.order_by:
        sorts = ", ".join(f"{spelling.settled(writer, k.expr).sql}{direction(k)}" for k in expr.order_by)
        parts.append(f"ORDER BY {sorts}")
    if expr.frame is not None:
        parts.append(_frame(writer, expr.frame, expr.order_by))
    sql = f"{name_of(expr.function)}({_listed(args) or star}){_filter(writer, expr.filter)} OVER ({' '.join(parts)})"
    return Piece(sql, Precedence.PRIMARY, expr.type.pg, expr.function.name)


def _frame(writer: Writer, frame: b.Frame, order_by: Sequence[b.SortKey]) -> str:
    exclude = f" EXCLUDE {'TIES' if frame.exclude == 'ties' else frame.exclude.upper()}" if frame.exclude else ""
    return f"{frame.unit.upper()} BETWEEN {_end(writer, frame.start)} AND {_end(writer, frame.end)}{exclude}"


def _end(writer: Writer, end: b.FrameBound) -> str:
    if end.offset is None:
        return end.kind.upper()
    options = spelling.variants(writer, end.offset)
    target = end.offset.type.pg
    plain = options[0] if options[0].pg.category == "N" and can_cast(options[0].pg, target, "implicit") else options[-1]
    return f"{plain.at(Precedence.OPERATOR)} {end.kind.upper()}"
