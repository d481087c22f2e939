"""One stored row → one DataRow message, by code made for the columns, their types and formats.

For (text a, int8 b), both in text format, the made function is

    def encode(row):
        v0, v1 = row
        if v0 is None: c0 = NULL
        else: x = v0.encode(); c0 = word(len(x)) + x
        if v1 is None: c1 = NULL
        else: x = b"%d" % v1; c1 = word(len(x)) + x
        return head(68, 6 + len(c0) + len(c1), 2) + c0 + c1

Large reads do not come here: see gateway.codecs.arrow_rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from struct import Struct
from typing import Any, Final

from gateway.codecs.codec import encoder
from gateway.contract.engine import BINARY, TEXT, OutputStyle
from planner.tree import types as t
from planner.tree.types import SqlType

RowEncoder = Callable[[tuple[Any, ...]], bytes]

_WORD: Final = Struct(">i")
_HEAD: Final = Struct(">BiH")
#: Of a DataRow before its first cell.
HEAD_BYTES: Final = _HEAD.size
#: The cell of NULL.
NULL: Final = _WORD.pack(-1)
#: Length words of short cells, ready made.
_WORDS: Final = tuple(_WORD.pack(n) for n in range(256))
#: What the source of cells names.
_CELL_NAMES: Final[dict[str, Any]] = {"NULL": NULL, "WORDS": _WORDS, "word": _WORD.pack, "head": _HEAD.pack}
_ENCODERS_KEPT_MAX: Final = 1024

_UTF8: Final = (t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.JSON)
#: Binary cells of fixed size: length word and value in one pack.
_FIXED: Final = {t.INT2: ">ih", t.INT4: ">ii", t.INT8: ">iq", t.FLOAT4: ">if", t.FLOAT8: ">id", t.BOOL: ">i?"}


@dataclass(frozen=True, slots=True)
class CellSpec:
    """What decides a cell's form."""

    sql: SqlType
    format: int
    style: OutputStyle


def _cell_lines(index: int, value: str, spec: CellSpec, names: dict[str, Any]) -> list[str]:
    """Source that makes c<index> of the variable *value*; what it needs comes into *names*."""
    pg = spec.sql.pg
    head = f" if {value} is None: c{index} = NULL"
    if spec.format == BINARY and pg in _FIXED:
        form = Struct(_FIXED[pg])
        names[f"pack{index}"] = form.pack
        return [head, f" else: c{index} = pack{index}({form.size - 4}, {value})"]
    if pg in _UTF8:
        made = f"{value}.encode()"
    elif spec.format == TEXT and pg in (t.INT2, t.INT4, t.INT8):
        made = f'b"%d" % {value}'
    else:
        names[f"e{index}"] = encoder(spec.sql, spec.format, spec.style)
        made = f"e{index}({value})"
    return [head, f" else: x = {made}; n = len(x); c{index} = (WORDS[n] if n < 256 else word(n)) + x"]


@lru_cache(_ENCODERS_KEPT_MAX)
def row_encoder(specs: tuple[CellSpec | None, ...], count: int | None = None) -> RowEncoder:
    """The function for rows of these columns, *count* where they are not as many as *specs*: for None it takes bytes of cells."""
    names: dict[str, Any] = dict(_CELL_NAMES)
    parts = [f"c{i}" for i in range(len(specs))]
    lines = ["def encode(row):", f" ({''.join(f'v{i}, ' for i in range(len(specs)))}) = row" if specs else " pass"]
    for index, spec in enumerate(specs):
        lines += [f" c{index} = v{index}"] if spec is None else _cell_lines(index, f"v{index}", spec, names)
    size = " + ".join([str(HEAD_BYTES - 1), *(f"len({part})" for part in parts)])
    lines.append(f" return b''.join((head(68, {size}, {len(specs) if count is None else count}), {', '.join(parts)}))")
    made: RowEncoder = compiled(lines, "encode", names)
    return made


def compiled(lines: Sequence[str], name: str, names: dict[str, Any]) -> Any:
    """The function *name* that the source lines define. They hold no text from outside: only numbered names."""
    exec(compile("\n".join(lines), f"<made {name}>", "exec"), names)  # noqa: S102
    return names[name]
