"""Queries as DuckDB SQL. Outputs are called c0, c1 … by position, so names that differ only in case cannot collide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from planner.errors import Unsupported
from planner.lower import levels
from planner.lower.expressions import condition_sql, expression, group_keys, sort_key
from planner.lower.relations import from_item
from planner.lower.set_operations import columns_made, common_shape, reshape, set_operation
from planner.lower.showing import around, direction, of_group, showing, what_shows
from planner.lower.state import LoweredQuery, Shown, State, What, every_column
from planner.postgres.functions.display import text_of
from planner.postgres.functions.equal_texts import is_of_many_texts
from planner.postgres.functions.function import Lowered, NumericShape
from planner.postgres.functions.macros import ROW_COUNT_MAX
from planner.postgres.functions.numeric import PRODUCT_SCALE, WIDTH_MAX
from planner.postgres.functions.row_values import check_distinct, keys_of
from planner.tree import bound as b
from planner.tree.types import INT8, SqlType, is_record
from planner.tree.walk import sources_of


def lower_query(state: State, query: b.Query, wanted: frozenset[int], shown: Shown) -> LoweredQuery:
    """SQL of a query. Columns outside *wanted* may be left out; the others keep their numbers."""
    ctes = _with(state, query)
    found = set_operation(state, query, wanted, shown) if isinstance(query, b.SetOp) else _select(state, query, wanted, shown)
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
        count = min(expr.value, ROW_COUNT_MAX) if isinstance(expr.value, int) else expr.value
        return expression(state, b.Const(count, SqlType(INT8))).sql
    return f"{macro}({expression(state, expr).sql})"


# ---------------------------------------------------------------------------------------------------------------------- SELECT


def _select(state: State, select: b.Select, wanted: frozenset[int], shown: Shown) -> LoweredQuery:
    around, state.scanned = state.scanned, set()
    found = _selected(state, select, wanted, shown)
    state.scanned = around
    return found


def _selected(state: State, select: b.Select, wanted: frozenset[int], shown: Shown) -> LoweredQuery:
    rows = _FromRows("", frozenset())
    if select.from_ is not None:
        rows = _FromRows(f" FROM {from_item(state, select.from_)}", sources_of(select.from_))
    kept = columns_made(select, wanted)
    for step in levels.steps(select, kept, lambda expr: expression(state.probe(), expr).sql):
        select, rows = _outer(state, step, select, kept, rows)
    return _of_rows(state, select, rows, kept, shown)


@dataclass(frozen=True, slots=True)
class _FromRows:
    """A FROM clause, and the sources in it."""

    sql: str
    sources: frozenset[int]


def _of_rows(state: State, select: b.Select, rows: _FromRows, kept: frozenset[int], shown: Shown) -> LoweredQuery:
    """A SELECT whose FROM has been lowered."""
    outer = state.groups
    clauses = _clauses(state, select)
    items = {i: expression(state, item) for i, item in enumerate(select.items) if i in kept}
    whats = {} if shown is Shown.NOT else _whats(items)
    if select.distinct and whats:
        for i, item in items.items():
            check_distinct(item, select.items[i].type)
        state.groups = outer
        return _distinct_shown(select, _inner(items, whats, f"{rows.sql}{clauses}"), shown)
    columns = ", ".join(_outputs(items, whats, shown)) or _no_columns(select)
    sql = f"SELECT {_distinct(state, select)}{columns}{rows.sql}{clauses}"
    if select.order_by:
        replaced = frozenset(whats) if shown is Shown.INSTEAD else frozenset()
        sql += " ORDER BY " + ", ".join(_sort_key(state, select, kept, key, replaced) for key in select.order_by)
    state.groups = outer
    return LoweredQuery(sql, tuple(items[i].shape if i in items else None for i in range(len(select.items))), whats)


def _outer(state: State, step: levels.Step, select: b.Select, kept: frozenset[int], rows: _FromRows) -> tuple[b.Select, _FromRows]:
    """The outer SELECT of two, over the rows of the inner one."""
    inner, outer = levels.in_two(step, select, kept, rows.sources, number := state.fresh_source())
    found = _of_rows(state, inner, rows, every_column(inner), Shown.BESIDE)
    state.set_shapes(number, found.shapes, found.shown)
    return outer, _FromRows(f" FROM ({found.sql}) AS t{number}", frozenset({number}))


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
    by_keys = select.distinct and any(is_record(i.type.pg) or is_of_many_texts(i.type) for i in select.items)
    if select.distinct_on or by_keys:
        return f"DISTINCT ON ({', '.join(group_keys(state, select.items if by_keys else select.distinct_on))}) "
    return "DISTINCT " if select.distinct else ""


def _clauses(state: State, select: b.Select) -> str:
    """WHERE, GROUP BY and HAVING. From GROUP BY on, state knows the groups."""
    parts = ""
    state.groups = ()
    if select.where is not None:
        parts += f" WHERE {condition_sql(state, select.where)}"
    found = [expression(state, e) for e in select.group_by]
    if select.grouping_sets is not None:
        if any(is_record(e.type.pg) for e in select.group_by):
            raise Unsupported("grouping sets of records are not supported", hint="Group by their fields.")
        keys = [keys_of(key, e.type.pg)[0].sql for e, key in zip(select.group_by, found, strict=True)]
        sets = ", ".join(f"({', '.join(keys[i] for i in members)})" for members in select.grouping_sets)
        parts += f" GROUP BY GROUPING SETS ({sets})"
    elif select.group_by:
        # In parentheses a constant is a constant; bare, an integer would be a position.
        by = [key if key.grouped is None else Lowered(key.grouped[0]) for key in found]
        keys = [k.sql for e, key in zip(select.group_by, by, strict=True) for k in keys_of(key, e.type.pg)]
        parts += f" GROUP BY {', '.join(f'({key})' for key in keys)}"
        found = [key if key.grouped is None else Lowered(key.grouped[1]) for key in found]
    state.groups = tuple((e, of_group(key, e.type.pg)) for e, key in zip(select.group_by, found, strict=True))
    if select.having is not None:
        parts += f" HAVING {condition_sql(state, select.having)}"
    return parts


def _sort_key(state: State, select: b.Select, kept: frozenset[int], key: b.SortKey, replaced: frozenset[int]) -> str:
    """A key that is also an output goes by position: DISTINCT demands it, and it is computed once. Not so those *replaced*."""
    if is_record(key.expr.type.pg) or is_of_many_texts(key.expr.type):
        return sort_key(expression(state, key.expr), key)
    where = direction(key.descending, key.nulls_first)
    outputs = [i for i in sorted(kept) if i < len(select.items)]
    for position, i in enumerate(outputs):
        if i not in replaced and select.items[i] == key.expr:
            return f"{position + 1}{where}"
    return f"({expression(state, key.expr).sql}){where}"


# ------------------------------------------------------------------------------------------------------------------------ WITH


def _with(state: State, query: b.Query) -> str:
    if not query.with_:
        return ""
    # The WITH of a recursive entry's own UNION goes in front of the entry, for both terms may refer to it.
    ctes = [c for entry in query.with_ for c in (*(entry.query.with_ if entry.recursive else ()), entry)]
    entries = [_recursive(state, c) if c.recursive else _cte(state, c) for c in ctes]
    return f"WITH {'RECURSIVE ' if any(c.recursive for c in ctes) else ''}{', '.join(entries)} "


def _cte(state: State, cte: b.Cte) -> str:
    needed = _cte_needs(state, cte)
    found = lower_query(state, cte.query, needed, Shown.BESIDE)
    state.cte_shapes[cte.cte] = found.shapes
    state.cte_shown[cte.cte] = found.shown
    hint = {None: "", True: " MATERIALIZED", False: " NOT MATERIALIZED"}[cte.materialized]
    # Beside a recursive entry DuckDB takes any UNION for one, and then refuses its ORDER BY and LIMIT.
    is_cut = isinstance(cte.query, b.SetOp) and (cte.query.order_by or cte.query.limit or cte.query.offset)
    sql = f"SELECT * FROM ({found.sql}) AS q" if is_cut else found.sql
    return f"w{cte.cte} AS{hint} ({sql})"


def _cte_needs(state: State, cte: b.Cte) -> frozenset[int]:
    return every_column(cte.query) if cte.recursive else state.cte_needs.get(cte.cte, frozenset())


def _recursive(state: State, cte: b.Cte) -> str:
    """A recursive entry's numeric columns need one shape from the start: that of both terms together, found by trying."""
    query = cte.query
    if not isinstance(query, b.SetOp):
        return _cte(state, cte)
    for column in () if query.all else query.columns:
        check_distinct(Lowered(""), column.type)
    shapes = lower_query(state.probe(), query.left, every_column(query), Shown.NOT).shapes
    first = before = shapes
    for _ in range(_SHAPE_ROUNDS):
        state.cte_shapes[cte.cte] = shapes
        right = lower_query(state.probe(), query.right, every_column(query), Shown.NOT).shapes
        before, shapes = shapes, tuple(common_shape(a, b_) for a, b_ in zip(shapes, right, strict=True))
    # A scale that grows with every round (n * 1.25) gets the room that products have.
    shapes = tuple(s if s == was else _roomy(s) for s, was in zip(shapes, before, strict=True))
    state.cte_shapes[cte.cte] = shapes
    # Where a round may add digits, each row's text goes along from round to round.
    whats: dict[int, What] = {i: "text" for i, s in enumerate(shapes) if s is not None and s != first[i] and query.all}
    state.cte_shown[cte.cte] = whats
    sides = [lower_query(state, q, every_column(query), Shown.BESIDE) for q in (query.left, query.right)]
    left, right_sql = (reshape(s, query.columns, shapes, every_column(query), whats) for s in sides)
    columns = ", ".join([*(f"c{i}" for i in range(len(cte.columns))), *(f"x{i}" for i in whats)])
    return f"w{cte.cte}({columns}) AS (({left}) UNION{' ALL' if query.all else ''} ({right_sql}))"


def _roomy(shape: NumericShape | None) -> NumericShape | None:
    return None if shape is None else NumericShape(WIDTH_MAX, max(PRODUCT_SCALE, shape.scale))


#: How often a recursive term is looked at to see whether its numeric columns keep their shape.
_SHAPE_ROUNDS = 2
