"""npm packages for programs of Node.js."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from tests.plugins.need import lacking, program

#: One run of npm; a slow network is not a hung one.
FETCH_S: Final = 300


def install(folder: Path, *packages: str) -> None:
    """Put packages ("name@version") with what they need into *folder*/node_modules."""
    (folder / "package.json").write_text('{"private": true}')
    command = [program("npm"), "install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", *packages]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=FETCH_S)
    if ran.returncode != 0:
        lacking(f"{', '.join(packages)}: the npm registry cannot be reached ({ran.stderr.strip()[:300]})")
