"""How a node stands, in numbers that /status and /metrics tell alike: its sessions, its memory, its disk."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gateway.contract.overview import ALONE
from gateway.engine.engine import ReadEngine
from gateway.engine.threads.heaps import heap_bytes, resident_bytes
from gateway.server.connection import Connection
from gateway.server.shared import Shared


@dataclass(frozen=True, slots=True)
class NodePlace:
    """A node's name and its cluster's, None where it is alone; the folder of its store."""

    node: str = ALONE
    cluster: str | None = None
    folder: Path = Path()


def sessions_by_state(engine: ReadEngine, shared: Shared) -> dict[str, int]:
    """As pg_stat_activity has them."""
    states = Counter(c.session.transaction.status for c in shared.registry.sessions() if c.session is not None)
    running = engine.recent.running_count
    idle = max(0, states["I"] - running)
    return {"active": running, "idle": idle, "idle in transaction": states["T"], "idle in transaction (aborted)": states["E"]}


def unsent_bytes(shared: Shared) -> int:
    """What has been made for clients and not taken by them. In the event loop's thread."""
    return sum(c.unsent_bytes for c in shared.registry.connections if isinstance(c, Connection))


def memory_by_owner(engine: ReadEngine, shared: Shared, unsent: int) -> dict[str, int]:
    """In bytes; *unsent* is unsent_bytes()."""
    in_use, free = heap_bytes()
    return {
        "blocks": engine.store.block_cache_bytes(),
        "copies": engine.copies.bytes,
        "duckdb": engine.engine_pool.used_bytes(),
        "messages": shared.received.total_bytes,
        "results": unsent,
        "functions": engine.engine_pool.functions.resident_bytes(),
        "heap": in_use,
        "heap_free": free,
    }


def standing(engine: ReadEngine, shared: Shared, place: NodePlace, unsent: int) -> dict[str, Any]:
    """As JSON, for /status; bytes."""
    return {
        "node": place.node,
        "cluster": place.cluster,
        "sessions": sessions_by_state(engine, shared),
        "memory": {
            "resident": resident_bytes(),
            "limit": engine.workers.memory.bytes_max or None,
            "owners": memory_by_owner(engine, shared, unsent),
        },
        "disk": _disk(place.folder),
    }


def _disk(folder: Path) -> dict[str, int] | None:
    """Of the file system; None where the folder is gone."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    return {"total": found.f_blocks * found.f_frsize, "free": found.f_bavail * found.f_frsize}
