"""A store's entries → stored rows: written out for one layout and compiled (statestore.codegen).

Nothing is decoded: the rows inside an entry are cut out and put behind a header of places. 0.3 to 0.5 µs a row.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from statestore import types as st
from statestore.attach.checkpoint.model import PrefixScan, TimestampPostfix
from statestore.attach.tables.avro import avro_to_row
from statestore.attach.tables.layout import FORMAT, SIZE_BYTES, TIME_BIAS, TIME_BYTES, EntryLayout
from statestore.codegen import compile_function
from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.rows.layout import WORD_BYTES, fixed, null_words

#: What damaged entries make the compiled functions raise.
BAD_ENTRY: Final = (struct.error, IndexError, ValueError, OverflowError)

_SHOWN_BYTES: Final = 64

Entries = Sequence[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class EntryReader:
    """The rows of a store's entries, which are (raw key, raw value).

    The functions raise what BAD_ENTRY lists where an entry is damaged, CorruptFile and UnsupportedFormat.
    """

    #: Entries → stored rows.
    rows: Callable[[Entries], list[bytes]]
    #: Entries → (row id, stored row). A row's id is its raw key, and where a key has several values the value's number in 4 bytes.
    items: Callable[[Entries], list[tuple[bytes, bytes]]]


def entry_reader(layout: EntryLayout) -> EntryReader:
    """The reader of *layout*."""
    return EntryReader(_compiled(layout, "{row}"), _compiled(layout, "({id}, {row})"))


def row_id(key: bytes, number: int) -> bytes:
    """The id of one of the several rows of a raw key."""
    return key + number.to_bytes(SIZE_BYTES, "big")


def _compiled(layout: EntryLayout, shape: str) -> Callable[[Entries], Any]:
    names: dict[str, Any] = {"refuse": _refuse, "row_id": row_id, "size_at": struct.Struct("<i").unpack_from}
    key_lines = _key_lines(layout, names)
    header, row = _row(layout, names)
    value = [_checked("v", "0", layout), f"q = {_cut(layout, 'v', '', names, None)}"]
    add = shape.format(id="row_id(k, i)" if layout.several else "k", row=row)
    if layout.several:
        value = [
            "i = at = 0",
            "n = len(v)",
            "while at < n:",
            f"    e = at + {SIZE_BYTES} + size_at(v, at)[0]",
            "    if e > n or e <= at: refuse(v)",
            f"    {_checked('v', f'at + {SIZE_BYTES}', layout)}",
            f"    q = {_cut(layout, 'v', 'e', names, None, f'at + {SIZE_BYTES}')}",
            *(f"    {line}" for line in header),
            f"    add({add})",
            f"    at = e + {layout.format.gap}",
            "    i += 1",
        ]
    else:
        value += [*header, f"add({add})"]
    body = ["out = []", "add = out.append", "for k, v in entries:", *(f"    {line}" for line in [*key_lines, *value]), "return out"]
    return compile_function("read_entries", "entries", [line for line in body if line.strip()], names)


def _key_lines(layout: EntryLayout, names: dict[str, Any]) -> list[str]:
    """Lines that cut the key's parts out of the raw key k: p0, and p1 where there are two."""
    start = layout.start
    match layout.encoding:
        case PrefixScan():
            return [
                f"e = {start + SIZE_BYTES} + size_at(k, {start})[0]",
                f"if not {start + SIZE_BYTES} <= e <= len(k): refuse(k)",
                _checked("k", str(start + SIZE_BYTES), layout),
                _checked("k", "e", layout),
                f"p0 = {_cut(layout, 'k', 'e', names, 0, str(start + SIZE_BYTES))}",
                f"p1 = {_cut(layout, 'k', '', names, 1, 'e')}",
            ]
        case TimestampPostfix():
            names["from_bytes"] = int.from_bytes
            return [
                _checked("k", str(start), layout),
                f"p0 = {_cut(layout, 'k', f'-{TIME_BYTES}', names, 0, str(start))}",
                f"p1 = from_bytes(k[-{TIME_BYTES}:], 'big') - {TIME_BIAS}",
            ]
        case _:
            return [_checked("k", str(start), layout), f"p0 = {_cut(layout, 'k', '', names, 0, str(start))}"]


def _checked(data: str, at: str, layout: EntryLayout) -> str:
    return f"if {data}[{at}]: refuse({data}, {data}[{at}])" if layout.format.head else ""


def _cut(layout: EntryLayout, data: str, end: str, names: dict[str, Any], part: int | None, start: str = "0") -> str:
    """The expression of the UnsafeRow of a part of the key or of the value (None), whose head is at *start*."""
    if layout.format.rows == "avro":
        data_type = layout.value if part is None else layout.key_parts[part]
        assert isinstance(data_type, st.Struct)
        name = "avro_value" if part is None else f"avro_key{part}"
        names[name] = avro_to_row(data_type, layout.written_schemas(part))
        return f"{name}({data}[{start} + {len(FORMAT)}:{end}])"
    begin = f"{start} + {layout.format.head}" if layout.format.head else start
    return data if begin == "0" and not end else f"{data}[{begin}:{end}]"


def _row(layout: EntryLayout, names: dict[str, Any]) -> tuple[list[str], str]:
    """Lines before, and the expression of the stored row: key parts p0 and p1, value q, the value's number i."""
    roots = layout.roots
    parts = [*(f"p{i}" for i in range(len(layout.key_parts))), "q", "i"]
    words, arguments, tail = [], [], []
    # None of the roots is ever NULL.
    lines, offset = [], str(WORD_BYTES * (null_words(len(roots)) + len(roots)))
    for part, root in zip(parts, roots, strict=False):
        if isinstance(root, st.Struct):
            words.append("II")
            lines.append(f"{part}_size = len({part})")
            arguments += [f"{part}_size", offset]
            offset += f" + {part}_size"
            tail.append(part)
        else:
            place = fixed(root)
            assert place is not None
            words.append(f"{place[0]}{WORD_BYTES - place[1]}x")
            arguments.append(part)
    names["pack"] = struct.Struct(f"<{1 + WORD_BYTES}x{''.join(words)}").pack
    return lines, f"pack({', '.join(arguments)}) + {' + '.join(tail)}"


def _refuse(data: bytes, format_byte: int | None = None) -> NoReturn:
    if format_byte is not None:
        raise UnsupportedFormat(f"a state store's entry has the format {format_byte}; this release knows 0")
    raise CorruptFile(f"a state store's entry of {len(data)} bytes is damaged", detail=data[:_SHOWN_BYTES].hex())
