"""A call of each function and operator that has a row form, by its signature."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Final

#: Arguments that have to be certain words, by function and place.
_WORDS: Final = {
    ("date_trunc", 0): "'hour'", ("date_trunc", 2): "'Asia/Tokyo'", ("timezone", 0): "'Europe/Berlin'", ("encode", 1): "'hex'",
    ("decode", 0): "'00fF'", ("decode", 1): "'hex'", ("like_escape", 1): "'!'", ("similar_to_escape", 1): "'!'",
    ("date_bin", 0): "interval '15 minutes'", ("convert_from", 1): "'UTF8'", ("convert_to", 1): "'UTF8'",
}  # fmt: skip
#: All arguments, by the beginning of the signature.
_FITTING: Final = {
    "make_date": ("2020", "2", "(customer % 28 + 1)"),
    "make_timestamp": ("2020", "2", "(customer % 28 + 1)", "3", "customer % 60", "1.5"),
    "to_date(": ("'2020-02-29'", "'YYYY-MM-DD'"), "to_timestamp(text": ("'2020-02-29'", "'YYYY-MM-DD'"),
}  # fmt: skip
_TEMPLATES: Final = {"timestamp": "'YYYY-MM-DD HH24.MI'", "timestamptz": "'FMDD Mon HH12 TZ'"}


def called(signature: str, argument: Callable[[str, int], str]) -> str:
    """The call, of what *argument* gives for a type's name and a place."""
    if (call := re.fullmatch(r"(\w+)\((.*)\)", signature)) is None:
        match signature.split():
            case [left, symbol, right]:
                return f"({argument(left, 0)} {symbol} {argument(right, 1)})"
            case [symbol, pg]:
                return f"({symbol} {argument(pg, 0)})"
        raise ValueError(signature)
    name, types = call[1], call[2].split(", ")
    places = count()
    arguments = [_WORDS.get((name, at)) or argument(pg, next(places)) for at, pg in enumerate(types)]
    arguments = next((list(fitting) for begin, fitting in _FITTING.items() if signature.startswith(begin)), arguments)
    if name == "to_char":
        arguments[1] = _TEMPLATES.get(types[0], "'FM9990.0'")
    if name in ("position", "overlay"):
        words = ("", " IN ") if name == "position" else ("", " PLACING ", " FROM ", " FOR ")
        return f"{name}({''.join(word + value for word, value in zip(words, arguments, strict=False))})"
    return f"{name}({', '.join(arguments)})"
