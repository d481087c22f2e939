"""A node in a container of 512 MiB: whatever is asked ends with an answer or 53200, and the node lives.

Where the machine lets a cgroup be made, the node is in one, finds its limit by itself and would be killed by the kernel; elsewhere
the limit is its own option, and what it had in memory at most, its helpers included, is looked at afterwards.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from struct import pack, unpack_from
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

from gateway.machine import Machine
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.gateway.serving import SYNC, RawClient, bind, describe, error_fields, execute, parse, query, startup
from tests.hostile.process import again, bugs, descendants, eventually
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.scale import scaled

LIMIT_BYTES: Final = 512 << 20
ROWS: Final = scaled(500_000, 1_800_000)
BIG: Final = ViewSchema(
    "big", (Column("id", st.Long()), Column("word", st.String()), Column("amount", st.Double())), ("id",), ("id",),
    HashPartitioning(4), (3,),
)  # fmt: skip
SERIES: Final = 20_000_000
#: What asks for all rows as they are has to be answered: it needs little memory at a time.
WHOLE: Final = {
    "simple": query("SELECT * FROM big"),
    "extended": parse("", "SELECT * FROM big") + bind("", "") + describe("P", "") + execute() + SYNC,
    "binary": parse("", "SELECT * FROM big") + bind("", "", results=(1,)) + describe("P", "") + execute() + SYNC,
    "computed": query("SELECT id, upper(word), amount * 2 FROM big"),
    "copy": query("COPY big TO STDOUT"),
    "copy computed": query("COPY (SELECT id, upper(word) FROM big) TO STDOUT (FORMAT csv)"),
}
GREEDY: Final = {
    "group": "SELECT word, count(*), max(amount) FROM big GROUP BY word",
    "distinct": "SELECT count(DISTINCT word || id) FROM big",
    "sort": "SELECT * FROM big ORDER BY word",
    "sort and skip": "SELECT word || word FROM big ORDER BY word || word OFFSET 100000 LIMIT 1",
    "join": "SELECT count(*) FROM big a JOIN big b ON a.word = b.word",
    "join of all columns": "SELECT a.*, b.* FROM big a JOIN big b ON a.word = b.word ORDER BY a.amount",
    "window": "SELECT id, row_number() OVER (ORDER BY word) FROM big",
    "text of everything": "SELECT string_agg(word, ',') FROM big",
    "sorted text of everything": "SELECT string_agg(word, ',' ORDER BY word DESC) FROM big",
    "array of everything": "SELECT array_agg(id) FROM big",
    "array of texts": "SELECT array_agg(word) FROM big",
    "arrays by group": "SELECT id % 10, array_agg(word) FROM big GROUP BY 1",
    "materialized": "WITH m AS MATERIALIZED (SELECT word || id AS w FROM big) SELECT count(*) FROM m x JOIN m y USING (w)",
    "series": f"SELECT * FROM generate_series(1, {SERIES})",
    "series in the list": f"SELECT generate_series(1, {SERIES})",
    "series as an array": f"SELECT array_agg(n) FROM generate_series(1, {SERIES}) AS s(n)",
    "series sorted": f"SELECT n FROM generate_series(1, {SERIES}) AS s(n) ORDER BY n DESC",
    "large texts": "SELECT repeat(word, 20000) FROM big LIMIT 3000",
    "large texts together": "SELECT string_agg(repeat(word, 1000), '') FROM big WHERE id < 20000",
    "text of 16 MB": "SELECT repeat('x', 16000000), repeat('y', 16000000), repeat('z', 16000000)",
    "split": "SELECT string_to_array(repeat(word, 4000), 'a') FROM big LIMIT 3000",
    "python functions": "SELECT regexp_replace(repeat(word, 100), '([0-9]+)', '<\\1>', 'g') FROM big LIMIT 100",
    "scroll": "BEGIN; DECLARE c SCROLL CURSOR FOR SELECT * FROM big; FETCH ALL FROM c; FETCH BACKWARD ALL FROM c; ROLLBACK",
    "array of constants": f"SELECT cardinality(ARRAY[{','.join(map(str, range(60_000)))}])",
    "list of constants": f"SELECT count(*) FROM big WHERE id IN ({','.join(map(str, range(100_000)))})",
}
AT_ONCE: Final = 8
_ALLOWED: Final = {"00000", "53200"}
#: scroll_bytes_max, as anywhere.
_SCROLL_LIMIT: Final = "53400"
_CUT: Final = "cut off"


def rows(count: int) -> pa.Table:
    """Words of 32 characters that all differ."""
    words = [hashlib.md5(pack("!q", i)).hexdigest() for i in range(count)]
    ids = pa.array(range(count), pa.int64())
    return pa.table({"id": ids, "word": words, "amount": pa.array((i / 8 for i in range(count)), pa.float64())})


# ------------------------------------------------------------------------------------------------------------ containers


@dataclass
class Container:
    """A node that may have LIMIT_BYTES; *group* is the cgroup that it is in."""

    gateway: Gateway
    group: Path | None
    helpers_bytes: list[int] = field(default_factory=lambda: [0])

    def look(self) -> None:
        """At helper processes: what they have of their own and of what they share."""
        found = sum(map(_pss_bytes, descendants(self.gateway.process.pid)))
        self.helpers_bytes[0] = max(self.helpers_bytes[0], found)

    def check(self) -> None:
        """It lives, and has kept to its limit."""
        assert self.gateway.process.poll() is None, self.gateway.log.read_text(errors="replace")[-4000:]
        if self.group is not None:
            assert "oom_kill 0" in _events(self.group)
        else:
            peak = _status_bytes(self.gateway.process.pid, "VmHWM")
            assert peak + self.helpers_bytes[0] < LIMIT_BYTES, (peak >> 20, self.helpers_bytes[0] >> 20)


def _events(group: Path) -> str:
    names = ("memory.events", "memory.oom_control")
    return next((group / name).read_text() for name in names if (group / name).exists())


def _status_bytes(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(f"{name}:"))


def _pss_bytes(pid: int) -> int:
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next((int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:")), 0)
    return 0


@contextmanager
def cgroup() -> Iterator[Path | None]:
    """A group of LIMIT_BYTES below this process's own; None where none can be made."""
    made = _made_group()
    try:
        yield made
    finally:
        if made is not None:
            eventually(lambda: not (made / "cgroup.procs").read_text(), "all processes of the node have ended")
            made.rmdir()


