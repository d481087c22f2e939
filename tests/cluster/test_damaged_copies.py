"""Files of nodes' stores go bad under load: the others answer, the node fetches the shard anew, and no client sees an error."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

from gateway.cluster.membership.placing import Placement
from planner.distribute.placement import ALL
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.cluster.load import LEDGER, publish_world, under_load
from tests.faults.ledger import Ledger
from tests.hostile.damages import Damage, flip, truncate
from tests.plugins.cluster import Cluster, running_cluster, wait_until
from tests.plugins.scale import random_for, scaled

ROUNDS: Final = scaled(4, 40)
#: No block is read from memory that has been damaged on the disk, and files come and go with nearly every version.
CONFIG: Final = "[store]\nblock_cache_bytes = 0\noverlay_versions_max = 2\n"
KEYS: Final = 6_000
GROUPS: Final = 7
#: So many that compaction makes files of the nodes' own.
VERSIONS: Final = 8
CLIENTS: Final = 4
#: After so long a damaged file is taken for one that nobody reads.
UNREAD_S: Final = 5
STILL: Final = ViewSchema(
    "still", (Column("k", st.Long()), Column("g", st.Long()), Column("v", st.Long())), ("k",), ("k",), HashPartitioning(4), (3,)
)
REPLICAS: Final = pytest.mark.parametrize("replicas", [2, "all"])

Rows = list[tuple[Any, ...]]


@contextmanager
def running(folder: Path, replicas: int | str) -> Iterator[Cluster]:
    (folder / "tidegate.toml").write_text(CONFIG)
    config = ("--config", str(folder / "tidegate.toml"))
    with running_cluster(folder / "root", folder / "nodes", replicas=replicas, arguments=config) as found:
        yield found


def own_files(store: Path, view: str) -> list[Path]:
    """Files that are no links to the root's: compaction has written them, or has begun to. None while a folder is replaced."""
    with suppress(FileNotFoundError):
        return [path for path in store.glob(f"views/{view}/g*/*/*.sst") if _is_own(path)]
    return []


def _is_own(path: Path) -> bool:
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    return found.st_nlink == 1 and found.st_size > 0


def is_whole(nodes: Cluster, view: ViewSchema) -> bool:
    placement = Placement(nodes.addresses, ALL if nodes.replicas == "all" else int(nodes.replicas))
    return all(nodes.status(name).views[view.name].shards >= placement.wanted(view, name) for name in nodes.nodes)


def repairs(nodes: Cluster, name: str) -> int:
    return nodes.nodes[name].log.read_text().count("is fetched anew")


def is_found(nodes: Cluster, name: str, view: ViewSchema, how: Damage, chance: random.Random, hurt: Path | None = None) -> bool:
    """Damage a file of the node's own, if none is *hurt* since its start, and wait until it has found that.

    A file that compaction has just taken is nobody's any more, and one that it has just made is no version's that was there before:
    then another one. False: nobody reads any of them.
    """
    before = repairs(nodes, name) if hurt is None else 0
    tried, unread_at_s = {hurt}, time.monotonic() + UNREAD_S

    def is_over() -> bool:
        nonlocal hurt, unread_at_s
        if repairs(nodes, name) > before:
            return True
        files = [path for path in own_files(nodes.folder / name, view.name) if path not in tried]
        is_unread = time.monotonic() > unread_at_s
        if files and (hurt is None or not hurt.exists() or is_unread):
            hurt, unread_at_s = chance.choice(files), time.monotonic() + UNREAD_S
            tried.add(hurt)
            with suppress(FileNotFoundError):
                how(hurt)
        return is_unread and not files

    wait_until(is_over, 60, f"node {name} finds the damage")
    return repairs(nodes, name) > before


@REPLICAS
def test_while_versions_come(replicas: int | str, ledger: Ledger, tmp_path: Path) -> None:
    chance = random_for("damage")
    publish_world(tmp_path / "root", ledger)
    with running(tmp_path, replicas) as nodes, under_load(nodes.dsns, nodes.root, ledger, chance.randrange(2**32)) as load:
        for number in range(ROUNDS):
            assert is_found(nodes, chance.choice(sorted(nodes.nodes)), LEDGER, (flip, truncate)[number % 2], chance)
            wait_until(lambda: is_whole(nodes, LEDGER), 30, "all is held again")
            load.check()
        print(load.report(f"{ROUNDS} damaged files"))


