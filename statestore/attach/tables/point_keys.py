"""A table's encoded key → the store's own key bytes, which must be Spark's byte for byte.

- A window that is NULL is not told from one whose start and end are NULL, which window() never makes. Of other structs a NULL and
  one full of NULLs are two keys of Spark's and one here: a point get looks for both (`point_keys`), and refuses to choose where
  there are both; a scan shows both rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from statestore import types as st
from statestore.attach.checkpoint.model import PrefixScan, TimestampPostfix
from statestore.attach.tables.avro_keys import NotAKey, row_to_avro
from statestore.attach.tables.columns import LeafColumn, is_window
from statestore.attach.tables.layout import FORMAT, SIZE_BYTES, TIME_BIAS, TIME_BYTES, EntryLayout
from statestore.attach.tables.made import INFINITE_INSTANTS, US_PER_MS
from statestore.codegen import compile_function, tuple_of
from statestore.errors import UnsupportedFormat
from statestore.keys import KeyCodec
from statestore.rows.encode_row import fields_writer
from statestore.schema import ViewSchema

#: An encoded key → the raw key without its family's number, and the number of the value where the key has several.
PointKey = Callable[[bytes], tuple[bytes, int]]
#: Each one doubles the functions.
UNCLEAR_MAX: Final = 4


def point_keys(layout: EntryLayout, schema: ViewSchema, leaves: Sequence[LeafColumn], *, wrapped: bool) -> tuple[PointKey, ...]:
    """*leaves*: the columns of the store's key; the table's key has one more, the value's number, where a key has several.
    *wrapped*: the key's fields are structs that Spark has put around the columns, and never NULL.

    A struct whose fields are columns is put together again. Where all of them are NULL it is a NULL or a struct of NULLs, and Spark
    keeps those apart: so there are two functions for one such struct, four for two. A window's own start and end are never NULL.
    """
    variables = [f"v{i}" for i in range(len(schema.key))]
    by_path = {leaf.path: _stored(leaf, variable) for leaf, variable in zip(leaves, variables, strict=False)}
    structs = _Structs(by_path, wrapped, has_times=any(leaf.make for leaf in leaves))
    unclear = structs.unclear(layout.family.key)
    chosen = (frozenset(some) for count in range(len(unclear) + 1) for some in combinations(unclear, count))
    return tuple(_point_key(layout, schema, variables, replace(structs, never_null=never_null)) for never_null in chosen)


def _stored(leaf: LeafColumn, variable: str) -> str:
    """The field's value, of the column's: those that are made in keys are times in milliseconds."""
    return variable if leaf.make is None else f"milliseconds({variable})"


def _milliseconds(micros: int | None) -> int | None:
    if micros is None:
        return None
    if micros in INFINITE_INSTANTS:
        raise UnsupportedFormat(
            "infinity stands for every time that is too far away for a timestamp: it cannot be looked up",
            hint="Compare with >= and a finite time: it is answered by reading all rows.",
        )
    ms, rest = divmod(micros, US_PER_MS)
    if rest:
        raise NotAKey(f"{micros} microseconds are not whole milliseconds")
    return ms


def unclear_structs(key: st.Struct, leaves: Sequence[LeafColumn], *, wrapped: bool) -> int:
    """How many structs of the key can be NULL as well as full of NULLs."""
    return len(_Structs({leaf.path: "" for leaf in leaves}, wrapped).unclear(key))


def _point_key(layout: EntryLayout, schema: ViewSchema, variables: Sequence[str], structs: _Structs) -> PointKey:
    names: dict[str, Any] = {"decode": KeyCodec(schema).decode, "milliseconds": _milliseconds}
    index = variables[-1] if layout.several else "0"
    fields = [structs.value(field, (i,)) for i, field in enumerate(layout.family.key.fields)]
    assign = [f"{tuple_of(variables)} = decode(key)"] if variables else ["decode(key)"]
    body = [*assign, f"return {_raw(layout, fields, names)}, {index}"]
    encode: PointKey = compile_function("point_key", "key", body, names)
    return _if_possible(encode) if layout.format.rows == "avro" or structs.has_times else encode


@dataclass(frozen=True, slots=True)
class _Structs:
    """Expressions of a key's fields, from the variables of its columns."""

    by_path: Mapping[tuple[int, ...], str]
    wrapped: bool
    #: Structs that are taken for structs of NULLs.
    never_null: frozenset[tuple[int, ...]] = frozenset()
    has_times: bool = False

    def value(self, field: st.Field, path: tuple[int, ...]) -> str:
        """Of the field at *path*."""
        if path in self.by_path:
            return self.by_path[path]
        if not isinstance(field.type, st.Struct):
            return "None"  # Spark's void: it is no column
        whole = tuple_of([self.value(part, (*path, i)) for i, part in enumerate(field.type.fields)])
        if path in self.never_null or not self._may_be_null(field, path):
            return whole
        return f"(None if {' is '.join([*self._inside(path), 'None'])} else {whole})"

    def unclear(self, struct: st.Struct, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
        """Paths of structs that can be NULL as well as full of NULLs."""
        found = []
        for i, field in enumerate(struct.fields):
            at = (*path, i)
            if isinstance(field.type, st.Struct) and at not in self.by_path:
                both = self._may_be_null(field, at) and not is_window(field.type) and _can_be_all_null(field.type)
                found += [*([at] if both else []), *self.unclear(field.type, at)]
        return found

    def _may_be_null(self, field: st.Field, path: tuple[int, ...]) -> bool:
        if (self.wrapped and len(path) == 1) or not self._inside(path):
            return False
        return field.nullable or is_window(field.type)

    def _inside(self, path: tuple[int, ...]) -> list[str]:
        return [variable for at, variable in self.by_path.items() if at[: len(path)] == path]


def _can_be_all_null(struct: st.Struct) -> bool:
    return all(f.nullable or (isinstance(f.type, st.Struct) and _can_be_all_null(f.type)) for f in struct.fields)


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


def _if_possible(encode: PointKey) -> PointKey:
    """What stands for keys that are none of Spark's is the key of nothing."""

    def encode_if_possible(key: bytes) -> tuple[bytes, int]:
        try:
            return encode(key)
        except NotAKey:
            return b"", 0

    return encode_if_possible


def _sized(prefix: bytes, rest: bytes) -> bytes:
    return len(prefix).to_bytes(SIZE_BYTES, "little") + prefix + rest


def _time_bytes(micros: int) -> bytes:
    return (micros + TIME_BIAS).to_bytes(TIME_BYTES, "big")
