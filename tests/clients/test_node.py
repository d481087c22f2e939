"""node-postgres and postgres.js: the same program against Tidegate and PostgreSQL 15 writes the same lines."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.clients.questions import ERRORS, MANY, QUESTIONS, SLOW
from tests.plugins.need import program
from tests.plugins.npm import install
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

PACKAGES: Final = ("pg@8.23.1", "pg-cursor@2.22.0", "postgres@3.4.9")
SOURCE: Final = Path(__file__).parent / "node" / "client.cjs"
#: Values as JavaScript has them.
PARAMETERS: Final[tuple[tuple[str, Any], ...]] = (
    ("int2", -5), ("int4", 2**31 - 1), ("int8", str(-(2**62))), ("float8", 0.1), ("numeric", "12.340"), ("text", "é 'quoted' \\ %"),
    ("bool", True), ("date", "2020-02-29"), ("timestamptz", "2020-07-01T02:03:04.005Z"), ("int4[]", [1, None, 3]),
    ("text[]", ["a b", None, 'q"', ""]), ("uuid", "00000000-0000-0000-0000-000000000007"),
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program beside its packages."""
    program("node")
    made = tmp_path_factory.mktemp("node")
    install(made, *PACKAGES)
    shutil.copy(SOURCE, made)
    return made


def lines(folder: Path, dsn: str) -> list[str]:
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    errors = [query for query, _ in ERRORS if not query.startswith("SELEC ")]
    asked = {"questions": QUESTIONS, "parameters": PARAMETERS, "errors": errors, "many": MANY, "slow": SLOW}
    address = [parts["host"], parts["port"], "tester", parts["dbname"]]
    command = [program("node"), SOURCE.name, *address, json.dumps(asked)]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, env={"TZ": "UTC"})
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr}"
    return ran.stdout.splitlines()


def test_the_same_lines(twin: Twin, folder: Path) -> None:
    expected, found = lines(folder, twin.postgres), lines(folder, twin.tidegate)
    assert len(expected) > 80
    assert found == expected
