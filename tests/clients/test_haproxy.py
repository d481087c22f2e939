"""HAProxy's pgsql-check and the queries through it: Tidegate is up and answers as PostgreSQL 15 does."""

from __future__ import annotations

import csv
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
import pytest

from tests.clients.questions import QUESTIONS
from tests.clients.told import address
from tests.plugins.need import lacking
from tests.plugins.postgres import free_port
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

PROGRAM: Final = Path("/usr/sbin/haproxy")
#: A user by name, as the check asks for; HAProxy names no database, so that it is the user's name, which is none here.
CONFIG: Final = """
global
    stats socket {folder}/stats level admin
defaults
    mode tcp
    timeout connect 5s
    timeout check 30s
    timeout client 60s
    timeout server 60s
listen through
    bind 127.0.0.1:{port}
    option pgsql-check user tester
    server one {host}:{behind} check inter 100ms fastinter 100ms rise 1 fall 1
"""
#: How often, and how long apart, the check is asked for its result.
TRIES: Final = 400
PAUSE_S: Final = 0.05


@dataclass(frozen=True)
class Proxy:
    """HAProxy before one server; clients come to *port*."""

    running: subprocess.Popen[bytes]
    folder: Path
    port: int

    def said(self, command: str) -> str:
        """What it answers over its socket."""
        with socket.socket(socket.AF_UNIX) as asked:
            asked.connect(str(self.folder / "stats"))
            asked.sendall(f"{command}\n".encode())
            return b"".join(iter(lambda: asked.recv(65536), b"")).decode()

    def checked(self) -> dict[str, str]:
        """How the first check ended: columns of "show stat" about the server."""
        for _ in range(TRIES):
            rows = (
                csv.DictReader(self.said("show stat").removeprefix("# ").splitlines()) if (self.folder / "stats").exists() else ()
            )
            for row in rows:
                if row["svname"] == "one" and row["check_status"] not in ("", "INI") and not row["check_status"].startswith("*"):
                    return {name: row[name] for name in ("status", "check_status", "check_desc", "last_chk")}
            with suppress(subprocess.TimeoutExpired):
                self.running.wait(PAUSE_S)
                pytest.fail((self.folder / "log").read_text())
        pytest.fail(f"no check came to its end: {(self.folder / 'log').read_text()}")


@contextmanager
def proxied(folder: Path, dsn: str) -> Iterator[Proxy]:
    """HAProxy before a server."""
    if not PROGRAM.exists():
        lacking("HAProxy (Debian: haproxy)")
    folder.mkdir()
    where, port = address(dsn), free_port()
    config = folder / "haproxy.cfg"
    config.write_text(CONFIG.format(folder=folder, port=port, host=where["host"], behind=where["port"]))
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen([str(PROGRAM), "-db", "-f", str(config)], stdout=log, stderr=log)
    try:
        yield Proxy(running, folder, port)
    finally:
        running.terminate()
        running.wait(30)


@pytest.fixture
def both(twin: Twin, tmp_path: Path) -> Iterator[tuple[Proxy, Proxy]]:
    """Before Tidegate, and before PostgreSQL."""
    with proxied(tmp_path / "ours", twin.tidegate) as ours, proxied(tmp_path / "theirs", twin.postgres) as theirs:
        yield ours, theirs


def test_the_check(both: tuple[Proxy, Proxy]) -> None:
    ours, theirs = both
    expected = theirs.checked()
    assert expected["status"] == "UP"
    assert ours.checked() == expected


def test_queries_go_through(both: tuple[Proxy, Proxy], twin: Twin) -> None:
    def answers(proxy: Proxy, dsn: str) -> list[object]:
        proxy.checked()
        where = address(dsn)
        with psycopg.connect(host="127.0.0.1", port=proxy.port, user=where["user"], dbname=where["dbname"]) as connection:
            return [str(connection.execute(question.encode()).fetchall()) for question in QUESTIONS]

    assert answers(both[0], twin.tidegate) == answers(both[1], twin.postgres)


def startup_answer(dsn: str, *words: str) -> list[tuple[bytes, bytes]]:
    """Type and contents of each message that answers a start-up packet of these names and values, until the connection ends."""
    where, packet = address(dsn), b"\0".join([*(word.encode() for word in words), b"\0"])
    with socket.create_connection((where["host"], int(where["port"]))) as client:
        client.sendall(struct.pack("!II", len(packet) + 8, 3 << 16) + packet)
        answer, found = b"".join(iter(lambda: client.recv(65536), b"")), []
    while answer:
        (length,) = struct.unpack("!I", answer[1:5])
        fields = {part[:1]: part[1:] for part in answer[5 : length + 1].split(b"\0") if answer[:1] == b"E"}
        found.append((answer[:1], fields.get(b"C", b"") + b" " + fields.get(b"M", answer[5 : length + 1])))
        answer = answer[length + 1 :]
    return found


@pytest.mark.parametrize(
    "words",
    [
        ("user", "tester"),  # as HAProxy's check: the database's name is the user's
        ("user", "tester", "database", "nowhere"),
        ("user", "tester", "database", "DATABASE", "options", "-c nothing=1"),
        ("user", "tester", "database", "DATABASE", "DateStyle", "nothing"),
    ],
)
def test_who_is_let_in_is_told_before_what_is_wrong(twin: Twin, words: tuple[str, ...]) -> None:
    ours, theirs = (
        startup_answer(dsn, *(w.replace("DATABASE", address(dsn)["dbname"]) for w in words))
        for dsn in (twin.tidegate, twin.postgres)
    )
    assert ours == theirs
    assert [kind for kind, _ in ours] == [b"R", b"E"]
