"""Flyway: it connects, reads what there is, and its first write is refused, as by a PostgreSQL 15 that does not write."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest

from tests.clients.told import told
from tests.plugins.jdbc import PGJDBC
from tests.plugins.maven import class_path
from tests.plugins.need import program
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

FLYWAY: Final = "org.flywaydb:flyway-database-postgresql:13.12.0"
SOURCE: Final = Path(__file__).parent / "flyway" / "Ask.java"


@pytest.fixture(scope="module")
def flyway(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command line before the address."""
    folder = tmp_path_factory.mktemp("flyway")
    path = class_path(folder, FLYWAY, PGJDBC)
    subprocess.run([program("javac"), "-cp", path, "-d", str(folder), str(SOURCE)], check=True)
    return [program("java"), "-cp", f"{path}:{folder}", "Ask"]


def test_it_reads_and_its_first_write_is_refused(twin: Twin, flyway: list[str], tmp_path: Path) -> None:
    (tmp_path / "V1__a_table.sql").write_text("CREATE TABLE made (a int);\n")
    # It waits a second between ten tries to write: both at once.
    with ThreadPoolExecutor() as pool:
        found, expected = pool.map(lambda dsn: told(flyway, dsn, str(tmp_path)), (twin.tidegate, twin.postgres))
    assert found == expected
    assert "migrate: PSQLException 25006" in expected
    assert expected[0] == "1 a table BASELINE_IGNORED"
