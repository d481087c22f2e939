"""ActiveRecord over ruby-pg: what it learns of tables, its queries and their objects are those of PostgreSQL 15."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.clients.told import told
from tests.plugins.namesake import VIEWS, Namesake
from tests.plugins.need import lacking, program
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

PROGRAM: Final = Path(__file__).parent / "ruby" / "active_record.rb"


@pytest.fixture(scope="module")
def ruby() -> list[str]:
    """The command line before the address."""
    if not list(Path("/usr/share/rubygems-integration").glob("*/specifications/activerecord-*")):
        lacking("ActiveRecord (Debian: ruby-activerecord, ruby-pg)")
    return [program("ruby"), str(PROGRAM)]


def test_the_structure(namesake: Namesake, ruby: list[str]) -> None:
    expected, found = (told(ruby, dsn, "structure") for dsn in (namesake.postgres, namesake.tidegate))
    assert len(expected) > 5 * len(VIEWS)
    assert found == expected


def test_the_contents(twin: Twin, ruby: list[str]) -> None:
    expected, found = (told(ruby, dsn, "contents") for dsn in (twin.postgres, twin.tidegate))
    assert len(expected) > 20
    assert found == expected
