r"""Regular expressions for DuckDB's RE2 (is there a match?) and for the `regex` package (which, where, how many)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

import regex

from planner.errors import InvalidArgument, InvalidEscape, Unsupported
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.elsewhere import HERE_MATCHING_S, MATCHING_S
from planner.postgres.functions.udf.expression import Expression, expression, invalid, pieces
from planner.postgres.functions.udf.large import check
from planner.postgres.functions.udf.pattern_costs import compiles_soon
from planner.remembering import remembered

_ESCAPES: Final = {
    "m": r"\b(?=\w)", "M": r"\b(?<=\w)", "y": r"\b", "Y": r"\B", "Z": r"\Z", "A": r"\A", "b": r"\x08", "B": r"\\", "0": r"\x00",
}  # fmt: skip
_RE2_ESCAPES: Final = {"y": r"\b", "Y": r"\B", "Z": r"\z", "b": r"\x08", "B": r"\\", "0": r"\x00"}
_CLASSES: Final = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r"\s", "xdigit": "0-9a-fA-F",
    "punct": r"!-/:-@\[-`{-~", "word": r"\w", "blank": " \\t", "cntrl": r"\x00-\x1f\x7f", "graph": "!-~", "print": " -~",
}  # fmt: skip

_WORD_ENDS: Final = {"[[:<:]]": r"\m", "[[:>:]]": r"\M"}


def _rewritten(found: Expression, escapes: dict[str, str], end: str, class_of: Callable[[str], str] = str) -> str:
    """The expression as another engine writes it, with *end* for $ and *class_of* for what stands in brackets."""
    written = []
    for text, in_brackets in pieces(found.body):
        part = class_of(_in_line(text, found)) if in_brackets else text
        written.append(_translated(part, escapes, "$" if in_brackets else end))
    return "".join(written)


def _translated(body: str, escapes: dict[str, str], end: str) -> str:
    pattern = r"\\(u[0-9a-fA-F]{4}|.)|\$"
    return re.sub(pattern, lambda e: _escape(e[1], escapes) if e[1] else end, body, flags=re.DOTALL)


def _in_line(brackets: str, found: Expression) -> str:
    """[^…] does not match a newline where . does not."""
    if found.dot_newline or not brackets.startswith("[^"):
        return brackets
    first = "\\" if brackets[2] in "]-" else ""
    return rf"[^\n{first}{brackets[2:]}"


def _escape(text: str, escapes: dict[str, str]) -> str:
    if text.startswith("u"):
        if len(text) == 1:
            raise invalid("invalid escape \\ sequence")
        return re.escape(chr(int(text[1:], 16)))
    return escapes.get(text, "\\" + text)


@remembered(512)
def for_re2(pattern: str, flags: str) -> str:
    """The pattern for DuckDB. Raises Unsupported."""
    found = expression(pattern, flags)
    if found.beyond_re2:
        raise Unsupported("back references, look-around and word boundaries are supported in constant patterns only")
    options = ("s" if found.dot_newline else "") + ("m" if found.line_anchors else "") + ("" if found.case else "i")
    return (f"(?{options})" if options else "") + _rewritten(found, _RE2_ESCAPES, "$")


@remembered(512)
def compiled(pattern: str, flags: str, *, posix: bool = True) -> Any:
    """The pattern for `regex`; *posix* where the match's extent counts. Raises InvalidRegularExpression."""
    found = expression(pattern, flags)
    options = regex.VERSION0
    if found.case or found.body.isascii():
        options |= regex.ASCII
    elif re.search(r"\\[dDwWsSyYmM]|\[:", found.body):
        raise Unsupported(
            "classes of characters beside letters beyond ASCII are not supported in this function where case is ignored"
        )
    options |= (regex.DOTALL if found.dot_newline else 0) | (regex.MULTILINE if found.line_anchors else 0)
    options |= 0 if found.case else regex.IGNORECASE
    if posix and not found.lazy:
        options |= regex.POSIX
    body = _rewritten(found, _ESCAPES, "$" if found.line_anchors else r"\Z", _classes)
    try:
        return regex.compile(body, options)
    except regex.error as error:
        raise invalid(str(error)) from None


def _classes(brackets: str) -> str:
    """With names of classes written out."""
    return _WORD_ENDS.get(brackets) or re.sub(r"\[:(\w+):\]", _class_of, brackets)


def _class_of(name: re.Match[str]) -> str:
    if name[1] not in _CLASSES:
        raise invalid("invalid character class")
    return _CLASSES[name[1]]


