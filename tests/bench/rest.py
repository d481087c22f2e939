"""Rows by key over HTTP, keep-alive, beside the same lookups prepared over the Postgres port; wrk (Debian's package) and pgbench.

Each with 8 connections, taking turns on one gateway. Wanted: a third of the prepared rate at least.
"""

from __future__ import annotations

import re
import statistics
import subprocess
from pathlib import Path
from typing import Final

from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.bench.points import CLIENTS, ROWS, SCHEMA, TURN_S, TURNS, rate, rows
from tests.http.conftest import http_port
from tests.plugins.gateway import running_gateway
from tests.plugins.need import program

WANTED: Final = 1 / 3
_LUA: Final = f'request = function() return wrk.format("GET", "/v1/views/points/rows/" .. math.random(0, {ROWS - 1})) end\n'


def run(folder: Path) -> None:
    """Print rates, the ratio, and how long a request takes."""
    script, requests = folder / "point.sql", folder / "point.lua"
    script.write_text(f"\\set id random(0, {ROWS - 1})\nSELECT * FROM points WHERE id = :id;\n")
    requests.write_text(_LUA)
    (folder / "root").mkdir()
    write_version(open_root(str(folder / "root")), SCHEMA, rows())
    with running_gateway(folder / "root", folder / "store", "--http", "127.0.0.1:0") as gateway:
        port = http_port(gateway)
        found = [(rate(script, "prepared", gateway.dsn), _wrk(requests, port)) for _ in range(TURNS)]
        prepared, rest = (statistics.median(column) for column in zip(*found, strict=True))
        print(f"rest: {rest:,.0f}/s, prepared: {prepared:,.0f}/s, ratio {rest / prepared:.2f} (wanted: {WANTED:.2f})", flush=True)


def _wrk(requests: Path, port: int) -> float:
    command = [program("wrk"), "-t", "1", "-c", str(CLIENTS), "-d", f"{TURN_S}s", "-s", str(requests), f"http://127.0.0.1:{port}"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"Requests/sec:\s+([\d.]+)", output)
    assert found, output
    assert "Non-2xx" not in output, output
    return float(found[1])
