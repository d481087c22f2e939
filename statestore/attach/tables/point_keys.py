"""A table's encoded key → the store's own key bytes, which must be Spark's byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from statestore import types as st
from statestore.attach.checkpoint.model import PrefixScan, TimestampPostfix
from statestore.attach.tables.avro_keys import NotInAvro, row_to_avro
from statestore.attach.tables.columns import is_window
from statestore.attach.tables.layout import FORMAT, SIZE_BYTES, TIME_BIAS, TIME_BYTES, EntryLayout
from statestore.codegen import compile_function, tuple_of
from statestore.keys import KeyCodec
from statestore.rows.encode_row import fields_writer
from statestore.schema import ViewSchema

#: An encoded key → the raw key without its family's number, and the number of the value where the key has several.
PointKey = Callable[[bytes], tuple[bytes, int]]


def point_key(layout: EntryLayout, schema: ViewSchema, paths: Sequence[tuple[int, ...]], *, wrapped: bool) -> PointKey:
    """*paths*: where each key column is in the store's key; the last column is the value's number where a key has several.
    *wrapped*: the key's fields are structs that Spark has put around the columns, and never NULL.

    A window that is NULL is told by its start and end being NULL, which a window's own never are.
    """
    key_types = [f.type for f in layout.family.key.fields]
    names: dict[str, Any] = {"decode": KeyCodec(schema).decode}
    variables = [f"v{i}" for i in range(len(schema.key))]
    by_path = dict(zip(paths, variables, strict=False))
    index = variables[-1] if layout.several else "0"
    # A struct whose fields are columns of their own is put together again.
    fields = [_value(key_types[i], (i,), by_path, wrapped=wrapped) for i in range(len(key_types))]
    assign = [f"{tuple_of(variables)} = decode(key)"] if variables else ["decode(key)"]
    body = [*assign, f"return {_raw(layout, fields, names)}, {index}"]
    encode: PointKey = compile_function("point_key", "key", body, names)
    return _of_avro(encode) if layout.format.rows == "avro" else encode


def _value(data_type: st.DataType, path: tuple[int, ...], by_path: dict[tuple[int, ...], str], *, wrapped: bool = False) -> str:
    if path in by_path:
        return by_path[path]
    if not isinstance(data_type, st.Struct):
        return "None"  # Spark's void: it is no column
    parts = [_value(f.type, (*path, i), by_path) for i, f in enumerate(data_type.fields)]
    whole = tuple_of(parts)
    return f"(None if {' is '.join([*parts, 'None'])} else {whole})" if is_window(data_type) and not wrapped else whole


def _raw(layout: EntryLayout, fields: Sequence[str], names: dict[str, Any]) -> str:
    parts = layout.key_parts
    for number, part in enumerate(parts):
        if isinstance(part, st.Struct):
            names[f"row{number}"] = _row_writer(layout, number, part)
    match layout.encoding:
        case PrefixScan(columns):
            names["sized"] = _sized
            return f"sized(row0({tuple_of(fields[:columns])}), row1({tuple_of(fields[columns:])}))"
        case TimestampPostfix():
            names["time_bytes"] = _time_bytes
            return f"row0({tuple_of(fields[:-1])}) + time_bytes({fields[-1]})"
        case _:
            return f"row0({tuple_of(fields)})"


def _row_writer(layout: EntryLayout, number: int, part: st.Struct) -> Callable[[Sequence[Any]], bytes]:
    if layout.format.rows == "avro":
        numbered = layout.written_schemas(number) is not None
        avro = row_to_avro(part, layout.family.key_schema_id if numbered else None)
        return lambda values: FORMAT + avro(values)
    write = fields_writer([f.type for f in part.fields])
    if not layout.format.head:
        return write
    return lambda values: FORMAT + write(values)


def _of_avro(encode: PointKey) -> PointKey:
    """Keys that Avro cannot hold are none of Spark's: what stands for them is the key of nothing."""

    def encode_if_possible(key: bytes) -> tuple[bytes, int]:
        try:
            return encode(key)
        except NotInAvro:
            return b"", 0

    return encode_if_possible


def _sized(prefix: bytes, rest: bytes) -> bytes:
    return len(prefix).to_bytes(SIZE_BYTES, "little") + prefix + rest


def _time_bytes(micros: int) -> bytes:
    return (micros + TIME_BIAS).to_bytes(TIME_BYTES, "big")
