"""jOOQ: what its generator writes, and its queries, MULTISET among them, are those of PostgreSQL 15."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

import psycopg
import pytest

from tests.clients.told import told
from tests.plugins.jdbc import PGJDBC
from tests.plugins.maven import class_path
from tests.plugins.namesake import Namesake
from tests.plugins.need import program
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres, pytest.mark.timeout(400)]

#: The last series that Java 17 runs.
JOOQ: Final = "org.jooq:jooq-codegen:3.19.39"
SOURCE: Final = Path(__file__).parent / "jooq" / "Ask.java"


@pytest.fixture(scope="module")
def jooq(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command line before the address."""
    folder = tmp_path_factory.mktemp("jooq")
    path = class_path(folder, JOOQ, PGJDBC)
    subprocess.run([program("javac"), "-cp", path, "-d", str(folder), str(SOURCE)], check=True)
    return [program("java"), "-Dorg.jooq.no-logo=true", "-Dorg.jooq.no-tips=true", "-cp", f"{path}:{folder}", "Ask"]


def written(jooq: list[str], dsn: str, folder: Path) -> dict[str, str]:
    """The generator's files."""
    told(jooq, dsn, str(folder))
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*.java"))}


def test_the_generator_writes_the_same(namesake: Namesake, jooq: list[str], tmp_path: Path) -> None:
    ours, theirs = written(jooq, namesake.tidegate, tmp_path / "ours"), written(jooq, namesake.postgres, tmp_path / "theirs")
    assert ours == theirs
    assert "made/tables/RouteHours.java" in theirs


def test_queries(twin: Twin, jooq: list[str]) -> None:
    expected, found = (told(jooq, dsn) for dsn in (twin.postgres, twin.tidegate))
    assert [line for line in expected if "FAILED" in line] == ['wrong: FAILED 42703 ERROR: column "nothing" does not exist']
    assert found == expected
    assert len(expected) == 15


@pytest.mark.parametrize(("relation", "at_least"), [("routines", 1500), ("parameters", 2500)])
def test_functions_are_some_of_postgresqls(namesake: Namesake, relation: str, at_least: int) -> None:
    """What the generator asks for routines. Here nobody owns a function, and texts and defaults are for their owner's eyes."""

    def rows(dsn: str) -> set[str]:
        with psycopg.connect(dsn) as connection:
            asked = connection.execute(f"SELECT * FROM information_schema.{relation}".encode())
            names = [column.name for column in asked.description or ()]
            hidden = {"routine_definition", "external_name", "parameter_default"}
            return {str([pair for pair in zip(names, row, strict=True) if pair[0] not in hidden]) for row in asked}

    ours = rows(namesake.tidegate)
    assert len(ours) > at_least
    assert ours <= rows(namesake.postgres)
