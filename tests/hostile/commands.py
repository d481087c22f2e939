"""`tidegate` as a command that is expected to fail: one line on standard error, an exit code, no traceback."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
import sys
import traceback
import warnings
from pathlib import Path
from typing import Final

import pytest

from gateway.commands.cli import main

WAIT_S: Final = 60
FAILURE: Final = 1
USAGE: Final = 2
_INFORMATION: Final = re.compile(r"\d{4}-\d\d-\d\d \S+ INFO ")


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and standard error of a command."""
    command = [sys.executable, "-m", "gateway", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=False)
    return done.returncode, done.stderr


def run_here(capture: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The same in this process, for what fails before anything starts: a process for each would take minutes."""
    code = main(list(arguments))
    return code, capture.readouterr().err


def complaint(result: tuple[int, str], code: int) -> str:
    """The one line of an expected failure."""
    found, text = result
    lines = [line for line in text.splitlines() if not _INFORMATION.match(line)]
    assert found == code, text
    assert len(lines) == 1, text
    assert "Traceback" not in text
    assert lines[0].strip()
    return lines[0]


def serve(root: Path | str, store: Path | str, *more: str, listen: str = "127.0.0.1:0") -> tuple[str, ...]:
    """Arguments of `serve`."""
    return ("serve", "--root", str(root), "--store", str(store), "--listen", listen, *more)


def run_as_nobody(log: Path, *arguments: str) -> tuple[int, str]:
    """The same in a fork that has dropped root's privileges: another user may not be able to run this interpreter."""
    import gateway.node.run  # noqa: F401  nothing can be imported after the fork

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os._exit(_as_nobody(log, arguments))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), log.read_text()


def _as_nobody(log: Path, arguments: tuple[str, ...]) -> int:
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT), 2)
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    nobody = pwd.getpwnam("nobody")
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)
    try:
        return main(list(arguments))
    except BaseException:  # noqa: BLE001  the parent reads what it was
        traceback.print_exc()
        return 99
    finally:
        sys.stderr.flush()
