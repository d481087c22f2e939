"""Array literals: ``{1,NULL,"a b",{…}}``, with optional bounds ``[2:3]={…}``; and their output."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from planner.errors import InvalidText, Unsupported

_BOUNDS: Final = re.compile(r"\s*((?:\[[+-]?\d+(?::[+-]?\d+)?\])+)\s*=\s*(?=\{)")
_DIMENSION: Final = re.compile(r"\[(?:([+-]?\d+):)?([+-]?\d+)\]")
#: Elements that output has to quote.
_NEEDS_QUOTES: Final = re.compile(r'[{},"\\\s]')
_TOKEN: Final = re.compile(r'\s*(?:([{},])|"((?:[^"\\]|\\.)*)"|((?:[^{},"\\]|\\.)+))', re.DOTALL)
DIMENSIONS_MAX: Final = 6


def parse_array(text: str, element: Callable[[str], Any]) -> list[Any]:
    """The elements, nested lists for more than one dimension. Raises InvalidText; Unsupported for lower bounds other than 1."""
    body = text
    if bounds := _BOUNDS.match(text):
        if any(lower not in ("", "1", "+1") for lower, _ in _DIMENSION.findall(bounds[1])):
            raise Unsupported("arrays whose lower bound is not 1 are not supported")
        body = text[bounds.end() :]
    items, at = _items(_tokens(body, text), text, element, 1)
    if at is not None:
        raise _malformed(text)
    if bounds:
        _check_bounds(items, bounds[1], text)
    return items


def _malformed(text: str) -> InvalidText:
    return InvalidText(f'malformed array literal: "{text}"')


def _check_bounds(items: list[Any], bounds: str, text: str) -> None:
    shape: list[int] = []
    level: Any = items
    while isinstance(level, list):
        shape.append(len(level))
        level = level[0] if level else None
    if shape != [int(upper) for _, upper in _DIMENSION.findall(bounds)]:
        raise _malformed(text)


class _Quoted(str):
    """An element in quotes: never NULL."""

    __slots__ = ()


def _tokens(body: str, text: str) -> list[str]:
    found: list[str] = []
    at, end = 0, len(body.rstrip())
    while at < end:
        token = _TOKEN.match(body, at)
        if token is None:
            raise _malformed(text)
        if token[1]:
            found.append(token[1])
        elif token[2] is not None:
            found.append(_Quoted("q" + re.sub(r"\\(.)", r"\1", token[2], flags=re.DOTALL)))
        else:
            found.append("b" + token[3].strip())
        at = token.end()
    return found


def _items(tokens: list[str], text: str, element: Callable[[str], Any], depth: int) -> tuple[list[Any], int | None]:
    """Elements of the array that the tokens start with; the position after it, None at the end."""
    if not tokens or tokens[0] != "{":
        raise InvalidText(f'malformed array literal: "{text}"', detail='Array value must start with "{" or dimension information.')
    stack: list[list[Any]] = [[]]
    expect_item, after_comma = True, False
    for position in range(1, len(tokens)):
        token = tokens[position]
        if token == "{" and not isinstance(token, _Quoted):
            if not expect_item or len(stack) >= DIMENSIONS_MAX:
                raise _malformed(text)
            stack.append([])
            after_comma = False
        elif token == "}":
            if after_comma or (expect_item and stack[-1]):
                raise _malformed(text)
            done = stack.pop()
            if not stack:
                _check_rectangle(done, text)
                return done, None if position == len(tokens) - 1 else position + 1
            stack[-1].append(done)
            expect_item = False
        elif token == ",":
            if expect_item:
                raise _malformed(text)
            expect_item = after_comma = True
        else:
            if not expect_item:
                raise _malformed(text)
            stack[-1].append(_element(token, text, element))
            expect_item = after_comma = False
    raise _malformed(text)


def _element(token: str, text: str, element: Callable[[str], Any]) -> Any:
    if isinstance(token, _Quoted):
        return element(token[1:])
    bare = re.sub(r"\\(.)", r"\1", token[1:], flags=re.DOTALL)
    if not bare:
        raise _malformed(text)
    return None if token[1:].upper() == "NULL" else element(bare)


def _check_rectangle(items: list[Any], text: str) -> None:
    """Sub-arrays must all have one shape."""
    if not any(isinstance(i, list) for i in items):
        return
    if not all(isinstance(i, list) for i in items) or len({len(i) for i in items}) > 1:
        raise InvalidText(
            f'malformed array literal: "{text}"', detail="Multidimensional arrays must have sub-arrays with matching dimensions."
        )
    for item in items:
        _check_rectangle(item, text)


def format_array(value: list[Any], element: Callable[[Any], str]) -> str:
    """The literal that reads back as the value."""
    return "{" + ",".join(_format_item(v, element) for v in value) + "}"


def _format_item(value: Any, element: Callable[[Any], str]) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, list):
        return format_array(value, element)
    written = element(value)
    if written and written.upper() != "NULL" and not _NEEDS_QUOTES.search(written):
        return written
    return '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'


def parse_vector(text: str, element: Callable[[str], Any]) -> list[Any]:
    """int2vector and oidvector: numbers with blanks between."""
    return [element(word) for word in text.split()]
