"""Binding gives what PostgreSQL 15 gives: result shapes, inferred parameters, errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import psycopg
import pytest

from planner.catalog import MemoryCatalog
from tests.planner.harness import CASES, Case, create_tables, differences, load_catalog, ours, read_cases, theirs

pytestmark = pytest.mark.postgres
_ALL = [case for path in sorted(CASES.glob("*.sql")) for case in read_cases(path)]


@dataclass(frozen=True)
class Reference:
    """A PostgreSQL with the tables of the cases, and the catalog that says the same."""

    connection: psycopg.Connection
    catalog: MemoryCatalog


@pytest.fixture(scope="module")
def reference(postgres_dsn: str) -> Iterator[Reference]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE DATABASE binding")
    with psycopg.connect(postgres_dsn, dbname="binding", autocommit=True) as connection:
        create_tables(connection)
        yield Reference(connection, load_catalog(connection))
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("DROP DATABASE binding")


@pytest.mark.parametrize("case", _ALL, ids=lambda c: c.name)
def test_binds_as_postgres_does(case: Case, reference: Reference) -> None:
    found = differences(ours(case, reference.catalog), theirs(case, reference.connection))
    unexplained = {aspect: what for aspect, what in found.items() if aspect not in case.differs}
    assert not unexplained, case.sql
    assert set(case.differs) <= set(found), "a difference has gone"
