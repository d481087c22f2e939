"""UNION, INTERSECT and EXCEPT as DuckDB SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from planner.lower.showing import around, column_of_q, direction, showing, what_shows
from planner.lower.state import LoweredQuery, Shown, State, What, every_column
from planner.postgres.functions.duckdb_types import duckdb_type
from planner.postgres.functions.equal_texts import has_documents, is_of_many_texts, key_of
from planner.postgres.functions.function import Lowered, NumericShape
from planner.postgres.functions.numeric import cast, widest
from planner.postgres.functions.row_values import check_distinct, keys_of
from planner.tree import bound as b
from planner.tree.types import BPCHAR, SqlType


def set_operation(state: State, query: b.SetOp, wanted: frozenset[int], shown: Shown) -> LoweredQuery:
    """INTERSECT and EXCEPT show the scales of the DECIMALs that both sides share."""
    kept = columns_made(query, wanted)
    merged = _is_merged(query)
    _check_columns(query, merged=merged)
    beside = Shown.BESIDE if query.op == "union" and shown is not Shown.NOT else Shown.NOT
    left, right = (state.lower_query(state, q, kept, beside) for q in (query.left, query.right))
    shapes = tuple(common_shape(a, b_) for a, b_ in zip(left.shapes, right.shapes, strict=True))
    whats = _common_whats(query.columns, left, right, shapes, kept) if beside is Shown.BESIDE else {}
    if whats and merged:
        _check_columns(query)
    word = query.op.upper() + (" ALL" if query.all or whats else "")
    sides = [
        reshape(side, query.columns, shapes, kept, whats, as_is=columns_made(of, kept) == kept)
        for of, side in ((query.left, left), (query.right, right))
    ]
    sql = _merged(query, sides) if merged else f"({sides[0]}) {word} ({sides[1]})"
    if whats and (shown is Shown.INSTEAD or not query.all):
        return around(LoweredQuery(sql, shapes, whats), kept, query.order_by, shown, merge=not query.all)
    if any(count is not None and not isinstance(count, b.Const) for count in (query.limit, query.offset)):
        sql = f"SELECT * FROM ({sql}) AS q"  # DuckDB takes no subquery in a set operation's LIMIT
    if query.order_by:
        positions = {column: n + 1 for n, column in enumerate(sorted(kept))}
        keys = (f"{positions[c]}{direction(descending, nulls_first)}" for c, descending, nulls_first in query.order_by)
        sql += " ORDER BY " + ", ".join(keys)
    return LoweredQuery(sql, shapes, whats)


def columns_made(query: b.Query, wanted: frozenset[int]) -> frozenset[int]:
    """The columns that its SQL has: all where equal rows are one, else those *wanted* and those that sort it."""
    if isinstance(query, b.Select):
        return every_column(query) if query.distinct else wanted
    kept = wanted if query.op == "union" and query.all else every_column(query)
    return kept.union(column for column, _, _ in query.order_by)


def _is_merged(query: b.SetOp) -> bool:
    """Is it one in which equal values may be different texts, by the keys of which its rows are told apart?"""
    found = [c.type.pg for c in query.columns if is_of_many_texts(c.type)]
    return not query.all and bool(found) and all(pg is BPCHAR or has_documents(pg) for pg in found)


def _merged(query: b.SetOp, sides: Sequence[str]) -> str:
    """One row of all that are equal; of their texts the left side's stays."""
    rows = " UNION ALL ".join(f"(SELECT *, {n} AS side FROM ({side}) AS s)" for n, side in enumerate(sides))
    keys = [key_of(f"q.c{i}", c.type.pg) for i, c in enumerate(query.columns)]
    outputs = (f"q.c{i} AS c{i}" if k == f"q.c{i}" else f"first(q.c{i} ORDER BY q.side) AS c{i}" for i, k in enumerate(keys))
    which = {"union": "", "intersect": " HAVING min(q.side) < max(q.side)", "except": " HAVING max(q.side) = 0"}[query.op]
    return f"SELECT {', '.join(outputs)} FROM ({rows}) AS q GROUP BY {', '.join(keys)}{which}"


def _check_columns(query: b.SetOp, *, merged: bool = False) -> None:
    every = query.columns if query.op != "union" or not query.all else ()
    for each in every:
        if not (merged and is_of_many_texts(each.type)):
            check_distinct(Lowered(""), each.type)
    for column, _, _ in query.order_by:
        keys_of(Lowered(""), query.columns[column].type.pg)


def _common_whats(
    columns: tuple[b.OutputColumn, ...],
    left: LoweredQuery,
    right: LoweredQuery,
    shapes: tuple[NumericShape | None, ...],
    kept: frozenset[int],
) -> dict[int, What]:
    found: dict[int, What] = {}
    for i in sorted(kept):
        shape = shapes[i]
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
    *,
    as_is: bool = True,
) -> str:
    """SQL of a query with its numeric columns cast to *shapes*, and with columns beside them as *whats* says.

    It is *as_is* where it has no more columns than the *kept* ones.
    """
    if as_is and not whats and not side.shown and all(have == want for have, want in zip(side.shapes, shapes, strict=True)):
        return side.sql
    items = [f"{_recast(Lowered(f'q.c{i}', side.shapes[i]), columns[i].type, shapes[i])} AS c{i}" for i in sorted(kept)]
    items += [f"{showing(column_of_q(side, i), what, array=columns[i].type.pg.is_array)} AS x{i}" for i, what in whats.items()]
    return f"SELECT {', '.join(items) or '1 AS c'} FROM ({side.sql}) AS q"


def _recast(item: Lowered, sql_type: SqlType, shape: NumericShape | None) -> str:
    if shape is None or item.shape == shape:
        return item.sql
    return f"CAST({item.sql} AS {duckdb_type(sql_type.pg, shape)})" if sql_type.pg.is_array else cast(item, shape)
