"""A view's folder for one who follows it: what a pass has to know of the log is asked for side by side, and once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from statestore.errors import CorruptFile, UnsupportedFormat, ViewNotFound
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest
from statestore.views.storage import each

#: Versions behind the applied one that a pass asks for together with it: mostly there is one, and no second.
AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class FollowedFolder(ViewFolder):
    """Of a root where each request is waited for; of others it is read as ever."""

    _seen: dict[int, Manifest | None] = field(default_factory=dict, init=False, compare=False, repr=False)

    def look(self, applied: int) -> None:
        """Begin a pass of a node that has *applied*: the manifests from there on are as they are now until the next call.

        Raises OSError.
        """
        self._seen.clear()
        if applied and self.storage.at_once > 1:
            for _ in each(self._see, range(applied, applied + AHEAD + 1), self.storage.at_once):
                pass

    def has(self, version: int) -> bool:
        """See ViewFolder."""
        return self._seen[version] is not None if version in self._seen else ViewFolder.has(self, version)

    def manifest(self, version: int) -> Manifest:
        """See ViewFolder."""
        return self._seen.get(version) or ViewFolder.manifest(self, version)

    def _see(self, version: int) -> None:
        """What cannot be read is left to whoever needs it."""
        with suppress(CorruptFile, UnsupportedFormat):
            try:
                self._seen[version] = ViewFolder.manifest(self, version)
            except ViewNotFound:
                self._seen[version] = None
