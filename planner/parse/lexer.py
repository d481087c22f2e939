"""SQL text → tokens, by the rules of PostgreSQL's scanner (scan.l) with standard_conforming_strings on.

Tokens carry character offsets into the text. Keywords are IDENT tokens: the grammar compares their value, and a quoted
identifier is of another kind, QUOTED, that never equals a keyword.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from planner.errors import SyntaxFault, TooComplex
from planner.parse.limits import IDENTIFIER_BYTES_MAX, STATEMENT_BYTES_MAX, TOKENS_MAX
from planner.parse.strings import unescape_string, unescape_unicode

IDENT: Final = "ident"
QUOTED: Final = "quoted"
STRING: Final = "string"
BITS: Final = "bits"
INTEGER: Final = "integer"
NUMBER: Final = "number"
PARAM: Final = "param"
OPERATOR: Final = "operator"
#: Punctuation and the operators the grammar knows by name: , ( ) [ ] . ; : + - * / % ^ < > = <= >= <> :: .. := =>
SYMBOL: Final = "symbol"
END: Final = "end"


class Token(NamedTuple):
    """*value* is what the grammar reads (folded, unescaped); text[start:end] is how it was written."""

    kind: str
    value: str
    start: int
    end: int


_new: Final = partial(tuple.__new__, Token)
_SPACES: Final = re.compile(r"(?:[ \t\n\r\f\v]++|--[^\n\r]*+)*+")
_TOKEN: Final = re.compile(
    rf"""
    {_SPACES.pattern}(?:
    (?P<end>\Z)
    |(?P<comment>/\*)
    |(?P<prefixed>[eEbBxXnN]'|[uU]&['"])
    |(?P<ident>[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_$\x80-\U0010ffff]*)
    |(?P<number>(?:\d+\.(?!\.)\d*|\d+|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<quote>')
    |(?P<quoted>")
    |(?P<param>\$\d+)
    |(?P<dollar>\$(?:[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*)?\$)
    |(?P<symbol>::|\.\.|:=|[,()\[\].;:])
    |(?P<operator>[~!@\#^&|`?+\-*/%<>=]{{1,64}}))
    """,
    re.VERBOSE,
)
_PLAIN_STRING: Final = re.compile(r"'([^']*(?:''[^']*)*)'")
_ESCAPE_STRING: Final = re.compile(r"[eE]?'([^'\\]*(?:(?:''|\\.)[^'\\]*)*)'", re.DOTALL)
_QUOTED_IDENT: Final = re.compile(r'"([^"]*(?:""[^"]*)*)"')
_CONTINUATION: Final = re.compile(r"(?:[ \t\f\v]|--[^\n\r]*)*[\n\r](?:[ \t\n\r\f\v]|--[^\n\r]*(?=[\n\r]))*(?=')")
_IDENT_REST: Final = re.compile(r"[A-Za-z0-9_$\x80-\U0010ffff]*")
_COMMENT_EDGE: Final = re.compile(r"/\*|\*/")
_UESCAPE: Final = re.compile(r"(?:[ \t\n\r\f\v]|--[^\n\r]*)*uescape\s*'([^'])'", re.IGNORECASE)
_OPERATOR_MAY_END_SIGNED: Final = frozenset("~!@#^&|`?%")
_SYMBOL_OPERATORS: Final = frozenset(["+", "-", "*", "/", "%", "^", "<", ">", "=", "<=", ">=", "<>", "!=", "=>"])


def tokenize(text: str) -> list[Token]:
    """All tokens of *text*, an END token last. Raises SyntaxFault with positions in *text*, TooComplex beyond a limit."""
    if len(text) > STATEMENT_BYTES_MAX or len(text.encode("utf-8", "surrogatepass")) > STATEMENT_BYTES_MAX:
        raise TooComplex(f"a statement may have {STATEMENT_BYTES_MAX} bytes", hint="Split it, or send the values as parameters.")
    tokens: list[Token] = []
    append, match = tokens.append, _TOKEN.match
    at = 0
    while (found := match(text, at)) is not None:
        kind, end = found.lastgroup, found.end()
        if kind == "ident":
            value = found["ident"]
            append(_new((IDENT, _fold(value), end - len(value), end)))
        elif kind == "symbol":
            value = found["symbol"]
            append(_new((SYMBOL, value, end - len(value), end)))
        elif kind == "end":
            break
        else:
            assert kind is not None, "one of them has matched"
            end = _REST[kind](text, found.start(kind), end, tokens)
        at = end
    else:
        space = _SPACES.match(text, at)
        at = space.end() if space else at
        raise fault(text, at, at + 1)
    if len(tokens) > TOKENS_MAX:
        raise TooComplex(f"a statement may have {TOKENS_MAX} tokens", hint="Split it, or send the values as parameters.")
    append(Token(END, "", len(text), len(text)))
    return tokens


def fault(text: str, start: int, end: int, message: str = "syntax error") -> SyntaxFault:
    """The error Postgres gives at text[start:end]."""
    if start >= len(text):
        return SyntaxFault(f"{message} at end of input", position=len(text) + 1)
    return SyntaxFault(f'{message} at or near "{text[start:end]}"', position=start + 1)


def truncate(name: str) -> str:
    """An identifier cut at 63 bytes, between characters."""
    if len(name) <= IDENTIFIER_BYTES_MAX // 4:
        return name
    return name.encode("utf-8", "surrogatepass")[:IDENTIFIER_BYTES_MAX].decode("utf-8", "ignore")


def _fold(name: str) -> str:
    if name.isascii():
        return name.lower()[:IDENTIFIER_BYTES_MAX]
    # In a multi-byte encoding Postgres folds ASCII letters only.
    return truncate("".join(c.lower() if c.isascii() else c for c in name))


def _comment(text: str, at: int, end: int, _tokens: list[Token]) -> int:
    depth, here = 1, end
    while depth:
        edge = _COMMENT_EDGE.search(text, here)
        if edge is None:
            raise fault(text, at, len(text), "unterminated /* comment")
        depth += 1 if edge.group() == "/*" else -1
        here = edge.end()
    return here


def _number(text: str, at: int, end: int, tokens: list[Token]) -> int:
    value = text[at:end]
    if (end < len(text) and (text[end].isalnum() or text[end] in "_$")) or (end < len(text) and text[end] > "\x7f"):
        raise _junk(text, at, end, "numeric literal")
    tokens.append(Token(INTEGER if value.isdigit() else NUMBER, value, at, end))
    return end


def _junk(text: str, at: int, end: int, what: str) -> SyntaxFault:
    found = _IDENT_REST.match(text, end)
    return fault(text, at, found.end() if found else end, f"trailing junk after {what}")


def _param(text: str, at: int, end: int, tokens: list[Token]) -> int:
    if end < len(text) and (text[end].isalpha() or text[end] == "_" or text[end] > "\x7f"):
        raise _junk(text, at, end, "parameter")
    tokens.append(Token(PARAM, text[at + 1 : end], at, end))
    return end


def _operator(text: str, at: int, end: int, tokens: list[Token]) -> int:
    run = text[at:end]
    for edge in ("--", "/*"):
        cut = run.find(edge)
        if cut > 0:
            run = run[:cut]
    # A longer operator may end in + or - only if one of these characters shows that it is no sum.
    if _OPERATOR_MAY_END_SIGNED.isdisjoint(run):
        run = run.rstrip("+-") or run[:1]
    elif len(run) > IDENTIFIER_BYTES_MAX:
        raise SyntaxFault("operator too long", position=at + 1)
    end = at + len(run)
    if run in _SYMBOL_OPERATORS:
        tokens.append(Token(SYMBOL, "<>" if run == "!=" else run, at, end))
    else:
        tokens.append(Token(OPERATOR, run, at, end))
    return end


def _string(text: str, at: int, _end: int, tokens: list[Token]) -> int:
    value, end = _string_body(text, at, at, _PLAIN_STRING)
    tokens.append(Token(STRING, value.replace("''", "'"), at, end))
    return end


def _string_body(text: str, at: int, quote: int, pattern: re.Pattern[str]) -> tuple[str, int]:
    """The raw body of the string whose opening quote is at *quote*, with its continuations on later lines."""
    parts = []
    while True:
        found = pattern.match(text, quote)
        if found is None:
            raise fault(text, at, len(text), "unterminated quoted string")
        parts.append(found.group(1))
        more = _CONTINUATION.match(text, found.end())
        if more is None:
            return "".join(parts), found.end()
        quote = more.end()


def _prefixed(text: str, at: int, end: int, tokens: list[Token]) -> int:
    prefix = text[at].lower()
    if prefix == "e":
        body, end = _string_body(text, at, at + 1, _ESCAPE_STRING)
        tokens.append(Token(STRING, unescape_string(body, at), at, end))
    elif prefix == "u":
        return _unicode(text, at, tokens)
    else:
        body, end = _string_body(text, at, at + 1, _PLAIN_STRING)
        if prefix == "n":
            tokens.append(Token(STRING, body.replace("''", "'"), at, end))
        else:
            tokens.append(Token(BITS, prefix + body, at, end))
    return end


def _unicode(text: str, at: int, tokens: list[Token]) -> int:
    if text[at + 2] == "'":
        kind = STRING
        raw, end = _string_body(text, at, at + 2, _PLAIN_STRING)
        body = raw.replace("''", "'")
    else:
        kind = QUOTED
        body, end = _ident_body(text, at, at + 2)
    escape = _UESCAPE.match(text, end)
    if escape is not None:
        end = escape.end()
    body = unescape_unicode(body, escape[1] if escape else "\\", at)
    tokens.append(Token(kind, truncate(body) if kind == QUOTED else body, at, end))
    return end


def _quoted(text: str, at: int, _end: int, tokens: list[Token]) -> int:
    body, end = _ident_body(text, at, at)
    tokens.append(Token(QUOTED, truncate(body), at, end))
    return end


def _ident_body(text: str, at: int, quote: int) -> tuple[str, int]:
    found = _QUOTED_IDENT.match(text, quote)
    if found is None:
        raise fault(text, at, len(text), "unterminated quoted identifier")
    if not found[1]:
        raise fault(text, at, found.end(), "zero-length delimited identifier")
    return found[1].replace('""', '"'), found.end()


def _dollar(text: str, at: int, end: int, tokens: list[Token]) -> int:
    close = text.find(text[at:end], end)
    if close < 0:
        raise fault(text, at, len(text), "unterminated dollar-quoted string")
    tokens.append(Token(STRING, text[end:close], at, close + end - at))
    return close + end - at


_REST: Final[dict[str, Callable[[str, int, int, list[Token]], int]]] = {
    "comment": _comment,
    "prefixed": _prefixed,
    "number": _number,
    "quote": _string,
    "quoted": _quoted,
    "param": _param,
    "dollar": _dollar,
    "operator": _operator,
}
