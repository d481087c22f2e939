"""docker/systemd: systemd's own word on the unit, and that the program takes what it says."""

from __future__ import annotations

import configparser
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

from gateway.commands.cli import _parser
from tests.plugins.need import program

#: What a node takes at most to stop: statements that run have 20 s, connections a moment.
STOPS_S: Final = 28
UNIT: Final = Path(__file__).parents[2] / "docker" / "systemd" / "tidegate.service"
#: systemd-analyze's scale goes from 0 to 10; times ten.
EXPOSURE_MAX: Final = 15
_PROGRAM: Final = "/opt/tidegate/bin/tidegate"


def service() -> configparser.SectionProxy:
    unit = configparser.RawConfigParser(strict=False, comment_prefixes=("#",))
    unit.optionxform = str  # type: ignore[assignment]
    unit.read_string(UNIT.read_text())
    return unit["Service"]


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """With a program that is there."""
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace(_PROGRAM, sys.executable))
    checked = subprocess.run([program("systemd-analyze"), "verify", str(unit)], capture_output=True, text=True)
    about = [line for line in checked.stderr.splitlines() if UNIT.name in line]
    assert (checked.returncode, about) == (0, [])


def test_the_unit_is_hardened() -> None:
    asked = [program("systemd-analyze"), "security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE_MAX}", str(UNIT)]
    checked = subprocess.run(asked, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    assert re.search(r"Overall exposure level for tidegate.service: \d", checked.stdout)


def test_the_program_takes_the_units_command_lines() -> None:
    found = service()
    for setting, command in (("ExecStart", "serve"), ("ExecStartPre", "check-config")):
        called, *arguments = shlex.split(found[setting])
        assert called == _PROGRAM
        assert arguments[0] == command
        assert _parser().parse_args(arguments).config == Path("/etc/tidegate/tidegate.toml")
    assert int(found["TimeoutStopSec"]) > STOPS_S
