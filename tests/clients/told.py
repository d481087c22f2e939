"""Clients that are programs: run once for each server, they write one answer a line."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

#: One run; a slow machine is not a hung one.
RUN_S: Final = 100


def address(dsn: str) -> dict[str, str]:
    """host, port, user and dbname of a connection string of libpq's; whom the twin knows as postgres is tester to clients."""
    found = dict(re.findall(r"(\w+)=(\S+)", dsn))
    return found | {"user": found["user"].replace("postgres", "tester")}


def told(
    command: Iterable[str], dsn: str, *arguments: str, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> list[str]:
    """The lines of a program that is called with host, port, user, database and *arguments*; warnings on stderr are for people."""
    where = address(dsn)
    called = [*command, where["host"], where["port"], where["user"], where["dbname"], *arguments]
    environment = {**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8", **(env or {})}
    ran = subprocess.run(called, capture_output=True, text=True, timeout=RUN_S, cwd=cwd, env=environment)
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr[-4000:]}"
    return ran.stdout.splitlines()
