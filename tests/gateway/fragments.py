"""Fragments asked of an engine without a socket, and a store that holds the shards that a test says."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pyarrow as pa

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import CopyOutput, FragmentScope, QueryContext, RowBlock
from planner.tree.statement import CopyForm
from statestore.node import LocalStore, ViewVersion
from statestore.node.shard import AbsentShard
from statestore.version_id import VersionId
from tests.gateway.harness import NOW_US, SETTINGS, Harness


class HeldStore(LocalStore):
    """Holds of every view the shards in *held*; None: all."""

    held: frozenset[int] | None = None

    def views(self) -> Mapping[str, ViewVersion]:
        return MappingProxyType({name: self._seen(version) for name, version in super().views().items()})

    def versions(self, view: str) -> tuple[ViewVersion, ...]:
        return tuple(self._seen(version) for version in super().versions(view))

    def _seen(self, version: ViewVersion) -> ViewVersion:
        held = version.held if self.held is None else version.held & self.held
        if version.held == held:
            return version
        shards = tuple(s if s.number in held else AbsentShard(s.number, s.name) for s in version.shards)
        return replace(version, shards=shards, held=held)


def identity(version: ViewVersion) -> VersionId:
    return VersionId(version.version, version.committed_at_us or 0)


def arrow_table(messages: list[bytes]) -> pa.Table:
    """The payloads of CopyData messages as the stream that they are."""
    return pa.ipc.open_stream(b"".join(messages)).read_all()


def payloads(data: bytes) -> list[bytes]:
    """What the CopyData messages in *data* carry."""
    found, at = [], 0
    while at < len(data):
        assert data[at : at + 1] == b"d"
        end = at + 1 + int.from_bytes(data[at + 1 : at + 5])
        found.append(data[at + 5 : end])
        at = end
    return found


async def fragment(engine: Harness, sql: str, scope: FragmentScope | None, *, keys: bool = False) -> pa.Table:
    """The rows of a fragment."""
    prepared = engine.prepare(sql)
    copy = CopyOutput(CopyForm("arrow"), keys)
    opened = engine.engine.open(prepared, (), (), QueryContext(NOW_US, SETTINGS, CancelToken(), copy=copy, fragment=scope))
    assert not isinstance(opened, RowBlock)
    messages: list[bytes] = []
    try:
        while (chunk := await opened.next(None)) is not None:
            messages += payloads(chunk.data)
            await asyncio.sleep(0)
    finally:
        await opened.close()
    return arrow_table(messages)


def rows_of(table: pa.Table) -> list[tuple[Any, ...]]:
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))
