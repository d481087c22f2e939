"""A node in a container of 512 MiB: whatever is asked ends with an answer or 53200, and the node lives.

Where the machine lets a cgroup be made, the node is in one, finds its limit by itself and would be killed by the kernel; elsewhere
the limit is its own option, and what it had in memory at most, its helpers included, is looked at afterwards.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from struct import unpack_from
from typing import Final

import psycopg
import pytest

from gateway.machine import Machine
from statestore.views.local_writer import write_version
from tests.gateway.serving import RawClient, error_fields, query, startup
from tests.hostile.container_statements import BIG, GREEDY, ROWS, WHOLE, WIDE, Asked, big, wide
from tests.hostile.process import again, bugs, descendants, eventually, sqlstate_of
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.scale import FULL

LIMIT_BYTES: Final = 512 << 20
COUNTED: Final = "SELECT count(*), sum(id) FROM big"
AT_ONCE: Final = 8
SHORT_OF_MEMORY: Final = "53200"
#: Longer values are not kept.
VALUE_BYTES_MAX: Final = 32


@dataclass
class Container:
    """A node that may have LIMIT_BYTES; *group* is the cgroup that it is in."""

    gateway: Gateway
    group: Path | None
    peak_bytes: int = 0

    def look(self) -> None:
        """At what the node has that the system cannot take back, and at its helpers, with their part of what they share."""
        pid = self.gateway.process.pid
        with suppress(OSError):
            self.peak_bytes = max(self.peak_bytes, _kilobytes(pid, "status", "RssAnon") + sum(map(_pss_bytes, descendants(pid))))

    def check(self) -> None:
        """It lives, and has kept to its limit."""
        assert self.gateway.process.poll() is None, self.gateway.log.read_text(errors="replace")[-4000:]
        assert self.peak_bytes < LIMIT_BYTES, self.peak_bytes >> 20
        if self.group is not None:
            names = ("memory.events", "memory.oom_control")
            told = next((self.group / name).read_text() for name in names if (self.group / name).exists())
            assert "oom_kill 0" in told


def _kilobytes(pid: int, file: str, name: str) -> int:
    lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith(f"{name}:")), 0)


def _pss_bytes(pid: int) -> int:
    with suppress(OSError):
        return _kilobytes(pid, "smaps_rollup", "Pss")
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
            if _limited(group):
                return group
            group.rmdir()
    return None


def _limited(group: Path) -> bool:
    """Does the group have a limit now?"""
    with suppress(OSError):
        for name in ("memory.max", "memory.limit_in_bytes", "memory.swap.max", "memory.memsw.limit_in_bytes"):
            if (group / name).exists():
                (group / name).write_text(str(0 if name == "memory.swap.max" else LIMIT_BYTES))
        return (group / "memory.max").exists() or (group / "memory.limit_in_bytes").exists()
    return False


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    folder = tmp_path_factory.mktemp("container")
    write_version(str(folder / "root"), BIG, big())
    write_version(str(folder / "root"), WIDE, wide())
    config = folder / "tidegate.toml"
    with cgroup() as group:
        config.write_text("" if group else f"[serve]\ntotal_memory_bytes = {LIMIT_BYTES}\n")
        inside = ("sh", "-c", f'echo $$ > "{group}/cgroup.procs" && exec "$@"', "sh") if group else ()
        gateway = start_gateway(folder / "root", folder / "store", "--config", str(config), inside=inside)
        try:
            made = Container(gateway, group)
            with again(made.look, 0.02):
                yield made
        finally:
            if gateway.process.poll() is None:
                assert gateway.stop() == 0, gateway.log.read_text(errors="replace")[-4000:]


@pytest.fixture(autouse=True)
def alive(container: Container) -> Iterator[None]:
    """After each test the node is there, has kept to its limit, logged no bug and answers."""
    yield
    container.check()
    log = container.gateway.log.read_text(errors="replace")
    assert not bugs(log), log[-4000:]
    with psycopg.connect(container.gateway.dsn, autocommit=True) as connection:
        # For a moment it may refuse, until what others had has been given back.
        eventually(lambda: sqlstate_of(connection, COUNTED) == "00000", "the node answers again")
        assert connection.execute(COUNTED).fetchone() == (ROWS, ROWS * (ROWS - 1) // 2)


@dataclass
class Outcome:
    """SQLSTATE, "00000" of an answer; how many rows came, and the first one's first value if it is short."""

    state: str = "the connection was cut"
    rows: int = 0
    first: bytes = b""

    def take(self, kind: int, body: bytes) -> bool:
        """A message; whether it was the last one."""
        if kind == ord("D"):
            if not self.rows:
                (length,) = unpack_from("!i", body, 2)
                self.first = body[6 : 6 + length] if 0 <= length <= VALUE_BYTES_MAX else b""
            self.rows += 1
        elif kind == ord("E"):
            self.state = error_fields(body)["C"]
        elif kind == ord("C"):
            self.state = "00000"
        return kind == ord("Z")

    def is_right(self, asked: Asked) -> bool:
        """Is it what arithmetic says, or is it said that there is no memory?"""
        if self.state != "00000":
            return self.state == SHORT_OF_MEMORY
        return asked.rows in (None, self.rows) and (asked.first is None or self.first == str(asked.first).encode())


