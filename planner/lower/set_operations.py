"""UNION, INTERSECT and EXCEPT as DuckDB SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from planner.lower.showing import around, column_of_q, direction, showing, what_shows
from planner.lower.state import LoweredQuery, Shown, State, What, every_column
from planner.postgres.functions.duckdb_types import duckdb_type
from planner.postgres.functions.function import Lowered, NumericShape
from planner.postgres.functions.numeric import cast, widest
from planner.postgres.functions.row_values import check_distinct, group_keys_of, is_padded_freely, sort_keys_of
from planner.tree import bound as b
from planner.tree.types import BPCHAR, NUMERIC, SqlType


def set_operation(state: State, query: b.SetOp, wanted: frozenset[int], shown: Shown) -> LoweredQuery:
    """INTERSECT and EXCEPT show the scales of the DECIMALs that both sides share."""
    kept = wanted if query.op == "union" and query.all else every_column(query)
    kept |= frozenset(column for column, _, _ in query.order_by)
    if merged := _is_merged(query):
        query = replace(query, all=True)
    _check_records(query)
    beside = Shown.BESIDE if query.op == "union" and shown is not Shown.NOT else Shown.NOT
    left, right = (state.lower_query(state, q, kept, beside) for q in (query.left, query.right))
    shapes = tuple(common_shape(a, b_) for a, b_ in zip(left.shapes, right.shapes, strict=True))
    whats = _common_whats(query.columns, left, right, shapes) if beside is Shown.BESIDE else {}
    word = query.op.upper() + (" ALL" if query.all or whats else "")
    sides = [reshape(side, query.columns, shapes, kept, whats) for side in (left, right)]
    sql = f"({sides[0]}) {word} ({sides[1]})"
    if whats and (shown is Shown.INSTEAD or not query.all):
        return around(LoweredQuery(sql, shapes, whats), kept, query.order_by, shown, merge=not query.all)
    if merged:
        keys = (k.sql for i, c in enumerate(query.columns) for k in group_keys_of(Lowered(f"q.c{i}"), c.type.pg))
        rows = " UNION ALL ".join(f"(SELECT *, {n} AS side FROM ({side}) AS s)" for n, side in enumerate(sides))
        first = f"SELECT DISTINCT ON ({', '.join(keys)}) * FROM ({rows}) AS q ORDER BY q.side"
        sql = f"SELECT * EXCLUDE (side) FROM ({first}) AS q"
    if any(count is not None and not isinstance(count, b.Const) for count in (query.limit, query.offset)):
        sql = f"SELECT * FROM ({sql}) AS q"  # DuckDB takes no subquery in a set operation's LIMIT
    if query.order_by:
        positions = {column: n + 1 for n, column in enumerate(sorted(kept))}
        keys = (f"{positions[c]}{direction(descending, nulls_first)}" for c, descending, nulls_first in query.order_by)
        sql += " ORDER BY " + ", ".join(keys)
    return LoweredQuery(sql, shapes, whats)


def _is_merged(query: b.SetOp) -> bool:
    """A UNION in which equal texts may have different blanks at their ends: that of the left side stays."""
    types = [c.type for c in query.columns]
    padded = [t.pg for t in types if is_padded_freely(t)]
    return query.op == "union" and not query.all and {*padded} == {BPCHAR} and NUMERIC not in {t.pg for t in types}


def _check_records(query: b.SetOp) -> None:
    every = range(len(query.columns)) if query.op != "union" or not query.all else ()
    for column in every:
        check_distinct(Lowered(""), query.columns[column].type)
    for column, _, _ in query.order_by:
        sort_keys_of(Lowered(""), query.columns[column].type.pg)


def _common_whats(
    columns: tuple[b.OutputColumn, ...], left: LoweredQuery, right: LoweredQuery, shapes: tuple[NumericShape | None, ...]
) -> dict[int, What]:
    found: dict[int, What] = {}
    for i, shape in enumerate(shapes):
        sides = [column_of_q(side, i) for side in (left, right) if side.shapes[i] is not None]
        if sides and (what := what_shows(sides, shape, array=columns[i].type.pg.is_array)) is not None:
            found[i] = what
    return found


def common_shape(left: NumericShape | None, right: NumericShape | None) -> NumericShape | None:
    """The shape that a numeric column of both sides has; None where neither side has any."""
    shapes = [s for s in (left, right) if s is not None]
    return widest(shapes) if shapes else None


def reshape(
    side: LoweredQuery,
    columns: tuple[b.OutputColumn, ...],
    shapes: tuple[NumericShape | None, ...],
    kept: frozenset[int],
    whats: Mapping[int, What] = MappingProxyType({}),
) -> str:
    """SQL of a query with its numeric columns cast to *shapes*, and with columns beside them as *whats* says."""
    if not whats and not side.shown and all(have == want for have, want in zip(side.shapes, shapes, strict=True)):
        return side.sql
    items = [f"{_recast(Lowered(f'q.c{i}', side.shapes[i]), columns[i].type, shapes[i])} AS c{i}" for i in sorted(kept)]
    items += [f"{showing(column_of_q(side, i), what, array=columns[i].type.pg.is_array)} AS x{i}" for i, what in whats.items()]
    return f"SELECT {', '.join(items) or '1 AS c'} FROM ({side.sql}) AS q"


def _recast(item: Lowered, sql_type: SqlType, shape: NumericShape | None) -> str:
    if shape is None or item.shape == shape:
        return item.sql
    return f"CAST({item.sql} AS {duckdb_type(sql_type.pg, shape)})" if sql_type.pg.is_array else cast(item, shape)
