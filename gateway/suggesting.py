"""A view over an aggregation's state that gives it the shape people expect: a mean instead of the sum and count it is made of.

Spark keeps an aggregate as its buffers, under names of its own. What stands next to each other tells most of them:

================  ==================================================================================
sum, count        avg(): the quotient. sum() and count() of a query look the same where they adjoin
sum, is_empty     sum() of decimals: NULL while it is empty
first, value_set  first() and, as last, last(): the second column says if there was a value
n, avg, m2        stddev() and its kind: the sample's standard deviation
buf               what only Spark can read is left out
================  ==================================================================================

Other columns stay, and lose the number behind a name that nothing else has then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gateway.catalog.definitions import quoted
from statestore import types as st
from statestore.attach.tables.columns import distinct_names
from statestore.schema import Column, ViewSchema

_NUMBERED: Final = re.compile(r"_\d+$")
_SUFFIX: Final = "_values"


@dataclass(frozen=True, slots=True)
class _Shape:
    """Columns of these names, side by side, and what to select for them: (expression, name)."""

    names: tuple[str, ...]
    made: Callable[..., tuple[str, str]]


_SHAPES: Final = (
    _Shape(("n", "avg", "m2"), lambda n, _, m2: (f"CASE WHEN {n} > 1 THEN sqrt({m2} / ({n} - 1)) END", "stddev")),
    _Shape(("sum", "is_empty"), lambda total, empty: (f"CASE WHEN NOT {empty} THEN {total} END", "sum")),
    _Shape(("sum", "count"), lambda total, count: (f"{total} / nullif({count}, 0)", "avg")),
    _Shape(("first", "value_set"), lambda first, _: (first, "first")),
    _Shape(("last", "value_set"), lambda last, _: (last, "last")),
)


def suggested_view(schema: ViewSchema) -> str | None:
    """Lines of a configuration: a view over the table of an aggregation; None where the table has that shape already."""
    key = [c for c in schema.columns if c.name in schema.key]
    values = [c for c in schema.columns if c.name not in schema.key and not _is_opaque(c)]
    items = [*((quoted(c.name), c.name) for c in key), *_made(values)]
    names = distinct_names([name for _, name in items])
    selected = [_item(expression, name) for (expression, _), name in zip(items, names, strict=True)]
    if not selected or selected == [quoted(c.name) for c in (*key, *values)]:
        return None
    sql = f"SELECT {', '.join(selected)} FROM {quoted(schema.name)}"
    return f"[view.{schema.name}{_SUFFIX}]\nsql = {json.dumps(sql, ensure_ascii=False)}"


def _is_opaque(column: Column) -> bool:
    return _base(column.name) == "buf" and isinstance(column.type, st.Binary)


def _base(name: str) -> str:
    return _NUMBERED.sub("", name)


def _made(columns: Sequence[Column]) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(columns):
        shape = next((s for s in _SHAPES if _fits(s, columns[at : at + len(s.names)])), None)
        if shape is None:
            yield quoted(columns[at].name), _base(columns[at].name)
            at += 1
        else:
            taken = columns[at : at + len(shape.names)]
            yield shape.made(*(quoted(c.name) for c in taken))
            at += len(taken)


def _fits(shape: _Shape, columns: Sequence[Column]) -> bool:
    names = tuple(_base(c.name) for c in columns)
    # A mean's sum is a double, or a decimal; the sum of integers is a long.
    return names == shape.names and (shape.names != ("sum", "count") or not isinstance(columns[0].type, st.Long))


def _item(expression: str, name: str) -> str:
    return expression if expression == quoted(name) else f"{expression} AS {quoted(name)}"
