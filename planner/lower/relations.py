"""FROM items. A source numbered n is called tn, its columns c0, c1 … by position."""

from __future__ import annotations

from planner.lower.arrays import counts_from_zero
from planner.lower.expressions import condition_sql, constant_value, expression
from planner.lower.scans import scan
from planner.lower.showing import showing, what_shows
from planner.lower.state import Shown, State, What
from planner.postgres.functions.duckdb_types import duckdb_type
from planner.postgres.functions.function import LowerContext, Lowered, NumericShape
from planner.postgres.functions.numeric import cast, widest
from planner.tree import bound as b
from planner.tree.types import NUMERIC
from planner.tree.walk import sources_of


def from_item(state: State, item: b.From) -> str:
    """SQL of a FROM item; records the shapes of its columns."""
    match item:
        case b.Scan():
            return scan(state, item)
        case b.CteRef():
            state.set_shapes(item.source, state.cte_shapes[item.cte], state.cte_shown.get(item.cte))
            return f"w{item.cte} AS t{item.source}"
        case b.Derived():
            found = state.lower_query(state, item.query, state.needed(item.source), Shown.BESIDE)
            state.set_shapes(item.source, found.shapes, found.shown)
            return f"{'LATERAL ' if item.lateral else ''}({found.sql}) AS t{item.source}"
        case b.FunctionScan():
            return _function_scan(state, item)
        case b.Values():
            return _values(state, item)
        case b.Join():
            return _join(state, item)


def _join(state: State, join: b.Join) -> str:
    left = from_item(state, join.left)
    right = _beside(state, join.left, join.right) if isinstance(join.right, b.FunctionScan) else from_item(state, join.right)
    state.scanned.clear()
    if isinstance(join.right, b.Join):
        right = f"({right})"
    if join.kind is b.JoinKind.CROSS:
        return f"{left} CROSS JOIN {right}"
    condition = "TRUE" if join.condition is None else condition_sql(state, join.condition)
    return f"{left} {join.kind.value.upper()} JOIN {right} ON {condition}"


def _values(state: State, values: b.Values) -> str:
    rows = [[expression(state, v) for v in row] for row in values.rows]
    shapes = tuple(_shape_of_column([row[i] for row in rows]) for i in range(len(values.columns)))
    arrays = [any(_is_list(row[i]) for row in rows) for i in range(len(shapes))]
    whats = (what_shows([row[i] for row in rows], shape, array=arrays[i]) for i, shape in enumerate(shapes))
    shown = {i: what for i, what in enumerate(whats) if what is not None}
    state.set_shapes(values.source, shapes, shown)
    written = ", ".join(f"({', '.join(_row(row, shapes, shown))})" for row in rows)
    names = ", ".join([*(f"c{i}" for i in range(len(values.columns))), *(f"x{i}" for i in shown)])
    return f"(VALUES {written}) AS t{values.source}({names})"


def _row(row: list[Lowered], shapes: tuple[NumericShape | None, ...], shown: dict[int, What]) -> list[str]:
    values = [_in_shape(v, s) for v, s in zip(row, shapes, strict=True)]
    return values + [showing(row[i], what, array=_is_list(row[i])) for i, what in shown.items()]


def _is_list(value: Lowered) -> bool:
    return value.sql.endswith("[])")


def _shape_of_column(column: list[Lowered]) -> NumericShape | None:
    shapes = [v.shape for v in column if v.shape is not None]
    return widest(shapes) if shapes else None


def _in_shape(value: Lowered, shape: NumericShape | None) -> str:
    # Arrays of numeric of different shapes are left to VALUES' own unification, which widens.
    return value.sql if shape is None or _is_list(value) else cast(value, shape)


def _beside(state: State, left: b.From, calls: b.FunctionScan) -> str:
    """A function beside others; calls of a select list depend on a row of those, or DuckDB makes a cross product of columns."""
    column = next(((s, min(state.needed(s))) for s in sorted(sources_of(left)) if state.needed(s)), None)
    if not calls.each_row or column is None:
        return _function_scan(state, calls)
    return _function_scan(state, calls, f"CASE WHEN t{column[0]}.c{column[1]} IS NULL THEN NULL END")


def _function_scan(state: State, item: b.FunctionScan, null: str | None = None) -> str:
    """A table function's lowering gives a list (of structs, for several columns); it is unnested beside its ordinals.

    What is tied to rows by *null* is one column before: DuckDB unnests that in place, and joins what is of several columns, in
    another order.
    """
    args = tuple(expression(state, a) for a in item.args)
    constants = tuple(map(constant_value, item.args))
    from_zero = tuple(map(counts_from_zero, item.args))
    context = LowerContext(state.settings, tuple(a.type for a in item.args), item.columns[0].type, constants, from_zero)
    lower = item.function.lower
    found = Lowered(context.fill(lower, [a.sql for a in args])) if isinstance(lower, str) else lower(context, args)
    width = len(item.columns) - item.ordinality
    texts = found.text if item.columns[0].type.pg is NUMERIC and found.shape is not None else None
    if item.columns[0].type.pg is NUMERIC and found.shape is not None:
        state.set_shapes(item.source, (found.shape,), {} if texts is None else {0: "text"})
    lists, made = [found.sql] if texts is None else [found.sql, texts], ""
    if null is not None:
        packed = ", ".join(f"l{i} := coalesce({null}, {one})" for i, one in enumerate(lists))
        made = f"LATERAL (SELECT struct_pack({packed}) AS l) AS l{item.source} CROSS JOIN "
        lists = [f"l{item.source}.l.l{i}" for i in range(len(lists))]
    elements = [f"unnest({lists[0]}) AS e"]
    outputs = [_output(item, i, found.shape) for i in range(width)]
    if item.ordinality:
        elements.append(f"unnest(generate_series(1, len({lists[0]}))) AS o")
        outputs.append(f"f.o AS c{width}")
    if texts is not None:
        elements.append(f"unnest({lists[1]}) AS x")
        outputs.append("f.x AS x0")
    return f"{made}LATERAL (SELECT {', '.join(outputs)} FROM (SELECT {', '.join(elements)}) AS f) AS t{item.source}"


def _output(item: b.FunctionScan, column: int, shape: NumericShape | None) -> str:
    value = f"f.e.{item.function.columns[column][0]}" if item.function.columns else "f.e"
    return f"CAST({value} AS {duckdb_type(item.columns[column].type.pg, shape)}) AS c{column}"
