"""What a stream of pgoutput is to bring, by the model, and following one as psycopg2 does."""

from __future__ import annotations

import select
import time
from typing import Any

from tests.replication.messages import Cells, Told, text
from tests.statestore.changing_world import ChangingWorld

OPTIONS = {"proto_version": "1", "publication_names": "v"}


def end_of(version: int) -> int:
    """The position behind a version, as docs/replication.md says."""
    return (version << 32) + 8


def shown(world: ChangingWorld, version: int) -> dict[str, Cells]:
    """What a version shows, by the model."""
    return {str(key): text(key, row) for key, row in world.shown[version].items()}


def expected(world: ChangingWorld, after: int, until: int) -> list[tuple[int, dict[str, Cells | None]]]:
    """The transactions of the versions behind *after* up to *until*, by the model; of one that changes nothing there is none."""
    found = []
    for version in range(after + 1, until + 1):
        was, now = shown(world, version - 1), shown(world, version)
        changed = {key: now.get(key) for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
        if changed:
            found.append((end_of(version), changed))
    return found


def follow(cursor: Any, told: Told, until: int) -> None:
    """Take messages until the position behind version *until* has been told, by a commit or a keepalive."""
    end_s = time.monotonic() + 40
    waiting, last = select.poll(), 0  # select() refuses descriptors beyond 1,023
    waiting.register(cursor, select.POLLIN)
    while cursor.wal_end < end_of(until) or told._open is not None:
        assert time.monotonic() < end_s, f"at {cursor.wal_end:X}, not at version {until}"
        message = cursor.read_message()
        if message is None:
            waiting.poll(200)
            continue
        assert message.data_start > last  # each message has a position of its own, but for what comes before the first row
        last = message.data_start - (message.payload[:1] in b"BR")
        told.take(message.payload)
