"""One row at a time, fast: decoders written out for the columns that a query needs."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from statestore import types as st
from statestore.codegen import compile_function, tuple_of
from statestore.decimals import decimal_maker
from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.rows.layout import WORD_BYTES, fixed, null_words
from statestore.schema import ViewSchema

RowDecoder = Callable[[bytes], tuple[Any, ...]]
#: Decoders kept per schema: compiling one takes as long as decoding a thousand rows.
DECODERS_MAX: Final = 500
#: Reads the value of variable width at a place: (row, start, size).
ValueReader = Callable[[bytes, int, int], Any]

_LENGTH: Final = struct.Struct("<q")


def row_decoder(schema: ViewSchema, ordinals: Sequence[int]) -> RowDecoder:
    """The function from a stored row to the physical values of the columns *ordinals*, in that order.

    Columns that the row's own schema does not have yet are None. The function raises CorruptFile when the bytes
    are no row of this view, UnsupportedFormat when its row schema is newer than *schema*; any thread may call it.
    """
    columns = tuple(ordinals)
    decoder: RowDecoder | None = schema.decoders.get(columns)
    if decoder is None:
        if len(schema.decoders) >= DECODERS_MAX:
            schema.decoders.clear()
        decoder = schema.decoders[columns] = _compile_decoder(schema, columns)
    return decoder


def _compile_decoder(schema: ViewSchema, ordinals: Sequence[int]) -> RowDecoder:
    types = [c.type for c in schema.columns]
    decoders = [_compile_fields(types[:width], ordinals, "1") for width in schema.row_widths]
    names = {"decoders": decoders, "decode_first": decoders[0], "refuse": _refuse, "errors": _BAD_BYTES}
    only = len(decoders) == 1
    body = [
        "try:",
        *(["    if row[0]: refuse(row, 1)", "    return decode_first(row)"] if only else []),
        *(["    return decoders[row[0]](row)"] if not only else []),
        "except errors as error:",
        f"    refuse(row, {len(decoders)}, error)",
    ]
    return compile_function("decode", "row", body, names)


_BAD_BYTES: Final = (struct.error, IndexError, ValueError, OverflowError)


def _refuse(row: bytes, schemas: int, error: Exception | None = None) -> NoReturn:
    if row and row[0] >= schemas:
        raise UnsupportedFormat(
            f"a row has row schema {row[0]}; the view's schema here knows 0 to {schemas - 1}",
            hint="the row was written by a newer release or for a newer view.json",
        ) from error
    raise CorruptFile(f"a row of {len(row)} bytes is not one of this view: {error}") from error


def _compile_fields(types: Sequence[st.DataType], ordinals: Sequence[int], base: str) -> Callable[..., tuple[Any, ...]]:
    """``f(row)`` when *base* is the fields' fixed start, ``f(row, base, size)`` when it is the name ``base``."""
    source = _FieldsSource(types, base)
    parts = [source.part(i) if i < len(types) else ("None", "None") for i in ordinals]
    clean, guarded = (tuple_of([p[k] for p in parts]) for k in (0, 1))
    body = [f"return {clean}"]
    if source.variables:
        body = [f"{', '.join(source.variables)}, = unpack(row, {base})"]
        body += [f"if {source.any_null_test()}: return {guarded}", f"return {clean}"]
    names = source.names | {"unpack": struct.Struct(source.format()).unpack_from}
    return compile_function("decode_fields", "row" if base != "base" else "row, base, size", body, names)


