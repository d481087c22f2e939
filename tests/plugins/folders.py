"""Where tests keep files: a temporary folder for the run, which goes with it, and one that stays, for what is dear to make."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

import pytest

#: Compiled jobs and Java, kept from run to run.
KEPT: Final = Path(__file__).resolve().parents[2] / ".pytest_cache" / "tidegate"

_FOLDER: Final = pytest.StashKey[str]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Whatever asks for a temporary folder, here or in a process that a test starts, gets one in the run's own."""
    config.stash[_FOLDER] = folder = tempfile.mkdtemp(prefix="tidegate-")
    os.chmod(folder, 0o711)  # PostgreSQL does not run as root, and has to get to its folder inside
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    # Java does not look at TMPDIR; SPARK_SUBMIT_OPTS is for each Spark that is started.
    os.environ["SPARK_SUBMIT_OPTS"] = f"-Djava.io.tmpdir={folder} -XX:-UsePerfData"
    if config.option.basetemp is None:
        config.option.basetemp = os.path.join(folder, "t")  # short: sockets' paths have 107 bytes


def pytest_unconfigure(config: pytest.Config) -> None:
    """Nothing is left."""
    shutil.rmtree(config.stash[_FOLDER], ignore_errors=True)
