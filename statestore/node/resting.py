"""Which views of a root on a local disk need not be looked at in a poll, because nothing has come: two names of each tell.

Of thousands of views few have news at a time, and to look at one takes thirty times as long. The two names are the manifest that
has been applied, which is another file where the view was made anew, and the next one. Times of folders would tell less: file
systems that are mounted from elsewhere need not keep them. What the names do not tell is looked for every LOOK_EVERY_S.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from statestore.views.folder import ViewFolder
from statestore.views.root import Root

#: A view is looked at so often though nothing seems to have come.
LOOK_EVERY_S: Final = 60.0


class _Look(NamedTuple):
    """At a view of which *version* was here, whose manifest was the file *stamp*, at *at_s*."""

    version: int
    stamp: tuple[int, int, int, int]
    at_s: float


class RestingViews:
    """Used by the thread that makes a pass over the views."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self._looks: dict[str, _Look] = {}
        self._begun: dict[str, _Look] = {}

    def begin(self, applied: Mapping[str, int], now_s: float) -> Collection[str]:
        """Begin a pass: those that rest, of views that are whole here at these versions. The others are to be looked at.

        Of a root elsewhere all are: there RemoteWatch tells which.
        """
        self._begun = {}
        resting = set[str]()
        if not self._root.is_local:
            return resting
        for name, version in applied.items():
            if version and (stamp := self._stamp(name, version)) is not None:
                known = self._looks.get(name)
                if (
                    known is not None
                    and (known.version, known.stamp) == (version, stamp)
                    and now_s - known.at_s < LOOK_EVERY_S
                    and not os.path.lexists(self._path(name, version + 1))
                ):
                    resting.add(name)
                    self._begun[name] = known
                else:
                    self._begun[name] = _Look(version, stamp, now_s)
        return resting

    def end(self) -> None:
        """The pass has been made: all but those that rest have been looked at."""
        self._looks = self._begun

    def forget(self) -> None:
        """None rests before it has been looked at again."""
        self._looks = {}

    def _path(self, name: str, version: int) -> str:
        return f"{self._root.uri}/{ViewFolder(self._root.storage, name).manifest_path(version)}"

    def _stamp(self, name: str, version: int) -> tuple[int, int, int, int] | None:
        try:
            found = os.stat(self._path(name, version))
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
