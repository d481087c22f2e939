"""Deparsed text binds back to the query that it was made from."""

from __future__ import annotations

import pytest

from planner.bind import bind
from planner.bound import BoundQuery
from planner.catalog import MemoryCatalog, view_relation
from planner.deparse import deparse
from planner.errors import PlanError
from planner.parse import parse
from planner.statement import SelectStatement
from tests.planner.harness import CASES, SETTINGS, VIEWS, Case, read_cases

_CATALOG = MemoryCatalog([view_relation(view, 16384 + number) for number, view in enumerate(VIEWS)])


def _bound(sql: str, parameters: tuple[int, ...] = ()) -> BoundQuery:
    (statement,) = parse(sql)
    assert isinstance(statement, SelectStatement)
    return bind(statement, _CATALOG, parameters, SETTINGS)


def _is_bindable(case: Case) -> bool:
    try:
        statements = parse(case.sql)
        return isinstance(statements[0], SelectStatement) and bool(_bound(case.sql, case.parameters))
    except (PlanError, IndexError, ValueError):
        return False


_ALL = [case for path in sorted(CASES.glob("*.sql")) for case in read_cases(path) if _is_bindable(case)]


@pytest.mark.parametrize("case", _ALL, ids=lambda c: c.name)
def test_text_is_a_fixed_point(case: Case) -> None:
    first = _bound(case.sql, case.parameters)
    text = deparse(first.query)
    again = _bound(text, tuple(p.pg.oid for p in first.parameters))
    assert [(c.name, c.type) for c in again.columns] == [(c.name, c.type) for c in first.columns]
    assert deparse(again.query) == text
