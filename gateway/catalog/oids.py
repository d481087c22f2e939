"""OIDs of views and what belongs to them: derived from names, so that they are the same after a restart and on every node.

Postgres gives user objects OIDs from 16384 on. Signed 32-bit numbers are what some clients read OIDs into, so the upper half of the
range is not used. Two names may fall on one number: then the one that came later takes the next free number.
"""

from __future__ import annotations

import hashlib
from typing import Final, Literal

#: 16384 is the database.
FIRST_OID: Final = 16385
OID_END: Final = 2**31 - 1

Kind = Literal["view", "index", "constraint", "rule", "row type", "array type", "role", "publication", "publication relation"]


class OidBook:
    """Every OID given out in the life of this process: once a name has one it keeps it."""

    def __init__(self) -> None:
        self._by_name: dict[tuple[Kind, str], int] = {}
        self._taken: set[int] = set()

    def oid(self, kind: Kind, view: str) -> int:
        """The OID of a view, or of something that belongs to it."""
        found = self._by_name.get((kind, view))
        if found is None:
            found = self._free(derived_oid(kind, view))
            self._by_name[kind, view] = found
            self._taken.add(found)
        return found

    def _free(self, oid: int) -> int:
        while oid in self._taken:
            oid = oid + 1 if oid + 1 < OID_END else FIRST_OID
        return oid


def derived_oid(kind: Kind, view: str) -> int:
    """What the name alone says."""
    digest = hashlib.sha256(f"{kind}\0{view}".encode()).digest()
    return FIRST_OID + int.from_bytes(digest[:8], "big") % (OID_END - FIRST_OID)
