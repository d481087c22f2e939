r"""Regular expressions in Postgres's dialect ("advanced"), read once: options, errors in its wording, what engines do otherwise.

Whether there is a match (`~`, regexp_like) is DuckDB's RE2, or the `regex` package for constant patterns with back references,
look-around, `\m` and `\M`. Which text a match is, is `regex` in its POSIX mode: the longest of the matches that begin first, as
in Postgres, where Python's `re` takes the first alternative. Refused (0A000), since it would come out otherwise: greedy and
non-greedy quantifiers in one expression; back references that may be left out, or in what is repeated; where groups are asked
for, alternatives of which one may begin as the other does, and repeated groups of varying length; more than one match where a
non-greedy one is of nothing. Groups in look-around capture nothing. `~*` folds ASCII and Unicode alike, as a UTF-8 locale does. A
pattern may ask for exponentially many ways to match: `regex` gives up after a second or a few per text (2201B), without the
interpreter's lock.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from planner.errors import InvalidArgument, InvalidRegularExpression, Unsupported
from planner.remembering import remembered

_OPTIONS: Final = frozenset("bceimnpqstwx")
_REPETITIONS_MAX: Final = 255
#: Longer ones are refused. Postgres compiles plain ones of some 50,000 characters; Python has 230 bytes of each meanwhile.
PATTERN_LENGTH_MAX: Final = 50_000
#: The time that compiling takes grows by their square.
BRACKETS_MAX: Final = 1_000
#: Of all repetition counts together: RE2 writes out what is repeated.
COPIES_MAX: Final = 20_000
_CLASSES: Final = frozenset(
    ("alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "word", "xdigit", "<", ">")
)
_ATOM_ESCAPES: Final = frozenset("aAbBcdDefmMnrsStuUvwWxyYZ0123456789")
_HEXADECIMAL: Final = re.compile(r"(\\x)([0-9a-fA-F]*)|\\.", re.DOTALL)
_PIECES: Final = re.compile(
    r"(?P<escape>\\.|\\$)|(?P<class>\[)|(?P<around>\(\?(?:[=!]|<[=!]))|(?P<open>\(\?:|\()|(?P<close>\))|(?P<bar>\|)"
    r"|(?P<braces>\{\d+(?:,\d*)?\}\??)|(?P<quantifier>[*+?]\??)|(?P<brace>\{)|(?P<anchor>[\^$])|(?P<other>.)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Expression:
    """*body* is without options in front. *case*: does case count? *dot_newline*: does "." match one?

    *line_anchors*: are ^ and $ at every line? *beyond_re2*: look-around, back references, starts and ends of words.
    *places*: how many characters there are with all repetitions written out. *choices*: those that may be one of several, and bars.
    """

    body: str
    case: bool
    dot_newline: bool
    line_anchors: bool
    greedy: bool
    lazy: bool
    beyond_re2: bool
    groups: int
    alternatives_alike: bool
    places: int
    choices: int


def pieces(body: str) -> Iterator[tuple[str, bool]]:
    """The text of an expression that has been read, cut where bracket expressions begin and end, and whether each is one."""
    at = began = 0
    while at < len(body):
        found = _PIECES.match(body, at)
        assert found is not None, "the last alternative takes anything"
        at = found.end()
        if found.lastgroup == "class":
            yield body[began : found.start()], False
            at, began = _class_end(body, found.start()), found.start()
            yield body[began:at], True
            began = at
    yield body[began:], False


def invalid(why: str) -> InvalidRegularExpression:
    """An error in Postgres's wording."""
    return InvalidRegularExpression(f"invalid regular expression: {why}")


@remembered(512)
def expression(pattern: str, flags: str) -> Expression:
    """The expression. Raises InvalidRegularExpression, InvalidArgument, Unsupported."""
    for flag in flags:
        if flag not in _OPTIONS:
            raise InvalidArgument(f'invalid regular expression option: "{flag}"')
    if len(pattern) > PATTERN_LENGTH_MAX:
        raise invalid("regular expression is too complex")
    pattern, options = _embedded(pattern, flags)
    if "b" in options:
        raise Unsupported("basic regular expressions are not supported")
    if "q" in options:
        pattern = re.escape(pattern)
    elif "x" in options:
        pattern = _tightened(pattern)
    if "q" not in options:
        pattern = _HEXADECIMAL.sub(_character, pattern)
        pattern = re.sub(r"(\\.)|\(\?#[^)]*\)", lambda m: m[1] or "", pattern, flags=re.DOTALL)
    # The last of c and i, and of n, m, p, s and w, counts.
    case = next((o for o in reversed(options) if o in "ci"), "c") == "c"
    newline = next((o for o in reversed(options) if o in "nmpsw"), "s")
    return _scanned(pattern, case=case, dot=newline in "sw", lines=newline in "nmw")


