"""How the versions of a view's log come into its copy: which are taken, in what order, and what is done about bad ones.

- A log is not listed. A week of a version a second is 600,000 manifests: 600 pages, a minute, a job that starts would wait
  for, a node, and every look at what is old. Its latest version is found by what `.latest` names, its first from the oldest base
  on by doubling steps. What is old goes by what its manifests name; all files are looked at while a log has 5,000 versions, of a
  longer one once in so many times, for what attempts that came to nothing have left. A job that starts looks for that among the
  last hundred versions, by the beginnings of files' names. Local logs are listed, and all HDFS folders: it has no prefixes.
- Side by side (`views/storage.py`): a pass asks for the manifest of the version that is here, the next and
  the one after it together, then for all files of what is new, 16 at a time: two round trips a version, 3 requests and its files.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat, ViewNotFound
from statestore.node.held_shards import HeldShards
from statestore.node.holding import has
from statestore.node.intake import Intake
from statestore.node.local_copy import LocalCopy
from statestore.node.pending import BadBase, BadVersion, Plan, Staged, plan, start_of
from statestore.node.version import ViewVersion
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, ShardFile
from statestore.views.storage import each

#: Versions behind the applied one that a pass asks for together with it: mostly there is one, and no second.
AHEAD: Final = 2
#: Manifests that a pass remembers; one that is further behind reads each once anyway.
_SEEN_MAX: Final = 8
#: A node that is up to so many versions behind, and is one of several, takes them one by one: nodes that pass over different
#: versions could find none that all of them serve.
SINGLE_STEPS_MAX: Final = 8
#: Where rows expire, it is looked so often, in versions, whether a copy that is made anew of a base would be so much smaller.
LOOK_EVERY: Final = 50
PAST_TIMES: Final = 1.5
#: How often a pass begins anew because vacuum deletes what it needs.
_RACES_MAX: Final = 10

_log: Final = logging.getLogger("tidegate.store")


@dataclass(frozen=True, slots=True)
class FollowedFolder(ViewFolder):
    """A view's folder for one who follows it: a pass reads a manifest once, and of a root where each request is waited for what it
    has to know of the log is asked for side by side."""

    #: None: it was not there.
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
        found = self._seen.get(version)
        if found is None:
            found = ViewFolder.manifest(self, version)
            if len(self._seen) < _SEEN_MAX:
                self._seen[version] = found
        return found

    def _see(self, version: int) -> None:
        """What cannot be read is left to whoever needs it."""
        with suppress(CorruptFile, UnsupportedFormat):
            try:
                self._seen[version] = ViewFolder.manifest(self, version)
            except ViewNotFound:
                self._seen[version] = None


class Taking:
    """Used by the thread that makes the pass. *took* is told the manifest of each version that the copy has got to."""

    def __init__(
        self, folder: ViewFolder, copy: LocalCopy, intake: Intake, shards: HeldShards, took: Callable[[Manifest], None]
    ) -> None:
        self.fault: StateStoreError | None = None
        #: The newest committed version seen at the root.
        self.latest = 0
        #: Whether one version of several has been taken, and there should be another pass once it has been published.
        self.is_behind = False
        #: Of the base that the databases were last made of.
        self.base_version = 0
        #: Of this pass's files: what has been fetched, or is being.
        self.bytes = self._base_bytes = 0
        self._folder = folder
        self._copy = copy
        self._intake = intake
        self._shards = shards
        self._took = took

    def begin(self) -> None:
        """A pass begins: what was wrong with the last one is tried again."""
        self.fault, self.is_behind = None, False
        self.bytes = self._base_bytes = 0

    @property
    def bytes_known(self) -> int:
        """Of how many: a base's files are known when it is begun, those of the versions behind it as they come."""
        return max(self._base_bytes, self.bytes)

    def take_pending(self, before: ViewVersion | None) -> None:
        """Ingest all that is committed and whole; what is wrong with the first bad version is left in *fault*. *before* is the
        version that is served.

        Raises DamagedStore, StateStoreError, OSError.
        """
        # Of a log that it begins to follow, a node has to know the end, not where it begins.
        pending = self._folder.versions(self._copy.applied) if self._copy.applied else list(range(1, self._folder.latest() + 1))
        top = self.latest = pending[-1] if pending else self._copy.applied
        if self._takes_single_steps(pending) and self._take_one(pending[0]):
            self.is_behind = True
            return
        bad: set[int] = set()
        races_left = _RACES_MAX
        lost: StateStoreError | None = None
        while top > self._copy.applied or self._copy.is_beyond(top):
            rebuild = self._copy.is_beyond(top) or bool(bad) or self._is_mostly_past(top, before)
            try:
                self._follow(plan(self._folder, top, self._copy.applied, self._intake.bad_bases, rebuild=rebuild))
                return
            except BadBase as error:
                _log.warning("view %s: its base at version %d cannot be used: %s", self._folder.name, error.version, error)
                lost = error.cause
            except BadVersion as error:
                if error.version not in bad and self._is_needless(top, error.version):
                    bad.add(error.version)
                    continue
                there = self._folder.versions(self._copy.applied)
                newest = max(there, default=top)
                if races_left and newest > top and self._is_needless(newest, error.version):
                    # Vacuum has deleted it since: begin anew, with what came in its place.
                    races_left, top, self.latest, self.fault = races_left - 1, newest, newest, None
                    continue
                # Whatever came before it has been taken, unless it was the first of its plan: try without it.
                is_behind_base = lost is not None and not self._folder.has(error.version)
                self.fault = lost if is_behind_base else error.cause
                top = max((v for v in there if v < error.version), default=self._copy.applied)
                bad.clear()
                # What was cut short on its way here is whole the next time.
                self._intake.bad_bases.clear()

    def _is_mostly_past(self, top: int, before: ViewVersion | None) -> bool:
        """Whether much of what the databases hold are rows that have expired, and there is a new base, which does not. Asked now
        and then."""
        if before is None or before.expired_before_us is None or top // LOOK_EVERY == before.version // LOOK_EVERY:
            return False
        base = self._folder.newest_base(top, self._intake.bad_bases)
        if base is None or base.version <= self.base_version:
            return False
        return before.bytes > PAST_TIMES * sum(file.bytes for file in base.files if has(self._shards.wanted, file.shard))

    def _is_needless(self, top: int, version: int) -> bool:
        """Whether the way to *top* begins behind *version*, with a base or with other content."""
        try:
            head = self._folder.manifest(top)
            base = start_of(self._folder, head, self._intake.bad_bases)
        except (CorruptFile, UnsupportedFormat, ViewNotFound):
            return False
        return head.base > version or (base is not None and base.version >= version)

    def _takes_single_steps(self, pending: list[int]) -> bool:
        return self._shards.holding is not None and 1 < len(pending) <= SINGLE_STEPS_MAX and not self._copy.is_beyond(pending[0])

    def _take_one(self, version: int) -> bool:
        """Whether the version could be had by itself. If not, one behind it that replaces all content may still be."""
        try:
            self._follow(plan(self._folder, version, self._copy.applied, self._intake.bad_bases, rebuild=False))
        except (BadVersion, BadBase):
            return False
        return True

    def _follow(self, steps: Plan) -> None:
        """Take the plan's versions. Raises BadVersion after taking those before the bad one."""
        generation = self._copy.generation
        target = self._copy.fresh(self._shards.wanted) if steps.fresh or generation is None else generation

        def ingest(staged: Staged) -> None:
            self._copy.ingest(target, staged)
            self._took(staged.manifests[-1])

        def wants(file: ShardFile) -> bool:
            return has(target.held, file.shard) and file.shard not in target.damaged

        def takes(file: ShardFile) -> bool:
            wanted = wants(file)
            self.bytes += wanted * file.bytes
            return wanted

        try:
            if steps.base is not None:
                self._base_bytes = sum(file.bytes for file in steps.base.files if wants(file))
                self._intake.take_base(steps.base, takes, ingest)
                self.base_version = steps.base.version
            self._intake.take(steps.versions, takes, ingest)
        finally:
            if target is not self._copy.generation:
                target.remove()
