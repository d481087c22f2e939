"""Java libraries from Maven Central, by way of the program mvn and its local repository."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.plugins.folders import one_at_a_time
from tests.plugins.need import lacking, program

#: One run of mvn; a slow network is not a hung one.
FETCH_S: Final = 300

_POM: Final = """<project>
  <modelVersion>4.0.0</modelVersion><groupId>tidegate</groupId><artifactId>tests</artifactId><version>1</version>
  <packaging>pom</packaging>
  <dependencies>{dependencies}</dependencies>
</project>
"""
_DEPENDENCY: Final = """
    <dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>{}</dependency>"""
_ALONE: Final = "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"


def copy_jars(folder: Path, *artifacts: str) -> list[Path]:
    """Put the artifacts' own jars ("group:artifact:version") into *folder*, in one run of mvn."""
    pom = _write_pom(folder, _ALONE, artifacts)
    _run(", ".join(artifacts), "-f", str(pom), "dependency:copy-dependencies", f"-DoutputDirectory={folder}")
    return sorted(folder.glob("*.jar"))


def class_path(folder: Path, *artifacts: str) -> str:
    """The class path of artifacts and all they depend on, out of mvn's own repository; *folder* is for mvn's files."""
    pom, found = _write_pom(folder, "", artifacts), folder / "class-path"
    _run(", ".join(artifacts), "-f", str(pom), "dependency:build-classpath", f"-Dmdep.outputFile={found}")
    return found.read_text().strip()


def _write_pom(folder: Path, exclusions: str, artifacts: Sequence[str]) -> Path:
    pom = folder / "pom.xml"
    pom.write_text(_POM.format(dependencies="".join(_DEPENDENCY.format(*a.split(":"), exclusions) for a in artifacts)))
    return pom


def _run(what: str, *arguments: str) -> None:
    """Without a network, the test that asks cannot run."""
    with one_at_a_time("mvn"):  # two of them spoil each other's repository
        ran = subprocess.run([program("mvn"), "-q", "-B", *arguments], capture_output=True, text=True, timeout=FETCH_S)
    if ran.returncode != 0:
        lacking(f"{what}: Maven Central cannot be reached ({_first_error(ran.stdout.splitlines())})")


def _first_error(lines: Sequence[str]) -> str:
    return next((line for line in lines if "ERROR" in line), "mvn said nothing")[:300]