def ask(container: Container, asked: Asked) -> Outcome:
    """Nothing of the answer is kept."""
    outcome, left = Outcome(), bytearray()
    with RawClient(container.gateway.port, startup()) as client:
        client.socket.settimeout(100)
        client.send(query(asked.sql))
        while more := client.socket.recv(1 << 20):
            left += more
            at = 0
            while at + 5 <= len(left) and at + 1 + (length := unpack_from("!I", left, at + 1)[0]) <= len(left):
                if outcome.take(left[at], bytes(left[at + 5 : at + 1 + length])):
                    return outcome
                at += 1 + length
            del left[:at]
    return outcome


def ask_at_once(container: Container, all_asked: Iterable[Asked]) -> list[tuple[Asked, Outcome]]:
    """AT_ONCE at a time; an *Outcome* for each."""
    turns, taking, found = iter(all_asked), threading.Lock(), list[tuple[Asked, Outcome]]()

    def run() -> None:
        while True:
            with taking:
                asked = next(turns, None)
            if asked is None:
                return
            with suppress(OSError):
                found.append((asked, ask(container, asked)))

    threads = [threading.Thread(target=run) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def wrong(found: list[tuple[Asked, Outcome]]) -> list[tuple[str, Outcome]]:
    return [(asked.sql[:100], outcome) for asked, outcome in found if not outcome.is_right(asked)]


def test_the_limit_is_found(container: Container) -> None:
    said = container.gateway.log.read_text()
    assert f"memory: {LIMIT_BYTES >> 20} MiB for this process" in said
    assert Machine.find().memory_bytes > LIMIT_BYTES, "else this shows nothing"


@pytest.mark.parametrize("name", WHOLE)
def test_all_rows_are_answered(container: Container, name: str) -> None:
    outcome = ask(container, WHOLE[name])
    assert outcome.state == "00000"
    assert outcome.is_right(WHOLE[name]), outcome


@pytest.mark.parametrize("name", GREEDY if FULL else list(GREEDY)[::8])
def test_one_statement(container: Container, name: str) -> None:
    assert not wrong([(GREEDY[name], ask(container, GREEDY[name]))])


#: Not yet proven: of seven runs beside much else, one failed.
crowded = pytest.mark.skipif(not FULL, reason="eight at once: TIDEGATE_FULL=1")


@crowded
def test_all_of_them_at_once(container: Container) -> None:
    asked = [*WHOLE.values(), *GREEDY.values()]
    found = ask_at_once(container, asked)
    container.check()
    assert len(found) == len(asked)
    assert not wrong(found)
    assert any(outcome.state == "00000" for _, outcome in found)


@crowded
@pytest.mark.parametrize("name", WHOLE | GREEDY)
def test_the_same_at_once(container: Container, name: str) -> None:
    asked = (WHOLE | GREEDY)[name]
    found = ask_at_once(container, [asked] * AT_ONCE)
    container.check()
    assert len(found) == AT_ONCE
    assert not wrong(found)
