"""The committed facts of PostgreSQL's catalog are those of PostgreSQL 15."""

from __future__ import annotations

import psycopg
import pytest

from tests.tools.catalog_facts import TARGET, facts


@pytest.mark.postgres
def test_facts_are_those_of_postgresql_15(postgres_dsn: str) -> None:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        assert TARGET.read_text() == facts(connection), "run: python -m tests.tools.catalog_facts"
