"""Queries without their constants."""

from __future__ import annotations

import pytest

from planner.bind import bind
from planner.bound import OutputColumn
from planner.errors import PlanError
from planner.parse import parse
from planner.parse.template import Template, template
from planner.statement import SelectStatement
from tests.planner.harness import CASES, Case, read_cases
from tests.planner.test_bind import CATALOG


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select b from t where a = 5", Template("select b from t where a = $1", ((23, "5"),))),
        ("select b from t where a = 5;", Template("select b from t where a = $1;", ((23, "5"),))),
        (
            "SELECT b FROM t WHERE (h >= 3000000000) AND b = 'it''s' LIMIT 3",
            Template("SELECT b FROM t WHERE (h >= $1) AND b = $2 LIMIT 3", ((20, "3000000000"), (0, "it's"))),
        ),
        (
            "select 1 from t where a = 5 /* = 7 */ or b = $$x$$",
            Template("select 1 from t where a = $1 /* = 7 */ or b = $2", ((23, "5"), (0, "x"))),
        ),
    ],
)
def test_constants_of_comparisons_are_taken_out(text: str, expected: Template) -> None:
    assert template(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "select 1",
        "select b from t where a = 5 + 1",
        "select b from t where a = -5",
        "select b from t where a = 5::int8",
        "select b from t where a = 1.5",
        "select b from t where 'x' = b",
        "select b from t where a = 5; select 1",
        "select b from t where a = 5 and h = $1",
        "select b from t where a = 99999999999999999999",
        "select '= 5",
        "set a = 5",
        "",
        "select b from t where a = 5 and b = '" + "x" * 5000 + "'",
    ],
)
def test_what_has_no_template(text: str) -> None:
    assert template(text) is None


@pytest.mark.parametrize("case", [c for p in sorted(CASES.glob("*.sql")) for c in read_cases(p)], ids=lambda c: c.name)
def test_a_template_binds_as_its_original_or_not_at_all(case: Case) -> None:
    found = template(case.sql)
    if found is None:
        return
    try:
        columns = [(c.name, c.type) for c in _bind(case.sql, ())]
    except PlanError:
        return
    try:
        assert [(c.name, c.type) for c in _bind(found.text, found.parameter_types)] == columns
    except PlanError:
        assert "GROUP BY" in case.sql


def _bind(text: str, types: tuple[int, ...]) -> tuple[OutputColumn, ...]:
    (statement,) = parse(text)
    assert isinstance(statement, SelectStatement)
    return bind(statement, CATALOG, types).columns
