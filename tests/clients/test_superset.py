"""Superset: what its engine spec finds in a database and how its queries come back, as of PostgreSQL 15 with the same tables.

Superset is some 200 packages, so this is of `make full`, not of every run.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.plugins.environment import make_environment
from tests.plugins.scale import FULL
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres, pytest.mark.slow, pytest.mark.timeout(1800)]

#: Superset names no upper bounds; newer ones of these break it.
PACKAGES: Final = ("apache-superset==6.1.0", "flask-caching==2.3.1", "cachetools", "psycopg2-binary==2.9.13")
PROGRAM: Final = Path(__file__).parent / "superset" / "ask.py"


def asked(python: Path, dsn: str) -> dict[str, Any]:
    """Question → answer."""
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    uri = f"postgresql+psycopg2://tester@{parts['host']}:{parts['port']}/{parts['dbname']}"
    ran = subprocess.run([str(python), str(PROGRAM), uri], capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, f"{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
    return dict(json.loads(line) for line in ran.stdout.splitlines() if line.startswith('["'))


@pytest.mark.skipif(not FULL, reason="200 packages; TIDEGATE_FULL=1 has them installed")
def test_the_same_as_of_postgres(twin: Twin, tmp_path: Path) -> None:
    python = make_environment(tmp_path / "environment", *PACKAGES)
    expected, found = asked(python, twin.postgres), asked(python, twin.tidegate)
    assert expected["spec"] == "PostgresEngineSpec"
    assert "flights" in expected["tables"]
    assert len(expected) > 30
    assert found == expected
