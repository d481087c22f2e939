"""Queries of constants in sql/*.sql, one per line: DuckDB's rows, or the class of the error, are PostgreSQL 15's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.planner.types.both import Both, Failed

pytestmark = pytest.mark.postgres
FOLDER = Path(__file__).with_name("sql")
SHOWN_MAX = 40


@pytest.mark.parametrize("name", sorted(f.stem for f in FOLDER.glob("*.sql") if f.stem != "refused"))
def test_the_same_answers(both: Both, name: str) -> None:
    wrong = both.differences((FOLDER / f"{name}.sql").read_text().splitlines())
    assert not wrong, "\n".join(wrong[:SHOWN_MAX])


@pytest.mark.parametrize("sql", (FOLDER / "refused.sql").read_text().splitlines())
def test_refused_by_name_and_not_answered_otherwise(both: Both, sql: str) -> None:
    """PostgreSQL has an answer; ours is "not supported", for what would come out otherwise or does not exist here."""
    assert both.lowered(sql) == Failed("0A")
    assert not isinstance(both.expected(sql), Failed)
