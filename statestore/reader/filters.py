"""What a condition says of a view's columns, in the words in which Spark hands filters to a Python data source.

Only for this is Spark asked to push filters. It would push them into the view's own scans, too, but Spark 4.3 keeps what comes of
the last filters that were pushed with the DataFrame's source (PythonDataSourceV2.setReadInfo): the next query over the same
DataFrame, or another branch of the same query, would read the shards of other filters, and lose rows. So read() takes a condition
and settles what is read when it makes the DataFrame, by asking Spark to plan the condition over a source that reads nothing.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pyspark.sql import Column as SparkColumn
from pyspark.sql import SparkSession
from pyspark.sql import types as spark_types
from pyspark.sql.datasource import DataSource, DataSourceReader, Filter, InputPartition

from statestore.reader.arrow import arrived, travelling_type
from statestore.schema import Column

_TELL: Final = "tell"
_PUSHDOWN: Final = "spark.sql.python.filterPushdown.enabled"


def pushed_filters(spark: SparkSession, columns: Sequence[Column], where: str | SparkColumn) -> list[Filter]:
    """Filters that hold for every row for which *where* does; of a condition that has no such form, none.

    Raises what Spark does for a condition that it cannot understand.
    """
    with tempfile.TemporaryDirectory(prefix="tidegate-") as folder, _pushdown(spark):
        told = Path(folder) / "filters"
        spark.dataSource.register(_FilterSource)
        rows = spark.read.format(_FilterSource.name()).schema(travelling_type(columns)).option(_TELL, str(told)).load()
        arrived(rows, columns).filter(where)._jdf.queryExecution().optimizedPlan()
        filters: list[Filter] = pickle.loads(told.read_bytes()) if told.exists() else []
        return filters


@contextmanager
def _pushdown(spark: SparkSession) -> Iterator[None]:
    """Spark hands filters over meanwhile."""
    before = spark.conf.getAll.get(_PUSHDOWN)
    spark.conf.set(_PUSHDOWN, "true")
    try:
        yield
    finally:
        spark.conf.unset(_PUSHDOWN) if before is None else spark.conf.set(_PUSHDOWN, before)


class _FilterSource(DataSource):
    """Has no rows, and writes the filters that it is handed into a file: Spark plans in a process of its own on this machine."""

    @classmethod
    def name(cls) -> str:
        return "tidegate_filters"

    def reader(self, schema: spark_types.StructType) -> DataSourceReader:
        return _FilterReader(Path(self.options[_TELL]))


class _FilterReader(DataSourceReader):
    def __init__(self, told: Path) -> None:
        self._told = told

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:  # noqa: N802
        self._told.write_bytes(pickle.dumps(filters))
        return filters

    def read(self, partition: InputPartition) -> Iterator[tuple[object, ...]]:
        return iter(())
