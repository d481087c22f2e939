"""What a version changes is found out for every version, however the next one comes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from gateway.engine.changes import feed as feed_module
from gateway.engine.changes.feed import ChangedVersion, ViewFeed
from statestore.errors import ShardRestoring, VersionNotKept


def test_a_version_that_comes_when_the_last_one_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody works on the one before any more, and its task is not known to have ended."""
    versions = [
        SimpleNamespace(version=n, incarnation=1, view_id="", id=None, held=frozenset(), schema=SimpleNamespace(name="v"))
        for n in range(3)
    ]
    here, told = versions[:2], list[int]()
    store: Any = SimpleNamespace(versions=lambda view: tuple(here))

    def told_of(self: ViewFeed, to: Any) -> list[ChangedVersion]:
        manifest: Any = SimpleNamespace(version=to.version, committed_at_us=0)
        return [ChangedVersion(manifest, to.schema, {}, frozenset(), to.view_id)]

    monkeypatch.setattr(feed_module, "LiveChanges", lambda at: None)
    monkeypatch.setattr(ViewFeed, "_told", told_of)

    async def follow() -> None:
        loop, reached = asyncio.get_running_loop(), asyncio.Event()

        class Follower:
            def hear(self, version: ChangedVersion | None) -> bool:
                assert version is not None
                told.append(version.number)
                if version.number == 1:
                    here.append(versions[2])
                    loop.call_soon(feed.look, store)
                else:
                    reached.set()
                return True

        with ThreadPoolExecutor(1) as threads:
            feed = ViewFeed(versions[0], threads)  # type: ignore[arg-type]
            feed.join(Follower())
            feed.look(store)
            async with asyncio.timeout(10):
                await reached.wait()

    asyncio.run(follow())
    assert told == [1, 2]


def test_another_view_of_the_name_that_is_not_here_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was followed will not go on: it is no view that is waited for."""
    monkeypatch.setattr(feed_module, "LiveChanges", lambda at: None)
    at: Any = SimpleNamespace(version=1, incarnation=1, view_id="", id=None, held=frozenset(), schema=SimpleNamespace(name="v"))
    heard: list[ChangedVersion | None] = []

    def restoring(view: str) -> tuple[()]:
        raise ShardRestoring(f"view {view} is still being restored on this node", hint="0 of 2 versions are here")

    store: Any = SimpleNamespace(versions=restoring)

    class Follower:
        def hear(self, version: ChangedVersion | None) -> bool:
            heard.append(version)
            return True

    with ThreadPoolExecutor(1) as threads:
        feed = ViewFeed(at, threads)
        feed.join(Follower())
        feed.look(store)
    assert heard == [None]
    assert isinstance(feed.error, VersionNotKept)
    assert feed.error.message == "view v was made anew while it was followed"
