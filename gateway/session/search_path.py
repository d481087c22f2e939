"""search_path's text → schema names."""

from __future__ import annotations

import re
from typing import Final

_ELEMENT: Final = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^",\s][^",]*?))\s*(?:,|$)')


def schemas(text: str, user: str) -> tuple[str, ...]:
    """The schemas in order. Names without quotes are folded to lower case; "$user" is the user's own schema."""
    names: list[str] = []
    at = 0
    while at < len(text) and (match := _ELEMENT.match(text, at)) is not None:
        quoted, plain = match.groups()
        name = quoted.replace('""', '"') if quoted is not None else plain.lower()
        names.append(user if name == "$user" else name)
        at = match.end()
    return tuple(name for name in names if name)
