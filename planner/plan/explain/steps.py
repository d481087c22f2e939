"""What DuckDB does with the rows of a query, in a few words."""

from __future__ import annotations

from collections.abc import Iterator

from planner.tree.bound import CteRef, Derived, From, Join, Query, Select, Subquery, Window
from planner.tree.walk import inside, select_expressions


def engine_steps(query: Query) -> list[str]:
    """The kinds of work in the statement, each named once, in the order in which they first come."""
    return list(dict.fromkeys(_steps(query)))


def _steps(query: Query) -> Iterator[str]:
    for cte in query.with_:
        yield "recursive WITH" if cte.recursive else "WITH"
        yield from _steps(cte.query)
    if isinstance(query, Select):
        yield from _select_steps(query)
    else:
        yield from _steps(query.left)
        yield from _steps(query.right)
        yield query.op.upper() + (" ALL" if query.all else "")
        yield from ["sort"] if query.order_by else []
    yield from ["limit"] if query.limit is not None or query.offset is not None else []


def _select_steps(select: Select) -> Iterator[str]:
    if select.from_ is not None:
        yield from _from_steps(select.from_)
    yield from ["filter"] if select.where is not None else []
    yield from ["aggregate"] if select.grouped else []
    tops = [*select_expressions(select), *([] if select.where is None else [select.where])]
    found = [e for top in tops for e in inside(top)]
    yield from (step for e in found if isinstance(e, Subquery) for step in ("subquery", *_steps(e.query)))
    yield from ["window"] if any(isinstance(e, Window) for e in found) else []
    yield from ["distinct"] if select.distinct or select.distinct_on else []
    yield from ["sort"] if select.order_by else []


def _from_steps(of: From) -> Iterator[str]:
    match of:
        case Join():
            yield from _from_steps(of.left)
            yield from _from_steps(of.right)
            yield f"{of.kind.value} join"
        case Derived():
            yield from _steps(of.query)
        case CteRef():
            return
