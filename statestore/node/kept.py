"""Which replaced versions a node keeps on purpose; a version that somebody holds lives on without being kept."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from statestore.node.options import KEEP_VERSIONS_MAX, StoreOptions
from statestore.node.version import ViewVersion


@dataclass(frozen=True, slots=True)
class _Replaced:
    version: ViewVersion
    #: When a newer one took its place; seconds of the store's clock.
    at_s: float


class KeptVersions:
    """The versions of one view, the current one last. Used under the store's lock."""

    def __init__(self, options: StoreOptions) -> None:
        self._options = options
        self._replaced: deque[_Replaced] = deque()
        self._current: ViewVersion | None = None

    def push(self, version: ViewVersion, now_s: float) -> None:
        """Make *version* the current one. Versions of an earlier incarnation of the view go at once."""
        if self._current is not None and self._current.incarnation == version.incarnation:
            self._replaced.append(_Replaced(self._current, now_s))
        else:
            self._replaced.clear()
        self._current = version

    def expire(self, now_s: float) -> list[ViewVersion]:
        """Stop keeping what is neither among the last few nor young; the caller drops the result outside its locks."""
        dropped: list[ViewVersion] = []
        while self._has_one_too_many(now_s):
            dropped.append(self._replaced.popleft().version)
        return dropped

    def all(self) -> tuple[ViewVersion, ...]:
        """Kept versions, oldest first."""
        kept = tuple(r.version for r in self._replaced)
        return kept if self._current is None else (*kept, self._current)

    def _has_one_too_many(self, now_s: float) -> bool:
        count = len(self._replaced) + 1
        if count <= self._options.keep_versions:
            return False
        return count > KEEP_VERSIONS_MAX or now_s - self._replaced[0].at_s >= self._options.keep_age_s
