"""What the images install: the versions of constraints.txt and of the tests, with hashes, all that is needed and nothing else."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from importlib.metadata import requires
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT: Final = Path(__file__).parents[2]
#: Each image's extras.
EXTRAS: Final = {"gateway": {"http", "presto", "kafka", "s3"}, "job": {"demo", "spark", "kafka"}}
_PINNED: Final = re.compile(
    r"^([\w.-]+)(?:\[[^\]]*\])?==([^ ;\\]+)(?: ; [^\\]+)? \\(?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+", re.M
)


def locked(image: str) -> dict[str, str]:
    """Name and version of each package that an image installs."""
    text = (ROOT / "docker" / f"{image}.txt").read_text()
    found = {canonicalize_name(match[1]): match[2] for match in _PINNED.finditer(text)}
    assert len(found) == len(re.findall(r"^[^ #\n]", text, re.MULTILINE)), "a line without a version or a hash"
    return found


def constraints() -> dict[str, str]:
    lines = [line.partition("==") for line in (ROOT / "constraints.txt").read_text().splitlines()]
    return {canonicalize_name(name): version for name, _, version in lines if version}


def needed(extras: set[str]) -> set[str]:
    """What tidegate and these extras need, down to the last, as the packages that are installed here say."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [Requirement(text) for text in project["dependencies"]]
    wanted += [Requirement(text) for extra in extras for text in project["optional-dependencies"][extra]]
    found: set[tuple[str, str]] = set()
    while wanted:
        requirement = wanted.pop()
        name = canonicalize_name(requirement.name)
        for extra in ("", *requirement.extras):
            if (name, extra) in found or name == "tidegate":
                continue
            found.add((name, extra))
            inner = map(Requirement, requires(requirement.name) or ())
            wanted += [r for r in inner if r.marker is None or r.marker.evaluate({"extra": extra})]
    return {name for name, _ in found}


@pytest.mark.parametrize("image", EXTRAS)
def test_an_image_has_what_its_extras_need_in_the_versions_of_the_tests(image: str) -> None:
    found, pinned = locked(image), constraints()
    assert found.keys() == needed(EXTRAS[image])
    assert found == {name: pinned[name] for name in found}


def test_sparks_jars_fit_pyspark() -> None:
    """One release, of PySpark's major version and not newer: what a later one calls is not there."""
    project = ET.fromstring((ROOT / "docker" / "pom.xml").read_text())
    (jars,) = {
        Version(d.findtext("version", "")) for d in project.iter("dependency") if d.findtext("groupId") == "org.apache.spark"
    }
    pyspark = Version(constraints()["pyspark"])
    assert jars <= pyspark
    assert jars.major == pyspark.major
