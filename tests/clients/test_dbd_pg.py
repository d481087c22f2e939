"""DBD::Pg: its catalog functions, placeholders, savepoints, COPY and asynchronous queries are those of PostgreSQL 15."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.clients.told import told
from tests.plugins.namesake import Namesake
from tests.plugins.need import lacking, program
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

PROGRAM: Final = Path(__file__).parent / "perl" / "ask.pl"


@pytest.fixture(scope="module")
def perl() -> list[str]:
    """The command line before the address."""
    found = program("perl")
    if subprocess.run([found, "-MDBD::Pg", "-e1"], capture_output=True).returncode != 0:
        lacking("DBD::Pg (Debian: libdbd-pg-perl)")
    return [found, str(PROGRAM)]


def test_the_structure(namesake: Namesake, perl: list[str]) -> None:
    expected, found = (told(perl, dsn, "structure") for dsn in (namesake.postgres, namesake.tidegate))
    assert not [line for line in expected if "FAILED" in line]
    assert found == expected
    assert len(expected) > 40


def test_the_contents(twin: Twin, perl: list[str]) -> None:
    expected, found = (told(perl, dsn, "contents") for dsn in (twin.postgres, twin.tidegate))
    assert [line.split('"')[1] for line in expected if "FAILED" in line] == [line.split('"')[1] for line in expected[-3:]]
    assert found == expected
    assert len(expected) > 15