def _character(found: re.Match[str]) -> str:
    r"""\x has as many digits as there are, while other dialects take two."""
    if not found[1]:
        return found[0]
    if not found[2] or int(found[2], 16) > sys.maxunicode:
        raise invalid("invalid escape \\ sequence")
    return re.escape(chr(int(found[2], 16)))


def _embedded(pattern: str, flags: str) -> tuple[str, str]:
    if pattern.startswith("***="):
        return pattern[4:], flags + "q"
    if pattern.startswith("***:"):
        pattern = pattern[4:]
    elif pattern.startswith("***"):
        raise invalid("quantifier operand invalid")
    if found := re.match(r"\(\?([a-z]+)\)", pattern):
        for option in found[1]:
            if option not in _OPTIONS:
                raise invalid("invalid embedded option")
        return pattern[found.end() :], flags + found[1]
    return pattern, flags


def _tightened(pattern: str) -> str:
    """Without the white space and comments of expanded syntax."""
    pieces = re.compile(r"(\\.|\[\^?\]?(?:\[[:.=].*?[:.=]\]|[^\]])*\])|\s+|#[^\n]*|(.)", re.DOTALL)
    return pieces.sub(lambda m: m[1] or m[2] or "", pattern)


class _Scan:
    def __init__(self) -> None:
        self.groups = 0
        #: Of the brackets that are open: do they look around? Groups in there capture nothing.
        self.open: list[bool] = []
        self.greedy = self.lazy = self.beyond = False
        #: Of these, and of the expression: has it back references in it; groups that capture; quantifiers that are no fixed number?
        self.referring, self.capturing, self.variable = [False], [False], [False]
        #: Of the bracket that was just closed: may its repetitions be divided in several ways that a group would show?
        self.divisible = False
        #: Is there such a repetition?
        self.divided = False
        #: Alternatives of each open bracket and the whole, with () for brackets in them; and those of brackets that are closed.
        self.written, self.closed = [[list[str]()]], list[list[list[str]]]()
        #: Of each open bracket and the whole: groups before it, and groups before its present alternative.
        self.alternative = [(0, 0)]
        self.brackets = self.copies = 0
        #: Places and choices of each open bracket and the whole, and of what may be quantified now.
        self.counted, self.last = [(0, 0)], (0, 0)
        #: Is what may be quantified now a back reference, or has it such in it?
        self.reference: Literal["", "is", "has"] = ""
        #: What may be quantified now: an atom, a constraint or nothing, or what already is.
        self.before = "nothing"


def _scanned(pattern: str, *, case: bool, dot: bool, lines: bool) -> Expression:
    scan, at, body = _Scan(), 0, []
    while at < len(pattern):
        found = _PIECES.match(pattern, at)
        assert found is not None, "the last alternative takes anything"
        at = found.end()
        kind = found.lastgroup
        if kind == "class":
            at = _class_end(pattern, found.start())
            scan.beyond = scan.beyond or pattern[found.start() : at] in ("[[:<:]]", "[[:>:]]")
            scan.before = "atom"
            _count(scan, (1, 1))
        else:
            _piece(scan, str(kind), found[0])
        if kind not in ("open", "around", "close", "bar"):
            scan.written[-1][-1].append(pattern[found.start() : at])
        body.append("(?:" if found[0] == "(" and any(scan.open) else pattern[found.start() : at])
    if scan.open:
        raise invalid("parentheses () not balanced")
    return Expression(
        "".join(body),
        case,
        dot,
        lines,
        scan.greedy,
        scan.lazy,
        scan.beyond,
        scan.groups,
        bool(scan.groups) and (scan.divided or any(map(_alike, (*scan.closed, scan.written[0])))),
        *scan.counted[0],
    )


def _count(scan: _Scan, size: tuple[int, int]) -> None:
    """The atom that has just been read has so many places and choices."""
    scan.last = size
    _count_again(scan, 1)


def _count_again(scan: _Scan, times: int) -> None:
    """What may be quantified is there so many times more."""
    (places, choices), (more_places, more_choices) = scan.counted[-1], scan.last
    scan.counted[-1] = (places + times * more_places, choices + times * more_choices)