def _made_group() -> Path | None:
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        top = Path("/sys/fs/cgroup") if not controllers else Path("/sys/fs/cgroup/memory")
        group = top / path.lstrip("/") / f"tidegate-test-{threading.get_native_id()}"
        if "memory" not in controllers.split(",") and controllers:
            continue
        with suppress(OSError):
            group.mkdir()
            try:
                for name in ("memory.max", "memory.limit_in_bytes", "memory.swap.max", "memory.memsw.limit_in_bytes"):
                    if (group / name).exists():
                        (group / name).write_text(str(0 if name == "memory.swap.max" else LIMIT_BYTES))
                if (group / "memory.max").exists() or (group / "memory.limit_in_bytes").exists():
                    return group
            except OSError:
                group.rmdir()
                raise
            group.rmdir()
    return None


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    folder = tmp_path_factory.mktemp("container")
    write_version(str(folder / "root"), BIG, rows(ROWS))
    config = folder / "tidegate.toml"
    with cgroup() as group:
        config.write_text("" if group else f"[serve]\ntotal_memory_bytes = {LIMIT_BYTES}\n")
        inside = ("sh", "-c", f'echo $$ > "{group}/cgroup.procs" && exec "$@"', "sh") if group else ()
        gateway = start_gateway(folder / "root", folder / "store", "--config", str(config), inside=inside)
        try:
            made = Container(gateway, group)
            with again(made.look, 0.05):
                yield made
        finally:
            if gateway.process.poll() is None:
                assert gateway.stop() == 0, gateway.log.read_text(errors="replace")[-4000:]


