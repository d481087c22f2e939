"""Which replaced versions a node keeps on purpose; a version that somebody holds lives on without being kept.

The current one and those before it up to `keep_versions`, those replaced less than `keep_age_s` ago (at most 64), and whatever
somebody refers to. There is no reference count but Python's. With the defaults a version that was current a second ago is there
at up to 60 versions a second. `at(view, version, committed_at_us, view_id)` finds one; time and id tell it from that of a view
made anew. Descriptors are what a version costs (about four a changed shard), so `start()` raises the soft limit of open files to
the hard one. 1,000 versions leave no descriptor and no file behind (test).
"""

from __future__ import annotations

from dataclasses import dataclass

from statestore.errors import VersionNotKept, VersionNotReached
from statestore.node.options import KEEP_VERSIONS_MAX, StoreOptions
from statestore.node.version import ViewVersion


@dataclass(frozen=True, slots=True)
class _Replaced:
    version: ViewVersion
    #: When a newer one took its place; seconds of the store's clock.
    at_s: float


class KeptVersions:
    """The versions of one view, the current one last. Changed by one thread at a time, read by any, without locks."""

    def __init__(self, options: StoreOptions) -> None:
        self._options = options
        self._replaced: tuple[_Replaced, ...] = ()
        self._current: ViewVersion | None = None
        #: Kept versions, oldest first.
        self.all: tuple[ViewVersion, ...] = ()

    def push(self, version: ViewVersion, now_s: float) -> None:
        """Make *version* the current one. Versions of an earlier incarnation of the view go at once, and so does the same
        version with other shards held."""
        if self._current is None or self._current.incarnation != version.incarnation:
            self._replaced = ()
        elif self._current.version != version.version:
            self._replaced = (*self._replaced, _Replaced(self._current, now_s))
        self._current = version
        self._publish()

    def expire(self, now_s: float) -> None:
        """Stop keeping what is neither among the last few nor young. What nobody else refers to is closed here."""
        first = 0
        while self._is_one_too_many(first, now_s):
            first += 1
        if first:
            self._replaced = self._replaced[first:]
            self._publish()

    def _publish(self) -> None:
        kept = tuple(replaced.version for replaced in self._replaced)
        self.all = kept if self._current is None else (*kept, self._current)

    def _is_one_too_many(self, first: int, now_s: float) -> bool:
        count = len(self._replaced) - first + 1
        if count <= self._options.keep_versions:
            return False
        return count > KEEP_VERSIONS_MAX or now_s - self._replaced[first].at_s >= self._options.keep_age_s


def pick(kept: tuple[ViewVersion, ...], version: int, committed_at_us: int | None, view_id: str = "") -> ViewVersion:
    """The one of *kept* that is *version*, committed at that time and of that view where those are given. See Store.at.

    Raises VersionNotReached; VersionNotKept, with what is kept.
    """
    current = kept[-1]
    name = f"version {version} of view {current.schema.name}"
    detail = f"kept here: {_ranges(kept)}"
    if version > current.version:
        raise VersionNotReached(f"{name} is not here yet", detail=detail)
    for found in reversed(kept):
        if found.version == version:
            if committed_at_us in (None, found.committed_at_us) and view_id in ("", found.view_id):
                return found
            when = f"the one here was committed at {found.committed_at_us}, not at {committed_at_us}"
            if committed_at_us in (None, found.committed_at_us):
                when = f"the one here is of the view {found.view_id}, not of {view_id}"
            raise VersionNotKept(f"{name} is another one: the view was made anew", detail=f"{when}; {detail}")
    raise VersionNotKept(f"{name} is not kept", detail=detail)


def _ranges(kept: tuple[ViewVersion, ...]) -> str:
    """Versions like "4 to 6, 9"."""
    runs: list[list[int]] = []
    for version in (view.version for view in kept):
        if runs and runs[-1][-1] == version - 1:
            runs[-1].append(version)
        else:
            runs.append([version])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
