"""Binding gives what PostgreSQL 15 gives: result shapes, inferred parameters, errors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.planner.harness import CASES, Case, Reference, differences, ours, read_cases, reference_database, theirs

pytestmark = pytest.mark.postgres
_ALL = [case for path in sorted(CASES.glob("*.sql")) for case in read_cases(path)]


@pytest.fixture(scope="module")
def reference(postgres_dsn: str) -> Iterator[Reference]:
    with reference_database(postgres_dsn, "binding") as found:
        yield found


@pytest.mark.parametrize("case", _ALL, ids=lambda c: c.name)
def test_binds_as_postgres_does(case: Case, reference: Reference) -> None:
    found = differences(ours(case, reference.catalog), theirs(case, reference.connection))
    unexplained = {aspect: what for aspect, what in found.items() if aspect not in case.differs}
    assert not unexplained, case.sql
    assert set(case.differs) <= set(found), "a difference has gone"
