"""read() and read_changes(): a view at one version, or what changes in it, as a DataFrame."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal

from pyspark.sql import Column as SparkColumn
from pyspark.sql import DataFrame, SparkSession

from statestore.changes.pinned import checked_number, pinned
from statestore.errors import StateStoreError
from statestore.reader.arrow import arrived, travelling_type
from statestore.reader.change_batches import change_columns
from statestore.reader.change_source import ChangesSource, Followed
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


def read_changes(
    spark: SparkSession,
    root: str | os.PathLike[str],
    view: str,
    starting_version: int | Literal["latest"] | None = None,
    *,
    before: bool = False,
    max_versions: int | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> DataFrame:
    """A streaming DataFrame of what changes in *view* under *root*: a row for each key whose row is another one after a version.

    Columns: _version; _committed_at; _kind, which is insert, update or delete; the view's, of the row after the version, for a
    delete of the row before; with *before* a struct _before of the row before, NULL for an insert. A row that expires is a delete,
    one that a version writes as it was is none, and what replaces the content is told as the difference. Versions come in order,
    each whole in one batch. A query's checkpoint holds the version that it has come to, so it follows the view exactly once.

    *starting_version*: a new query begins with all rows of the newest version as inserts, and goes on from there; with n with what
    came after version n; with "latest" with what comes from now on. *max_versions*: so many in a batch at most.
    *storage_options*: as publish() has them; the tasks get them as JSON.

    The columns are those that the view has now. When it gets more the query ends with an error, and goes on with them when it is
    started again. A view that was made anew, or a position that vacuum has passed, ends it with VersionNotKept.

    Raises ViewNotFound, RootNotFound, CorruptFile, UnsupportedFormat, ValueError; InvalidSchema for a view with such columns;
    StateStoreError as read(). What a running query raises stands in its StreamingQueryException.
    """
    check_session(spark)
    if starting_version is not None and starting_version != "latest":
        checked_number(starting_version, "starting_version", least=0)
    if max_versions is not None:
        checked_number(max_versions, "max_versions", least=1)
    options = storage_options_json(storage_options or {})
    opened = open_root(os.fspath(root), options=options)
    schema = pinned(opened.folder(view)).schema
    columns = change_columns(schema, before=before)
    followed = Followed(opened.uri, schema, starting_version, before, max_versions, options)
    with missing_package_told(spark.sparkContext):
        spark.dataSource.register(ChangesSource)
        reader = spark.readStream.format(ChangesSource.name()).schema(travelling_type(columns))
        df = reader.option(OPTION, followed.to_option()).load()
    return arrived(df, columns)


def check_session(spark: SparkSession) -> None:
    """Raises StateStoreError for Spark Connect. A local session's tasks then run this Python."""
    if not isinstance(spark, SparkSession):
        raise StateStoreError("a classic Spark session is needed to read views", hint="Spark Connect is not supported")
    use_own_interpreter(spark.sparkContext)
