"""ruby-pg: the maps of types that it makes of pg_type, values there and back, and its warnings are those of PostgreSQL 15."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.clients.told import told
from tests.plugins.need import lacking, program
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

PROGRAM: Final = Path(__file__).parent / "ruby" / "type_maps.rb"


def test_the_same_lines(twin: Twin) -> None:
    if not list(Path("/usr/share/rubygems-integration").glob("*/specifications/pg-*")):
        lacking("ruby-pg (Debian: ruby-pg)")
    expected, found = (told([program("ruby"), str(PROGRAM)], dsn) for dsn in (twin.postgres, twin.tidegate))
    assert found == expected
    assert len(expected) > 15
