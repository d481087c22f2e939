"""A client that asks for the state of the running job in every way the gateway reads it, and remembers what was wrong."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.attach.running.arithmetic import ACCOUNTS, KEPT, ROWS, accounts, of_account, values

Connection = psycopg.Connection[tuple[Any, ...]]
Row = tuple[int, int, int, int]

#: Spark counts the batch that it is about to make among those it keeps.
INSIDE: Final = KEPT - 1


class Tables:
    """The attached tables' names, and those of their columns in the order of the job's."""

    def __init__(self, connection: Connection) -> None:
        """Ask the catalog."""
        found: dict[str, list[str]] = {}
        query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        for table, column in connection.execute(f"{query} ORDER BY table_name, ordinal_position".encode()):
            found.setdefault(table, []).append(column)
        self.ledger = found["ledger"]
        self.uniques = tuple(sorted(name for name in found if name.startswith("twice_")))

    @property
    def columns(self) -> str:
        """The ledger's columns as a list for SELECT."""
        return ", ".join(f'"{name}"' for name in self.ledger)


class Reader(threading.Thread):
    """Reads until told to stop. Every answer is checked against the arithmetic of one version."""

    def __init__(self, dsn: str, checkpoint: Path, seed: int) -> None:
        super().__init__(name=f"reader-{seed}")
        self._dsn = dsn
        self._checkpoint = checkpoint
        self._random = random.Random(seed)
        self._stop_asked = threading.Event()
        self.reads = 0
        self.travels = 0
        self.versions: set[int] = set()
        self.wrong: list[str] = []

    def run(self) -> None:
        """See the class."""
        try:
            with psycopg.connect(self._dsn, autocommit=True) as connection:
                tables = Tables(connection)
                while not self._stop_asked.is_set() and not self.wrong:
                    self._read(connection, tables)
        except psycopg.Error as error:
            self.wrong.append(f"{error.sqlstate}: {error}")

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self._stop_asked.set()
        self.join()

    def _read(self, connection: Connection, tables: Tables) -> None:
        ways: tuple[Callable[[Connection, Tables], int], ...] = (
            self._rows, self._total, self._some, self._one, self._joined, self._both_operators, self._travel,
        )  # fmt: skip
        self.versions.add(self._random.choice(ways)(connection, tables))
        self.reads += 1

    def _rows(self, connection: Connection, tables: Tables) -> int:
        found = _by_account(connection.execute(f"SELECT {tables.columns} FROM ledger").fetchall())
        return self._check_accounts(found, None)

    def _some(self, connection: Connection, tables: Tables) -> int:
        asked = self._random.sample(range(ACCOUNTS), 7)
        query = f'SELECT {tables.columns} FROM ledger WHERE "{tables.ledger[0]}" = ANY(%s)'
        return self._check_accounts(_by_account(connection.execute(query.encode(), [asked]).fetchall()), asked)

    def _one(self, connection: Connection, tables: Tables) -> int:
        asked = self._random.randrange(ACCOUNTS)
        query = f'SELECT {tables.columns} FROM ledger WHERE "{tables.ledger[0]}" = %s'
        return self._check_accounts(_by_account(connection.execute(query.encode(), [asked]).fetchall()), [asked])

    def _total(self, connection: Connection, tables: Tables) -> int:
        _, moves, balance, latest = (f'"{name}"' for name in tables.ledger)
        query = f"SELECT count(*), sum({moves})::int8, sum({balance})::int8, max({latest}) FROM ledger"
        count, moved, total, last = _one_row(connection, query)
        version = moved // ROWS
        self._expect(query, (count, moved, total, last), (accounts(version), values(version), 0, values(version) - 1))
        return version

    def _joined(self, connection: Connection, tables: Tables) -> int:
        account, moves, balance, latest = (f'"{name}"' for name in tables.ledger)
        query = (
            f"SELECT count(*), sum(a.{moves})::int8, sum(b.{balance})::int8, max(b.{latest}) "
            f"FROM ledger a JOIN ledger b USING ({account}, {latest})"
        )
        count, moved, total, last = _one_row(connection, query)
        version = moved // ROWS
        self._expect(query, (count, moved, total, last), (accounts(version), values(version), 0, values(version) - 1))
        return version

    def _both_operators(self, connection: Connection, tables: Tables) -> int:
        """The two operators of the other query are at one batch, too."""
        by_operator = [f'SELECT count(*) FROM "{name}"' for name in tables.uniques]
        found = sorted(_one_row(connection, "SELECT " + ", ".join(f"({query})" for query in by_operator)))
        version = found[-1] // ROWS
        self._expect("both operators", found, sorted((version * ACCOUNTS, version * ROWS)))
        return version

    def _travel(self, connection: Connection, tables: Tables) -> int:
        """A kept version, for three answers."""
        offered = [row[0] for row in connection.execute("SELECT version FROM tidegate.versions WHERE view = 'ledger'")]
        version = self._random.choice(offered)
        connection.execute(f"SET tidegate.read_version = 'ledger={version}'".encode())
        try:
            for way in self._random.sample((self._rows, self._total, self._some, self._one), 3):
                seen = way(connection, tables)
                self._expect(f"{way.__name__} of version {version}", seen, version)
            self.travels += 1
        except psycopg.errors.SerializationFailure as error:
            self._check_gone(version, error)
        finally:
            connection.execute("RESET tidegate.read_version")
        return version

    def _check_gone(self, version: int, error: psycopg.Error) -> None:
        """Only what Spark no longer keeps may be refused."""
        newest = max((int(path.name) for path in (self._checkpoint / "commits").iterdir() if path.name.isdigit()), default=-1)
        if version - 1 > newest - INSIDE:
            self.wrong.append(f"version {version} was refused when batch {newest} was the newest: {error}")

    def _check_accounts(self, found: dict[int, Row], asked: list[int] | None) -> int:
        version = max((row[3] for row in found.values()), default=-1) // ROWS + 1
        wanted = {a: (a, *of_account(a, version)) for a in (range(accounts(version)) if asked is None else asked)}
        self._expect("accounts", found, wanted)
        return version

    def _expect(self, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            self.wrong.append(f"{what}: {found}, not {wanted}")


class Follower(threading.Thread):
    """Subscribes to the ledger until told to stop; each batch has to be what the arithmetic says, and none may be left out."""

    def __init__(self, dsn: str) -> None:
        super().__init__(name="follower")
        self._dsn = dsn
        self._stop_asked = threading.Event()
        self.versions: list[int] = []
        self.wrong: list[str] = []

    def run(self) -> None:
        """See the class."""
        found: dict[int, Row] = {}
        try:
            with psycopg.connect(self._dsn) as connection:
                connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO ledger WITH (PROGRESS)")
                while not self._stop_asked.is_set() and not self.wrong:
                    for row in connection.execute("FETCH 1000 FROM c WITH (TIMEOUT = '1s')").fetchall():
                        self._take(found, *row)
        except psycopg.Error as error:
            self.wrong.append(f"{error.sqlstate}: {error}")

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self._stop_asked.set()
        self.join()

    def _take(self, found: dict[int, Row], version: int, _: object, kind: str, *cells: int) -> None:
        now, before = (cells[0], *cells[1:4]), (cells[4], *cells[5:8])
        if kind != "progress":
            if (kind == "insert") != (now[0] not in found) or kind == "delete" or (kind == "update" and found[now[0]] != before):
                self.wrong.append(f"{kind} of {now} after {before} at version {version}")
            found[now[0]] = now
            return
        if found != {a: (a, *of_account(a, version)) for a in range(accounts(version))}:
            self.wrong.append(f"version {version}: {found}")
        if self.versions and version != self.versions[-1] + 1:
            self.wrong.append(f"version {version} after {self.versions[-1]}")
        self.versions.append(version)


def _by_account(rows: list[tuple[Any, ...]]) -> dict[int, Row]:
    return {row[0]: (row[0], row[1], row[2], row[3]) for row in rows}


def _one_row(connection: Connection, query: str) -> tuple[Any, ...]:
    row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return row
