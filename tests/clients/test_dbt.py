"""dbt: debug, show, tests of sources, their freshness and the documentation's catalog, as of PostgreSQL 15 with the same tables."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.plugins.environment import make_environment
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres, pytest.mark.timeout(900)]

PACKAGES: Final = ("dbt-core==1.10.23", "dbt-postgres==1.10.2")
PROJECT: Final = Path(__file__).parent / "dbt"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_environment(tmp_path_factory.mktemp("dbt") / "environment", *PACKAGES)


def asked(python: Path, folder: Path, dsn: str) -> dict[str, Any]:
    """Command → what dbt says."""
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    shutil.copytree(PROJECT, folder)
    database = {"DBT_HOST": parts["host"], "DBT_PORT": parts["port"], "DBT_DATABASE": parts["dbname"]}
    ran = subprocess.run(
        [str(python), "ask.py"], cwd=folder, capture_output=True, text=True, timeout=300, env={**os.environ, **database}
    )
    assert ran.returncode == 0, f"{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
    lines = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith('["')]
    return {command: answer for command, *answer in lines}


def test_the_same_as_of_postgres(twin: Twin, python: Path, tmp_path: Path) -> None:
    expected, found = asked(python, tmp_path / "postgres", twin.postgres), asked(python, tmp_path / "tidegate", twin.tidegate)
    assert expected.keys() == {"debug", "show", "test", "source", "docs"}
    # A flight without a departure fails a test; sources that were last loaded in 2013 are only warned of.
    assert [name for name, answer in expected.items() if answer[0] != "True"] == ["test"]
    assert len(expected["show"][2]) == 3
    assert expected["docs"][2].keys() == {"airlines", "flights"}
    assert found == expected
