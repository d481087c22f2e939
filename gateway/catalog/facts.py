"""Facts of PostgreSQL 15's catalog, facts.txt (tests/tools/catalog_facts.py writes it; do not edit it), and ours, tidegate.txt."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

_HEADING: Final = re.compile(r"^# (\w+) ?(.*)\n", re.MULTILINE)


def _sections() -> dict[str, dict[str, str]]:
    """By the first word of their headings, then by the rest of them."""
    folder = files(__package__ or "")
    _, *parts = _HEADING.split("".join(folder.joinpath(name).read_text("utf-8") for name in ("facts.txt", "tidegate.txt")))
    found: dict[str, dict[str, str]] = {"relations": {}, "rows": {}, "answers": {}}
    for kind, name, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        found[kind][name] = text
    return found


_FOUND: Final = _sections()
#: schema.relation, oid, relkind, oid of the row type, and columns as name:type, with ! where never NULL.
RELATIONS: Final = "".join(_FOUND["relations"].values())
#: Rows that are the same in every database, in COPY's text format.
ROWS: Final = _FOUND["rows"]
#: Answers of functions, in COPY's text format.
ANSWERS: Final = _FOUND["answers"]
