"""Regular expressions.

Those that are texts, or several ('^(eu|us)$', as dashboards write a choice of values), are looked for by Python's own methods. With
all others the functions are called that DuckDB would call (udf/patterns.py), through `matching()`, which bounds their time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from planner.errors import PlanError
from planner.postgres.functions.udf import patterns
from planner.postgres.functions.udf.all import UDFS
from planner.postgres.functions.udf.expression import expression
from planner.postgres.functions.udf.pattern_costs import soon_length_max
from planner.remembering import remembered
from planner.rows.shared import Leave, in_place

#: Characters that mean themselves.
_TEXT: Final = r"[\w %&'\",;:=<>@#/~!-]"
_PATTERN: Final = re.compile(rf"(\^)?(?:({_TEXT}+)|\(({_TEXT}+(?:\|{_TEXT}+)*)\))(\$)?", re.ASCII)
_KEPT_MAX: Final = 1_024
#: As many characters for each of a text of HERE_LENGTH_MAX are no large text.
REPLACEMENT_LENGTH_MAX: Final = 50
#: The functions' forms, by signature.
FORMS: Final = (
    {
        f"{name}({', '.join(['text'] * count)})": f"matching()({form})"
        for name, count, form in (
            ("regexp_like", 2, "py_regexp_like, {0}, {1}, ''"),
            ("regexp_like", 3, "py_regexp_like, {0}, {1}, {2}"),
            ("regexp_replace", 3, "py_regexp_replace, {0}, {1}, {2}, ''"),
            ("regexp_replace", 4, "py_regexp_replace, {0}, {1}, {2}, {3}"),
            ("regexp_match", 2, "py_regexp_match, {0}, {1}, ''"),
            ("regexp_match", 3, "py_regexp_match, {0}, {1}, {2}"),
            ("regexp_split_to_array", 2, "py_regexp_split, {0}, {1}, '', 'regexp_split_to_array'"),
            ("regexp_count", 2, "py_regexp_count, {0}, {1}, 1, ''"),
            ("substring", 2, "py_substring, {0}, {1}"),
        )
    }
    | {"similar_to_escape(text)": r"py_similar({0}, '\\')", "similar_to_escape(text, text)": "py_similar({0}, {1})"}
    | {
        f"text {no}~{star} text": f"{'not ' if no else ''}matching()(py_regexp_like, {{0}}, {{1}}, {'i' if star else ''!r})"
        for no in ("", "!")
        for star in ("", "*")
    }
)


@lru_cache(_KEPT_MAX)
def matcher(pattern: str) -> Callable[[str], bool] | None:
    """Whether a text has a match of the pattern; None for patterns of any other kind."""
    found = _PATTERN.fullmatch(pattern)
    if found is None:
        return None
    begin, text, choice, end = found.groups()
    texts = (text,) if choice is None else tuple(choice.split("|"))
    if begin and end:
        return frozenset(texts).__contains__
    if begin:
        return lambda value: value.startswith(texts)
    if end:
        return lambda value: value.endswith(texts)
    return lambda value: any(text in value for text in texts)


def matches(value: str, pattern: str) -> bool:
    """Of a pattern that has a matcher()."""
    found = matcher(pattern)
    assert found is not None, "is known"
    return found(value)


def _like(text: str, pattern: str, flags: str) -> bool:
    """Letters beyond ASCII are the same in either case where RE2 says so."""
    if not text.isascii() and not expression(pattern, flags).case:
        raise Leave
    return patterns.like(text, pattern, flags)


@dataclass(frozen=True, slots=True)
class Matched:
    """A function of a text and of what says what to look for in it: *general* may take any time."""

    general: Callable[..., Any]
    #: The longest texts for which it takes but a moment, and the function for them.
    soon: Callable[..., tuple[int, Callable[[str], Any]]]


_NEVER: Final[tuple[int, Callable[[str], Any]]] = (-1, str)


def _soon(make: Callable[..., Callable[[str], Any] | None]) -> Callable[..., tuple[int, Callable[[str], Any]]]:
    """Of a pattern, flags and others: the function that *make* makes for texts that are not too long for the pattern."""

    @remembered(_KEPT_MAX)
    def found(pattern: str, *others: str) -> tuple[int, Callable[[str], Any]]:
        try:
            length_max = soon_length_max(pattern, others[-1].replace("g", "") if others else "")
            function = make(pattern, *others) if length_max else None
        except PlanError:
            function = None
        return _NEVER if function is None else (length_max, function)

    def found_or_never(*texts: Any) -> tuple[int, Callable[[str], Any]]:
        return _NEVER if None in texts else found(*texts)

    return found_or_never


def _soon_like(pattern: str, flags: str) -> Callable[[str], bool] | None:
    if "g" in flags or not expression(pattern, flags).case:
        return None
    search = patterns.compiled(pattern, flags, posix=False).search
    return lambda text: search(text) is not None


def _soon_part(pattern: str) -> Callable[[str], str | None]:
    search = patterns.exact(pattern, "", groups=True).search

    def part(text: str) -> str | None:
        found = search(text)
        return None if found is None else found[found.re.groups and 1]

    return part


def _soon_match(pattern: str, flags: str) -> Callable[[str], list[str | None] | None] | None:
    if "g" in flags:
        return None
    search = patterns.exact(pattern, flags, groups=True).search

    def match(text: str) -> list[str | None] | None:
        found = search(text)
        return None if found is None else patterns.groups(found)

    return match


def _soon_replaced(pattern: str, replacement: str, flags: str) -> Callable[[str], str] | None:
    """Of texts that stand for themselves; what matches nothing has its own rules."""
    exact = patterns.exact(pattern, flags.replace("g", ""))
    if flags[:1].isdigit() or "\\" in replacement or len(replacement) > REPLACEMENT_LENGTH_MAX or exact.search("") is not None:
        return None
    count = 0 if "g" in flags else 1
    return lambda text: exact.sub(replacement, text, count)


_SOON: Final = {
    "py_regexp_like": _soon(_soon_like),
    "py_regexp_match": _soon(_soon_match),
    "py_regexp_replace": _soon(_soon_replaced),
    "py_substring": _soon(_soon_part),
}
NAMES: Final[dict[str, Any]] = {"matches": matches} | {
    f.name: Matched(in_place(replace(f, body=_like) if f.body is patterns.like else f), _SOON.get(f.name, lambda *_: _NEVER))
    for f in UDFS
    if f.matches
}
