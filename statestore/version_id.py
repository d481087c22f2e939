"""How one node names a version of a view to another: number and commit time.

The commit time makes the name good for all time: a view that is deleted and made anew under the same name counts from 1 again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

_TEXT: Final = re.compile(r"(\d{1,19})@(\d{1,19})")


@dataclass(frozen=True, slots=True, order=True)
class VersionId:
    """Spelled 42@1700000000000000.

    *committed_at_us* is the manifest's; both are 0 for a view that was created and never committed to.
    """

    version: int
    committed_at_us: int

    def __str__(self) -> str:
        return f"{self.version}@{self.committed_at_us}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Inverse of str(). Raises ValueError."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no VERSION@COMMITTED_AT_US")
        return cls(int(found[1]), int(found[2]))
