"""A plan with parameters for constants is the plan that those constants would have."""

from __future__ import annotations

import random
from typing import Any

import pytest

from planner.errors import InvalidLimit, InvalidOffset, PlanError
from planner.parse import parse
from planner.parse.template import ParseCache
from planner.plan.parameterized import Taken, parameterized
from planner.postgres.bind import bind
from planner.tree.bound import BoundQuery, Const, InList, Param, Query, Select
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import Constants, SelectStatement
from planner.tree.values import Value
from planner.tree.walk import changed
from tests.planner.harness import CASES, read_cases
from tests.planner.other_constants import with_other_constants
from tests.planner.test_bind import CATALOG
from tests.plugins.scale import seed_for

SEED = seed_for("parameterized")
SETTINGS = PlanSettings()
TEXTS = [case.sql for path in sorted(CASES.glob("*.sql")) for case in read_cases(path) if not case.parameters]
TEXTS += [
    "SELECT a, a = 5 FROM t WHERE a = 5 AND h > 7 GROUP BY a, a = 5 HAVING a = 5 ORDER BY 1 LIMIT 3",
    "SELECT b, count(*) FROM t WHERE a IN (1, 2, 3) AND b BETWEEN 'a' AND 'c' GROUP BY b HAVING count(*) > 2 ORDER BY 2 OFFSET 1",
    "WITH q AS (SELECT a FROM t WHERE h = 9 LIMIT 10) SELECT * FROM q JOIN t ON q.a = t.a AND t.h > 4 WHERE q.a < '3'",
    "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM t AS u WHERE u.a = t.a AND u.h = 2) AND 1 = 1 AND 5 > a",
    "SELECT a FROM t WHERE a = 1 UNION SELECT a FROM t WHERE a = 2 LIMIT 4",
    "SELECT a * 5, b || 'x', h FROM t WHERE a = 5 - 1 + 1 AND h > 2 * (3 - a) ORDER BY 1, h + 2 LIMIT 3",
    "SELECT DISTINCT a + 5 FROM t WHERE 7 + 1 = 8 ORDER BY a + 5",
    "SELECT a + 5, count(*) FROM t WHERE a % 5 = 2 GROUP BY a + 5 ORDER BY a + 5",
    "SELECT a FROM (SELECT a FROM t WHERE b = 'x') AS s WHERE (SELECT count(*) FROM t WHERE a = 3) > 2",
]


def bound(text: str) -> BoundQuery:
    """The text as it is."""
    (statement,) = parse(text)
    assert isinstance(statement, SelectStatement)
    return bind(statement, CATALOG, (), SETTINGS)


def filled(query: Query, values: tuple[Value, ...]) -> Query:
    """The query with constants in the place of parameters."""

    def visit(node: Any) -> Any:
        return Const(values[node.index], node.type) if isinstance(node, Param) else None

    return changed(query, visit)


def constants_of(cache: ParseCache, text: str) -> Constants | None:
    """Those of a text, if another one of its template was parsed."""
    (statement,) = cache.parse(text)
    return statement.constants if isinstance(statement, SelectStatement) else None


def shared(text: str, rng: random.Random) -> tuple[ParseCache, Constants, BoundQuery, Taken] | None:
    """Constants of another text of the template, its query and what has become a parameter in it."""
    cache = ParseCache()
    try:
        cache.parse(text)
        for other in (with_other_constants(text, rng) for _ in range(20)):
            constants = constants_of(cache, other)
            if other != text and constants is not None and "$" not in text:
                return cache, constants, *parameterized(bound(other), constants, SETTINGS, folding=rng.random() < 0.5)
    except PlanError:
        pass
    return None


@pytest.mark.parametrize("text", TEXTS)
def test_it_is_what_binding_makes_of_the_constants(text: str) -> None:
    rng = random.Random(f"{SEED} {text}")
    found = shared(text, rng)
    if found is None:
        return
    cache, first, general, taken = found
    for _ in range(20):
        other = with_other_constants(text, rng)
        try:
            constants = constants_of(cache, other)
        except PlanError:
            continue
        if constants is None or constants.template != first.template or taken.rest_of(constants) != taken.rest:
            continue
        values = taken.values(constants)
        if values is not None:
            try:
                query = bound(other).query
            except (InvalidLimit, InvalidOffset):
                continue  # a parameter is looked at when it is used: tests/gateway/test_session_sql.py
            assert filled(general.query, values) == query, (SEED, first, other)


