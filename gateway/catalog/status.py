"""Rows of schema tidegate: what operators want to know of views, shards and nodes, exact at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.lag import NO_TOPIC_ENDS, TopicEnds, behind_records, source_text
from gateway.catalog.relations import Row, table
from gateway.catalog.state import CatalogState
from gateway.codecs.codec import encoder
from gateway.contract.overview import Overview, ShardRow
from planner.postgres.definitions import not_ready
from planner.postgres.deparse.words import identifier
from planner.prune.lean import is_direct
from planner.tree.types import column_type
from statestore.errors import CorruptFile
from statestore.expiry import DAY_US
from statestore.node import StateTableRow, ViewVersion
from statestore.schema import ViewSchema
from statestore.types import Array, DataType

Versions = Mapping[str, ViewVersion]
#: May the user know what lies in the view's shards?
Told = Callable[[ViewSchema], bool]

#: Most versions of one view that tidegate.versions lists, the newest ones: each is a file of the view's log to read.
VERSIONS_LISTED_MAX: Final = 1_000


def views(
    versions: Versions,
    overview: Overview,
    ends: TopicEnds,
    state: CatalogState,
    at_root: Callable[[str], Row],
    unready: Mapping[str, str] = MappingProxyType({}),
) -> pa.Table:
    """One row per view, also for those that cannot be read. Counts rows, which can take a while: not for the event loop.

    *at_root* says what is known of a view at the root, and why what was committed to it last may not be here; *unready* why others
    that were published cannot be served.
    """
    rows = [_view(v, overview, ends) | at_root(v.schema.name) for v in versions.values()]
    rows += [
        {"name": name, "kind": "published", "key": [], "shard_key": []} | at_root(name) | {"reason": why}
        for name, why in unready.items()
        if name not in versions
    ]
    rows += [{"name": view.name, "kind": "defined", "key": [], "shard_key": []} for view in state.defined]
    for name, reason in state.unready.items():
        why = not_ready(name, reason).detail
        rows.append({"name": name, "kind": "defined", "key": [], "shard_key": [], "reason": why})
    return table("tidegate", "views", sorted(rows, key=lambda row: (row["name"], row["kind"])))


def row_counts(versions: Versions, overview: Overview) -> dict[str, int | None]:
    """Live rows by view; None where what is in a shard is not known. Counts, which can take a while the first time."""
    return {name: _view(version, overview, NO_TOPIC_ENDS)["rows"] for name, version in versions.items()}


def _view(version: ViewVersion, overview: Overview, ends: TopicEnds) -> Row:
    schema = version.schema
    shards = [_contents(version, number, overview) for number in range(schema.shards)]
    known = [shard for shard in shards if shard is not None]
    rows = [shard.rows for shard in known if shard.rows is not None]
    sizes = [shard.bytes for shard in known if shard.bytes is not None]
    sources = version.manifest.sources if version.manifest else {}
    return {
        "name": schema.name, "kind": "published" if schema.state_rows is None else "state", "key": list(schema.key),
        "shard_key": list(schema.shard_key), "shards": schema.shards, "version": version.version,
        "rows": sum(rows) if len(rows) == len(shards) else None, "bytes": sum(sizes) if len(sizes) == len(shards) else None,
        "committed_at": version.committed_at_us, "watermark": version.watermark_us, "query_id": version.query_id,
        "source": source_text(sources), "behind_records": behind_records(sources, ends), **_expiry(version),
    }  # fmt: skip


def _expiry(version: ViewVersion) -> Row:
    expiry = version.schema.expiry
    if expiry is None:
        return {}
    days, rest_us = divmod(expiry.after_us, DAY_US)
    after = pa.MonthDayNano([0, days, rest_us * 1000])
    return {"expire": expiry.column, "expire_after": after, "expired_before": version.expired_before_us}


def everything_told(_: ViewSchema) -> bool:
    """Where nothing is guarded."""
    return True


def shards(versions: Versions, overview: Overview, told: Told = everything_told) -> pa.Table:
    """One row per shard, wherever it lies; what is in it is NULL where no node that holds it has said, or it is not *told*."""
    rows = [_shard(v, number, overview, told) for _, v in sorted(versions.items()) for number in range(v.schema.shards)]
    return table("tidegate", "shards", rows)


def _shard(version: ViewVersion, number: int, overview: Overview, told: Told) -> Row:
    view = version.schema.name
    place, contents = overview.place(view, number), _contents(version, number, overview)
    if contents is not None and not told(version.schema):
        contents = ShardRow(None, None, None, None, contents.version)
    return {
        "view": view, "shard": number, "owner": place.replicas[0] if place.replicas else None,
        "replicas": list(place.replicas), "held_by": list(place.held_by), **({} if contents is None else asdict(contents)),
    }  # fmt: skip


def _contents(version: ViewVersion, number: int, overview: Overview) -> ShardRow | None:
    if number not in version.held:
        return overview.elsewhere.get((version.schema.name, number))
    shard = version.shards[number]
    if version.group is not None:
        # To count would mean to open every partition of every table, after every batch.
        return ShardRow(shard.known_rows, shard.bytes if shard.ready else None, None, None, version.version)
    try:
        least, greatest = (key_text(version, key) for key in (version.min_key(number), version.max_key(number)))
        return ShardRow(shard.count_rows(), shard.bytes, least, greatest, version.version)
    except CorruptFile:
        return None  # it is being fetched again


def local_shards(versions: Versions, told: Told = everything_told) -> pa.Table:
    """One row per shard that this node holds."""
    held = ((v, number) for _, v in sorted(versions.items()) for number in sorted(v.held))
    return table("tidegate", "local_shards", [_shard(v, number, _ALONE, told) for v, number in held])


_ALONE: Final = Overview()


def nodes(overview: Overview) -> pa.Table:
    """One row per member."""
    return table("tidegate", "nodes", [asdict(node) for node in overview.nodes])


def key_text(version: ViewVersion, key: bytes | None) -> str | None:
    """A key as a row value: (JFK,LAX,2013-07-01 00:00:00+00)."""
    if key is None:
        return None
    values = version.key_codec.decode(key)
    return f"({','.join(_value_text(v, c.type) for v, c in zip(values, version.schema.key_columns, strict=True))})"


def _value_text(value: Any, data_type: DataType) -> str:
    if value is None:
        return ""
    if isinstance(data_type, Array) or not is_direct(data_type):
        return str(value)
    return encoder(column_type(data_type), 0)(value).decode()


def versions(current: Versions, manifests: Callable[[str, int], Any]) -> pa.Table:
    """One row per committed version that the view's log still has, the newest VERSIONS_LISTED_MAX of each view.

    *manifests(view, version)* reads a manifest; None when it is gone.
    """
    rows = [row for name, v in sorted(current.items()) for row in _versions(name, v, manifests)]
    return table("tidegate", "versions", rows)


def _versions(name: str, current: ViewVersion, manifests: Callable[[str, int], Any]) -> list[Row]:
    oldest = max(0, current.version - VERSIONS_LISTED_MAX)
    read = (manifests(name, number) for number in range(current.version, oldest, -1))
    return [
        {
            "view": name, "version": m.version, "committed_at": m.committed_at_us, "query_id": m.query_id, "batch_id": m.batch_id,
            "mode": m.mode, "rows": m.rows, "deletes": m.deletes, "bytes": m.bytes, "watermark": m.watermark_us,
        }
        for m in read
        if m is not None
    ]  # fmt: skip


def state_tables(rows: Iterable[StateTableRow]) -> pa.Table:
    """One row per table of an attached checkpoint, readable or not."""
    return table("tidegate", "state_tables", [asdict(row) for row in rows])


def versions_text(current: Versions) -> str:
    """flights=42, airlines=1: what SHOW tidegate.version answers."""
    return ", ".join(f"{identifier(name)}={v.version}" for name, v in sorted(current.items()))
