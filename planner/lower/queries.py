"""Queries as DuckDB SQL. Outputs are called c0, c1 … by position, so names that differ only in case cannot collide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from planner import bound as b
from planner.errors import Unsupported
from planner.functions.display import text_of
from planner.functions.function import Lowered, Shape
from planner.functions.numeric import PRODUCT_SCALE, WIDTH_MAX, cast, widest
from planner.functions.row_values import check_distinct, sort_keys_of
from planner.lower.correlation import is_correlated
from planner.lower.expressions import expression, group_keys, sort_key
from planner.lower.relations import from_item
from planner.lower.showing import around, column_of_q, direction, showing, what_shows
from planner.lower.state import LoweredQuery, Shown, State, What, every_column
from planner.lower.types import duckdb_type
from planner.types import INT8, SqlType, is_record


def lower_query(state: State, query: b.Query, wanted: frozenset[int], shown: Shown) -> LoweredQuery:
    """SQL of a query. Columns outside *wanted* may be left out; the others keep their numbers."""
    ctes = _with(state, query)
    found = _set_op(state, query, wanted, shown) if isinstance(query, b.SetOp) else _select(state, query, wanted, shown)
    return replace(found, sql=f"{ctes}{found.sql}{_limit(state, query)}")


def _limit(state: State, query: b.Query) -> str:
    parts = ""
    if query.limit is not None:
        parts += f" LIMIT ({_row_count(state, query.limit, 'pg_limit')})"
    if query.offset is not None:
        parts += f" OFFSET ({_row_count(state, query.offset, 'pg_offset')})"
    return parts


def _row_count(state: State, expr: b.Expr, macro: str) -> str:
    """A count as BIGINT; NULL means none. A negative one is an error, which constants raise at planning."""
    if isinstance(expr, b.Const):
        return expression(state, b.Const(expr.value, SqlType(INT8))).sql
    if is_correlated(expr):
        raise Unsupported("LIMIT and OFFSET over columns of an outer query are not supported")
    return f"{macro}({expression(state, expr).sql})"


# ---------------------------------------------------------------------------------------------------------------------- SELECT


def _select(state: State, select: b.Select, wanted: frozenset[int], shown: Shown) -> LoweredQuery:
    kept = every_column(select) if select.distinct else wanted
    source = "" if select.from_ is None else f" FROM {from_item(state, select.from_)}"
    clauses = _clauses(state, select)
    outer, state.group_keys = state.group_keys, select.group_by
    items = {i: expression(state, item) for i, item in enumerate(select.items) if i in kept}
    whats = {} if shown is Shown.NOT else _whats(items)
    if select.distinct and whats:
        for i, item in items.items():
            check_distinct(item, select.items[i].type.pg)
        state.group_keys = outer
        return _distinct_shown(select, _inner(items, whats, f"{source}{clauses}"), shown)
    columns = ", ".join(_outputs(items, whats, shown)) or _no_columns(select)
    sql = f"SELECT {_distinct(state, select)}{columns}{source}{clauses}"
    if select.order_by:
        replaced = frozenset(whats) if shown is Shown.INSTEAD else frozenset()
        sql += " ORDER BY " + ", ".join(_sort_key(state, select, kept, key, replaced) for key in select.order_by)
    state.group_keys = outer
    return LoweredQuery(sql, tuple(items[i].shape if i in items else None for i in range(len(select.items))), whats)


def _inner(items: Mapping[int, Lowered], whats: dict[int, What], rest: str) -> LoweredQuery:
    columns = ", ".join(_outputs(items, whats, Shown.BESIDE))
    return LoweredQuery(f"SELECT {columns}{rest}", tuple(item.shape for item in items.values()), whats)


def _distinct_shown(select: b.Select, inner: LoweredQuery, shown: Shown) -> LoweredQuery:
    """SELECT DISTINCT of values that show different scales. All sort keys are outputs, as Postgres demands."""
    order = [(select.items.index(key.expr), key.descending, key.nulls_first) for key in select.order_by]
    return around(inner, every_column(select), order, shown, merge=True)


def _whats(items: Mapping[int, Lowered]) -> dict[int, What]:
    return {i: what for i, item in items.items() if (what := what_shows([item], item.shape)) is not None}


def _outputs(items: Mapping[int, Lowered], whats: Mapping[int, What], shown: Shown) -> list[str]:
    if shown is Shown.INSTEAD:
        return [f"{text_of(item) if i in whats else item.sql} AS c{i}" for i, item in items.items()]
    columns = [f"{item.sql} AS c{i}" for i, item in items.items()]
    return columns + [f"{showing(items[i], what)} AS x{i}" for i, what in whats.items()]


def _no_columns(select: b.Select) -> str:
    """Something for a SELECT whose columns nobody reads, which still must give its rows."""
    return "count(*) AS c" if select.grouped and not select.group_by else "1 AS c"


def _distinct(state: State, select: b.Select) -> str:
    records = select.distinct and any(is_record(i.type.pg) for i in select.items)
    if select.distinct_on or records:
        return f"DISTINCT ON ({', '.join(group_keys(state, select.items if records else select.distinct_on))}) "
    return "DISTINCT " if select.distinct else ""


def _clauses(state: State, select: b.Select) -> str:
    parts = ""
    if select.where is not None:
        parts += f" WHERE {expression(state, select.where).sql}"
    if select.grouping_sets is not None:
        if any(is_record(e.type.pg) for e in select.group_by):
            raise Unsupported("grouping sets of records are not supported", hint="Group by their fields.")
        keys = [expression(state, e).sql for e in select.group_by]
        sets = ", ".join(f"({', '.join(keys[i] for i in members)})" for members in select.grouping_sets)
        parts += f" GROUP BY GROUPING SETS ({sets})"
    elif select.group_by:
        # In parentheses a constant is a constant; bare, an integer would be a position.
        parts += f" GROUP BY {', '.join(f'({key})' for key in group_keys(state, select.group_by))}"
    if select.having is not None:
        parts += f" HAVING {expression(state, select.having).sql}"
    return parts


def _sort_key(state: State, select: b.Select, kept: frozenset[int], key: b.SortKey, replaced: frozenset[int]) -> str:
    """A key that is also an output goes by position: DISTINCT demands it, and it is computed once. Not so those *replaced*."""
    if is_record(key.expr.type.pg):
        return sort_key(expression(state, key.expr), key)
    where = direction(key.descending, key.nulls_first)
    outputs = [i for i in sorted(kept) if i < len(select.items)]
    for position, i in enumerate(outputs):
        if i not in replaced and select.items[i] == key.expr:
            return f"{position + 1}{where}"
    return f"({expression(state, key.expr).sql}){where}"


# -------------------------------------------------------------------------------------------------------------- set operations


def _set_op(state: State, query: b.SetOp, wanted: frozenset[int], shown: Shown) -> LoweredQuery:
    """INTERSECT and EXCEPT show the scales of the DECIMALs that both sides share."""
    kept = wanted if query.op == "union" and query.all else every_column(query)
    kept |= frozenset(column for column, _, _ in query.order_by)
    _check_records(query)
    beside = Shown.BESIDE if query.op == "union" and shown is not Shown.NOT else Shown.NOT
    left, right = (lower_query(state, q, kept, beside) for q in (query.left, query.right))
    shapes = tuple(_common(a, b_) for a, b_ in zip(left.shapes, right.shapes, strict=True))
    whats = _common_whats(query.columns, left, right, shapes) if beside is Shown.BESIDE else {}
    word = query.op.upper() + (" ALL" if query.all or whats else "")
    sql = f"({reshape(left, query.columns, shapes, kept, whats)}) {word} ({reshape(right, query.columns, shapes, kept, whats)})"
    if whats and (shown is Shown.INSTEAD or not query.all):
        return around(LoweredQuery(sql, shapes, whats), kept, query.order_by, shown, merge=not query.all)
    if any(count is not None and not isinstance(count, b.Const) for count in (query.limit, query.offset)):
        sql = f"SELECT * FROM ({sql}) AS q"  # DuckDB takes no subquery in a set operation's LIMIT
    if query.order_by:
        positions = {column: n + 1 for n, column in enumerate(sorted(kept))}
        keys = (f"{positions[c]}{direction(descending, nulls_first)}" for c, descending, nulls_first in query.order_by)
        sql += " ORDER BY " + ", ".join(keys)
    return LoweredQuery(sql, shapes, whats)


def _check_records(query: b.SetOp) -> None:
    every = range(len(query.columns)) if query.op != "union" or not query.all else ()
    for column in every:
        check_distinct(Lowered(""), query.columns[column].type.pg)
    for column, _, _ in query.order_by:
        sort_keys_of(Lowered(""), query.columns[column].type.pg)


def _common_whats(
    columns: tuple[b.OutputColumn, ...], left: LoweredQuery, right: LoweredQuery, shapes: tuple[Shape | None, ...]
) -> dict[int, What]:
    found: dict[int, What] = {}
    for i, shape in enumerate(shapes):
        sides = [column_of_q(side, i) for side in (left, right) if side.shapes[i] is not None]
        if sides and (what := what_shows(sides, shape, array=columns[i].type.pg.is_array)) is not None:
            found[i] = what
    return found


def _common(left: Shape | None, right: Shape | None) -> Shape | None:
    shapes = [s for s in (left, right) if s is not None]
    return widest(shapes) if shapes else None


def reshape(
    side: LoweredQuery,
    columns: tuple[b.OutputColumn, ...],
    shapes: tuple[Shape | None, ...],
    kept: frozenset[int],
    whats: Mapping[int, What] = MappingProxyType({}),
) -> str:
    """SQL of a query with its numeric columns cast to *shapes*, and with columns beside them as *whats* says."""
    if not whats and not side.shown and all(have == want for have, want in zip(side.shapes, shapes, strict=True)):
        return side.sql
    items = [f"{_recast(Lowered(f'q.c{i}', side.shapes[i]), columns[i].type, shapes[i])} AS c{i}" for i in sorted(kept)]
    items += [f"{showing(column_of_q(side, i), what, array=columns[i].type.pg.is_array)} AS x{i}" for i, what in whats.items()]
    return f"SELECT {', '.join(items) or '1 AS c'} FROM ({side.sql}) AS q"


def _recast(item: Lowered, sql_type: SqlType, shape: Shape | None) -> str:
    if shape is None or item.shape == shape:
        return item.sql
    return f"CAST({item.sql} AS {duckdb_type(sql_type.pg, shape)})" if sql_type.pg.is_array else cast(item, shape)


# ------------------------------------------------------------------------------------------------------------------------ WITH


def _with(state: State, query: b.Query) -> str:
    if not query.with_:
        return ""
    entries = [_recursive(state, c) if c.recursive else _cte(state, c) for c in query.with_]
    return f"WITH {'RECURSIVE ' if any(c.recursive for c in query.with_) else ''}{', '.join(entries)} "


def _cte(state: State, cte: b.Cte) -> str:
    needed = _cte_needs(state, cte)
    found = lower_query(state, cte.query, needed, Shown.BESIDE)
    state.cte_shapes[cte.cte] = found.shapes
    state.cte_shown[cte.cte] = found.shown
    hint = {None: "", True: " MATERIALIZED", False: " NOT MATERIALIZED"}[cte.materialized]
    return f"w{cte.cte} AS{hint} ({found.sql})"


def _cte_needs(state: State, cte: b.Cte) -> frozenset[int]:
    return every_column(cte.query) if cte.recursive else state.cte_needs.get(cte.cte, frozenset())


def _recursive(state: State, cte: b.Cte) -> str:
    """A recursive entry's numeric columns need one shape from the start: that of both terms together, found by trying."""
    query = cte.query
    if not isinstance(query, b.SetOp):
        return _cte(state, cte)
    shapes = lower_query(state.probe(), query.left, every_column(query), Shown.NOT).shapes
    first = before = shapes
    for _ in range(_SHAPE_ROUNDS):
        state.cte_shapes[cte.cte] = shapes
        right = lower_query(state.probe(), query.right, every_column(query), Shown.NOT).shapes
        before, shapes = shapes, tuple(_common(a, b_) for a, b_ in zip(shapes, right, strict=True))
    # A scale that grows with every round (n * 1.25) gets the room that products have.
    shapes = tuple(s if s == was else _roomy(s) for s, was in zip(shapes, before, strict=True))
    state.cte_shapes[cte.cte] = shapes
    # Where a round may add digits, each row's text goes along from round to round.
    whats: dict[int, What] = {i: "text" for i, s in enumerate(shapes) if s is not None and s != first[i] and query.all}
    state.cte_shown[cte.cte] = whats
    sides = [lower_query(state, q, every_column(query), Shown.BESIDE) for q in (query.left, query.right)]
    left, right_sql = (reshape(s, query.columns, shapes, every_column(query), whats) for s in sides)
    columns = ", ".join([*(f"c{i}" for i in range(len(cte.columns))), *(f"x{i}" for i in whats)])
    return f"w{cte.cte}({columns}) AS ({left} UNION{' ALL' if query.all else ''} {right_sql})"


def _roomy(shape: Shape | None) -> Shape | None:
    return None if shape is None else Shape(WIDTH_MAX, max(PRODUCT_SCALE, shape.scale))


#: How often a recursive term is looked at to see whether its numeric columns keep their shape.
_SHAPE_ROUNDS = 2
