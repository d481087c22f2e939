"""One row at a time, fast: decoders written out for the columns that a query needs."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from statestore import types as st
from statestore.codegen import compile_function, tuple_of
from statestore.decimals import decimal_maker
from statestore.errors import CorruptFile, InvalidValue, UnsupportedFormat
from statestore.rows.layout import WORD_BYTES, fixed, null_words
from statestore.schema import Made, ViewSchema

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
    names: dict[str, Any] = {"refuse": _refuse_state if schema.state_rows else refuse, "errors": _BAD_BYTES}
    if schema.state_rows:
        names["decode_state"] = _compile_paths(schema.state_rows.roots, [schema.state_rows.paths[i] for i in ordinals])
        lines = ["if row[0]: refuse(row, 1)", "return decode_state(row)"]
    elif len(schema.row_widths) == 1:
        fields, more = _fields_lines(types, ordinals, "1")
        names |= more
        lines = ["if row[0]: refuse(row, 1)", *fields]
    else:
        names["decoders"] = [_compile_fields(types[:width], ordinals, "1") for width in schema.row_widths]
        lines = ["return decoders[row[0]](row)"]
    body = ["try:", *(f"    {line}" for line in lines), "except errors as error:"]
    body.append(f"    refuse(row, {1 if schema.state_rows else len(schema.row_widths)}, error)")
    return compile_function("decode", "row", body, names)


_BAD_BYTES: Final = (struct.error, IndexError, ValueError, OverflowError)


def refuse(row: bytes, schemas: int, error: Exception | None = None) -> NoReturn:
    """Raise why the bytes are no row of a view that has so many row schemas."""
    if row and row[0] >= schemas:
        raise UnsupportedFormat(
            f"a row has row schema {row[0]}; the view's schema here knows 0 to {schemas - 1}",
            hint="the row was written by a newer release or for a newer view.json",
        ) from error
    raise CorruptFile(f"a row of {len(row)} bytes is not one of this view: {error}") from error


def _refuse_state(row: bytes, schemas: int, error: Exception | None = None) -> NoReturn:
    """Of a state store's row: nobody has looked at its texts before."""
    if isinstance(error, UnicodeDecodeError):
        raise not_utf8(error) from error
    refuse(row, schemas, error)


def not_utf8(error: Exception) -> InvalidValue:
    """A text in a state store is not UTF-8, which Spark does not mind and Postgres does."""
    return InvalidValue(
        "a text column of a state store holds bytes that are not UTF-8",
        detail=str(error),
        hint="in the job, make_valid_utf8 repairs such texts, or cast the column to binary",
    )


def _compile_fields(types: Sequence[st.DataType], ordinals: Sequence[int], base: str) -> Callable[..., tuple[Any, ...]]:
    """``f(row)`` when *base* is the fields' fixed start, ``f(row, base, size)`` when it is the name ``base``."""
    body, names = _fields_lines(types, ordinals, base)
    return compile_function("decode_fields", "row" if base != "base" else "row, base, size", body, names)


def _fields_lines(types: Sequence[st.DataType], ordinals: Sequence[int], base: str) -> tuple[list[str], dict[str, Any]]:
    """The body of such a function, and what it names."""
    source = _FieldsSource(types, base)
    parts = [source.part(i) if i < len(types) else ("None", "None") for i in ordinals]
    clean, guarded = (tuple_of([p[k] for p in parts]) for k in (0, 1))
    body = [f"return {clean}"]
    if source.variables:
        body = [f"{', '.join(source.variables)}, = unpack(row, {base})"]
        body += [f"if {source.any_null_test()}: return {guarded}", f"return {clean}"]
    return body, source.names | {"unpack": struct.Struct(source.format()).unpack_from}


def _compile_paths(roots: Sequence[st.DataType], places: Sequence[tuple[int, ...] | Made]) -> Callable[..., tuple[Any, ...]]:
    """``f(row)``: the fields at *places* of a row of *roots*. Of the structs on the way only what is asked for is read."""
    wanted: list[tuple[tuple[int, ...], str]] = []
    results, names = [], {}
    for i, place in enumerate(places):
        paths = place.paths if isinstance(place, Made) else (place,)
        found = [f"r{i}_{number}" for number in range(len(paths))]
        wanted += zip(paths, found, strict=True)
        if isinstance(place, Made):
            names[f"make{i}"] = place.make
        results.append(f"make{i}({', '.join(found)})" if isinstance(place, Made) else found[0])
    top = _PathsSource(roots, "1", wanted)
    body = [*top.lines(), f"return {tuple_of(results)}"]
    return compile_function("decode_paths", "row", body, top.names | names)


