"""Samples of the protocol fuzzer: against the gateway, and its model against PostgreSQL 15."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.fuzz.known import NUMBERS
from tests.fuzz.protocol import CLIENTS, Fuzzing
from tests.fuzz.target import Target, fuzzed_gateway
from tests.plugins.postgres import PostgresServer, running_postgres
from tests.plugins.scale import scaled, seed_for

MESSAGES = scaled(20_000, 1_000_000)
MODEL_MESSAGES = 5_000


def fuzz(target: Target, messages: int) -> None:
    seed = seed_for("protocol")
    fuzzing = Fuzzing(target, messages, seed)
    asyncio.run(fuzzing.run(CLIENTS))
    print(fuzzing.summary())
    assert fuzzing.sent >= messages


@pytest.mark.slow
def test_whatever_clients_send(tmp_path: Path) -> None:
    with fuzzed_gateway(tmp_path) as target:
        fuzz(target, MESSAGES)


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL that may crash, as version 15 does for some of what fuzzers send, without harm to other tests."""
    with running_postgres() as server:
        yield server


@pytest.mark.postgres
def test_the_model_is_right_about_postgres(own_postgres: PostgresServer) -> None:
    """What it asks for is what PostgreSQL 15 answers."""
    with psycopg.connect(own_postgres.dsn, autocommit=True) as connection:
        connection.execute("CREATE DATABASE tidegate")
    with psycopg.connect(own_postgres.dsn, dbname="tidegate", autocommit=True) as connection:
        connection.execute(
            f"CREATE TABLE numbers AS SELECT id::int8, 'w' || id AS word FROM generate_series(0, {NUMBERS - 1}) AS id"
        )
        connection.execute("ALTER TABLE numbers ADD PRIMARY KEY (id)")
        connection.execute("GRANT SELECT ON numbers TO tester")
    fuzz(Target("127.0.0.1", own_postgres.port), MODEL_MESSAGES)