class _FieldsSource:
    """The pieces of a field decoder's text: what to unpack, and the expression of each field."""

    def __init__(self, types: Sequence[st.DataType], base: str) -> None:
        self.types = types
        self.base = base
        self.names: dict[str, Any] = {}
        self.null_masks: dict[int, int] = {}
        self.used: set[int] = set()

    def part(self, ordinal: int) -> tuple[str, str]:
        """The field's expression when it is not NULL, and when it may be."""
        word, bit = divmod(ordinal, 64)
        self.null_masks[word] = self.null_masks.get(word, 0) | 1 << bit
        self.used.add(ordinal)
        value = self._value(ordinal)
        return value, f"None if n{word} & {1 << bit} else {value}"

    def _value(self, ordinal: int) -> str:
        data_type = self.types[ordinal]
        if isinstance(data_type, st.Decimal) and fixed(data_type):
            self.names[f"decimal{ordinal}"] = decimal_maker(data_type.scale)
            return f"decimal{ordinal}(v{ordinal})"
        if fixed(data_type):
            return f"v{ordinal}"
        start = f"{self.base} + o{ordinal}"
        if isinstance(data_type, st.String | st.Binary):
            decoded = ".decode()" if isinstance(data_type, st.String) else ""
            return f"row[{start}:{start} + s{ordinal}]{decoded}"
        self.names[f"read{ordinal}"] = value_reader(data_type)
        return f"read{ordinal}(row, {start}, s{ordinal})"

    @property
    def variables(self) -> list[str]:
        """What unpacking yields, in the order of the bytes."""
        names = [f"n{w}" for w in sorted(self.null_masks)]
        for i in sorted(self.used):
            names += [f"v{i}"] if fixed(self.types[i]) else [f"s{i}", f"o{i}"]
        return names

    def format(self) -> str:
        """The struct format of `variables`, skipping what is not needed."""
        cells = dict.fromkeys(self.null_masks, "Q")
        for i in self.used:
            place = fixed(self.types[i])
            cells[null_words(len(self.types)) + i] = f"{place[0]}{WORD_BYTES - place[1]}x" if place else "II"
        words = max(cells, default=-1) + 1
        return "<" + "".join(cells.get(w, f"{WORD_BYTES}x") for w in range(words))

    def any_null_test(self) -> str:
        """True when one of the used fields is NULL."""
        return " or ".join(f"n{w} & {mask}" for w, mask in sorted(self.null_masks.items()))


def value_reader(data_type: st.DataType) -> ValueReader:
    """The reader of a value of variable width."""
    match data_type:
        case st.String():
            return lambda row, start, size: row[start : start + size].decode()
        case st.Binary():
            return lambda row, start, size: row[start : start + size]
        case st.Struct(fields):
            return _compile_fields([f.type for f in fields], range(len(fields)), "base")
        case st.Array(element):
            return _array_reader(element)
        case st.Map(key, value):
            return _map_reader(_array_reader(key), _array_reader(value))
    assert isinstance(data_type, st.Decimal)
    make, from_bytes = decimal_maker(data_type.scale), int.from_bytes
    return lambda row, start, size: make(from_bytes(row[start : start + size], "big", signed=True))


def _array_reader(element: st.DataType) -> ValueReader:
    elements = _fixed_elements(element) if fixed(element) else _placed_elements(element)

    def read(row: bytes, start: int, size: int) -> list[Any]:
        count = _LENGTH.unpack_from(row, start)[0]
        at = start + WORD_BYTES + WORD_BYTES * null_words(count)
        values = elements(row, start, at, count)
        nulls = row[start + WORD_BYTES : at]
        if any(nulls):
            return [None if nulls[i >> 3] >> (i & 7) & 1 else v for i, v in enumerate(values)]
        return values

    return read


def _fixed_elements(element: st.DataType) -> Callable[[bytes, int, int, int], list[Any]]:
    place = fixed(element)
    assert place is not None
    code = place[0]
    if isinstance(element, st.Decimal):
        make = decimal_maker(element.scale)
        return lambda row, _start, at, count: [make(v) for v in struct.unpack_from(f"<{count}{code}", row, at)]
    return lambda row, _start, at, count: list(struct.unpack_from(f"<{count}{code}", row, at))


def _placed_elements(element: st.DataType) -> Callable[[bytes, int, int, int], list[Any]]:
    read = value_reader(element)

    def elements(row: bytes, start: int, at: int, count: int) -> list[Any]:
        words = struct.unpack_from(f"<{2 * count}I", row, at)
        # A NULL's word is 0: nothing is read for it.
        return [read(row, start + o, s) if o else None for s, o in zip(words[::2], words[1::2], strict=True)]

    return elements


def _map_reader(read_keys: ValueReader, read_values: ValueReader) -> ValueReader:
    def read(row: bytes, start: int, size: int) -> list[tuple[Any, Any]]:
        keys_size = _LENGTH.unpack_from(row, start)[0]
        keys_at = start + WORD_BYTES
        values_at = keys_at + keys_size
        keys = read_keys(row, keys_at, keys_size)
        values = read_values(row, values_at, start + size - values_at)
        if None in keys:
            raise CorruptFile("a map in a stored row has a NULL key")
        return list(zip(keys, values, strict=True))

    return read
