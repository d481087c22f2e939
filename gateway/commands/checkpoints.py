"""`tidegate describe-checkpoint`: what a Spark checkpoint holds and what attaching it gives, read from its files alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from gateway.commands.output import moment
from gateway.node.attaching import NAME_CHARACTERS_MAX
from planner.postgres.functions.udf.type_names import format_type
from planner.tree.types import column_type
from statestore.attach.checkpoint import StatefulOperator
from statestore.attach.describing import CheckpointDescription, describe_checkpoint
from statestore.attach.tables import StateTable, Unreadable
from statestore.schema import ViewSchema

_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")
_STEP: Final = 1024
_OTHER: Final = re.compile(r"[^a-z0-9_]+")
#: Names of folders that say nothing about the query.
_PLAIN_FOLDERS: Final = ("checkpoint", "checkpoints")


def described(uri: str, name: str | None = None) -> Iterator[str]:
    """The lines to print. *name* is what it is to be attached as; None: from the URI. Raises statestore.errors."""
    name = name or name_of(uri)
    found = describe_checkpoint(uri, name)
    yield from _head(found)
    for operator in found.operators:
        yield ""
        yield from _operator(operator, found)
    yield ""
    yield from _configuration(name, found)


def name_of(uri: str) -> str:
    """A name for the tables, from the folder's: small letters, digits and _."""
    for part in reversed(PurePosixPath(urlsplit(uri).path).parts):
        word = _OTHER.sub("_", part.lower()).strip("_")
        if word and word not in _PLAIN_FOLDERS:
            return (word if not word[0].isdigit() else f"_{word}")[:NAME_CHARACTERS_MAX]
    return "state"


# ------------------------------------------------------------------------------------------------------------------ the whole


def _head(found: CheckpointDescription) -> Iterator[str]:
    newest = found.newest
    watermark = "none" if newest.watermark_us is None else f"{moment(newest.watermark_us)} UTC"
    log = " with changelog" if found.changelog else ""
    size = _size(sum(found.store_bytes.values()))
    # In format 2 each attempt at a batch has files of its own.
    checkpoint_format = 1 if newest.store_ids is None else 2
    yield f"checkpoint  {found.checkpoint.files.uri}"
    yield f"query       {newest.query or 'unknown'}"
    yield f"newest      batch {newest.id}, committed at {moment(newest.committed_at_us)} UTC, watermark {watermark}"
    yield f"kept        {_batches(found)}"
    yield f"state       {size}, provider {newest.provider}{log}, codec {newest.codec}, format {checkpoint_format}"


def _batches(found: CheckpointDescription) -> str:
    """3 batches, 12 to 13, 15; the oldest was committed at …"""
    if not found.kept:
        return "no batch whose state is whole"
    runs = [[id_ for _, id_ in run] for _, run in groupby(enumerate(found.kept), lambda pair: pair[1] - pair[0])]
    listed = ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    oldest = found.checkpoint.batch(found.kept[0])
    return f"{_counted(len(found.kept), 'batch')}, {listed}; the oldest was committed at {moment(oldest.committed_at_us)} UTC"


def _counted(count: int, what: str) -> str:
    if count == 1:
        return f"1 {what}"
    return f"{count} {what}{'es' if what.endswith('ch') else 's'}"


def _size(size: float) -> str:
    unit = 0
    while size >= _STEP and unit < len(_UNITS) - 1:
        size, unit = size / _STEP, unit + 1
    return f"{size:.0f} {_UNITS[unit]}" if unit == 0 or size >= 10 else f"{size:.1f} {_UNITS[unit]}"


# ---------------------------------------------------------------------------------------------------------------- operators


def _operator(operator: StatefulOperator, of: CheckpointDescription) -> Iterator[str]:
    yield f"operator {operator.id}: {operator.name}"
    for store in operator.stores:
        yield f"  store {store.name}: {_counted(store.partitions, 'partition')}, {_size(of.store_bytes[store])}"
        found = [table for table in of.tables if table.operator == operator.id and table.store == store.name]
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


def _configuration(name: str, found: CheckpointDescription) -> Iterator[str]:
    uri = found.checkpoint.files.uri
    yield f"# For the file of tidegate serve --config, or: tidegate serve --attach {name}={uri}"
    yield f"[attach.{name}]"
    yield f"uri = {_toml(uri)}"
    tables = [table.schema for table in found.tables if isinstance(table, StateTable)]
    if not tables:
        return
    yield from ("", '# What columns are called: put other names in their places, "" leaves one out that is not of the key.')
    yield f"[attach.{name}.columns]"
    for schema in tables:
        yield f"{_toml(schema.name)} = ["
        yield from (f"  {_toml(column.name)}," for column in schema.columns)
        yield "]"


def _toml(text: str) -> str:
    """A basic string, which quotes as JSON does but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
