"""One query as Dispatch sees it, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gateway.cluster.membership.ports import FragmentOutcome, FragmentTask, QuerySink
from statestore.version_id import VersionId


@dataclass(frozen=True, slots=True)
class Bound:
    """Which versions of a view will do: *exactly* one, any of number *read_version*, at least *min_version*, committed at
    *since_us* or later."""

    exactly: VersionId | None = None
    read_version: int | None = None
    min_version: int | None = None
    since_us: int | None = None

    def admits(self, found: VersionId) -> bool:
        """Is the version within the bound?"""
        return (
            (self.exactly is None or found == self.exactly)
            and (self.read_version is None or found.version == self.read_version)
            and (self.min_version is None or found.version >= self.min_version)
            and (self.since_us is None or found.committed_at_us >= self.since_us)
        )


class MakeTask(Protocol):
    """Makes the task for some shards of a unit."""

    def __call__(
        self, *, number: int, versions: Mapping[str, VersionId], shards: Mapping[str, frozenset[int]], timeout_ms: int
    ) -> FragmentTask:
        """*shards* are those of the unit's that one node is to read; *timeout_ms* 0 is none."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One fragment kind: it runs once for every shard number of *shards*, wherever its views' shards of that number lie.

    The views are co-located (their shards of one number belong together); they may need different shard numbers.
    """

    slot: int
    shards: Mapping[str, frozenset[int]]
    make: MakeTask


@dataclass(frozen=True, slots=True)
class DispatchRequest:
    """The fragments of one query. *deadline_s* is in the loop's time; None is none. With *partial* shards may be missing.

    *schemas* are the fingerprints of the views' schemas that the query was planned for, where they may have changed since. The
    query is not run at versions of another schema.
    """

    units: Sequence[Unit]
    sink: QuerySink
    deadline_s: float | None
    bounds: Mapping[str, Bound] = field(default_factory=dict)
    schemas: Mapping[str, str] = field(default_factory=dict)
    partial: bool = False


@dataclass(frozen=True, slots=True)
class FragmentReport:
    """A fragment that ended well. *elapsed_s* is that of the run that did."""

    task: FragmentTask
    node: str
    outcome: FragmentOutcome
    elapsed_s: float


@dataclass(frozen=True, slots=True)
class DispatchResult:
    """A query that ended well: every row of every unit is in the sink, but for the shards that are *missing* (view → shards).

    *causes* says why they are, one line per node. *retries* counts fragments that were given to another node, *restarts* the
    changes of versions.
    """

    versions: Mapping[str, VersionId]
    fragments: tuple[FragmentReport, ...]
    missing: Mapping[str, frozenset[int]] = field(default_factory=dict)
    causes: tuple[str, ...] = ()
    retries: int = 0
    restarts: int = 0
