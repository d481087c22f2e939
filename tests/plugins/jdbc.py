"""pgjdbc and the Java programs that use it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.plugins.maven import copy_jars
from tests.plugins.need import program

PGJDBC: Final = "org.postgresql:postgresql:42.7.11"
SOURCES: Final = Path(__file__).parents[1] / "clients" / "jdbc"


@pytest.fixture(scope="session")
def classpath(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The driver from Maven Central and the compiled programs."""
    folder = tmp_path_factory.mktemp("jdbc")
    (driver,) = copy_jars(folder, PGJDBC)
    sources = map(str, sorted(SOURCES.glob("*.java")))
    subprocess.run([program("javac"), "-encoding", "UTF-8", "-cp", str(driver), "-d", str(folder), *sources], check=True)
    return f"{driver}:{folder}"


def jdbc_url(dsn: str) -> str:
    """A connection string of libpq's as JDBC's, without the user."""
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    return f"jdbc:postgresql://{parts['host']}:{parts['port']}/{parts['dbname']}"
