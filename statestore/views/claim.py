"""What becomes of a base: told once, by whoever says so first, for all vacuums that run at a time.

    <root>/<view>/bases/%020d.claim    "start" or "drop"; created before anything is deleted for it

Two vacuums may see the log at different times, and so want to begin it with different bases; each would then delete the base that
the other relies on. "start": the log may begin with it, and it stays until the log begins later. "drop": it goes, and nobody relies
on it, nor on one that is made of the same version afterwards, which a slow vacuum would take for it. A claim stays until then, too.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final, Literal

from statestore.views.folder import ViewFolder

Claim = Literal["start", "drop"]
_BYTES: Final[dict[Claim, bytes]] = {"start": b"start\n", "drop": b"drop\n"}


def claim(folder: ViewFolder, base: int, what: Claim) -> bool:
    """Whether *what* becomes of the base."""
    with suppress(FileExistsError):
        folder.storage.create(folder.claim_path(base), _BYTES[what])
        return True
    return _told(folder, base) == _BYTES[what]


def can_be(folder: ViewFolder, base: int, what: Claim) -> bool:
    """Whether claim() would say so."""
    return _told(folder, base) in (None, _BYTES[what])


def _told(folder: ViewFolder, base: int) -> bytes | None:
    with suppress(FileNotFoundError):
        return folder.storage.read(folder.claim_path(base))
    return None