class _FieldsSource:
    """The pieces of a field decoder's text: what to unpack, and the expression of each field."""

    def __init__(self, types: Sequence[st.DataType], base: str, tag: str = "") -> None:
        """*tag* keeps the variables of several apart."""
        self.types = types
        self.base = base
        self.tag = tag
        self.names: dict[str, Any] = {}
        self.null_masks: dict[int, int] = {}
        self.used: set[int] = set()

    def part(self, ordinal: int) -> tuple[str, str]:
        """The field's expression when it is not NULL, and when it may be."""
        word, bit = divmod(ordinal, 64)
        self.null_masks[word] = self.null_masks.get(word, 0) | 1 << bit
        self.used.add(ordinal)
        value = self._value(ordinal)
        return value, f"None if n{self.tag}{word} & {1 << bit} else {value}"

    def _value(self, ordinal: int) -> str:
        data_type = self.types[ordinal]
        if isinstance(data_type, st.Decimal) and fixed(data_type):
            self.names[f"decimal{self.tag}{ordinal}"] = decimal_maker(data_type.scale)
            return f"decimal{self.tag}{ordinal}(v{self.tag}{ordinal})"
        if fixed(data_type):
            return f"v{self.tag}{ordinal}"
        start = self.start(ordinal)
        size = f"s{self.tag}{ordinal}"
        if isinstance(data_type, st.String | st.Binary):
            decoded = ".decode()" if isinstance(data_type, st.String) else ""
            return f"row[{start}:{start} + {size}]{decoded}"
        self.names[f"read{self.tag}{ordinal}"] = value_reader(data_type)
        return f"read{self.tag}{ordinal}(row, {start}, {size})"

    def start(self, ordinal: int) -> str:
        """Where the bytes of a field of variable width start."""
        return f"{self.base} + o{self.tag}{ordinal}"

    @property
    def variables(self) -> list[str]:
        """What unpacking yields, in the order of the bytes."""
        names = [f"n{self.tag}{w}" for w in sorted(self.null_masks)]
        for i in sorted(self.used):
            names += [f"{part}{self.tag}{i}" for part in ("v" if fixed(self.types[i]) else "so")]
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
        return " or ".join(f"n{self.tag}{w} & {mask}" for w, mask in sorted(self.null_masks.items()))


class _PathsSource:
    """The lines that read fields at several depths into variables, and the names that those lines use."""

    def __init__(
        self, types: Sequence[st.DataType], base: str, wanted: Sequence[tuple[Sequence[int], str]], tag: str = "t"
    ) -> None:
        """*wanted*: the path of each field from here on, and the variable it goes to."""
        self._tag = tag
        self._fields = _FieldsSource(types, base, tag)
        self._leaves = [(path[0], target) for path, target in wanted if len(path) == 1]
        self._targets = [target for _, target in wanted]
        self._inner: dict[int, _PathsSource] = {}
        self.names: dict[str, Any] = {}
        for i in sorted({path[0] for path, _ in wanted if len(path) > 1}):
            struct_type = types[i]
            assert isinstance(struct_type, st.Struct)
            below = [(path[1:], target) for path, target in wanted if len(path) > 1 and path[0] == i]
            inner = _PathsSource([f.type for f in struct_type.fields], f"b{tag}{i}", below, f"{tag}{i}_")
            self._inner[i] = inner
            self.names |= inner.names

    def lines(self) -> list[str]:
        """Each field is read, or is None when it or a struct around it is NULL."""
        if not self._targets:
            return []
        parts = [(target, *self._fields.part(i)) for i, target in self._leaves]
        for i in self._inner:
            self._fields.part(i)
            start = self._fields.start(i)
            word, bit = divmod(i, 64)
            parts.append((f"b{self._tag}{i}", start, f"None if n{self._tag}{word} & {1 << bit} else {start}"))
        self.names |= self._fields.names | {f"unpack{self._tag}": struct.Struct(self._fields.format()).unpack_from}
        lines = [f"{', '.join(self._fields.variables)}, = unpack{self._tag}(row, {self._fields.base})"]
        lines += [f"if {self._fields.any_null_test()}: {'; '.join(f'{target} = {value}' for target, _, value in parts)}"]
        lines += [f"else: {'; '.join(f'{target} = {value}' for target, value, _ in parts)}"]
        for i, inner in self._inner.items():
            below = inner.lines()
            self.names |= inner.names
            lines += [
                f"if b{self._tag}{i} is None: {' = '.join(inner._targets)} = None",
                "else:",
                *(f"    {line}" for line in below),
            ]
        return lines


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


def value_decoder(data_type: st.DataType) -> Callable[[bytes], Any]:
    """The function from the bytes of a value of variable width to its physical value. It raises CorruptFile."""
    read = value_reader(data_type)

    def decode(raw: bytes) -> Any:
        try:
            return read(raw, 0, len(raw))
        except _BAD_BYTES as error:
            raise CorruptFile(f"{len(raw)} bytes in a row are no {type(data_type).__name__}: {error}") from error

    return decode


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
