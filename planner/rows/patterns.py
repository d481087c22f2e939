"""Regular expressions that are texts, or several: '^(eu|us)$', as dashboards write a choice of values. All others are DuckDB's."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

#: Characters that mean themselves.
_TEXT: Final = r"[\w %&'\",;:=<>@#/~!-]"
_PATTERN: Final = re.compile(rf"(\^)?(?:({_TEXT}+)|\(({_TEXT}+(?:\|{_TEXT}+)*)\))(\$)?", re.ASCII)
_KEPT_MAX: Final = 1_024


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


NAMES: Final[dict[str, Any]] = {"matches": matches}
