"""Regular expressions: the ~ operators and regexp_ functions.

Matching runs in DuckDB's RE2, which shares classes, quantifiers, groups, anchors and alternation with Postgres's expressions. The
other functions run in Python's re. Back references and look-around are errors (2201B) where RE2 lacks them, not other answers.
"""

from __future__ import annotations

from typing import Final

from planner.functions.declare import functions, operators
from planner.functions.function import Function

_MATCH: Final = "regexp_matches({0}, py_regex({1}, ''))"
_IMATCH: Final = "regexp_matches({0}, py_regex({1}, 'i'))"


def _operators(left: str) -> dict[str, str]:
    return {
        f"{left} ~ text -> bool": _MATCH,
        f"{left} !~ text -> bool": f"(NOT {_MATCH})",
        f"{left} ~* text -> bool": _IMATCH,
        f"{left} !~* text -> bool": f"(NOT {_IMATCH})",
    }


FUNCTIONS: Final[tuple[Function, ...]] = (
    *operators({**_operators("text"), **_operators("name"), **_operators("bpchar")}),
    *functions(
        {
            "regexp_like(text, text) -> bool": _MATCH,
            "regexp_like(text, text, text) -> bool": "regexp_matches({0}, py_regex({1}, {2}))",
            "regexp_replace(text, text, text) -> text": "py_regexp_replace({0}, {1}, {2}, '')",
            "regexp_replace(text, text, text, text) -> text": "py_regexp_replace({0}, {1}, {2}, {3})",
            "regexp_match(text, text) -> text[]": "py_regexp_match({0}, {1}, '')",
            "regexp_match(text, text, text) -> text[]": "py_regexp_match({0}, {1}, {2})",
            "regexp_split_to_array(text, text) -> text[]": "py_regexp_split({0}, {1}, '')",
            "regexp_split_to_array(text, text, text) -> text[]": "py_regexp_split({0}, {1}, {2})",
            "regexp_count(text, text) -> int4": "py_regexp_count({0}, {1})",
            "regexp_substr(text, text) -> text": "py_regexp_substr({0}, {1})",
            "substring(text, text) -> text": "py_regexp_substr({0}, {1})",
        }
    ),
    *functions(
        {
            "regexp_matches(text, text) -> text[]": "py_regexp_matches({0}, {1}, '')",
            "regexp_matches(text, text, text) -> text[]": "py_regexp_matches({0}, {1}, {2})",
            "regexp_split_to_table(text, text) -> text": "py_regexp_split({0}, {1}, '')",
            "regexp_split_to_table(text, text, text) -> text": "py_regexp_split({0}, {1}, {2})",
        },
        kind="table",
    ),
)
