"""What DuckDB would take minutes to bind is refused: it puts macros' arguments in wherever the macro has them."""

from __future__ import annotations

import pytest

from planner.errors import TooComplex
from planner.lower.repeats import EXPANDED_WORDS_MAX, REPEATED_SUBQUERIES_MAX, check_repeats, expanded


def test_counts_what_macros_repeat() -> None:
    # pg_timestamp_add has its first argument three times and its second twice.
    assert expanded("SELECT pg_timestamp_add((SELECT 1), (SELECT 2))").subqueries == 2 + 1
    assert expanded("SELECT pg_timestamp_add(pg_timestamp_add((SELECT 1), i), [f(1, 2), (SELECT 2)])").subqueries == 8 + 1
    assert expanded("SELECT other((SELECT 'pg_timestamp_add((SELECT 1))'), \"pg_timestamp_add\")").subqueries == 0


def nested(depth: int, value: str) -> str:
    return f"SELECT {'pg_timestamp_add(' * depth}{value}{', i)' * depth}"


def test_refuses_many_copies_of_correlated_subqueries() -> None:
    assert 3**3 - 1 <= REPEATED_SUBQUERIES_MAX < 3**4 - 1
    check_repeats(nested(3, "(SELECT t.a)"), correlated=True)
    check_repeats(nested(4, "(SELECT 1)"), correlated=False)
    with pytest.raises(TooComplex):
        check_repeats(nested(4, "(SELECT t.a)"), correlated=True)


def test_a_macro_with_a_subquery_makes_correlated_ones() -> None:
    check_repeats(nested(2, "tg_visible(t0.c1)"), correlated=False)
    check_repeats(nested(5, "tg_visible(1)"), correlated=False)
    with pytest.raises(TooComplex):
        check_repeats(nested(5, "tg_visible(t0.c1)"), correlated=False)


def test_refuses_what_grows_too_long() -> None:
    assert EXPANDED_WORDS_MAX < 3**13
    check_repeats(nested(6, "x"), correlated=False)
    with pytest.raises(TooComplex):
        check_repeats(nested(13, "x"), correlated=False)