def _piece(scan: _Scan, kind: str, text: str) -> None:
    if kind not in ("quantifier", "braces"):
        scan.reference, scan.divisible = "", False
    match kind:
        case "escape":
            _escape(scan, text)
        case "around" | "open":
            scan.open.append(kind == "around")
            scan.written.append([[]])
            scan.referring.append(False)
            scan.capturing.append(text == "(" and not any(scan.open))
            scan.variable.append(False)
            scan.alternative.append((scan.groups, scan.groups))
            scan.counted.append((0, 0))
            scan.brackets += 1
            if scan.brackets > BRACKETS_MAX:
                raise invalid("regular expression is too complex")
            scan.groups += text == "(" and not any(scan.open)
            scan.beyond = scan.beyond or kind == "around"
            scan.before = "nothing"
        case "close":
            if not scan.open:
                raise invalid("parentheses () not balanced")
            scan.before = "constraint" if scan.open.pop() else "atom"
            scan.closed.append(scan.written.pop())
            scan.written[-1][-1].append("()")
            scan.reference = "has" if scan.referring.pop() else ""
            scan.referring[-1] = scan.referring[-1] or scan.reference == "has"
            scan.alternative.pop()
            _count(scan, scan.counted.pop())
            captures, varies = scan.capturing.pop(), scan.variable.pop()
            scan.divisible = captures and varies
            scan.capturing[-1] = scan.capturing[-1] or captures
            scan.variable[-1] = scan.variable[-1] or varies
        case "bar":
            scan.written[-1].append([])
            scan.alternative[-1] = (scan.alternative[-1][0], scan.groups)
            scan.before = "nothing"
            _count(scan, (0, 1))
        case "quantifier" | "braces":
            _quantifier(scan, text)
        case "brace":
            raise invalid("braces {} not balanced")
        case "anchor":
            scan.before = "constraint"
        case _:
            scan.before = "atom"
            _count(scan, (1, int(text == ".")))


def _escape(scan: _Scan, text: str) -> None:
    if text == "\\" or (text[1].isascii() and text[1].isalnum() and text[1] not in _ATOM_ESCAPES):
        raise invalid("invalid escape \\ sequence")
    if text[1] in "AmMyYZ":
        scan.beyond = scan.beyond or text[1] in "mM"
        scan.before = "constraint"
        return
    if text[1] in "123456789":
        if int(text[1]) > scan.groups or any(scan.open):
            raise invalid("invalid backreference number")
        if any(before < int(text[1]) <= here for before, here in scan.alternative):
            raise Unsupported("back references to groups of other alternatives are not supported")
        scan.beyond = scan.referring[-1] = True
        scan.reference = "is"
    if text[1] in "ceU":
        raise Unsupported(f"{text} in regular expressions is not supported")
    scan.before = "atom"
    _count(scan, (1, int(text[1] in "dDsSwW")))


def _quantifier(scan: _Scan, text: str) -> None:
    if scan.before != "atom":
        raise invalid("quantifier operand invalid")
    if text.startswith("{"):
        low, comma, high = text.rstrip("?")[1:-1].partition(",")
        least, most = int(low), int(high) if high else None if comma else int(low)
        if least > _REPETITIONS_MAX or (most is not None and (most > _REPETITIONS_MAX or most < least)):
            raise invalid("invalid repetition count(s)")
        _repeated(scan, least, most)
        if not comma:
            scan.before = "quantified"
            return  # a fixed number of times is neither
    else:
        _repeated(scan, text[0] == "+", 1 if text[0] == "?" else None)
    scan.variable[-1] = True
    if text.endswith("?") and len(text) > 1:
        scan.lazy = True
    else:
        scan.greedy = True
    scan.before = "quantified"


def _repeated(scan: _Scan, least: int, most: int | None) -> None:
    """What stands in front is, so many times.

    Postgres forgets groups before each repetition, and fails where a group has no match even if none of it is asked for.
    """
    scan.divided = scan.divided or (scan.divisible and most != 1)
    places, choices = scan.last
    scan.last = places, max(choices, int(least != most))
    _count_again(scan, max(1, least, most or least))
    scan.counted[-1] = scan.counted[-1][0] - places, scan.counted[-1][1] - choices
    scan.copies += least if most is None else most
    if scan.copies > COPIES_MAX:
        raise invalid("regular expression is too complex")
    if scan.reference and (least == 0 if scan.reference == "is" else most != 1):
        raise Unsupported(
            "back references that may be left out, or in what may be repeated, are not supported in regular expressions"
        )


def _class_end(pattern: str, start: int) -> int:
    """Where a bracket expression ends."""
    at = start + 1
    at += pattern[at : at + 1] == "^"
    at += pattern[at : at + 1] == "]"
    while at < len(pattern) and pattern[at] != "]":
        if pattern[at] == "[" and pattern[at + 1 : at + 2] in (":", ".", "="):
            closing = pattern.find(pattern[at + 1] + "]", at + 2)
            if pattern[at + 1] == ":" and closing >= 0 and pattern[at + 2 : closing] not in _CLASSES:
                raise invalid("invalid character class")
            at = len(pattern) if closing < 0 else closing + 1
        elif pattern[at] == "\\":
            at += 1
        at += 1
    if at >= len(pattern):
        raise invalid("brackets [] not balanced")
    return at + 1


def _alike(alternatives: list[list[str]]) -> bool:
    """May two alternatives of one group match texts of which one begins the other?"""
    for one, other in combinations(map("".join, alternatives), 2):
        plain = one.isalnum() and other.isalnum()
        if plain and (one.startswith(other) or other.startswith(one)) and one != other:
            return True
        if not plain and not (one[:1].isalnum() and other[:1].isalnum() and one[0] != other[0]):
            return True
    return False
