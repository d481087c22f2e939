"""The SELECT that each scan stands in, where it is the whole FROM."""

from __future__ import annotations

from planner.bound import Derived, From, Join, Query, Scan, Select, Subquery
from planner.constrain.children import inside, select_expressions


def selects_by_source(query: Query) -> dict[int, Select]:
    """Source of a scan → the SELECT whose FROM is that scan and nothing else."""
    found: dict[int, Select] = {}
    pending: list[Query] = [query]
    while pending:
        one = pending.pop()
        pending += [cte.query for cte in one.with_]
        if not isinstance(one, Select):
            pending += [one.left, one.right]
            continue
        if isinstance(one.from_, Scan):
            found[one.from_.source] = one
        pending += _queries_in(one)
    return found


def _queries_in(select: Select) -> list[Query]:
    tops = [*select_expressions(select), *([] if select.where is None else [select.where])]
    found = [e.query for top in tops for e in inside(top) if isinstance(e, Subquery)]
    pending: list[From] = [] if select.from_ is None else [select.from_]
    while pending:
        of = pending.pop()
        if isinstance(of, Join):
            pending += [of.left, of.right]
            found += [e.query for e in inside(of.condition) if isinstance(e, Subquery)] if of.condition is not None else []
        elif isinstance(of, Derived):
            found.append(of.query)
    return found
