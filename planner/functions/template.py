"""Filling in a lowering template: ``{0}`` … an argument, ``{*}`` all with commas, ``{AND}``/``{OR}`` all with that word between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_HOLE: Final = re.compile(r"\{(\d+|\*|AND|OR|zone)\}")


def fill(template: str, args: Sequence[str], zone: str = "'UTC'") -> str:
    """The template with its holes filled; braces of any other form stay."""

    def replace(hole: re.Match[str]) -> str:
        match hole[1]:
            case "*":
                return ", ".join(args)
            case "AND" | "OR" as word:
                return f" {word} ".join(args)
            case "zone":
                return zone
            case index:
                return args[int(index)]

    return _HOLE.sub(replace, template)