def exact(pattern: str, flags: str, *, groups: bool = False) -> Any:
    """For functions that show what matched. Raises Unsupported where that is not known to be what Postgres shows."""
    found = expression(pattern, flags)
    if found.lazy and (found.greedy or "|" in found.body):
        raise Unsupported(
            "greedy and non-greedy quantifiers, or alternatives, in one regular expression are not supported in this function"
        )
    if groups and found.alternatives_alike:
        raise Unsupported(
            "groups of alternatives that may begin alike, or repeated ones of varying length, are not supported in this function"
        )
    return compiled(pattern, flags)


def _without_global(flags: str, function: str, hint: str | None = None) -> str:
    if "g" in flags:
        raise InvalidArgument(f'{function}() does not support the "global" option', hint=hint)
    return flags


def _positive(name: str, value: int) -> int:
    if value <= 0:
        raise InvalidArgument(f'invalid value for parameter "{name}": {value}')
    return value


def like(text: str, pattern: str, flags: str) -> bool:
    """regexp_like, ~ and its like."""
    return search(compiled(pattern, _without_global(flags, "regexp_like"), posix=False), text) is not None


# ----------------------------------------------------------------------------------------------------------------- replacing


def _expand(found: Any, replacement: str) -> str:
    if "\\" not in replacement:
        return replacement

    def part(escape: re.Match[str]) -> str:
        if escape[1] == "&":
            return str(found[0])
        if escape[1] in "123456789":
            number = int(escape[1])
            return (found[number] or "") if number <= found.re.groups else ""
        return "\\" if escape[1] == "\\" else escape[0]

    return re.sub(r"\\(.)", part, replacement, flags=re.DOTALL)


def replace_nth(text: str, pattern: str, replacement: str, where: list[int], flags: str) -> str | None:
    r"""regexp_replace: \1 to \9 and \& in the replacement; *where* is the start and the number of the match, 0 for all.

    The number goes before flag g. Raises InvalidArgument.
    """
    if None in where:
        return None
    start, number = where
    _positive("start", start)
    if number < 0:
        raise InvalidArgument(f'invalid value for parameter "n": {number}')
    groups = re.search(r"\\[1-9]", replacement) is not None
    found = _found(text, exact(pattern, flags.replace("g", ""), groups=groups), start)
    chosen = found if number == 0 else islice(found, number - 1, number)
    parts, at, length = [], 0, 0
    for match in chosen:
        begin, end = match.span()
        parts += [text[at:begin], _expand(match, replacement)]
        length += len(parts[-1])
        check(length)
        at = end
    return "".join([*parts, text[at:]])


def replace(text: str, pattern: str, replacement: str, flags: str) -> str | None:
    """regexp_replace of the first match, or of all with flag g. Raises InvalidArgument."""
    if flags[:1].isdigit():
        raise InvalidArgument(
            f'invalid regular expression option: "{flags[0]}"',
            hint="If you meant to use regexp_replace() with a start parameter, cast the fourth argument to integer explicitly.",
        )
    return replace_nth(text, pattern, replacement, [1, 0 if "g" in flags else 1], flags)


def search(pattern: Any, text: str) -> Any:
    """The first match. Raises InvalidRegularExpression where finding it takes too long."""
    try:
        return pattern.search(text, timeout=MATCHING_S.get(), concurrent=True)
    except TimeoutError as error:
        raise _too_long(error) from None


def _found(text: str, pattern: Any, start: int = 1) -> Iterator[Any]:
    """All matches from a place on, within the time for one."""
    if start > len(text) + 1:
        return
    try:
        for found in pattern.finditer(text, start - 1, timeout=MATCHING_S.get(), concurrent=True):
            yield found
            # `regex` goes on with a longer match at the same place, Postgres a character further on.
            begin, end = found.span()
            if begin == end and not pattern.flags & regex.POSIX:
                raise Unsupported("matches of nothing by non-greedy quantifiers are supported as the last match only")
    except TimeoutError as error:
        raise _too_long(error) from None


def _too_long(error: TimeoutError) -> Exception:
    """Elsewhere there may be more time."""
    limit_s = MATCHING_S.get()
    return error if limit_s == HERE_MATCHING_S else invalid(f"it takes more than {limit_s} seconds to match one text")


def _matching(name: str, body: Callable[..., Any], args: str, result: str) -> PythonFunction:
    """Of a text and a pattern before others."""
    return udf(name, body, f"VARCHAR, VARCHAR{args}", result, small=lambda _text, pattern, *_: compiles_soon(pattern), matches=True)


# ------------------------------------------------------------------------------------------------------------------ matching


def groups(found: Any) -> list[str | None]:
    """Of a match: what they matched; all of it where there are none."""
    return list(found.groups()) if found.re.groups else [found[0]]


