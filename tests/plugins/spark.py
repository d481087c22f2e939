"""A Spark session with the RocksDB state store, shared by all tests that need one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from gateway.demo.java import JavaNotFound, use_java
from tests.plugins.folders import KEPT
from tests.plugins.need import lacking

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPARK_CONF = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.streaming.stateStore.providerClass": "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "2g",
    "spark.driver.extraJavaOptions": "-Duser.timezone=UTC",
}

#: Else state stores that are still loaded write snapshots into checkpoints that nobody may change any more. Longer than any run.
_NO_MAINTENANCE = {"spark.sql.streaming.stateStore.maintenanceInterval": "1d"}


def find_java() -> None:
    """Make Java known to PySpark, or do without the test."""
    try:
        use_java(KEPT)
    except JavaNotFound as error:
        lacking(str(error))


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
    session = build_session(**{"spark.sql.warehouse.dir": str(warehouse), **_NO_MAINTENANCE})
    try:
        yield session
    finally:
        session.stop()
