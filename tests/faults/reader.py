"""A client that asks for the ledger's total in every way the gateway can read, and remembers what it saw."""

from __future__ import annotations

import random
import threading

import psycopg

from tests.faults.ledger import ACCOUNTS, TOTAL

ALL_ACCOUNTS = ", ".join(map(str, range(ACCOUNTS)))
#: Full scan, multi-get, many ranges, pruned shards joined to the full scan, and the rows themselves.
QUERIES = (
    "SELECT sum(balance), count(*) FROM accounts",
    f"SELECT sum(balance), count(*) FROM accounts WHERE account IN ({ALL_ACCOUNTS})",
    "SELECT sum(balance), count(*) FROM accounts WHERE account >= 0 AND account < 1000",
    "SELECT sum(a.balance), count(b.balance) FROM accounts a JOIN accounts b USING (account, balance, step)",
    "SELECT sum(balance), count(*) FROM (SELECT * FROM accounts WHERE account < 77 UNION ALL "
    "SELECT * FROM accounts WHERE account >= 77) halves",
)
ROWS = "SELECT balance FROM accounts ORDER BY account"


class Reader(threading.Thread):
    """Reads until told to stop, or *reads_max* times; lost connections are made anew, wrong answers are kept."""

    def __init__(self, dsn: str, seed: int, reads_max: int | None = None) -> None:
        super().__init__(name=f"reader-{seed}")
        self._dsn = dsn
        self._random = random.Random(seed)
        self._reads_max = reads_max
        self._stop_asked = threading.Event()
        self.reads = 0
        self.losses = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        """See the class."""
        while not self._done():
            try:
                with psycopg.connect(self._dsn, autocommit=True, connect_timeout=5) as connection:
                    self._read(connection)
            except psycopg.OperationalError:
                self.losses += 1
                self._stop_asked.wait(0.05)
            except psycopg.errors.UndefinedTable:
                self._stop_asked.wait(0.05)

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self._stop_asked.set()
        self.join()

    def _done(self) -> bool:
        return self._stop_asked.is_set() or (self._reads_max is not None and self.reads >= self._reads_max)

    def _read(self, connection: psycopg.Connection[tuple[int, ...]]) -> None:
        while not self._done():
            if self._random.random() < 0.2:
                balances = [row[0] for row in connection.execute(ROWS).fetchall()]
                seen: tuple[int, ...] | None = (sum(balances), len(balances))
                query = ROWS
            else:
                query = self._random.choice(QUERIES)
                seen = connection.execute(query).fetchone()
            self.reads += 1
            if seen != (TOTAL, ACCOUNTS):
                self.wrong.append(f"{query[:60]} … answered {seen}")
