"""Calls of DuckDB's own functions that may take long or make much for a vector of rows, bounded by the lengths of their operands.

DuckDB calls a function for a whole vector, deaf to interrupts, and counts what it makes only once the vector is done. What may
be long is asked of a Python function first or left to one. To compare lengths takes a row some nanoseconds, so what is short costs
nothing that could be measured: 47 ns and 52 for ``x || y``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from planner import types as t
from planner.functions.function import Lowered
from planner.functions.udf.large import SMALL_LENGTH
from planner.functions.udf.matching import ANY_LENGTH
from planner.types import PgType

#: What stands for an operand inside may be written more than once if it is no longer than this, and calls nothing but DuckDB's own.
_CHEAP_CHARACTERS_MAX: Final = 200
#: A column, a constant or a parameter, with or without a cast around: cheap to write twice.
_SIMPLE: Final = re.compile(r"(?:CAST\()*(?:t\d+\.c\d+|-?\d+|'[^']*'|\$p\d+)(?: AS [A-Z]+\))*")
_DEAR: Final = re.compile(r"\b(?:py|pg|tg|list)_\w*\(|\blambda\b|\bSELECT\b")
#: Longer than the text of any value of these types.
_FIXED_BYTES: Final = 128
_FIXED: Final = frozenset(
    (t.BOOL, t.INT2, t.INT4, t.INT8, t.FLOAT4, t.FLOAT8, t.NUMERIC, t.DATE, t.TIME, t.TIMESTAMP, t.TIMESTAMPTZ, t.INTERVAL, t.UUID)
)
#: Of an element of a list, in DuckDB.
_ELEMENT_BYTES: Final = 16


def is_simple(sql: str) -> bool:
    """Is it a column, a constant or a parameter, under casts?"""
    return _SIMPLE.fullmatch(sql) is not None


def within(text: str, bytes_max: int | str, own: Callable[[str], str], left: Callable[[str], str]) -> str:
    """*own* of a text up to so many bytes, *left* of a longer one."""
    if bytes_max == ANY_LENGTH:
        return own(text)
    return once(
        {"x": text},
        lambda named: f"CASE WHEN strlen({named['x']}) > {bytes_max} THEN {left(named['x'])} ELSE {own(named['x'])} END",
    )


def once(operands: Mapping[str, str], body: Callable[[Mapping[str, str]], str]) -> str:
    """*body* of operands by name, in which each may be written more than once and is computed once if that is not cheap."""
    dear = {name: sql for name, sql in operands.items() if not _is_cheap(sql)}
    written = body({**operands, **{name: f"g['{name}']" for name in dear}})
    if not dear:
        return written
    fields = ", ".join(f"'{name}': {sql}" for name, sql in dear.items())
    return f"list_transform([{{{fields}}}], lambda g: {written})[1]"


def _is_cheap(sql: str) -> bool:
    return len(sql) <= _CHEAP_CHARACTERS_MAX and _DEAR.search(sql) is None


def joined(
    join: Callable[[Sequence[str]], str],
    operands: Sequence[Lowered],
    texts: Sequence[str],
    types: Sequence[PgType],
    *,
    strict: bool = True,
) -> Lowered:
    """The operands, as *texts*, one behind the other; not *strict*: those that are NULL are left out."""
    lengths = [_length(o, text, pg, strict=strict) for o, text, pg in zip(operands, texts, types, strict=True)]
    if None not in lengths:
        length = sum((Counter(dict(known)) for known in lengths if known is not None), Counter[str]())
        return Lowered(_bounded(join(texts), length), length=tuple(length.items()))
    names = [f"x{i}" for i in range(len(texts))]
    measures = [_measure(pg) for pg in types]

    def body(named: Mapping[str, str]) -> str:
        terms = [_term(f"{measure}({named[name]})", strict=strict) for name, measure in zip(names, measures, strict=True)]
        return _bounded(join([named[name] for name in names]), Counter(terms))

    return Lowered(once(dict(zip(names, texts, strict=True)), body))


def joined_lists(join: Callable[[Sequence[str]], str], lists: Sequence[str]) -> str:
    """Lists one behind the other."""
    names = [f"x{i}" for i in range(len(lists))]

    def body(named: Mapping[str, str]) -> str:
        terms = {_term(f"len({named[name]})", strict=False): _ELEMENT_BYTES for name in names}
        return _bounded(join([named[name] for name in names]), Counter(terms))

    return once(dict(zip(names, lists, strict=True)), body)


def _length(operand: Lowered, text: str, pg: PgType, *, strict: bool) -> tuple[tuple[str, int], ...] | None:
    """The most bytes that the operand's text has, as the sum of terms, each so many times; None where finding out is dear."""
    if pg in _FIXED:
        return (("1", _FIXED_BYTES),)
    if operand.length is not None and operand.sql == text:
        return operand.length
    if re.fullmatch(r"'[^']*'", text):
        return (("1", len(text.encode())),)
    return ((_term(f"{_measure(pg)}({text})", strict=strict), 1),) if _is_cheap(text) else None


def _measure(pg: PgType) -> str:
    return "octet_length" if pg is t.BYTEA else "strlen"


def _term(length: str, *, strict: bool) -> str:
    return length if strict else f"coalesce({length}, 0)"


def _bounded(sql: str, length: Counter[str]) -> str:
    """*sql*, whose value has at most so many bytes, where that is not too much."""
    if set(length) <= {"1"} and length["1"] <= SMALL_LENGTH:
        return sql
    total = " + ".join(term if times == 1 else f"{times} * {term}" for term, times in length.items())
    return f"CASE WHEN {total} > {SMALL_LENGTH} AND py_fits({total}) IS NULL THEN NULL ELSE {sql} END"
