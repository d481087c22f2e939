"""Versions as positions of a write-ahead log, which is what replication clients count in.

    version n:   (n-1)/10, (n-1)/11 …   its rows, each with a position of its own
                 n/0                    its commit
                 n/8                    its end: what a client confirms, and begins behind

So a position says by itself which version it is of, on every node and for all time; nothing is kept but the view's id, which tells
versions from those of a view that was made anew. Clients confirm positions of rows, too: who does has the version before.
"""

from __future__ import annotations

import re
from typing import Final

from planner.errors import SyntaxFault

_END: Final = 8
_FIRST_ROW: Final = 0x10
_LSN: Final = re.compile(r"([0-9A-Fa-f]{1,8})/([0-9A-Fa-f]{1,8})")
_LOW: Final = 0xFFFF_FFFF


def commit_of(version: int) -> int:
    """The position of a version's commit."""
    return version << 32


def end_of(version: int) -> int:
    """The position behind a version: all of it is before, nothing of later ones."""
    return (version << 32) + _END


def row_of(version: int, number: int) -> int:
    """The position of the row *number*, from 0, of a version."""
    return ((version - 1) << 32) + _FIRST_ROW + number


def version_at(position: int) -> int:
    """The newest version that a client has all of at that position; 0: none."""
    version = position >> 32
    return version if position & _LOW >= _END else max(version - 1, 0)


def lsn(position: int) -> str:
    """As pg_lsn prints it."""
    return f"{position >> 32:X}/{position & _LOW:X}"


def parse_lsn(text: str) -> int:
    """The inverse of lsn(). Raises SyntaxFault."""
    found = _LSN.fullmatch(text)
    if found is None:
        raise SyntaxFault(f'invalid position of the write-ahead log: "{text}"', hint="It is two hexadecimal numbers: 2A/8.")
    return (int(found[1], 16) << 32) + int(found[2], 16)
