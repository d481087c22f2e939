"""Many subscribers that stop reading: the node holds little for each, serves others, and has lost nothing when they read on."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import psycopg
import pyarrow as pa
import pytest

from gateway.engine.changes.backlog_admission import READERS_MAX
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.gateway.serving import query
from tests.hostile.conftest import NUMBERS, numbers
from tests.hostile.crowd import SlowClient, allow_many_sockets, lookups, threads
from tests.hostile.process import descriptors, eventually, resident_bytes
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.scale import scaled

SUBSCRIBERS: Final = scaled(16, 200)
ROWS: Final = 200
SHARDS: Final = 2
#: Half of them are there when they begin.
VERSIONS: Final = 40
WIDE: Final = ViewSchema(
    "wide", (Column("id", st.Long()), Column("payload", st.String())), ("id",), ("id",), HashPartitioning(SHARDS), (2,)
)
#: Of the view's versions and of the files that are read, whoever follows.
CACHES_BYTES: Final = 256 << 20
#: What is not taken, and what it was made of.
EACH_BYTES: Final = 3 << 20
#: Of a database that somebody reads.
FILES_EACH: Final = 64
THREADS_MORE: Final = 40
#: Who reads on comes after all who wait for their first turn, READERS_MAX of them at a time: a minute on a busy machine.
NEXT_TURN_S: Final = 300


def wide(version: int) -> pa.Table:
    """Every row another one: 400 KB a version, with what was there before."""
    return pa.table({"id": pa.array(range(ROWS), pa.int64()), "payload": [f"{version}-{i}-{'x' * 1000}" for i in range(ROWS)]})


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_they_read_on(tmp_path: Path) -> None:
    allow_many_sockets()
    root = tmp_path / "root"
    write_version(str(root), NUMBERS, numbers())
    for version in range(1, VERSIONS // 2 + 1):
        write_version(str(root), WIDE, wide(version))
    config = tmp_path / "tidegate.toml"
    config.write_text(f"[server]\nconnections_max = {SUBSCRIBERS + 100}\n")
    with running_gateway(root, tmp_path / "store", "--config", str(config)) as gateway, ExitStack() as stack:
        asking = stack.enter_context(lookups(gateway))
        bytes_before, threads_before, files_before = resident_bytes(gateway), threads(gateway), descriptors(gateway)
        begins = (1, VERSIONS // 2)  # out of files, and what the node keeps
        clients = {stack.enter_context(SlowClient(gateway.port)): begins[n % 2] for n in range(SUBSCRIBERS)}
        for client, begin in clients.items():
            client.send(query(f"SUBSCRIBE TO wide FROM VERSION {begin} WITH (PROGRESS)"))
        for version in range(VERSIONS // 2 + 1, VERSIONS + 1):
            write_version(str(root), WIDE, wide(version))
            eventually(lambda: _served(gateway) == version, "the version is served")  # noqa: B023 - called here and now
            asking.go_on()
        asking.go_on()
        grown_bytes = resident_bytes(gateway) - bytes_before
        print(
            f"{SUBSCRIBERS} subscribers that do not read: {grown_bytes >> 20} MiB, {threads(gateway) - threads_before} threads,",
            end=" ",
        )
        print(f"{descriptors(gateway) - files_before} descriptors more")
        assert grown_bytes < CACHES_BYTES + SUBSCRIBERS * EACH_BYTES
        assert threads(gateway) <= threads_before + THREADS_MORE
        assert descriptors(gateway) <= files_before + SUBSCRIBERS + READERS_MAX * SHARDS * FILES_EACH
        for client, begin in clients.items():
            client.socket.settimeout(NEXT_TURN_S)
            assert _told(client) == Counter(dict.fromkeys(range(begin + 1, VERSIONS + 1), ROWS))
            asking.go_on()


def _served(gateway: Gateway) -> int:
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        ((version,),) = connection.execute("SELECT version FROM tidegate.views WHERE name = 'wide'").fetchall()
    return int(version)


def _told(client: SlowClient) -> Counter[int]:
    """Version → rows, up to the one that says that the last version is complete. Fails where versions are not in order."""
    found: Counter[int] = Counter()
    last = 0
    while True:
        message = client.message()
        if message[:1] == b"T":
            continue
        assert message[:1] == b"D", message[:300]
        version, _, kind = _cells(message[7:], 3)
        assert int(version) >= last
        last = int(version)
        if kind != b"progress":
            found[last] += 1
        elif last == VERSIONS:
            return found


def _cells(data: bytes, count: int) -> list[bytes]:
    found, at = [], 0
    for _ in range(count):
        size = int.from_bytes(data[at : at + 4])
        found.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return found
