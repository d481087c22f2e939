"""Whole conversations: the same bytes get the answers PostgreSQL 15 gives, in one segment, in many, and byte by byte.

TIDEGATE_REWRITE_GOLDENS=1 writes PostgreSQL's answers into transcripts.txt; review the difference.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import RawClient, shown, startup
from tests.gateway.transcript_cases import CASES, SETUP
from tests.gateway.wired import Wired

GOLDEN = Path(__file__).with_name("transcripts.txt")


def _goldens() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in GOLDEN.read_text().splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif line:
            found[next(reversed(found))].append(line)
    return found


EXPECTED = _goldens() if GOLDEN.exists() else {}


def _answers(wired: Wired, segments: list[bytes]) -> list[str]:
    return shown(b"".join(wired.feed(segment) for segment in segments))


@pytest.mark.parametrize("name", CASES)
def test_in_the_segments_of_the_case(name: str) -> None:
    with Wired(FakeEngine()).open() as wired:
        assert _answers(wired, CASES[name]) == EXPECTED[name]


@pytest.mark.parametrize("name", CASES)
def test_byte_by_byte(name: str) -> None:
    data = b"".join(CASES[name])
    with Wired(FakeEngine()).open() as wired:
        assert _answers(wired, [data[i : i + 1] for i in range(len(data))]) == EXPECTED[name]


@pytest.mark.parametrize("name", CASES)
def test_in_one_segment(name: str) -> None:
    with Wired(FakeEngine()).open() as wired:
        assert _answers(wired, [b"".join(CASES[name])]) == EXPECTED[name]


@pytest.mark.parametrize("name", CASES)
def test_without_the_hot_path(name: str) -> None:
    with Wired(FakeEngine(), hot=False).open() as wired:
        assert _answers(wired, CASES[name]) == EXPECTED[name]


# ---------------------------------------------------------------------------------------------------------------- the reference


@pytest.fixture(scope="module")
def reference(postgres_dsn: str) -> Iterator[int]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE DATABASE tidegate")
        connection.execute("GRANT ALL ON DATABASE tidegate TO tester")
    own = psycopg.conninfo.make_conninfo(postgres_dsn, dbname="tidegate")
    with psycopg.connect(own, autocommit=True) as connection:
        connection.execute(SETUP)
        connection.execute("GRANT SELECT ON kv TO PUBLIC")
    yield int(str(psycopg.conninfo.conninfo_to_dict(postgres_dsn)["port"]))
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("DROP DATABASE tidegate")


def _reference_answers(port: int, segments: list[bytes]) -> list[str]:
    with RawClient(port, startup()) as client:
        client.send(b"".join(segments) + b"X\0\0\0\x04")
        return shown(client.rest())


@pytest.mark.postgres
def test_postgresql_gives_the_same_answers(reference: int) -> None:
    answers = {name: _reference_answers(reference, segments) for name, segments in CASES.items()}
    if os.environ.get("TIDEGATE_REWRITE_GOLDENS") == "1":
        text = "\n".join(f"## {name}\n" + "".join(line + "\n" for line in lines) for name, lines in answers.items())
        GOLDEN.write_text(re.sub(r"\n\n\n+", "\n\n", text))
    assert answers == _goldens()
