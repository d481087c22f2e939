"""Regular expressions.

Those that are texts, or several ('^(eu|us)$', as dashboards write a choice of values), are looked for by Python's own methods. With
all others the functions are called that DuckDB would call (udf/patterns.py), through `matching()`, which bounds their time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from planner.postgres.functions.udf import patterns
from planner.postgres.functions.udf.all import UDFS
from planner.postgres.functions.udf.expression import expression
from planner.rows.shared import Leave, in_place

#: Characters that mean themselves.
_TEXT: Final = r"[\w %&'\",;:=<>@#/~!-]"
_PATTERN: Final = re.compile(rf"(\^)?(?:({_TEXT}+)|\(({_TEXT}+(?:\|{_TEXT}+)*)\))(\$)?", re.ASCII)
_KEPT_MAX: Final = 1_024
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


_FUNCTIONS: Final = {f.name: in_place(replace(f, body=_like) if f.body is patterns.like else f) for f in UDFS if f.matches}
NAMES: Final[dict[str, Any]] = {"matches": matches, **_FUNCTIONS}
