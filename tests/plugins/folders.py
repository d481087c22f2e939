"""Where tests keep files: a temporary folder for the run, which goes with it, and one that stays, for what is dear to make."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

#: Compiled jobs and Java, kept from run to run.
KEPT: Final = Path(__file__).resolve().parents[2] / ".pytest_cache" / "tidegate"

_FOLDER: Final = pytest.StashKey[str]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Whatever asks for a temporary folder, here or in a process that a test starts, gets one in the run's own."""
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):  # the folder is that of the process which started it
        config.option.basetemp = os.path.join(os.environ["TMPDIR"], worker)
        return
    config.stash[_FOLDER] = folder = tempfile.mkdtemp(prefix="tidegate-")
    os.chmod(folder, 0o711)  # PostgreSQL does not run as root, and has to get to its folder inside
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    # For each Spark that is started. Java does not look at TMPDIR, and its second compiler takes more time than it saves here.
    os.environ["SPARK_SUBMIT_OPTS"] = f"-Djava.io.tmpdir={folder} -XX:-UsePerfData -XX:TieredStopAtLevel=1"
    if config.option.basetemp is None:
        config.option.basetemp = os.path.join(folder, "t")  # short: sockets' paths have 107 bytes


def pytest_unconfigure(config: pytest.Config) -> None:
    """Nothing is left."""
    if _FOLDER in config.stash:
        shutil.rmtree(config.stash[_FOLDER], ignore_errors=True)


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """No other process of the run is in a with block of this *name* meanwhile."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with open(KEPT / f"{name}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
