"""The views as published. A row's content names its view, version and shard, so that no wrong answer looks right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from gateway.cluster.membership.status import schema_fingerprint
from statestore.expiry import Expiry
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Long, Timestamp
from statestore.version_id import VersionId
from tests.simulation.root import Content, Entry, SimRoot

#: Virtual time 0, in microseconds since 1970.
EPOCH_US = 1_800_000_000_000_000
#: Of the views whose rows expire.
EXPIRE_AFTER_US = 1_000_000


class Row(NamedTuple):
    """All that a shard shows at a version."""

    view: str
    version: VersionId
    shard: int
    content: Content


@dataclass
class TrueView:
    """A view in its present incarnation: its schema and its log."""

    schema: ViewSchema
    incarnation: int
    root: SimRoot
    log: list[VersionId] = field(default_factory=list)
    #: What the newest version shows.
    rows: list[Entry] = field(default_factory=list)
    watermarks_us: list[int] = field(default_factory=list)
    times_us: list[int] = field(default_factory=list)
    fingerprint: str = ""

    def __post_init__(self) -> None:
        self.fingerprint = schema_fingerprint(self.schema)

    @property
    def newest(self) -> VersionId:
        """The last version published."""
        return self.log[-1] if self.log else VersionId(0, 0)


@dataclass(frozen=True)
class Past:
    """What is known of a version for ever: when it came, how many shards its view had, and what each of them showed."""

    published_s: float
    shards: int
    content: Content


class Truth:
    """All views, and every version there ever was."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* gives virtual seconds."""
        self.views: dict[str, TrueView] = {}
        self.past: dict[tuple[str, VersionId], Past] = {}
        self._clock = clock

    def create(self, name: str, shards: int, *, expires: bool = False) -> TrueView:
        """A new view, or one of the same name made anew."""
        expiry = Expiry("at", EXPIRE_AFTER_US) if expires else None
        columns = Column("k", Long()), Column("at", Timestamp())
        schema = ViewSchema(name, columns, ("k",), ("k",), HashPartitioning(shards), (2,), expiry=expiry)
        before = self.views.get(name)
        incarnation = before.incarnation + 1 if before else 1
        root = SimRoot(schema, f"{incarnation:016x}", lambda: EPOCH_US / 1e6 + self._clock())
        view = self.views[name] = TrueView(schema, incarnation, root)
        self.past[name, view.newest] = Past(0.0, shards, ())
        return view

    def publish(self, name: str, *, replaces: bool = False, time_us: int = 0, watermark_us: int | None = None) -> VersionId:
        """Another version, of a row of that time."""
        view, now_s = self.views[name], self._clock()
        version = VersionId(view.newest.version + 1, EPOCH_US + round(now_s * 1e6))
        entry = Entry(version.version, time_us)
        view.root.commit(entry, version.committed_at_us, "replace" if replaces else "upsert", watermark_us)
        view.log.append(version)
        view.rows = [entry] if replaces else [*view.rows, entry]
        if view.schema.expiry is not None:
            view.watermarks_us += [] if watermark_us is None else [watermark_us]
            view.times_us.append(max(view.watermarks_us) if view.watermarks_us else version.committed_at_us)
            view.rows = [row for row in view.rows if row.time_us + EXPIRE_AFTER_US > max(view.times_us)]
        self.past[name, version] = Past(now_s, view.schema.shards, tuple(view.rows))
        return version
