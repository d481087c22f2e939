"""`tidegate describe-checkpoint`: what a Spark checkpoint holds and what attaching it gives, read from its files alone."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from gateway.attaching import NAME_CHARACTERS_MAX
from gateway.suggesting import suggested_view
from planner.functions.udf.type_names import format_type
from planner.types import column_type
from statestore.attach.checkpoint import Batch, Checkpoint, Operator, StoreRef, store_folder
from statestore.attach.files import CheckpointFiles, open_checkpoint_files
from statestore.attach.tables import StateTable, Unreadable, tables_of
from statestore.schema import ViewSchema

_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")
_STEP: Final = 1024
_US_PER_S: Final = 1_000_000
_OTHER: Final = re.compile(r"[^a-z0-9_]+")
#: Operators whose state is an aggregate's buffers, which a view makes readable.
_AGGREGATIONS: Final = ("stateStoreSave", "sessionWindowStateStoreSaveExec")
#: In front of a view that is guessed from names.
_CAUTION: Final = "# Spark keeps buffers, not results; see that this is what the query computes."
#: Names of folders that say nothing about the query.
_PLAIN_FOLDERS: Final = ("checkpoint", "checkpoints")


def describe_checkpoint(uri: str, name: str | None = None) -> Iterator[str]:
    """The lines to print. *name* is what it is to be attached as; None: from the URI. Raises statestore.errors."""
    files = open_checkpoint_files(uri)
    checkpoint = Checkpoint(files)
    batch = checkpoint.latest()
    operators = checkpoint.operators(batch)
    tables = tables_of(name or name_of(files.uri), operators, batch.provider, batch.conf)
    sizes = {(store.operator, store.name): _store_bytes(files, store) for operator in operators for store in operator.stores}
    yield from _head(checkpoint, batch, sum(sizes.values()))
    for operator in operators:
        yield ""
        yield from _operator(operator, sizes, [table for table in tables if table.operator == operator.id])
    yield ""
    yield from _configuration(files.uri, name or name_of(files.uri), operators, tables)


def name_of(uri: str) -> str:
    """A name for the tables, from the folder's: small letters, digits and _."""
    for part in reversed(PurePosixPath(urlsplit(uri).path).parts):
        word = _OTHER.sub("_", part.lower()).strip("_")
        if word and word not in _PLAIN_FOLDERS:
            return (word if not word[0].isdigit() else f"_{word}")[:NAME_CHARACTERS_MAX]
    return "state"


# ------------------------------------------------------------------------------------------------------------------ the whole


def _head(checkpoint: Checkpoint, batch: Batch, size: int) -> Iterator[str]:
    kept = checkpoint.kept()
    watermark = "none" if batch.watermark_us is None else _moment(batch.watermark_us)
    yield f"checkpoint  {checkpoint.files.uri}"
    yield f"query       {batch.query or 'unknown'}"
    yield f"newest      batch {batch.id}, committed at {_moment(batch.committed_at_us)}, watermark {watermark}"
    yield f"kept        {_batches(checkpoint, kept)}"
    yield f"state       {_size(size)}, provider {batch.provider}, compressed as {batch.codec}{_format(batch)}"


def _format(batch: Batch) -> str:
    return "" if batch.store_ids is None else ", checkpoint format 2"


def _batches(checkpoint: Checkpoint, kept: Sequence[int]) -> str:
    """12 to 40 and 42 (30 batches), the first committed at …"""
    if not kept:
        return "no batch whose state is whole"
    runs = [[id_ for _, id_ in run] for _, run in groupby(enumerate(kept), lambda pair: pair[1] - pair[0])]
    listed = ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    first = checkpoint.batch(kept[0])
    return f"{len(kept)} batch{'es' * (len(kept) > 1)}, {listed}; the oldest was committed at {_moment(first.committed_at_us)}"


def _moment(us: int) -> str:
    text = dt.datetime.fromtimestamp(us / _US_PER_S, dt.UTC).isoformat(" ", "milliseconds")
    return f"{text.removesuffix('+00:00')} UTC"


def _size(size: float) -> str:
    unit = 0
    while size >= _STEP and unit < len(_UNITS) - 1:
        size, unit = size / _STEP, unit + 1
    return f"{size:.0f} {_UNITS[unit]}" if unit == 0 or size >= 10 else f"{size:.1f} {_UNITS[unit]}"


def _store_bytes(files: CheckpointFiles, store: StoreRef) -> int:
    return sum(_bytes(files, store_folder(store.operator, store.name, number)) for number in range(store.partitions))


def _bytes(files: CheckpointFiles, folder: str) -> int:
    """All files in a folder and the folders in it."""
    sizes = files.sizes(folder)
    folders = (name for name in files.names(folder) if name not in sizes)
    return sum(sizes.values()) + sum(_bytes(files, f"{folder}/{name}") for name in folders)


# ---------------------------------------------------------------------------------------------------------------- operators


def _operator(operator: Operator, sizes: Mapping[tuple[int, str], int], tables: Sequence[StateTable | Unreadable]) -> Iterator[str]:
    yield f"operator {operator.id}: {operator.name}"
    for store in operator.stores:
        partitions = f"{store.partitions} partition{'s' * (store.partitions > 1)}"
        yield f"  store {store.name}: {partitions}, {_size(sizes[store.operator, store.name])}"
        found = [table for table in tables if table.store == store.name]
        for table in found:
            yield from _table(table)
        if not found:
            yield "    no table: it is an index into the other stores' rows"


def _table(table: StateTable | Unreadable) -> Iterator[str]:
    if isinstance(table, Unreadable):
        yield f"    {table.name} cannot be read: {table.reason}"
        return
    schema = table.schema
    comment = f" ({schema.comment})" if schema.comment else ""
    yield f"    table {schema.name}{comment}"
    width = max(len(column.name) for column in schema.columns)
    types = [column_type(column.type) for column in schema.columns]
    for column, sql_type in zip(schema.columns, types, strict=True):
        notes = ["key"] if column.name in schema.key else []
        notes += [column.comment] if column.comment else []
        shown = f"{column.name.ljust(width)}  {format_type(sql_type.pg.oid, sql_type.typmod)}"
        yield f"      {shown}{'  -- ' + ', '.join(notes) if notes else ''}"
    yield f"      {_reading(schema)}"


def _reading(schema: ViewSchema) -> str:
    """How rows are found."""
    if not schema.key:
        return "read by scanning its partitions"
    keyed = f"one row by {', '.join(schema.key)}: a point get"
    return keyed if schema.shard_key == schema.key else f"{keyed}; one partition by {', '.join(schema.shard_key)}"


# ------------------------------------------------------------------------------------------------------------- configuration


def _configuration(uri: str, name: str, operators: Sequence[Operator], tables: Sequence[StateTable | Unreadable]) -> Iterator[str]:
    yield f"# For the file of tidegate serve --config, or: tidegate serve --attach {name}={uri}"
    yield "[attach]"
    yield f"{name} = {json.dumps(uri, ensure_ascii=False)}"
    aggregations = {operator.id for operator in operators if operator.name in _AGGREGATIONS}
    for table in tables:
        found = suggested_view(table.schema) if isinstance(table, StateTable) and table.operator in aggregations else None
        if found is not None:
            yield from ("", _CAUTION, *found.splitlines())
