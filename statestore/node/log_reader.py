"""A view's folder for one who follows it: what a pass has to know of the log is asked for side by side, and once.

- A log is not listed. A week of a version a second is 600,000 manifests: 600 pages, a minute, a job that starts would wait
  for, a node, and every look at what is old. Its latest version is found by what `.latest` names, its first from the oldest base
  on by doubling steps. What is old goes by what its manifests name; all files are looked at while a log has 5,000 versions, of a
  longer one once in so many times, for what attempts that came to nothing have left. A job that starts looks for that among the
  last hundred versions, by the beginnings of files' names. Local logs are listed, and all HDFS folders: it has no prefixes.
- Side by side (`side_by_side.py`): a pass asks for the manifest of the version that is here, the next and
  the one after it together, then for all files of what is new, 16 at a time: two round trips a version, 3 requests and its files.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from statestore.errors import CorruptFile, UnsupportedFormat, ViewNotFound
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest
from statestore.views.side_by_side import each

#: Versions behind the applied one that a pass asks for together with it: mostly there is one, and no second.
AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class LogReader(ViewFolder):
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
