"""What an outsider sees of the gateway: its memory and descriptors, its log, and whether others are served."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.plugins.gateway import Gateway

POLL_S: Final = 0.05
POLLS_MAX: Final = 600
#: What an exception that nobody caught, or that was caught as a bug, leaves in the log.
_BUG_MARKS: Final = ("Traceback", "unexpected way", "unforeseen error", "never retrieved", "Exception ignored")


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and those that they have."""
    found: set[int] = set()
    with suppress(OSError):  # it has ended
        for task in list(Path(f"/proc/{pid}/task").iterdir()):
            with suppress(OSError):  # so has the thread
                children = set(map(int, (task / "children").read_text().split()))
                found |= children.union(*map(descendants, children))
    return found


def is_running(pid: int) -> bool:
    """Whether the process has not ended; one that nobody has waited for yet has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # the second: it ended between being opened and being read
        return False


def eventually(condition: Callable[[], bool], what: str) -> None:
    """Wait until *condition* holds; fails naming *what*."""
    pause = threading.Event()
    for _ in range(POLLS_MAX):
        if condition():
            return
        pause.wait(POLL_S)
    raise AssertionError(f"it never came to this: {what}")


def resident_bytes(gateway: Gateway) -> int:
    """Resident memory."""
    status = Path(f"/proc/{gateway.process.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS:"))


def descriptors(gateway: Gateway) -> int:
    """Open files and sockets."""
    return len(os.listdir(f"/proc/{gateway.process.pid}/fd"))


def bugs(log: str) -> list[str]:
    """Lines of a log that no input may cause."""
    return [line for line in log.splitlines() if any(mark in line for mark in _BUG_MARKS)]


def sqlstate_of(connection: psycopg.Connection[Any], sql: str) -> str:
    """SQLSTATE that the text is answered with; "00000" if it succeeds."""
    try:
        connection.execute(sql)  # type: ignore[call-overload]
    except psycopg.Error as error:
        return error.sqlstate or f"none: {error}"
    return "00000"


def wrongly_answered(connection: psycopg.Connection[Any], expected: Mapping[str, str | Container[str]]) -> dict[str, str]:
    """Those of the statements that another SQLSTATE than expected (or allowed) came back for; after each the session goes on."""
    wrong = {}
    for sql, allowed in expected.items():
        found = sqlstate_of(connection, sql)
        if found not in ({allowed} if isinstance(allowed, str) else allowed):
            wrong[sql[:200]] = found
        assert connection.execute("SELECT 1").fetchone() == (1,), sql[:200]
    return wrong


@contextmanager
def again(step: Callable[[], object], pause_s: float) -> Iterator[None]:
    """Do it over and over in a thread while inside."""
    stop = threading.Event()

    def run() -> None:
        while not stop.wait(pause_s):
            step()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@contextmanager
def bystander(gateway: Gateway, *, may_refuse: str = "") -> Iterator[None]:
    """While inside, another connection asks over and over; each answer has to be right, and there has to be one after the end.

    *may_refuse* is a SQLSTATE that it may get instead of an answer.
    """
    stop, problems, answers = threading.Event(), [], [0]

    def ask(connection: psycopg.Connection[Any]) -> None:
        number = answers[0] % 1000
        try:
            row = connection.execute("SELECT word FROM numbers WHERE id = %s", [number]).fetchone()
            total = connection.execute("SELECT count(*), sum(id) FROM numbers").fetchone()
            if (row, total) != ((f"w{number}",), (1000, 499_500)):
                problems.append((number, row, total))
            answers[0] += 1
        except psycopg.Error as error:
            if error.sqlstate is None or error.sqlstate != may_refuse:
                problems.append(error)
                stop.set()

    def ask_on(connection: psycopg.Connection[Any]) -> None:
        while not stop.wait(POLL_S):
            ask(connection)

    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        thread = threading.Thread(target=ask_on, args=(connection,))
        thread.start()
        try:
            yield
            seen = answers[0]
            eventually(lambda: answers[0] > seen or stop.is_set(), "another connection is answered")
        finally:
            stop.set()
            thread.join()
    assert not problems, problems[:3]
