"""Databases in memory for large columnar copies: DuckDB compresses what is in one whenever it is checkpointed.

Texts of which there are few are then grouped and matched by their numbers. Those of which there are many, and the encoded keys,
stay as they are: to compress them takes most of the time, and to match them then takes twice as long.
"""

from __future__ import annotations

import logging
from typing import Final

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from gateway.contract.cancel import CancelToken
from gateway.engine.copies.rows import CopyRows, key_column

_log: Final = logging.getLogger(__name__)

#: A view whose files take less is scanned in a few milliseconds anyway.
COMPRESSED_BYTES_MIN: Final = 4 << 20
#: A text column is one of many texts if more than this part of its first rows are different ones.
MANY_TEXTS: Final = 0.5
#: A copy is compressed again when this part of its rows has changed: the query that brings it along waits for that.
CHANGED_SHARE: Final = 0.5


def make(cursor: duckdb.DuckDBPyConnection, database: str, rows: CopyRows, cancel: CancelToken) -> str:
    """A database of that name with a table of *rows*; the table. Raises what reading them does, and leaves nothing then."""
    cursor.execute(f"ATTACH ':memory:' AS {database} (COMPRESS)")
    table = f"{database}.rows"
    try:
        first = next(rows.batches(), None)
        if first is None:
            rows.load(cursor, table, cancel)
        else:
            _create(cursor, table, first, key_column(rows.version.schema))
            rows.insert(cursor, table, cancel)
    except BaseException:
        drop(cursor, database)
        raise
    compress(cursor, database)
    return table


def drop(cursor: duckdb.DuckDBPyConnection, database: str) -> None:
    """Give it up. Transactions that read it go on."""
    cursor.execute(f"DETACH {database}")


def compress(cursor: duckdb.DuckDBPyConnection, database: str) -> None:
    """Compress what is in it. Where DuckDB will not now, because of what others do, it stays as it is."""
    try:
        cursor.execute(f"CHECKPOINT {database}")
    except duckdb.Error as error:
        _log.debug("%s is not compressed: %s", database, error)


def _create(cursor: duckdb.DuckDBPyConnection, table: str, first: pa.RecordBatch, key: str) -> None:
    """An empty table for rows like *first*, some of them; the encoded key and columns of many texts are not compressed."""
    cursor.register("described", first.schema.empty_table())
    columns = cursor.execute("DESCRIBE SELECT * FROM described").fetchall()
    cursor.unregister("described")
    plain = {key, *(field.name for field, values in zip(first.schema, first.columns, strict=True) if _has_many(values))}
    listed = (f'"{_quoted(name)}" {kind}{" USING COMPRESSION uncompressed" * (name in plain)}' for name, kind, *_ in columns)
    cursor.execute(f"CREATE TABLE {table} ({', '.join(listed)})")


def _quoted(name: str) -> str:
    return name.replace('"', '""')


def _has_many(values: pa.Array) -> bool:
    if not len(values) or not (pa.types.is_string(values.type) or pa.types.is_binary(values.type)):
        return False
    return bool(pc.count_distinct(values).as_py() > MANY_TEXTS * len(values))
