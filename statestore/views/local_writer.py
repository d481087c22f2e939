"""Publish a version from Arrow, without Spark: for tests, benchmarks and small jobs. All rows are in memory at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, Final

import pyarrow as pa

from statestore.arrow import arrow_type
from statestore.errors import InvalidSchema
from statestore.keys import KeyCodec
from statestore.schema import ViewSchema
from statestore.sharding import shard_function
from statestore.views.encoding import EntryEncoder, ShardEntries
from statestore.views.manifest import Mode
from statestore.views.publisher import Origin, Publisher
from statestore.views.root import Root, open_root
from statestore.views.shard_writer import VersionFiles

#: Entries handed on at once; a file can be cut only between two such portions.
PORTION_ROWS: Final = 8192

_Entry = tuple[int, bytes, bytes | None]


def write_version(
    root: Root | str,
    schema: ViewSchema,
    table: pa.Table,
    deletes: Sequence[Sequence[Any]] | None = None,
    mode: Mode = "upsert",
    *,
    query_id: str | None = None,
    batch_id: int | None = None,
    watermark_us: int | None = None,
) -> int:
    """Commit one version of the view *schema.name* with the rows of *table* in any order, and return it.

    *table* has the view's columns by name, of types that cast to statestore.arrow.arrow_type without loss. *deletes* are
    keys to delete, as physical values. The root and the view are created when missing. The version is committed even when it
    is empty. With a *query_id* and *batch_id* that the log holds, nothing is written and the latest version is returned.

    Raises DuplicateKey, ConcurrentPublisher, IncompatibleSchema, InvalidSchema, StorageFull.
    """
    opened = open_root(root, create=True) if isinstance(root, str) else root
    origin = Origin(query_id=query_id, batch_id=batch_id, watermark_us=watermark_us)
    with Publisher(opened, schema, owner="write_version") as publisher:
        if publisher.is_committed(origin):
            return publisher.version
        return write_batch(publisher, table, deletes, mode, origin)


def write_batch(
    publisher: Publisher,
    table: pa.Table,
    deletes: Sequence[Sequence[Any]] | None = None,
    mode: Mode = "upsert",
    origin: Origin | None = None,
) -> int:
    """As write_version(), by a job that holds its view."""
    entries = [*_row_entries(publisher.schema, table), *_delete_entries(publisher.schema, deletes or ())]
    entries.sort(key=itemgetter(0, 1))
    with VersionFiles(publisher.folder, publisher.schema, publisher.version + 1) as files:
        for portion in _portions(entries):
            files.append(portion)
        finished = files.finish()
    # A root that gave no answer may have the version: its files stay.
    return publisher.commit(finished, mode=mode, origin=origin or Origin())


def _row_entries(schema: ViewSchema, table: pa.Table) -> Iterator[_Entry]:
    encoder = EntryEncoder(schema)
    for batch in _as_view_columns(schema, table).to_batches(max_chunksize=PORTION_ROWS):
        yield from zip(encoder.shards(batch).tolist(), encoder.keys(batch), encoder.values(batch, None), strict=True)


def _as_view_columns(schema: ViewSchema, table: pa.Table) -> pa.Table:
    if missing := [c.name for c in schema.columns if c.name not in table.column_names]:
        raise InvalidSchema(f"view {schema.name}: the table lacks the column {missing[0]!r}")
    wanted = pa.schema([pa.field(c.name, arrow_type(c.type)) for c in schema.columns])
    return table.select(wanted.names).cast(wanted).combine_chunks()


def _delete_entries(schema: ViewSchema, deletes: Sequence[Sequence[Any]]) -> Iterator[_Entry]:
    encode: Callable[[Sequence[Any]], bytes] = KeyCodec(schema).encode
    shard_of = shard_function(schema)
    for key in deletes:
        yield shard_of(key[: len(schema.shard_key)]), encode(key), None


def _portions(entries: list[_Entry]) -> Iterator[ShardEntries]:
    """Runs of one shard, at most PORTION_ROWS long."""
    for shard, run in groupby(entries, itemgetter(0)):
        while portion := list(islice(run, PORTION_ROWS)):
            yield ShardEntries(shard, [key for _, key, _ in portion], [value for _, _, value in portion])