def match(text: str, pattern: str, flags: str) -> list[str | None] | None:
    """regexp_match: the groups of the first match, or the whole match."""
    flags = _without_global(flags, "regexp_match", "Use the regexp_matches function instead.")
    found = search(exact(pattern, flags, groups=True), text)
    return None if found is None else groups(found)


def matches(text: str, pattern: str, flags: str) -> list[list[str | None]]:
    """regexp_matches: of the first match, or of all with flag g."""
    found = _found(text, exact(pattern, flags.replace("g", ""), groups=True))
    return [groups(f) for f in (found if "g" in flags else islice(found, 1))]


def split(text: str, pattern: str, flags: str, function: str) -> list[str]:
    """The text between matches; matches of nothing at the ends do not count."""
    parts, at = [], 0
    for found in _found(text, exact(pattern, _without_global(flags, function))):
        if found.end() == found.start() and (found.start() in (0, len(text)) or found.start() == at):
            continue
        parts.append(text[at : found.start()])
        at = found.end()
    return [*parts, text[at:]]


def substring(text: str, pattern: str) -> str | None:
    """substring(text from pattern): the first match, or its first group if it has one."""
    found = search(exact(pattern, "", groups=True), text)
    return None if found is None else found[1] if found.re.groups else found[0]


def _place(text: str, pattern: str, where: list[int], flags: str, function: str) -> tuple[Any, int] | None:
    """A match and the number of a group of it that has matched; *where* is start, the match's number and that group."""
    start, number, end, group = where
    _positive("start", start)
    _positive("n", number)
    if end not in (0, 1):
        raise InvalidArgument(f'invalid value for parameter "endoption": {end}')
    if group < 0:
        raise InvalidArgument(f'invalid value for parameter "subexpr": {group}')
    expression_ = exact(pattern, _without_global(flags, function), groups=group > 0)
    found = next(islice(_found(text, expression_, start), number - 1, None), None)
    if found is None or group > max(expression_.groups, 1):
        return None
    group = min(group, expression_.groups)  # without groups the first one is all of it
    return None if found[group] is None else (found, group)


def substr(text: str, pattern: str, where: list[int], flags: str) -> str | None:
    """regexp_substr; *where* is start, the match's number and the group."""
    if None in where:
        return None
    start, number, group = where
    place = _place(text, pattern, [start, number, 0, group], flags, "regexp_substr")
    return None if place is None else str(place[0][place[1]])


def instr(text: str, pattern: str, where: list[int], flags: str) -> int | None:
    """regexp_instr; *where* is start, the match's number, 1 for the end and the group."""
    if None in where:
        return None
    place = _place(text, pattern, where, flags, "regexp_instr")
    if place is None:
        return 0
    found, group = place
    return int(found.end(group) if where[2] else found.start(group)) + 1


def count(text: str, pattern: str, start: int, flags: str) -> int:
    """How many matches."""
    _positive("start", start)
    return sum(1 for _ in _found(text, exact(pattern, _without_global(flags, "regexp_count")), start))


def similar(pattern: str, escape: str) -> str:
    """SIMILAR TO's pattern as a regular expression that has to match the whole text. Raises InvalidEscape."""
    if len(escape) > 1:
        raise InvalidEscape("invalid escape string", hint="Escape string must be empty or one character.")
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
    udf("py_regex", for_re2, "VARCHAR, VARCHAR", "VARCHAR", small=lambda pattern, flags: compiles_soon(pattern)),
    _matching("py_regexp_like", like, ", VARCHAR", "BOOLEAN"),
    _matching("py_regexp_replace", replace, ", VARCHAR, VARCHAR", "VARCHAR"),
    _matching("py_regexp_replace_nth", replace_nth, ", VARCHAR, INTEGER[], VARCHAR", "VARCHAR"),
    _matching("py_regexp_match", match, ", VARCHAR", "VARCHAR[]"),
    _matching("py_regexp_matches", matches, ", VARCHAR", "VARCHAR[][]"),
    _matching("py_regexp_split", split, ", VARCHAR, VARCHAR", "VARCHAR[]"),
    _matching("py_substring", substring, "", "VARCHAR"),
    _matching("py_regexp_substr", substr, ", INTEGER[], VARCHAR", "VARCHAR"),
    _matching("py_regexp_instr", instr, ", INTEGER[], VARCHAR", "INTEGER"),
    _matching("py_regexp_count", count, ", INTEGER, VARCHAR", "INTEGER"),
    udf("py_similar", similar, "VARCHAR, VARCHAR", "VARCHAR"),
)
