"""Clients in languages that are compiled: what they are asked, and the lines they write."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.clients.questions import ERRORS, MANY, QUESTIONS, SLOW
from tests.plugins.need import lacking

#: A first build fetches and compiles the driver and what it needs.
BUILD_S: Final = 600
#: Parameters that are sent as text: type and value.
TEXTS: Final = (
    ("int8", "-5"),
    ("numeric", "12.340"),
    ("date", "2020-02-29"),
    ("timestamptz", "2020-07-01 02:03:04.5+00"),
    ("bool", "t"),
)


def tool(name: str) -> str:
    """The path of a language's tool; skips where the machine has not that language."""
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(("/usr/local/go/bin", str(Path.home() / ".cargo/bin"))))
    return found or pytest.skip(f"this machine lacks {name}")


def cache(name: str) -> Path:
    """A folder that outlives the test run, for what a compiler made of others' code."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "tidegate-tests" / name


def build(command: list[str], folder: Path, registry: str) -> None:
    """Compile."""
    environment = {**os.environ, "GOFLAGS": "-mod=mod"}
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=BUILD_S, env=environment)
    if ran.returncode != 0 and any(
        sign in ran.stderr for sign in ("dial tcp", "Could not resolve", "failed to download", "lookup ")
    ):
        lacking(f"{registry} ({ran.stderr.strip()[-300:]})")
    assert ran.returncode == 0, ran.stderr


def lines(program: Path, dsn: str) -> list[str]:
    """What the program writes for one server."""
    asked = {"questions": QUESTIONS, "parameters": TEXTS, "errors": [q for q, _ in ERRORS], "many": MANY, "slow": SLOW}
    ran = subprocess.run([str(program), dsn, json.dumps(asked)], capture_output=True, text=True, timeout=100, env={"TZ": "UTC"})
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr}"
    return ran.stdout.splitlines()
