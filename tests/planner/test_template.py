"""Texts that differ in constants only are parsed alike."""

from __future__ import annotations

import random

import pytest

from planner.errors import PlanError
from planner.parse import parse
from planner.parse.template import ParseCache, cut, template, template_of
from planner.tree.statement import SelectStatement, Statement
from tests.planner.harness import CASES, read_cases
from tests.planner.other_constants import with_other_constants
from tests.plugins.scale import seed_for

SEED = seed_for("template")
TEXTS = [case.sql for path in sorted(CASES.glob("*.sql")) for case in read_cases(path)]


def taken_out(text: str) -> str | None:
    """The text's template, with ? for NUL."""
    parts = cut(text)
    found = None if parts is None else template(text, parts, parse(text))
    return None if parts is None or found is None else template_of(parts, found.free).replace("\0", "?")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select b from t where a = 5", "select b from t where a = ?i"),
        (" select 7 from t where a = 3000000000 and x in ('it''s', 2.5) ;", " select 7 from t where a = ?b and x in (?s, ?n) ;"),
        ("select 1 from t where a=-5 or a in (5, -2147483648, -2147483649)", "select 1 from t where a=?-i or a in (?i, ?-i, ?-b)"),
        ("select a from t where a < 2147483648 order by 1 limit 5", "select a from t where a < ?b order by 1 limit ?i"),
        ("select 1 from t where a=5/* = 7 */or b > date '2020-01-01'", "select 1 from t where a=?i/* = 7 */or b > date ?s"),
        ("select 1 from \"5 = 5\" where a between 1 and '9'", 'select 1 from "5 = 5" where a between ?i and ?s'),
        ("select 1 from t where a = 'x'\n'y' and b = 4", "select 1 from t where a = 'x'\n'y' and b = ?i"),
        ("select 1 from t where a = 5 -- it's\n and b = '='", "select 1 from t where a = ?i -- it's\n and b = ?s"),
        ("select 1 from t where a = $1 and b = $$ = 5 $$ and c = 6", "select 1 from t where a = $1 and b = $$ = 5 $$ and c = ?i"),
    ],
)
def test_what_is_taken_out(text: str, expected: str) -> None:
    assert taken_out(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "select 1, 'x'",
        "select b from t where a = 5 ^ 1",
        "select b from t where a = - 5 or a = -5::int8 or a = b -5 or a = --5\n b",
        "select b from t where a = 1e5 or a = 5. or a = .5",
        "select b from t where b = E'x' or b = U&'x' or b like 'x' or b = 'a\\b'",
        "select a from t order by 1 fetch first row only",
        "select 1 from t where a = 5; select 1",
        "select b from t where a = 99999999999999999999",
        "explain select 1 from t where a = 5",
        "set a = 5",
        "select b from t where a = 5 and b = '" + "x" * 5000 + "'",
    ],
)
def test_what_stays(text: str) -> None:
    assert taken_out(text) is None


def outcome(parser: ParseCache | None, text: str) -> list[Statement] | tuple[type[PlanError], str, int | None]:
    """The statements, or the error."""
    try:
        return parse(text) if parser is None else parser.parse(text)
    except PlanError as error:
        return type(error), error.message, error.position


@pytest.mark.parametrize("text", TEXTS)
def test_another_text_of_the_template_is_what_parsing_makes_of_it(text: str) -> None:
    """Whatever the other constants are, also where they cannot be told from what is in comments and names."""
    rng, cache = random.Random(f"{SEED} {text}"), ParseCache()
    outcome(cache, text)
    for _ in range(5):
        other = with_other_constants(text, rng)
        expected = outcome(None, other)
        assert outcome(cache, other) == expected, (SEED, other)
        if not isinstance(expected, tuple) and isinstance(expected[0], SelectStatement):
            (found,) = cache.parse(other)
            assert isinstance(found, SelectStatement)
            assert (found.offset, found.tree) == (expected[0].offset, expected[0].tree), (SEED, other)
            if found.constants is not None:
                starts = [found.text[p - 1 :] for p in found.constants.positions]
                assert all(map(str.startswith, starts, found.constants.texts)), (SEED, other)
