"""Python environments of their own for clients whose packages do not go together with the project's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.plugins.need import lacking

#: One run of pip; a slow network is not a hung one.
INSTALL_S: Final = 600


def make_environment(folder: Path, *packages: str) -> Path:
    """A new environment in *folder* with packages ("name==version") and what they need; its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, timeout=INSTALL_S)
    python = folder / "bin" / "python"
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_S)
    if ran.returncode != 0:
        lacking(f"{', '.join(packages)}: pip cannot install them ({ran.stderr.strip()[-300:]})")
    return python
