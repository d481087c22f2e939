"""publish(): a Spark DataFrame becomes a view that Tidegate serves."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as spark_types
from pyspark.sql.classic.dataframe import DataFrame as ClassicDataFrame
from pyspark.sql.streaming.readwriter import DataStreamWriter

from statestore.errors import InvalidSchema, StateStoreError
from statestore.keys.arrow import encode_columns
from statestore.schema import Column, HashPartitioning, Partitioning, RangePartitioning, ViewSchema
from statestore.views.manifest import Mode
from statestore.views.publisher import Origin
from statestore.views.retention import Retention, change_retention, expiry_of
from statestore.views.root import open_root
from statestore.writer.interpreter import use_own_interpreter
from statestore.writer.job import VersionJob
from statestore.writer.maintenance import Maintenance
from statestore.writer.progress import has_watermark
from statestore.writer.shape import arrow_ready_type, shape_of
from statestore.writer.stream import HOLDINGS, StreamWriter, release_with_queries_of


def publish(
    df: DataFrame,
    view: str,
    *,
    root: str | os.PathLike[str],
    key: Sequence[str],
    shard_key: Sequence[str] | None = None,
    shards: int = 8,
    partitioning: str | Sequence[Any] = "hash",
    delete_column: str | None = None,
    mode: Mode | None = None,
    comment: str | None = None,
    storage_options: Mapping[str, Any] | None = None,
    single_writer: bool = False,
    retain_versions: int | None = None,
    retain_age: str | timedelta | None = None,
    base_every: int | None = None,
    expire: str | None = None,
    expire_after: str | timedelta | None = None,
) -> Any:
    """Publish *df* as the view *view* under the folder or URI *root*, which is made when it is missing.

    A streaming *df*: returns Spark's own DataStreamWriter, on which the caller sets outputMode, checkpointLocation and
    trigger, and which it starts. Each micro-batch becomes one version, exactly once: in update and append mode its rows are
    upserted (a key that is there already gets the new row), in complete mode they replace the view's content. An empty batch
    makes no version, except in complete mode, where it empties the view, and where rows expire by its watermark. Do not call
    foreachBatch() on the writer.

    A batch *df*: writes one version, returns its number, and replaces the view's content; with mode="upsert" the rows are
    added to it, and an empty *df* then makes no version (the latest one's number is returned).

    *key*: the columns that make a row unique, in the order in which rows are sorted and best looked up.
    *shard_key*: leading columns of the key that decide a row's shard; default: the first one.
    *shards*: their number, fixed when the view is created. *partitioning*: "hash", or a list of split points for range
    shards, each a value of the shard key (a tuple when it has several columns): one shard more than split points, and
    *shards* is not used.
    *delete_column*: a boolean column; rows where it is true delete their key. It is not part of the view.
    *mode*: for a batch *df* only. *comment*: what clients are shown as the view's comment; columns have those of Spark's metadata.
    *storage_options*: for a *root* that fsspec reaches, options of its file system (s3fs' endpoint_url, key, secret …) beside what
    the environment says; the tasks get them too.
    *single_writer*: publish where the root's store cannot tell two jobs apart; the caller answers for there being one.
    *retain_versions*, *retain_age*: so many versions are kept, and those that are younger ("7 days"); what is older is deleted.
    *base_every*: after so many versions a base is made, if new nodes gain by it; 0: never, and nothing is deleted then. These three
    are kept with the view; default: what it has, or 1000, "7 days", 25. A process beside the job does the work.

    *expire*, *expire_after*: a row is there until the view's watermark passes the value of this column, a timestamp or a date, by
    so much ("30 days"); a view that never had a watermark goes by the clock, at each version. NULL never expires. Kept with the
    view: once rows expire, later jobs may change how late, but not the column.

    The result is typed Any because only df.isStreaming, which no type shows, tells which of the two it is.

    A struct column named "window", as functions.window() makes it, becomes window_start and window_end in its place.
    The package must be installed for the Python that runs the tasks: with a local Spark this one, unless PYSPARK_PYTHON names
    another. Spark Connect is not supported.

    Raises InvalidSchema, UnsupportedType, IncompatibleSchema, ConcurrentPublisher, DuplicateKey, StorageFull, CorruptFile,
    UnsupportedFormat, StateStoreError. In a running stream they end the query, and stand in its StreamingQueryException.
    """
    kept = expiry_of(expire, expire_after)
    job = _job(df, view, os.fspath(root), key, shard_key, shards, partitioning, delete_column, storage_options or {})
    job = replace(job, schema=replace(job.schema, comment=comment, expiry=kept), single_writer=single_writer)
    changes: dict[str, Any] = {"versions": retain_versions, "age": retain_age, "base_every": base_every}
    Retention().changed(**changes)
    if df.isStreaming:
        if mode is not None:
            raise InvalidSchema("mode is for batch DataFrames; a streaming query has its outputMode")
        return _stream(df, job, changes)
    HOLDINGS.release_ended(job.root_uri, view)
    with job.publisher("batch job") as publisher:
        retention = change_retention(publisher.folder, **changes)
        version = job.run(df, publisher, mode=mode or "replace", origin=Origin())
    if version is None:
        return publisher.version
    maintenance = _maintenance(job, retention)
    maintenance.committed(version)
    maintenance.wait()
    return version


def _stream(df: DataFrame, job: VersionJob, changes: Mapping[str, Any]) -> DataStreamWriter:
    """Refuses now what every batch would be refused for; the lock is taken by the first batch."""
    HOLDINGS.release_ended(job.root_uri, job.schema.name)
    with job.publisher("starting query") as publisher:
        retention = change_retention(publisher.folder, **changes)
    release_with_queries_of(df.sparkSession)
    return df.writeStream.foreachBatch(StreamWriter(job, df.sparkSession, _maintenance(job, retention), has_watermark(df)))


def _maintenance(job: VersionJob, retention: Retention) -> Maintenance:
    return Maintenance(job.root_uri, job.schema.name, job.storage_options, retention.base_every)


def _job(
    df: DataFrame,
    view: str,
    root: str,
    key: Sequence[str],
    shard_key: Sequence[str] | None,
    shards: int,
    partitioning: str | Sequence[Any],
    delete_column: str | None,
    storage_options: Mapping[str, Any],
) -> VersionJob:
    if not isinstance(df, ClassicDataFrame):
        raise StateStoreError("publish() needs a DataFrame of a classic Spark session", hint="Spark Connect is not supported")
    if isinstance(key, str) or isinstance(shard_key, str):
        raise InvalidSchema("key and shard_key are lists of column names", hint=f"write key=[{key!r}]")
    use_own_interpreter(df.sparkSession.sparkContext)
    shape = shape_of(df, delete_column)
    names = tuple(shard_key) if shard_key else tuple(key[:1])
    # Checked first with one hash shard: split points can be encoded only for columns that exist.
    checked = ViewSchema(view, shape.columns, tuple(key), names, HashPartitioning(1), (len(shape.columns),))
    columns = [checked.columns[checked.ordinals[name]] for name in names]
    schema = replace(checked, partitioning=partitioning_of(df.sparkSession, partitioning, shards, columns))
    uri = open_root(root, create=True, options=storage_options).uri
    return VersionJob(uri, schema, shape, dict(storage_options))


# -------------------------------------------------------------------------------------------------------- split points
# Of a range-partitioned view: what the caller passes → encoded shard keys.


def partitioning_of(
    spark: SparkSession, partitioning: str | Sequence[Any], shards: int, shard_key: Sequence[Column]
) -> Partitioning:
    """The partitioning that publish() is asked for. Raises InvalidSchema."""
    if isinstance(partitioning, str):
        if partitioning != "hash":
            raise InvalidSchema(f"partitioning {partitioning!r} is unknown", hint='pass "hash" or a list of split points')
        return HashPartitioning(shards)
    points = [tuple(p) if isinstance(p, tuple | list) else (p,) for p in partitioning]
    if any(len(p) != len(shard_key) for p in points):
        names = ", ".join(c.name for c in shard_key)
        raise InvalidSchema(f"each split point needs a value for every column of the shard key ({names})")
    return RangePartitioning(_encoded(spark, points, shard_key) if points else ())


def _encoded(spark: SparkSession, points: list[tuple[Any, ...]], shard_key: Sequence[Column]) -> tuple[bytes, ...]:
    names = [f"c{i}" for i in range(len(shard_key))]
    row_type = spark_types.StructType(
        [spark_types.StructField(n, arrow_ready_type(c.type), True) for n, c in zip(names, shard_key, strict=True)]
    )
    try:
        table = spark.createDataFrame(points, row_type).toArrow()
    except PySparkException as error:
        raise InvalidSchema("a split point is not of the shard key's type", detail=str(error)) from error
    splits = encode_columns(table.columns, [column.type for column in shard_key])
    if not all(a < b for a, b in pairwise(splits)):
        raise InvalidSchema("split points must ascend, each different from the one before")
    return tuple(splits)
