"""How one node names a version of a view to another: number, commit time and the view's id.

The id makes the name good for all time: a view that is deleted and made anew under the same name counts from 1 again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

_TEXT: Final = re.compile(r"(\d{1,19})@(\d{1,19})(?:@([0-9a-f]{16}))?")


@dataclass(frozen=True, slots=True, order=True)
class VersionId:
    """Spelled 42@1700000000000000@5f0c1d2e3a4b5c6d.

    *committed_at_us* is the manifest's; both are 0 for a view that was created and never committed to. *view_id* is
    ViewVersion.view_id; "" where a client has named the version.
    """

    version: int
    committed_at_us: int
    view_id: str = ""

    def __str__(self) -> str:
        return f"{self.version}@{self.committed_at_us}" + (f"@{self.view_id}" if self.view_id else "")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Inverse of str(). Raises ValueError."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no VERSION@COMMITTED_AT_US[@VIEW_ID]")
        return cls(int(found[1]), int(found[2]), found[3] or "")
