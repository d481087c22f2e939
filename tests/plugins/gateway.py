"""`tidegate serve` as a process of its own, as users run it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
import pytest

from tests.plugins.postgres import free_port

START_TRIES: Final = 900
START_PAUSE_S: Final = 0.1
#: As users have it: modules are compiled once, which else is half of what a start takes.
AS_USERS: Final = {"PYTHONDEVMODE": "", "PYTHONDONTWRITEBYTECODE": ""}


@dataclass
class Gateway:
    """A running gateway. *log* is its standard error."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path
    host: str = "127.0.0.1"

    @property
    def dsn(self) -> str:
        """libpq connection string."""
        return f"host={self.host} port={self.port} user=tester dbname=tidegate"

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def start_gateway(
    root: Path | str | None,
    store: Path,
    *arguments: str,
    port: int | None = None,
    host: str = "127.0.0.1",
    inside: tuple[str, ...] = (),
) -> Gateway:
    """Start and wait until it answers a query. *inside* is a command that runs another one where it is to run."""
    port = port or free_port()
    log = store.parent / f"{store.name}.log"
    command = [
        *inside,
        sys.executable,
        "-m",
        "gateway",
        "serve",
        *(() if root is None else ("--root", str(root))),
        "--listen",
        f"{host}:{port}",
        "--store",
        str(store),
    ]
    with log.open("ab") as sink:
        process = subprocess.Popen([*command, *arguments], stderr=sink, stdout=sink, env={**os.environ, **AS_USERS})
    gateway = Gateway(process, port, log, host)
    try:
        _await_answer(gateway)
    except BaseException:
        gateway.kill()
        raise
    return gateway


def _await_answer(gateway: Gateway) -> None:
    for _ in range(START_TRIES):
        if gateway.process.poll() is not None:
            break
        try:
            psycopg.connect(gateway.dsn, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            try:
                gateway.process.wait(START_PAUSE_S)
            except subprocess.TimeoutExpired:
                continue
    pytest.fail(f"the gateway does not answer; its log:\n{gateway.log.read_text(errors='replace')[-4000:]}")


@contextmanager
def running_gateway(root: Path | str | None, store: Path, *arguments: str) -> Iterator[Gateway]:
    """A gateway for the time of a with block; it must end well on SIGTERM."""
    gateway = start_gateway(root, store, *arguments)
    try:
        yield gateway
    finally:
        if gateway.process.poll() is None:
            assert gateway.stop() == 0, gateway.log.read_text(errors="replace")[-4000:]
