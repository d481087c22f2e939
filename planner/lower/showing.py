"""The columns x0, x1 … that say beside a numeric column c0, c1 … what its values show (planner.postgres.functions.display)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planner.lower.state import LoweredQuery, Shown, What
from planner.postgres.functions import display
from planner.postgres.functions.equal_texts import key_of
from planner.postgres.functions.function import Lowered, NumericShape
from planner.tree.types import PgType

#: Of a set operation: column, descending, NULLs first.
Order = tuple[int, bool, bool]


def what_shows(values: Sequence[Lowered], shape: NumericShape | None, *, array: bool = False) -> What | None:
    """What a column of these values needs beside it, in the shape that they share; None: nothing."""
    known = [v for v in values if not v.sql.startswith("CAST(NULL AS")]
    if shape is None or all(display.is_fixed(v) and v.shape is not None and v.shape.scale == shape.scale for v in known):
        return None
    return "scale" if all(map(display.is_exact, known)) and not array else "text"


def showing(value: Lowered, what: What, *, array: bool = False) -> str:
    """The value's entry in such a column."""
    return display.scale_of(value) if what == "scale" else display.text_of(value, array=array)


def shown_column(column: Lowered, what: What | None, beside: str) -> Lowered:
    """A column with what stands beside it."""
    if what is None:
        return column
    return replace(column, scale=beside) if what == "scale" else replace(column, text=beside)


def column_of_q(query: LoweredQuery, i: int) -> Lowered:
    """A column of a query that is called q."""
    return shown_column(Lowered(f"q.c{i}", query.shapes[i]), query.shown.get(i), f"q.x{i}")


def around(inner: LoweredQuery, kept: frozenset[int], order: Sequence[Order], shown: Shown, *, merge: bool) -> LoweredQuery:
    """A query around one that has columns beside: it orders rows, makes texts and, with *merge*, one row of equal ones."""
    outputs = []
    for i in sorted(kept):
        instead = i in inner.shown and shown is Shown.INSTEAD
        outputs.append(f"{_one(display.text_of(column_of_q(inner, i)), merge=merge) if instead else f'q.c{i}'} AS c{i}")
    if shown is Shown.BESIDE:
        outputs += [f"{_one(f'q.x{i}', merge=merge)} AS x{i}" for i in inner.shown]
    groups = f" GROUP BY {', '.join(f'q.c{i}' for i in sorted(kept))}" if merge else ""
    keys = ", ".join(f"q.c{i}{direction(descending, nulls_first)}" for i, descending, nulls_first in order)
    tail = f"{groups}{f' ORDER BY {keys}' if keys else ''}"
    return replace(inner, sql=f"SELECT {', '.join(outputs)} FROM ({inner.sql}) AS q{tail}")


def _one(sql: str, *, merge: bool) -> str:
    return f"any_value({sql})" if merge else sql


def direction(descending: bool, nulls_first: bool) -> str:
    """ASC or DESC and where NULLs go, always written."""
    return f" {'DESC' if descending else 'ASC'} NULLS {'FIRST' if nulls_first else 'LAST'}"


def of_group(key: Lowered, pg: PgType) -> Lowered:
    """What a GROUP BY key shows: what one of the equal values of its group does. NULL where a grouping set leaves it out."""
    if (by := key_of(key.sql, pg)) != key.sql:
        shown = f"CASE WHEN {by} IS NOT NULL THEN any_value({key.sql}) END"
        return Lowered(shown, grouped=(by, shown))
    if display.is_fixed(key):
        return key
    scale, text = (
        None if of is None else f"CASE WHEN {key.sql} IS NOT NULL THEN any_value({of}) END" for of in (key.scale, key.text)
    )
    return replace(key, scale=scale, text=text)