@pytest.mark.parametrize(
    ("text", "other", "values"),
    [
        ("SELECT a FROM t WHERE a = 5 AND b = 'x'", "SELECT a FROM t WHERE a = 6 AND b = 'it''s'", (6, "it's")),
        ("SELECT a FROM t WHERE a IN (1, 2) LIMIT 3", "SELECT a FROM t WHERE a IN (8, 9) LIMIT 4", (4, 8, 9)),
        ("SELECT a FROM t WHERE h > '5'", "SELECT a FROM t WHERE h > '3000000000'", (3_000_000_000,)),
        ("SELECT a FROM t WHERE a = '5'", "SELECT a FROM t WHERE a = '3000000000'", None),
        ("SELECT a * 5 FROM t WHERE a = 5 - 1 ORDER BY a * 7", "SELECT a * 6 FROM t WHERE a = 8 - 9 ORDER BY a * 1", (8, 9, 6, 1)),
        ("SELECT a FROM t ORDER BY a * 5, a * 5", "SELECT a FROM t ORDER BY a * 5, a * 7", "another plan"),
        ("SELECT a % 5 FROM t ORDER BY 1, a % 5", "SELECT a % 7 FROM t ORDER BY 1, a % 5", "another plan"),
        ("SELECT a % 5 FROM t ORDER BY a % 5", "SELECT a % 7 FROM t ORDER BY a % 3", (7, 3)),
        ("SELECT a * 5 FROM t GROUP BY a * 5", "SELECT a * 6 FROM t GROUP BY a * 6", "another plan"),
        ("SELECT a FROM t WHERE a = -5", "SELECT a FROM t WHERE a = -2147483648", (-2_147_483_648,)),
        ("SELECT a FROM t WHERE a = 5 AND 1 = 1", "SELECT a FROM t WHERE a = 6 AND 1 = 1", (6,)),
        ("SELECT a FROM t WHERE a = 5 AND 1 = 1", "SELECT a FROM t WHERE a = 6 AND 1 = 2", "another plan"),
    ],
)
def test_values(text: str, other: str, values: tuple[Value, ...] | str | None) -> None:
    cache = ParseCache()
    cache.parse(text.replace("5", "4").replace("1, 2", "1, 1"))
    first, constants = constants_of(cache, text), constants_of(cache, other)
    assert first is not None
    assert constants is not None
    _, taken = parameterized(bound(text), first, SETTINGS)
    if values == "another plan":
        assert taken.rest_of(constants) != taken.rest
    else:
        assert taken.rest_of(constants) == taken.rest
        assert taken.values(constants) == values


def test_groups_and_positions_stay() -> None:
    text = "SELECT a = 5, count(*) FROM t WHERE a IN (5, 6) GROUP BY a = 5 ORDER BY 1"
    cache = ParseCache()
    cache.parse(text.replace("6", "7"))
    constants = constants_of(cache, text)
    assert constants is not None
    general, taken = parameterized(bound(text), constants, SETTINGS)
    query = general.query
    assert isinstance(query, Select)
    assert isinstance(query.where, InList)
    assert len(taken.chosen) == 2
    assert taken.rest == ("5", "5")
    assert (query.items, query.group_by) == (bound(text).query.items, bound(text).query.group_by)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "folded", "kept"),
    [
        ("SELECT a FROM t WHERE a = 5 - 1 AND h = 2", True, ("5", "1")),
        ("SELECT a FROM t WHERE a + 1 = 5", False, ()),
        ("SELECT a + (5 - 1) * 7 FROM t", True, ("5", "1", "7")),
    ],
)
def test_what_would_be_folded(text: str, folded: bool, kept: tuple[str, ...]) -> None:
    cache = ParseCache()
    cache.parse(text.replace("5", "4"))
    constants = constants_of(cache, text)
    assert constants is not None
    _, taken = parameterized(bound(text), constants, SETTINGS)
    assert (taken.folded, taken.rest) == (folded, ())
    _, taken = parameterized(bound(text), constants, SETTINGS, folding=False)
    assert (taken.folded, taken.rest) == (False, kept)
