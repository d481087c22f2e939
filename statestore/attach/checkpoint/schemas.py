"""State schema files: the columns of a store's keys and values.

All begin with "v" and their version, written by writeUTF; schemas are Spark's schema JSON (SchemaHelper in Spark):

======= ==================================================================================================
version then
======= ==================================================================================================
1       the key's schema, the value's: writeUTF each
2       the same in chunks: an int, their number, and writeUTF each
3       an int, the number of column families; for each its name (writeUTF), the key schema's number (short), the
        key's schema, the value schema's number, the value's schema, the key's encoding, the schema of a map variable's
        own key or ``{    }``: chunks
======= ==================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from statestore.attach.checkpoint.java import JavaReader
from statestore.attach.checkpoint.model import (
    ColumnFamily,
    KeyEncoding,
    PrefixScan,
    RangeScan,
    TimestampPostfix,
    TimestampPrefix,
    Unkept,
    WholeKey,
    unkept,
)
from statestore.attach.checkpoint.text import json_object, version_of
from statestore.errors import CorruptFile, UnsupportedType
from statestore.types import DataType, Field, Struct, from_spark_json

_NEWEST: Final = 3
_DEFAULT_FAMILY: Final = "default"
_FILES_REMEMBERED: Final = 256
#: Where Spark's schema JSON keeps collations, which its type names do not show.
_COLLATIONS: Final = '"__COLLATIONS"'
_COLLATED: Final = "its key has a collation: equal keys may differ in their bytes"


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """A file's column families, and whether the store tells families apart at all."""

    families: tuple[ColumnFamily, ...]
    column_families: bool


@lru_cache(_FILES_REMEMBERED)
def parse_schema_file(data: bytes, file: str, prefix_columns: int) -> SchemaFile:
    """What the file says. *prefix_columns* is the operator's word for keys of versions 1 and 2.

    Raises CorruptFile and UnsupportedFormat.
    """
    reader = JavaReader(data, file)
    version = version_of(reader.text(), file, newest=_NEWEST)
    if version == _NEWEST:
        families = tuple(_family(reader, file) for _ in range(reader.count()))
    else:
        read = reader.text if version == 1 else reader.chunked_text
        encoding = PrefixScan(prefix_columns) if prefix_columns else WholeKey()
        families = (_built(_DEFAULT_FAMILY, 0, read(), 0, read(), encoding, file),)
    reader.end()
    if not families:
        raise CorruptFile(f"{file} describes no rows at all")
    return SchemaFile(families, version == _NEWEST)


def _family(reader: JavaReader, file: str) -> ColumnFamily:
    name = reader.text()
    key_id, key = reader.short(), reader.chunked_text()
    value_id, value = reader.short(), reader.chunked_text()
    encoding = reader.chunked_text()
    user_key = json_object(reader.chunked_text(), file)
    found = _built(name, key_id, key, value_id, value, _encoding(encoding, file), file)
    if user_key:
        _struct(user_key, file)  # of a map variable: its fields are the key's own, too
    return found


def _encoding(text: str, file: str) -> KeyEncoding:
    spec = json_object(text, file)
    match spec:
        case {"keyStateEncoderType": "NoPrefixKeyStateEncoderSpec"}:
            return WholeKey()
        case {"keyStateEncoderType": "PrefixKeyScanStateEncoderSpec", "numColsPrefixKey": int(columns)}:
            return PrefixScan(columns)
        case {"keyStateEncoderType": "RangeKeyScanStateEncoderSpec", "orderingOrdinals": [int(), *_] as ordinals}:
            return RangeScan(tuple(ordinals))
        case {"keyStateEncoderType": "TimestampAsPrefixKeyStateEncoderSpec"}:
            return TimestampPrefix()
        case {"keyStateEncoderType": "TimestampAsPostfixKeyStateEncoderSpec"}:
            return TimestampPostfix()
    raise CorruptFile(f"{file} has a key encoding that is not known", detail=text[:200])


def _built(name: str, key_id: int, key: str, value_id: int, value: str, encoding: KeyEncoding, file: str) -> ColumnFamily:
    key_struct, value_struct = _struct(json_object(key, file), file), _struct(json_object(value, file), file)
    reason = unkept(key_struct) or (_COLLATED if _COLLATIONS in key else None)
    if reason is not None:
        return ColumnFamily(name, Struct(()), Struct(()), encoding, key_id, unreadable=reason)
    return ColumnFamily(name, key_struct, value_struct, encoding, key_id, {key_id: key_struct}, {value_id: value_struct})


def _struct(spec: dict[str, Any], file: str) -> Struct:
    try:
        if not isinstance(spec["fields"], list):
            raise TypeError("fields must be a list")
        if spec["type"] != "struct":
            raise CorruptFile(f"{file} holds a schema that is not a struct", detail=str(spec)[:200])
        return _with_unkept(_stored(spec))
    except (KeyError, TypeError, AttributeError) as error:
        raise CorruptFile(f"{file} holds a schema that is not one", detail=f"{error!r} in {str(spec)[:200]}") from error


def _with_unkept(spec: Any) -> Struct:
    return Struct(tuple(Field(f["name"], _kept_or_not(f["type"]), f["nullable"]) for f in spec["fields"]))


def _kept_or_not(spec: Any) -> DataType:
    try:
        return from_spark_json(spec)
    except UnsupportedType as error:
        # Fields of a struct may be columns of their own: Spark puts structs around what users keep.
        is_struct = isinstance(spec, dict) and spec["type"] == "struct"
        return _with_unkept(spec) if is_struct else Unkept(error.message)


def _stored(spec: Any) -> Any:
    """The type whose bytes are stored: a void is always NULL, and a user-defined type is kept as another one."""
    match spec:
        case "void" | "null":
            return "boolean"
        case {"type": "udt", "sqlType": stored}:
            return _stored(stored)
        case dict():
            return {name: _stored(part) if name in _TYPE_PARTS else part for name, part in spec.items()}
        case list():
            return [_stored(part) for part in spec]
        case _:
            return spec


#: Where types are inside a type's JSON. "type" itself names the kind in a type, and holds a type in a field.
_TYPE_PARTS: Final = frozenset({"type", "fields", "elementType", "keyType", "valueType"})


def merged(files: tuple[SchemaFile, ...]) -> SchemaFile:
    """The newest file's families, with what earlier ones say of rows that may still be there. *files*: oldest first."""
    families = []
    for family in files[-1].families:
        past = [f for file in files for f in file.families if f.name == family.name]
        keys = {i: s for f in past for i, s in f.key_schemas.items()}
        values = {i: s for f in past for i, s in f.value_schemas.items()}
        families.append(replace(family, key_schemas=keys, value_schemas=values))
    return SchemaFile(tuple(families), files[-1].column_families)
