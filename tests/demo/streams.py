"""Whoever else follows a view of the demo's by its replication stream: pg_recvlogical, psycopg2, pgjdbc and Debezium."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tests.plugins.cluster import wait_until
from tests.plugins.debezium import events, running
from tests.plugins.jdbc import jdbc_url
from tests.plugins.need import POSTGRES_BIN, program
from tests.replication.messages import Cells, Told
from tests.replication.publishing import replication_cursor

SLOTS = ("recvlogical", "psycopg2", "jdbc")
_WAIT_S = 120.0


class Streams:
    """Of one view whose key is its first column. All slots begin with what has the view then."""

    def __init__(self, dsn: str, view: str, folder: Path, classpath: str, debezium: str) -> None:
        """*debezium* is the class path of its program."""
        self._dsn, self._view, self._folder, self._classpath = dsn, view, folder, classpath
        parts = conninfo_to_dict(dsn)
        self._port, self._user = int(parts["port"]), str(parts["user"])
        self._options = {"proto_version": "1", "publication_names": view}
        self._told: dict[str, Told] = {}
        for slot in SLOTS:
            with replication_cursor(dsn) as cursor:
                cursor.create_replication_slot(slot, output_plugin="pgoutput")
                _, _, snapshot, _ = cursor.fetchone()
            begun = int(dict(part.split("=") for part in snapshot.split(", "))[view])
            self._told[slot] = Told(rows=self.rows(begun), view=view)
        self._debezium, self._events, self._until = debezium, folder / "events", threading.Event()
        self._end = 0

    def rows(self, version: int | None = None) -> dict[str, Cells]:
        """What the view has, as text."""
        with psycopg.connect(self._dsn, options="-c timezone=UTC", autocommit=True) as connection:
            if version is not None:
                connection.execute(f"SET tidegate.read_version = '{self._view}={version}'".encode())
            with connection.cursor().copy(f'COPY (SELECT * FROM "{self._view}") TO STDOUT'.encode()) as copy:
                found = list(copy.rows())
        return {str(row[0]): row for row in found}

    @contextmanager
    def following(self) -> Iterator[None]:
        """pg_recvlogical, psycopg2 and Debezium follow meanwhile."""
        received = [str(POSTGRES_BIN / "pg_recvlogical"), "-d", self._dsn, "-S", "recvlogical", "--start", "-s", "1"]
        options = [word for name, value in self._options.items() for word in ("-o", f"{name}={value}")]
        with ExitStack() as stack:
            stack.enter_context(running(self._debezium, self._folder, self._port, self._events, view=self._view, user=self._user))
            process = subprocess.Popen([*received, "-f", str(self._folder / "received"), *options])
            stack.callback(process.wait)
            stack.callback(process.send_signal, signal.SIGINT)
            thread = threading.Thread(target=self._by_psycopg2)
            thread.start()
            stack.callback(thread.join)
            stack.callback(self._until.set)
            yield

    def _by_psycopg2(self) -> None:
        with replication_cursor(self._dsn) as cursor:
            cursor.start_replication("psycopg2", options=self._options)
            while not self._until.is_set() or cursor.wal_end < self._end:
                message = cursor.read_message()
                if message is None:
                    self._until.wait(0.1)
                else:
                    self._told["psycopg2"].take(message.payload)
                    cursor.send_feedback(flush_lsn=message.data_start)

    def check(self, version: int) -> None:
        """All of them come to *version*, the newest, and have what the view has. Within following()."""
        self._end = (version << 32) + 8
        self._until.set()
        wanted, values, confirmed = self.rows(), self._values(), f"{version:X}/8"
        with psycopg.connect(self._dsn, autocommit=True) as connection:

            def is_there(slot: str) -> bool:
                found = "SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = %s"
                return connection.execute(found, [slot]).fetchall() == [(confirmed,)]

            wait_until(lambda: is_there("recvlogical"), _WAIT_S, "pg_recvlogical comes to the end")
        self._take_received()
        self._take_jdbc(confirmed)
        wait_until(lambda: self._told["psycopg2"].rows == wanted, _WAIT_S, "psycopg2 comes to the end")
        for slot, told in self._told.items():
            assert told.rows == wanted, slot
            assert len(told.transactions) > 1, slot
        wait_until(lambda: self._by_debezium() == values, _WAIT_S, "Debezium comes to the end")

    def _values(self) -> dict[Any, tuple[Any, ...]]:
        with psycopg.connect(self._dsn) as connection:
            rows = connection.execute(f'SELECT * FROM "{self._view}"'.encode()).fetchall()
        return {row[0]: row for row in rows}

    def _by_debezium(self) -> dict[Any, tuple[Any, ...]]:
        """No row goes."""
        rows = [json.loads(line.split("\t")[1])["after"] for line in events(self._events)] if self._events.exists() else []
        return {row[next(iter(row))]: tuple(row.values()) for row in rows}

    def _take_received(self) -> None:
        data, position = (self._folder / "received").read_bytes(), 0
        while position < len(data):
            position = self._told["recvlogical"].take(data, position) + 1

    def _take_jdbc(self, until: str) -> None:
        command = [program("java"), "-cp", self._classpath, "Replication", jdbc_url(self._dsn), self._user, "jdbc", self._view]
        said = subprocess.run(command, input=f"{until}\n", stdout=subprocess.PIPE, text=True, check=True, timeout=_WAIT_S).stdout
        for line in said.splitlines():
            if "/" in line:
                self._told["jdbc"].take(bytes.fromhex(line.split()[1]))
