"""Calls of DuckDB's own functions that may take long or make much for a vector of rows, bounded by the lengths of their operands.

DuckDB calls a function for a whole vector, deaf to interrupts, and counts what it makes only once the vector is done. What may
be long is asked of a Python function first or left to one. To compare lengths takes a row some nanoseconds, so what is short costs
nothing that could be measured: 47 ns and 52 for ``x || y``.

- Large results. It counts memory of texts only once a vector of them is done, and sixty nested quote_literal make 12 GB. So a
  result has at most 16 MiB, and who makes many large ones while the process grows by 256 MiB is refused
  (`gateway.engine.functions.large_results`, 54000). DuckDB's repeat, lpad, rpad and replace make up to 8 KiB, Python's the
  others; who asks for long lists (series over columns, string_to_array) or joins texts or lists (`||`, concat, arrays, records,
  JSON) to more than 8 KiB says so before (py_fits): the bound is the sum of the operands' lengths, and up to eight stored columns
  of the only view and any constants are not asked. So does, where memory is short, who has a text or list of a join's rows made
  anew (upper, trim, substr, array_append, array_remove: py_remade).
- Long vectors, in which it hears no cancel: some calls over 2,048 texts of 8 KiB take it minutes (LIKE of long pieces, RE2
  with counts, patterns that differ by row). Those go to Python, one row at a time (`udf/matching.py`), where Arrow's RE2 matches
  by the same rules. LIKE is DuckDB's while length × pattern is at most 131,072, or the pattern is one piece with % around; a
  regular expression while length × places, with all counts written out, is at most 32,768, or at most eight places have a choice;
  lower, upper and replace up to 8 KiB, of ASCII at any length: a second a vector at worst. What is short pays 5 ns a row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from planner.postgres.functions.function import Lowered, Part
from planner.postgres.functions.udf.large import SMALL_LENGTH
from planner.postgres.functions.udf.matching import ANY_LENGTH
from planner.tree import types as t
from planner.tree.types import BYTEA, TEXT, PgType

#: An operand may be written more than once if it is no longer than this, draws nothing and calls nothing but DuckDB's own.
_CHEAP_CHARACTERS_MAX: Final = 200
#: A column, a constant or a parameter, with or without a cast around: cheap to write twice.
_SIMPLE: Final = re.compile(r"(?:CAST\()*(?:t\d+\.c\d+|-?\d+|'[^']*'|\$p\d+)(?: AS [A-Z]+\))*")
_DEAR: Final = re.compile(r"\b(?:py|pg|tg|list)_\w*\(|\b(?:random|uuid)\(|\blambda\b|\bSELECT\b")
#: Longer than the text of any value of these types.
_FIXED_BYTES: Final = 128
_FIXED: Final = frozenset(
    (t.BOOL, t.INT2, t.INT4, t.INT8, t.FLOAT4, t.FLOAT8, t.NUMERIC, t.DATE, t.TIME, t.TIMESTAMP, t.TIMESTAMPTZ, t.INTERVAL, t.UUID)
)
#: So many stored texts, and constants, may be joined without a question: that takes DuckDB a millisecond more for a query.
STORED_MAX: Final = 8
#: A length of one byte, as a term of a sum.
_ONE: Final = "1"
_LITERAL: Final = re.compile(r"'[^']*'")
#: Of an element of a list, in DuckDB.
_ELEMENT_BYTES: Final = 16


def is_simple(sql: str) -> bool:
    """Is it a column, a constant or a parameter, under casts?"""
    return _SIMPLE.fullmatch(sql) is not None


def within(text: str, bytes_max: int | str, own: Callable[[str], str], left: Callable[[str], str]) -> str:
    """*own* of a text up to so many bytes, *left* of a longer one."""
    if bytes_max == ANY_LENGTH:
        return own(text)
    return once([text], lambda x: f"CASE WHEN strlen({x[0]}) > {bytes_max} THEN {left(x[0])} ELSE {own(x[0])} END")


def remade(operand: Lowered, own: Callable[[str], str]) -> str:
    """*own* of a text, which DuckDB makes anew for each row: of a join's rows they may all be one, of the only view's they are as
    many as they are. What is made by a function has been asked for there."""
    sql = operand.sql
    if _LITERAL.fullmatch(sql) or (operand.parts and operand.parts[0].stored) or (_DEAR.search(sql) and "SELECT" not in sql):
        return own(sql)
    return once([sql], lambda written: _asked(own(written[0]), f"strlen({written[0]})"))


def remade_list(own: Callable[[str], str], list_: str) -> str:
    """The same of a list, where it is a column."""
    return _asked(own(list_), f"{_ELEMENT_BYTES} * len({list_})") if is_simple(list_) else own(list_)


def _asked(sql: str, size: str) -> str:
    return f"CASE WHEN {size} > {SMALL_LENGTH} AND py_remade({size}) IS NULL THEN NULL ELSE {sql} END"


def once(operands: Sequence[str], body: Callable[[list[str]], str]) -> str:
    """*body* of operands, in which each may be written more than once and is computed once if that is not cheap."""
    dear = {f"x{i}": sql for i, sql in enumerate(operands) if not _is_cheap(sql)}
    written = body([f"g['x{i}']" if f"x{i}" in dear else sql for i, sql in enumerate(operands)])
    if not dear:
        return written
    fields = ", ".join(f"'{name}': {sql}" for name, sql in dear.items())
    return f"list_transform([{{{fields}}}], lambda g: {written})[1]"


def _is_cheap(sql: str) -> bool:
    return len(sql) <= _CHEAP_CHARACTERS_MAX and _DEAR.search(sql) is None


def appended(operands: Sequence[Lowered], texts: Sequence[str], types: Sequence[PgType]) -> Lowered:
    """``||`` of two operands as *texts*. Those in a row are joined at once, which takes DuckDB half the time."""
    parts = _parts(operands, texts, types)

    def body(written: list[str]) -> str:
        lengths = _lengths(written, parts)
        if len(parts) == len(texts):
            return _bounded(f"({' || '.join(written)})", lengths, parts)
        nulls = [
            f"({part.value if _is_cheap(part.value) else sql}) IS NULL"
            for part, sql in zip(parts, written, strict=True)
            if not _LITERAL.fullmatch(sql)
        ]
        value = f"concat({', '.join(written)})"
        if nulls:
            value = f"CASE WHEN {' OR '.join(dict.fromkeys(nulls))} THEN NULL ELSE {value} END"
        return _bounded(value, lengths, parts)

    return Lowered(once([part.text for part in parts], body), parts=None if BYTEA in types else parts)


def joined(
    join: Callable[[Sequence[str]], str],
    operands: Sequence[Lowered],
    texts: Sequence[str],
    types: Sequence[PgType],
    joints: int = 1,
) -> str:
    """The *texts* that are not NULL one behind the other; the first one may be there as often as there are *joints*."""
    kinds = [TEXT if pg is BYTEA else pg for pg in types]  # bytea is a text by now
    parts = [Part(text, o.sql, pg, _is_stored(o, text)) for o, text, pg in zip(operands, texts, kinds, strict=True)]
    parts += parts[:1] * (joints - 1)

    def body(written: list[str]) -> str:
        lengths = _lengths(written + written[:1] * (joints - 1), parts)
        present = Counter({term if term == _ONE else f"coalesce({term}, 0)": times for term, times in lengths.items()})
        return _bounded(join(written), present, parts)

    return once(texts, body)


def _parts(operands: Sequence[Lowered], texts: Sequence[str], types: Sequence[PgType]) -> tuple[Part, ...]:
    return tuple(
        part
        for operand, text, pg in zip(operands, texts, types, strict=True)
        for part in (operand.parts if operand.parts and operand.sql == text else (Part(text, operand.sql, pg),))
    )


def _is_stored(operand: Lowered, text: str) -> bool:
    return operand.sql == text and operand.parts is not None and len(operand.parts) == 1 and operand.parts[0].stored


def joined_lists(join: Callable[[Sequence[str]], str], lists: Sequence[str]) -> str:
    """Lists one behind the other."""

    def body(written: list[str]) -> str:
        return _bounded(join(written), Counter({f"coalesce(len({of}), 0)": _ELEMENT_BYTES * written.count(of) for of in written}))

    return once(lists, body)


def _lengths(texts: Iterable[str], parts: Iterable[Part]) -> Counter[str]:
    """The most bytes that they have together, as a sum of terms, each so many times."""
    found = Counter[str]()
    for text, part in zip(texts, parts, strict=True):
        if part.pg in _FIXED:
            found[_ONE] += _FIXED_BYTES
        elif _LITERAL.fullmatch(text):
            found[_ONE] += len(text.encode())
        else:
            found[f"octet_length({text})" if part.pg is BYTEA else f"strlen({text})"] += 1
    return found


def _bounded(sql: str, lengths: Counter[str], parts: Sequence[Part] = ()) -> str:
    """*sql*, whose value has at most so many bytes, where that is not too much."""
    terms = lengths.total() - lengths[_ONE]
    if lengths[_ONE] <= SMALL_LENGTH and (not terms or terms == sum(part.stored for part in parts) <= STORED_MAX):
        return sql
    total = " + ".join(
        term if times == 1 else str(times) if term == _ONE else f"{times} * {term}" for term, times in lengths.items()
    )
    return f"CASE WHEN {total} > {SMALL_LENGTH} AND py_fits({total}) IS NULL THEN NULL ELSE {sql} END"