class Client(threading.Thread):
    """Reads the still view, whose every answer is known, of one node after the other."""

    def __init__(self, dsns: Sequence[str], truth: dict[int, tuple[int, int]], seed: int) -> None:
        super().__init__(name=f"client-{seed}")
        self._dsns, self._truth, self._chance = dsns, truth, random.Random(seed)
        self._stop_asked = threading.Event()
        self.asked = 0
        self.troubles: list[str] = []

    def run(self) -> None:
        connections = [psycopg.connect(dsn, autocommit=True) for dsn in self._dsns]
        while not self._stop_asked.is_set():
            sql, expected = self._chance.choice((self._point, self._point, self._keys, self._range, self._total, self._groups))()
            try:
                found = self._chance.choice(connections).execute(sql.encode()).fetchall()
                if sorted(found) != sorted(expected):
                    self.troubles.append(f"{sql}: {len(found)} rows, not {len(expected)}: {found[:3]}")
            except psycopg.Error as error:
                self.troubles.append(f"{sql}: {error.sqlstate} {error}")
            self.asked += 1
        for connection in connections:
            connection.close()

    def stop(self) -> None:
        self._stop_asked.set()
        self.join()

    def _point(self) -> tuple[str, Rows]:
        key = self._chance.randrange(KEYS + 10)
        return f"SELECT k, g, v FROM still WHERE k = {key}", [(key, *self._truth[key])] if key in self._truth else []

    def _keys(self) -> tuple[str, Rows]:
        keys = self._chance.sample(range(KEYS), 9)
        listed = ", ".join(map(str, keys))
        return f"SELECT k, g, v FROM still WHERE k IN ({listed})", [(key, *self._truth[key]) for key in keys]

    def _range(self) -> tuple[str, Rows]:
        first = self._chance.randrange(KEYS)
        rows = [(key, *self._truth[key]) for key in range(first, min(first + 40, KEYS))]
        return f"SELECT k, g, v FROM still WHERE k BETWEEN {first} AND {first + 39} ORDER BY k", rows

    def _total(self) -> tuple[str, Rows]:
        least = self._chance.randrange(50)
        values = [v for _, v in self._truth.values() if v >= least]
        return f"SELECT count(*), sum(v)::bigint FROM still WHERE v >= {least}", [(len(values), sum(values))]

    def _groups(self) -> tuple[str, Rows]:
        sums: dict[int, int] = {}
        for g, v in self._truth.values():
            sums[g] = sums.get(g, 0) + v
        return "SELECT g, sum(v)::bigint FROM still GROUP BY g", list(sums.items())


def publish_still(root: Path, chance: random.Random) -> dict[int, tuple[int, int]]:
    truth: dict[int, tuple[int, int]] = {}
    for version in range(VERSIONS):
        keys = range(KEYS) if version == 0 else sorted(chance.sample(range(KEYS), KEYS // 4))
        rows = {key: (key % GROUPS, chance.randrange(10**6)) for key in keys}
        truth |= rows
        table = pa.table({"k": list(rows), "g": [g for g, _ in rows.values()], "v": [v for _, v in rows.values()]})
        write_version(str(root), STILL, table)
    return truth


@REPLICAS
def test_while_clients_read(replicas: int | str, tmp_path: Path) -> None:
    """No version comes, so it is the clients' reads that find it; the first GROUP BY makes its copy of damaged files."""
    chance = random_for("still")
    truth = publish_still(tmp_path / "root", chance)
    with running(tmp_path, replicas) as nodes:
        names = sorted(nodes.nodes)
        wait_until(lambda: all(own_files(nodes.folder / name, "still") for name in names), 30, "compaction has run")
        first = chance.choice(own_files(nodes.folder / "a", "still"))
        flip(first)
        clients = [Client(list(nodes.dsns.values()), truth, chance.randrange(2**32)) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        found = 0
        try:
            for number in range(ROUNDS):
                name, how = names[number % len(names)], (flip, truncate)[number % 2]
                found += is_found(nodes, name, STILL, how, chance, None if number else first)
                wait_until(lambda: is_whole(nodes, STILL), 30, "all is held again")
                # The new copy has files of its own once compaction has made them of the log's.
                wait_until(lambda: all(own_files(nodes.folder / name, "still") for name in names), 30, "compaction has run")
                assert not [trouble for client in clients for trouble in client.troubles]
        finally:
            for client in clients:
                client.stop()
        troubles = [trouble for client in clients for trouble in client.troubles]
        assert not troubles, troubles[:10]
        assert found, "some of the files are read"
        print(f"{sum(client.asked for client in clients)} queries around {ROUNDS} damaged files")
