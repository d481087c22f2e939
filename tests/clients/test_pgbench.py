"""pgbench with a custom script, in all three of its protocols."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.plugins.need import program
from tests.plugins.twin import Twin

SCRIPT = "\\set id random(0, 4)\nSELECT medium, words, instant FROM kinds WHERE id = :id;\n"
CLIENTS = 8
TRANSACTIONS = 200


@pytest.mark.clients
@pytest.mark.postgres
@pytest.mark.parametrize("mode", ["simple", "extended", "prepared"])
def test_every_transaction_succeeds(twin: Twin, tmp_path: Path, mode: str) -> None:
    script = tmp_path / "point.sql"
    script.write_text(SCRIPT)
    command = [program("pgbench"), "-n", "-M", mode, "-f", str(script), "-c", str(CLIENTS), "-t", str(TRANSACTIONS), twin.tidegate]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 0, ran.stderr
    done = re.search(r"actually processed: (\d+)/(\d+)", ran.stdout)
    assert done
    assert done[1] == done[2] == str(CLIENTS * TRANSACTIONS)
    assert re.search(r"failed transactions: 0 ", ran.stdout)
