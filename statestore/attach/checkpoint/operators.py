"""Which stateful operators a query has, and which stores each: by its metadata, or by the stores where there is none.

Version 1 is state/<operator>/_metadata/metadata, written once. Version 2 is state/<operator>/_metadata/v2/<batch>: the
newest at or before a batch holds for it; it also names the schema files, with the absolute path that the checkpoint had
when they were written. Both are a version line and JSON (OperatorStateMetadata in Spark). Before Spark 4.0 there is none, and the
operator is told from its stores:

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

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from statestore.attach.checkpoint.logs import numbered
from statestore.attach.checkpoint.model import ColumnFamily, StatefulOperator, StoreRef
from statestore.attach.checkpoint.schemas import SchemaFile, merged, parse_schema_file
from statestore.attach.checkpoint.text import json_object, versioned
from statestore.attach.files import CheckpointFiles
from statestore.errors import CorruptFile, VersionNotKept
from statestore.types import Boolean

STATE: Final = "state"
DEFAULT_STORE: Final = "default"
_METADATA: Final = "_metadata"
_SCHEMAS: Final = "_stateSchema"
_NEWEST: Final = 2
_VERSION_FILE: Final = re.compile(r"([0-9]+)(?:_[^.]+)?\.(?:zip|changelog|delta|snapshot)")
_LIMIT: Final = "globalLimit"
_SCHEMA: Final = f"{_METADATA}/schema"
#: Of state format 1 and 2, in the order of Spark's own metadata; there were no others before there was metadata.
_JOIN_STORES: Final = tuple(f"{side}-{kind}" for side in ("left", "right") for kind in ("keyToNumValues", "keyWithIndexToValue"))


@dataclass(frozen=True, slots=True)
class _Store:
    name: str
    prefix_columns: int
    partitions: int
    schema_files: tuple[str, ...] = ()


#: Its name, its stores, and what it writes about itself.
_Described = tuple[str, tuple[_Store, ...], Mapping[str, Any]]


def store_folder(operator: int, store: str, partition: int) -> str:
    """Where a partition's files are."""
    folder = f"{STATE}/{operator}/{partition}"
    return folder if store == DEFAULT_STORE else f"{folder}/{store}"


def state_versions(names: list[str]) -> set[int]:
    """Versions that a partition's folder has a file of: 7.zip, 7.changelog, 7_<id>.zip, 7.delta …

    A listing is nearly enough to know what can be read: Spark deletes what an old version needs (SST files, then snapshots,
    then changelogs) right before the version's own file.
    """
    return {int(found[1]) for name in names if (found := _VERSION_FILE.fullmatch(name))}


def read_operators(files: CheckpointFiles, batch: int, partitions: int | None) -> tuple[StatefulOperator, ...]:
    """The operators at *batch*, whose settings say *partitions*; in the order of their ids.

    Raises CorruptFile, UnsupportedFormat, VersionNotKept.
    """
    return tuple(_operator(files, found, batch, partitions) for found in numbered(files.names(STATE)))


def _operator(files: CheckpointFiles, operator: int, batch: int, partitions: int | None) -> StatefulOperator:
    path = _metadata_path(files, operator, batch)
    if path is None:
        name, stores, properties = _tell(files, operator)
    else:
        name, stores, properties = _parse(_read(files, path), files.location(path))
    refs: list[StoreRef] = []
    families: dict[str, tuple[ColumnFamily, ...]] = {}
    for store in stores:
        schema = _schema(files, operator, store)
        # Re-partitioning leaves metadata of version 1 as it is; the batch's settings know.
        count = 1 if _is_single(name, store, schema) else partitions or store.partitions
        refs.append(StoreRef(operator, store.name, count, schema.column_families))
        families[store.name] = schema.families
    return StatefulOperator(operator, name, tuple(refs), properties, families)


