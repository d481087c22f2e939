"""Scala classes for a session that PySpark started: compiled once per machine, by the compiler among PySpark's jars."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.plugins.folders import KEPT
from tests.plugins.need import program

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SOURCES: Final = Path(__file__).parent / "scala"
_PACKAGE: Final = "tidegate.jobs"


def compiled() -> Path:
    """A jar of all sources."""
    import pyspark

    sources = sorted(SOURCES.glob("*.scala"))
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources) + pyspark.__version__.encode()).hexdigest()[:16]
    jar = KEPT / f"jobs-{digest}.jar"
    if not jar.exists():
        jar.parent.mkdir(parents=True, exist_ok=True)
        jars = Path(pyspark.__file__).parent / "jars" / "*"
        with tempfile.TemporaryDirectory(dir=jar.parent) as folder:
            made = Path(folder) / jar.name
            command = [program("java"), "-cp", str(jars), "scala.tools.nsc.Main", "-usejavacp", "-d", str(made), *map(str, sources)]
            subprocess.run(command, check=True, capture_output=True, text=True)
            made.rename(jar)
    return jar


@dataclass(frozen=True, slots=True)
class Scala:
    """Calls objects of the compiled sources."""

    spark: SparkSession

    def call(self, name: str, method: str, frame: DataFrame) -> DataFrame:
        """The frame that a method of an object makes of another."""
        from pyspark.sql import DataFrame

        self.spark.sql(f"ADD JAR '{compiled()}'")
        loader = self.spark._jvm.java.lang.Thread.currentThread().getContextClassLoader()  # type: ignore[union-attr]
        found = loader.loadClass(f"{_PACKAGE}.{name}$").getField("MODULE$").get(None)
        return DataFrame(getattr(found, method)(frame._jdf), self.spark)
