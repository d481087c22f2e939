"""read(): a view at one version as a DataFrame."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from pyspark.sql import Column as SparkColumn
from pyspark.sql import DataFrame, SparkSession

from statestore.changes.pinned import pinned
from statestore.errors import StateStoreError
from statestore.reader.arrow import arrived, travelling_type
from statestore.reader.filters import pushed_filters
from statestore.reader.pruning import shard_ranges
from statestore.reader.source import OPTION, Pinned, ViewSource, storage_options_json
from statestore.views.root import open_root
from statestore.writer.interpreter import missing_package_told, use_own_interpreter


def read(
    spark: SparkSession,
    root: str | os.PathLike[str],
    view: str,
    version: int | None = None,
    *,
    where: str | SparkColumn | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> DataFrame:
    """The rows of *view* under *root* at *version*, by default the newest, read from the root's files by Spark's tasks.

    The version is taken now: whatever is published later, the DataFrame has these rows each time it is used, or fails because
    vacuum has deleted what they were made of. One task reads one shard.

    *where*, Spark's SQL or a column: only rows for which it holds. What it says of the key ("=", "<=>", IN, IS NULL, comparisons,
    LIKE 'a%', joined by AND) tells which shards are read, and which range of their keys. Conditions that are put on the DataFrame
    later are looked at for each row that was read.
    *storage_options*: as publish() has them; the tasks get them as JSON.

    Raises ViewNotFound, VersionNotReached; VersionNotKept, with what is kept; RootNotFound, CorruptFile, UnsupportedFormat,
    ValueError; StateStoreError for Spark Connect, and where the tasks' Python lacks this package. What a task raises stands in
    Spark's error.
    """
    check_session(spark)
    options = storage_options_json(storage_options or {})
    opened = open_root(os.fspath(root), options=options)
    at = pinned(opened.folder(view), version)
    columns = at.schema.columns
    with missing_package_told(spark.sparkContext):
        filters = [] if where is None else pushed_filters(spark, columns, where)
        parts = shard_ranges(at.schema, filters) if at.version else []
        spark.dataSource.register(ViewSource)
        reader = spark.read.format(ViewSource.name()).schema(travelling_type(columns))
        df = reader.option(OPTION, Pinned(opened.uri, at, tuple(parts), options).to_option()).load()
    rows = arrived(df, columns)
    return rows if where is None else rows.filter(where)


def check_session(spark: SparkSession) -> None:
    """Raises StateStoreError for Spark Connect. A local session's tasks then run this Python."""
    if not isinstance(spark, SparkSession):
        raise StateStoreError("a classic Spark session is needed to read views", hint="Spark Connect is not supported")
    use_own_interpreter(spark.sparkContext)