@pytest.fixture(autouse=True)
def alive(container: Container) -> Iterator[None]:
    """After each test the node is there, kept to its limit, logged no bug and answers."""
    yield
    container.check()
    log = container.gateway.log.read_text(errors="replace")
    assert not bugs(log), log[-4000:]
    with psycopg.connect(container.gateway.dsn, autocommit=True) as connection:
        assert connection.execute("SELECT count(*), sum(id) FROM big").fetchone() == (ROWS, ROWS * (ROWS - 1) // 2)


# --------------------------------------------------------------------------------------------------------------- asking


def outcome(container: Container, data: bytes) -> tuple[str, int]:
    """SQLSTATE, "00000" of an answer, and how many rows came. Nothing of it is kept."""
    with RawClient(container.gateway.port, startup()) as client:
        client.socket.settimeout(120)
        client.send(data)
        return _ending(client)


def _ending(client: RawClient) -> tuple[str, int]:
    state, count, left = "00000", 0, b""
    while True:
        more = client.socket.recv(1 << 20)
        if not more:
            return _CUT, count
        left += more
        at, size = 0, len(left)
        while at + 5 <= size:
            (length,) = unpack_from("!I", left, at + 1)
            if at + 1 + length > size:
                break
            kind = left[at]
            if kind in b"Dd":
                count += 1
            elif kind == ord("E"):
                state = error_fields(left[at + 5 : at + 1 + length])["C"]
            elif kind == ord("Z"):
                return state, count
            at += 1 + length
        left = left[at:]


def test_the_limit_is_found(container: Container) -> None:
    said = container.gateway.log.read_text()
    assert f"memory: {LIMIT_BYTES >> 20} MiB for this process" in said
    assert Machine.find().memory_bytes > LIMIT_BYTES, "else this shows nothing"


@pytest.mark.parametrize("way", WHOLE)
def test_all_rows_are_answered(container: Container, way: str) -> None:
    state, count = outcome(container, WHOLE[way])
    assert state == "00000"
    # A COPY has as many lines; in csv and text each is a message.
    assert count == ROWS or (way.startswith("copy") and 0 < count <= ROWS)


@pytest.mark.parametrize("shape", GREEDY)
def test_one_greedy_statement(container: Container, shape: str) -> None:
    state, _ = outcome(container, query(GREEDY[shape]))
    assert state in (_ALLOWED | {_SCROLL_LIMIT} if shape == "scroll" else _ALLOWED)


def test_eight_at_once(container: Container) -> None:
    """All of them, eight at a time; whoever is not ended for the others' sake is answered."""
    asked = [*WHOLE.values(), *map(query, GREEDY.values())]
    found: list[str] = []
    turns = iter(asked)

    def ask() -> None:
        found.extend(outcome(container, data)[0] for data in turns)

    threads = [threading.Thread(target=ask) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(asked)
    assert set(found) <= _ALLOWED | {_SCROLL_LIMIT}
    assert "00000" in found


def test_the_same_for_eight_clients(container: Container) -> None:
    """Eight that want all rows, none of which reads before the others have begun."""
    clients: list[Any] = []
    try:
        for _ in range(AT_ONCE):
            client = RawClient(container.gateway.port, startup())
            client.socket.settimeout(120)
            client.send(WHOLE["simple"])
            clients.append(client)
        found = [_ending(client) for client in clients]
    finally:
        for client in clients:
            client.socket.close()
    assert {state for state, _ in found} <= _ALLOWED
    assert all(count == ROWS for state, count in found if state == "00000")
    assert any(state == "00000" for state, _ in found)
