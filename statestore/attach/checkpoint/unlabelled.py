"""Operators of checkpoints without operator metadata, which Spark writes from 4.0 on: told from their stores.

============================================  =======================================
what is there                                 operator
============================================  =======================================
stores left-…, right-…                        symmetricHashJoin
key ends in sessionStartTime                  sessionWindowStateStoreSaveExec
value is __dummy__                            dedupe
value is expiresAtMicros                      dedupeWithinWatermark
value begins with groupState                  flatMapGroupsWithState
value ends in timeoutTimestamp                flatMapGroupsWithState
key is one column "key" of type void          globalLimit
anything else                                 stateStoreSave
============================================  =======================================

A flatMapGroupsWithState of format 1 without timeouts looks like an aggregation: the same columns, named as one's. The names above
are of the classes in org.apache.spark.sql.execution.streaming of Spark 3.5 that make these schemas.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from statestore.attach.checkpoint.logs import numbered
from statestore.attach.checkpoint.schemas import SchemaFile, parse_schema_file
from statestore.attach.files import CheckpointFiles
from statestore.errors import CorruptFile
from statestore.types import Boolean

_SCHEMA: Final = "_metadata/schema"
_SIDES: Final = ("left", "right")
#: Of state format 1 and 2, in the order of Spark's own metadata; there were no others before there was metadata.
_JOIN_STORES: Final = tuple(f"{side}-{kind}" for side in _SIDES for kind in ("keyToNumValues", "keyWithIndexToValue"))


@dataclass(frozen=True, slots=True)
class Unlabelled:
    """What metadata would say."""

    name: str
    stores: tuple[str, ...]
    prefix_columns: int
    partitions: int


def tell_operator(files: CheckpointFiles, folder: str, default_store: str) -> Unlabelled:
    """The operator whose partitions are in *folder*. Raises CorruptFile."""
    partitions = len(numbered(files.names(folder)))
    if not partitions:
        raise CorruptFile(f"{files.location(folder)} has neither metadata nor partitions")
    names = files.names(f"{folder}/0")
    if set(_JOIN_STORES) <= set(names):
        return Unlabelled("symmetricHashJoin", _JOIN_STORES, 0, partitions)
    path = f"{folder}/0/{_SCHEMA}"
    try:
        schema = parse_schema_file(files.read(path), files.location(path), 0)
    except FileNotFoundError as error:
        raise CorruptFile(f"{files.location(path)} is missing, and there is no operator metadata either") from error
    name = _told(schema)
    prefix = len(schema.families[0].key.fields) - 1 if name.startswith("sessionWindow") else 0
    return Unlabelled(name, (default_store,), prefix, partitions)


def _told(schema: SchemaFile) -> str:
    [family] = schema.families
    key, value = [f.name for f in family.key.fields], [f.name for f in family.value.fields]
    if key[-1:] == ["sessionStartTime"]:
        return "sessionWindowStateStoreSaveExec"
    if value == ["__dummy__"]:
        return "dedupe"
    if value == ["expiresAtMicros"]:
        return "dedupeWithinWatermark"
    if value[:1] == ["groupState"] or value[-1:] == ["timeoutTimestamp"]:
        return "flatMapGroupsWithState"
    # Void is given as a boolean.
    if (key, value) == (["key"], ["value"]) and family.key.fields[0].type == Boolean():
        return "globalLimit"
    return "stateStoreSave"
