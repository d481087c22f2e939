"""pgcli: what its completer asks for, and its command line run as a program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pgcli.pgexecute import PGExecute
from pgcli.pgexecute import psycopg as used_by_pgcli

from tests.plugins.namesake import Namesake
from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres


@contextmanager
def executor(dsn: str) -> Iterator[PGExecute]:
    """pgcli's connection."""
    made = PGExecute(dsn=dsn)
    yield made
    made.conn.close()


def told(dsn: str) -> dict[str, Any]:
    """What the completer learns of a database."""
    with executor(dsn) as asked:
        public = [row for row in asked.table_columns() if row[0] == "public"]
        return {
            "schemata": sorted(asked.schemata()),
            "tables": sorted(row for row in asked.tables() if row[0] == "public"),
            "views": sorted(row for row in asked.views() if row[0] == "public"),
            "columns": sorted(map(str, public)),
            "foreign keys": list(asked.foreignkeys()),
            "databases": sorted(asked.databases()),
            "search path": asked.search_path(),
            "datatypes": sorted(row for row in asked.datatypes() if row[0] == "public"),
            "user": asked.user,
            "superuser": asked.superuser,
            "is_connected": asked.valid_transaction(),
        }


def test_the_completer_learns_the_same(namesake: Namesake) -> None:
    assert told(namesake.tidegate) == told(namesake.postgres)


def functions(dsn: str) -> set[str]:
    with executor(dsn) as asked:
        return {f"{f.schema_name}.{f.func_name}({f.arg_types}, {f.arg_modes}) {f.return_type}" for f in asked.functions()}


def test_functions_are_some_of_postgresqls(namesake: Namesake) -> None:
    ours, theirs = functions(namesake.tidegate), functions(namesake.postgres)
    assert len(ours) > 400
    assert ours <= theirs


STATEMENTS = (
    "SELECT name FROM airlines ORDER BY carrier LIMIT 3",
    "BEGIN",
    "SELECT 1",
    "COMMIT",
    "SHOW DateStyle",
)


def test_statements(twin: Twin) -> None:
    seen = []
    for dsn in (twin.tidegate, twin.postgres):
        with executor(dsn) as asked:
            for title, rows, headers, status, _, success, _ in (answer for s in STATEMENTS for answer in asked.run(s)):
                seen.append((title, None if rows is None else [r[:3] for r in rows], headers and headers[:3], status, success))
            with pytest.raises(used_by_pgcli.errors.DivisionByZero):
                list(asked.run("SELECT 1/0"))
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]


def test_the_command_line(twin: Twin, tmp_path: Path) -> None:
    seen = []
    for dsn in (twin.tidegate, twin.postgres):
        ran = subprocess.run(
            [sys.executable, "-m", "pgcli", "--pgclirc", str(tmp_path / "config"), "--less-chatty", dsn],
            input="SELECT carrier, name FROM airlines ORDER BY carrier;\n\\q\n",
            capture_output=True, text=True, timeout=60,
            env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "TERM": "dumb"},
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        seen.append([line for line in ran.stdout.splitlines() if "|" in line and "SELECT" not in line])
    assert seen[0] == seen[1]
    assert len(seen[0]) > 16


def test_pgcli_talks_through_psycopg_3() -> None:
    assert used_by_pgcli.__version__.startswith("3.")
