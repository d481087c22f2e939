r"""Regular expressions in Postgres's dialect ("advanced"), for DuckDB's RE2 and for Python's re.

Both engines take the leftmost match like Postgres; Postgres takes the longest where they take the first alternative. Patterns
in which that could differ are rare and not detected. What RE2 lacks (back references, look-around, word starts) is refused.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from planner.errors import InvalidArgument, InvalidRegularExpression
from planner.functions.udf.define import PythonFunction, udf

#: Escapes of Postgres's expressions that the other engines spell otherwise.
_ESCAPES: Final = {"m": r"\b(?=\w)", "M": r"\b(?<=\w)", "y": r"\b", "Y": r"\B", "Z": r"\Z"}
_RE2_ESCAPES: Final = {"y": r"\b", "Y": r"\B", "Z": r"\z"}
_FLAGS: Final = frozenset("gicnpswxtembq")


def _translated(pattern: str, escapes: dict[str, str]) -> str:
    return re.sub(r"\\(.)", lambda e: escapes.get(e[1], e[0]), pattern, flags=re.DOTALL)


@lru_cache(maxsize=512)
def for_re2(pattern: str, flags: str) -> str:
    """The pattern for DuckDB. "." matches newlines, ^ and $ only the ends, unless flags say otherwise."""
    pattern, case = _embedded(pattern, flags)
    if re.search(r"\\[1-9mM]|\(\?[=!<]", pattern):
        raise InvalidRegularExpression(f"invalid regular expression: back references and look-around are not supported: {pattern}")
    newline = "m" if "n" in flags or "m" in flags else "s"
    return f"(?{newline}{'i' if case else ''}){_translated(pattern, _RE2_ESCAPES)}"


def _embedded(pattern: str, flags: str) -> tuple[str, bool]:
    """Options written at the start of a pattern: (?i), ***=."""
    if wrong := set(flags) - _FLAGS:
        raise InvalidArgument(f'invalid regular expression option: "{min(wrong)}"')
    if re.search(r"(?<!\\)\{\d+(,\d*)?(?![\d,}])", pattern):
        raise InvalidRegularExpression("invalid regular expression: braces {} not balanced")
    if pattern.startswith("***="):
        return re.escape(pattern[4:]), "i" in flags
    if found := re.match(r"\(\?([a-z]+)\)", pattern):
        return pattern[found.end() :], "i" in found[1]
    return (re.escape(pattern) if "q" in flags else pattern), "i" in flags


@lru_cache(maxsize=512)
def compiled(pattern: str, flags: str) -> re.Pattern[str]:
    """The pattern for Python."""
    inner, case = _embedded(pattern, flags)
    options = re.ASCII | (re.MULTILINE if "n" in flags or "m" in flags else re.DOTALL) | (re.IGNORECASE if case else 0)
    classes = re.sub(r"\[:(\w+):\]", lambda c: _CLASSES.get(c[1], c[0]), _translated(inner, _ESCAPES))
    # A $ of Postgres's matches at the very end only.
    ends = classes if options & re.MULTILINE else re.sub(r"(?<!\\)\$", r"\\Z", classes)
    try:
        return re.compile(ends, options | (re.VERBOSE if "x" in flags else 0))
    except re.error as error:
        raise InvalidRegularExpression(f"invalid regular expression: {error}") from None


_CLASSES: Final = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r"\s", "xdigit": "0-9a-fA-F",
    "punct": r"!-/:-@\[-`{-~", "word": r"\w", "blank": " \\t", "cntrl": r"\x00-\x1f\x7f",
}  # fmt: skip


def replace(text: str, pattern: str, replacement: str, flags: str) -> str:
    r"""regexp_replace: \1 to \9 and \& in the replacement; the first match, or all with flag g."""
    expression = compiled(pattern, flags.replace("g", ""))

    def expand(found: re.Match[str]) -> str:
        def part(escape: re.Match[str]) -> str:
            if escape[1] == "&":
                return found[0]
            if escape[1].isdigit():
                number = int(escape[1])
                return (found[number] or "") if number <= (expression.groups) else ""
            return "\\" if escape[1] == "\\" else escape[0]

        return re.sub(r"\\(.)", part, replacement, flags=re.DOTALL)

    return expression.sub(expand, text, count=0 if "g" in flags else 1)


def _groups(found: re.Match[str]) -> list[str | None]:
    return list(found.groups()) if found.re.groups else [found[0]]


def match(text: str, pattern: str, flags: str) -> list[str | None] | None:
    """regexp_match: the groups of the first match, or the whole match."""
    found = compiled(pattern, flags).search(text)
    return None if found is None else _groups(found)


def matches(text: str, pattern: str, flags: str) -> list[list[str | None]]:
    """regexp_matches: of the first match, or of all with flag g."""
    found = list(compiled(pattern, flags.replace("g", "")).finditer(text))
    return [_groups(f) for f in (found if "g" in flags else found[:1])]


def split(text: str, pattern: str, flags: str) -> list[str]:
    """The text between matches; matches of nothing at the ends do not count."""
    parts, at = [], 0
    for found in compiled(pattern, flags).finditer(text):
        if found.end() == found.start() and (found.start() in (0, len(text)) or found.start() == at):
            continue
        parts.append(text[at : found.start()])
        at = found.end()
    return [*parts, text[at:]]


def substring(text: str, pattern: str) -> str | None:
    """The first match, or its first group if it has one."""
    found = compiled(pattern, "").search(text)
    return None if found is None else found[1] if found.re.groups else found[0]


def count(text: str, pattern: str) -> int:
    """How many matches."""
    return sum(1 for _ in compiled(pattern, "").finditer(text))


def similar(pattern: str, escape: str) -> str:
    """SIMILAR TO's pattern as a regular expression that has to match the whole text."""
    written, after_escape, in_class = [], False, False
    for c in pattern:
        if after_escape:
            written.append(re.escape(c))
            after_escape = False
        elif escape and c == escape:
            after_escape = True
        elif in_class:
            in_class = c != "]"
            written.append("\\\\" if c == "\\" else c)
        elif c == "[":
            in_class = True
            written.append(c)
        else:
            written.append({"%": ".*", "_": ".", "(": "(?:"}.get(c, "\\" + c if c in "\\.^$" else c))
    return f"^(?:{''.join(written)})$"


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_regex", for_re2, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_regexp_replace", replace, "VARCHAR, VARCHAR, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_regexp_match", match, "VARCHAR, VARCHAR, VARCHAR", "VARCHAR[]"),
    udf("py_regexp_matches", matches, "VARCHAR, VARCHAR, VARCHAR", "VARCHAR[][]"),
    udf("py_regexp_split", split, "VARCHAR, VARCHAR, VARCHAR", "VARCHAR[]"),
    udf("py_regexp_substr", substring, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_regexp_count", count, "VARCHAR, VARCHAR", "INTEGER"),
    udf("py_similar", similar, "VARCHAR, VARCHAR", "VARCHAR"),
)
