"""PostgreSQL 15 beside the tests: the reference for answers, errors and bytes on the wire."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from psycopg import sql

from tests.plugins.need import POSTGRES_BIN, lacking

_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "timezone": "UTC",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "100",
    "shared_buffers": "256MB",
}


#: Below those the kernel gives to outgoing connections (32768 to 60999 by default), which could take one before its server does.
#: Each of the processes that share a run of the tests has its own part of them.
_PORTS_OF_ONE: Final = 20_000 // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
_FIRST: Final = 12_000 + _PORTS_OF_ONE * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
_PORTS: Final = range(_FIRST, _FIRST + _PORTS_OF_ONE)
_given: set[int] = set()


def free_port(count: int = 1) -> int:
    """The first of *count* successive TCP ports that nobody listens on; given out once only."""
    for first in random.sample(_PORTS, len(_PORTS)):
        ports = range(first, first + count)
        if _given.isdisjoint(ports) and all(map(_is_free, ports)):
            _given.update(ports)
            return first
    raise OSError(f"no {count} free ports in {_PORTS}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


class PostgresServer:
    """One PostgreSQL with trust authentication and C locale in a folder of its own."""

    def __init__(self, settings: dict[str, str] | None = None, superuser: str = "postgres", programs: Path = POSTGRES_BIN) -> None:
        """*superuser* is the role that initdb makes, which owns everything; *programs* are PostgreSQL 15's, or another one's."""
        self._programs = programs
        self._superuser = superuser
        self.folder = Path(tempfile.mkdtemp(prefix="tidegate-pg-"))
        self.port = free_port()
        self._settings = {**_SETTINGS, **(settings or {}), "port": str(self.port), "unix_socket_directories": str(self.folder)}
        self._identity: dict[str, object] = {}
        if os.geteuid() == 0:  # initdb refuses to run as root
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._identity = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}

    @property
    def dsn(self) -> str:
        """libpq connection string."""
        return f"host=127.0.0.1 port={self.port} user={self._superuser} dbname=postgres"

    def start(self) -> None:
        """initdb and start; returns when it accepts connections."""
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", self._superuser, "-A", "trust", "--no-locale", "-E", "UTF8", "--no-sync")
        options = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
        self._run("pg_ctl", "-D", data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def create_role(self, name: str) -> None:
        """A user without rights, by the name under which clients log in to the gateway."""
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))

    def stop(self) -> None:
        """Stop and remove everything."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(  # type: ignore[call-overload]
            [str(self._programs / program), *arguments], check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self._identity
        )


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL 15 with role tester, for the time of a with block."""
    if not (POSTGRES_BIN / "postgres").exists():
        lacking("PostgreSQL 15 (Debian: postgresql-15)")
    server = PostgresServer()
    server.start()
    try:
        server.create_role("tester")
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def postgres_dsn() -> Iterator[str]:
    """Connection string of a PostgreSQL 15 that lives as long as the test session; make your own schema in it."""
    with running_postgres() as server:
        yield server.dsn


@contextmanager
def own_database(dsn: str, name: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection to a database of this name, which is there for the time of a with block."""
    with psycopg.connect(dsn, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
        with psycopg.connect(dsn, dbname=name, autocommit=True) as connection:
            yield connection
        admin.execute(f"DROP DATABASE {name}".encode())
