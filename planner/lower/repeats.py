"""How long a query is once DuckDB has put the macros' arguments in, each as often as the macro uses it.

Nothing can stop DuckDB while it binds. It takes a second for 100,000 words, and it plans correlated subqueries one inside
the other: thirty of them take half a second, sixty ten seconds and a hundred minutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from planner.errors import TooComplex
from planner.postgres.functions import catalog_macros, macros, macros_datetime, macros_text

EXPANDED_WORDS_MAX: Final = 500_000
#: So many subqueries may come on top of those that are written, if any is correlated.
REPEATED_SUBQUERIES_MAX: Final = 64
_TOKEN: Final = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[A-Za-z_][A-Za-z0-9_]*|[()\[\]{},]|\S")
_HEAD: Final = re.compile(r"(\w+)\(([^)]*)\) AS ", re.ASCII)
_COLUMN: Final = re.compile(r"\bt\d+\.c\d+\b", re.ASCII)
#: A subquery that is written, and those that a macro brings with it.
_WRITTEN, _BROUGHT = "(SELECT", "macro (SELECT"
#: What raises an error.
_ERROR: Final = "error"
#: Of the macros' names.
_PREFIXES: Final = ("pg_", "tg_")


@dataclass(frozen=True, slots=True)
class _Macro:
    parameters: tuple[str, ...]
    body: str


@cache
def _macros() -> Mapping[str, _Macro]:
    found = {}
    for text in (*macros.MACROS, *macros_datetime.MACROS, *macros_text.MACROS, *catalog_macros.MACROS):
        head = _HEAD.match(text)
        if head is None:
            raise ValueError(f"not a macro: {text}")
        found[head[1]] = _Macro(tuple(p.strip() for p in head[2].split(",")), text[head.end() :])
    return found


def _weighed(sql: str) -> Iterator[tuple[str, int]]:
    """The words of *sql* that macros leave where they are, and how often each is there in the end."""
    around: list[tuple[str, int, int]] = []
    name, position, times, before = "", 0, 1, ""
    for token in _TOKEN.findall(sql):
        if token in "([{":
            around.append((name, position, times))
            name = before if token == "(" and before in _macros() else ""
            if name:
                yield from ((brought, times * _uses(name)[brought]) for brought in (_BROUGHT, _ERROR))
            position = 0
        elif token in ")]}" and around:
            name, position, times = around.pop()
        elif token == "," and name:
            position += 1
        else:
            yield (_WRITTEN if token == "SELECT" and before == "(" else token), times
            before = token
            continue
        if token != "," or name:
            times = _times(name, position, around[-1][2]) if around and name else times
        before = token


def _times(name: str, position: int, times: int) -> int:
    parameters = _macros()[name].parameters
    return times * _uses(name)[parameters[position]] if position < len(parameters) else times


@cache
def _uses(name: str) -> Mapping[str, int]:
    """How often a macro's body has each of its parameters, subqueries (_BROUGHT) and errors, when all macros in it are put in."""
    macro = _macros()[name]
    found = dict.fromkeys((*macro.parameters, _BROUGHT, _ERROR), 0)
    for word, times in _weighed(macro.body):
        counted = _BROUGHT if word == _WRITTEN else word
        if counted in found:
            found[counted] += times
    return found


class Expanded(NamedTuple):
    """What DuckDB has of a query: words, subqueries beyond those that are written, and how many of these macros brought."""

    words: int
    subqueries: int
    brought: int


def expanded(sql: str) -> Expanded:
    """The query with its macros put in."""
    words = repeated = brought = 0
    for word, times in _weighed(sql):
        words += times
        if word == _WRITTEN:
            repeated += times - 1
        elif word == _BROUGHT:
            brought += times
    return Expanded(words, repeated + brought, brought)


def brings_subqueries(sql: str) -> bool:
    """Is there a subquery in it once its macros are put in?"""
    return "(SELECT" in sql or expanded(sql).brought > 0


def brings_errors(sql: str) -> bool:
    """Is there a call of error() in it once its macros are put in?"""
    return any(times for word, times in _weighed(sql) if word == _ERROR)


def check_repeats(sql: str, *, correlated: bool) -> None:
    """Raise TooComplex where they are too many."""
    if not any(prefix in sql for prefix in _PREFIXES):
        return
    found = expanded(sql)
    # A macro's own subquery is about its arguments, which may be columns.
    correlated = correlated or (found.brought > 0 and _COLUMN.search(sql) is not None)
    if found.words > EXPANDED_WORDS_MAX or (correlated and found.subqueries > REPEATED_SUBQUERIES_MAX):
        raise TooComplex(
            "expressions are nested too deeply in functions that use an argument more than once",
            hint="Compute the inner ones in a WITH query.",
        )