def _is_single(operator: str, store: _Store, schema: SchemaFile) -> bool:
    """Is all state in partition 0, whatever the settings say? So it is where nothing but time tells groups apart."""
    if operator.startswith("sessionWindow"):
        return store.prefix_columns == 0
    return operator == _LIMIT or (not schema.families[0].key.fields and schema.families[0].unreadable is None)


def _tell(files: CheckpointFiles, operator: int) -> _Described:
    folder = f"{STATE}/{operator}"
    partitions = len(numbered(files.names(folder)))
    if not partitions:
        raise CorruptFile(f"{files.location(folder)} has neither metadata nor partitions")
    if set(_JOIN_STORES) <= set(files.names(f"{folder}/0")):
        return "symmetricHashJoin", tuple(_Store(store, 0, partitions) for store in _JOIN_STORES), {}
    path = f"{folder}/0/{_SCHEMA}"
    try:
        schema = parse_schema_file(files.read(path), files.location(path), 0)
    except FileNotFoundError as error:
        raise CorruptFile(f"{files.location(path)} is missing, and there is no operator metadata either") from error
    name = _told(schema)
    prefix = len(schema.families[0].key.fields) - 1 if name.startswith("sessionWindow") else 0
    return name, (_Store(DEFAULT_STORE, prefix, partitions),), {}


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


def _metadata_path(files: CheckpointFiles, operator: int, batch: int) -> str | None:
    """None: a Spark older than 4.0 runs the query."""
    folder = f"{STATE}/{operator}/{_METADATA}"
    names = files.names(folder)
    if "metadata" in names:
        return f"{folder}/metadata"
    if "v2" in names:
        past = [b for b in numbered(files.names(f"{folder}/v2")) if b <= batch]
        if past:
            return f"{folder}/v2/{past[-1]}"
        raise VersionNotKept(f"what batch {batch} of checkpoint {files.uri} kept in operator {operator} is not known any more")
    return None


def _read(files: CheckpointFiles, path: str) -> bytes:
    try:
        return files.read(path)
    except FileNotFoundError as error:
        raise CorruptFile(f"{files.location(path)} is missing", hint="attach again if the checkpoint was just deleted") from error


def _parse(data: bytes, file: str) -> _Described:
    _, text = versioned(data, file, newest=_NEWEST)
    metadata = json_object(text, file)
    try:
        stores = tuple(_store(info) for info in metadata["stateStoreInfo"])
        name = str(metadata["operatorInfo"]["operatorName"])
        properties = json.loads(metadata.get("operatorPropertiesJson") or "{}")
    except (KeyError, TypeError, ValueError) as error:
        raise CorruptFile(f"{file} does not describe an operator as it should", detail=repr(error)) from error
    if not stores or not isinstance(properties, dict):
        raise CorruptFile(f"{file} does not describe an operator as it should", detail=text[:200])
    return name, stores, properties


def _store(info: dict[str, Any]) -> _Store:
    name = str(info["storeName"])
    if not name or "/" in name or name.startswith("."):
        raise ValueError(f"a store cannot be named {name!r}")
    # Spark 4.0's previews had one path; each schema that evolved adds one.
    paths = info.get("stateSchemaFilePaths") or [p for p in (info.get("stateSchemaFilePath"),) if p]
    schema_files = tuple(str(path).rstrip("/").rsplit("/", 1)[-1] for path in paths)
    return _Store(name, int(info["numColsPrefixKey"]), int(info["numPartitions"]), schema_files)


def _schema(files: CheckpointFiles, operator: int, store: _Store) -> SchemaFile:
    if store.schema_files:
        folder = f"{STATE}/{operator}/{_SCHEMAS}/{store.name}"
        paths = [f"{folder}/{name}" for name in store.schema_files]
    else:
        paths = [f"{store_folder(operator, store.name, 0)}/{_SCHEMA}"]
    return merged(tuple(parse_schema_file(_read(files, path), files.location(path), store.prefix_columns) for path in paths))
