"""The views as published. A row's content names its view, version and shard, so that no wrong answer looks right."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from gateway.cluster.status import schema_fingerprint
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Long
from statestore.version_id import VersionId

#: Virtual time 0, in microseconds since 1970.
EPOCH_US = 1_800_000_000_000_000


class Row(NamedTuple):
    """All that a shard holds at a version."""

    view: str
    version: VersionId
    shard: int


@dataclass
class TrueView:
    """A view in its present incarnation: its schema and its log."""

    schema: ViewSchema
    incarnation: int
    log: list[VersionId] = field(default_factory=list)
    fingerprint: str = ""

    def __post_init__(self) -> None:
        self.fingerprint = schema_fingerprint(self.schema)

    @property
    def newest(self) -> VersionId:
        """The last version published."""
        return self.log[-1] if self.log else VersionId(0, 0)


@dataclass(frozen=True)
class Past:
    """What is known of a version for ever: when it came, and how many shards its view had."""

    published_s: float
    shards: int


class Truth:
    """All views, and every version there ever was."""

    def __init__(self) -> None:
        self.views: dict[str, TrueView] = {}
        self.past: dict[tuple[str, VersionId], Past] = {}

    def create(self, name: str, shards: int) -> TrueView:
        """A new view, or one of the same name made anew."""
        schema = ViewSchema(name, (Column("k", Long()),), ("k",), ("k",), HashPartitioning(shards), (1,))
        before = self.views.get(name)
        view = self.views[name] = TrueView(schema, before.incarnation + 1 if before else 1)
        self.past[name, view.newest] = Past(0.0, shards)
        return view

    def publish(self, name: str, now_s: float) -> VersionId:
        """Another version."""
        view = self.views[name]
        version = VersionId(view.newest.version + 1, EPOCH_US + round(now_s * 1e6))
        view.log.append(version)
        self.past[name, version] = Past(now_s, view.schema.shards)
        return version
