"""What a test needs from the machine, and what becomes of it where the machine lacks it.

On a developer's machine a test whose tool is missing is skipped and the reason names the tool. With TIDEGATE_TESTS_STRICT=1, as
`.ci/run` sets it, the same test fails: a machine that promised every tool must not be green by skipping.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

POSTGRES_BIN = Path("/usr/lib/postgresql/15/bin")


def lacking(what: str) -> NoReturn:
    """Skip the running test, or fail it where the run is strict."""
    if os.environ.get("TIDEGATE_TESTS_STRICT") == "1":
        pytest.fail(f"this machine lacks {what}")
    pytest.skip(f"this machine lacks {what}")


def program(name: str) -> str:
    """Path of a program on PATH or among PostgreSQL 15's."""
    found = shutil.which(name, path=f"{POSTGRES_BIN}{os.pathsep}{os.environ.get('PATH', '')}")
    return found or lacking(f"the program {name}")
