"""A mixed load on a cluster whose every answer can be checked: the content of each version of the ledger is known in advance.

A query fails if it ends in an error, or if its connection breaks although its node was up. It is wrong if its rows are not those of
one version. A client whose own node is down goes to another one, and that is no failure.
"""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.faults.ledger import ACCOUNTS, TOTAL, Ledger

CLIENTS: Final = 8
#: One version of the ledger, and a pause.
PUBLISH_PAUSE_S: Final = 0.15
STATEMENT_TIMEOUT_S: Final = 10
#: What a node may say that nobody can reach: it cannot reach anybody either.
CUT_OFF: Final = ("08006", "57014")
#: A client moves on to another node after so many queries.
QUERIES_PER_CONNECTION: Final = 40
CITIES: Final = 7

LEDGER: Final = ViewSchema(
    "accounts",
    (Column("account", st.Long()), Column("balance", st.Long()), Column("step", st.Long())),
    ("account",),
    ("account",),
    HashPartitioning(8),
    (3,),
)
#: Lies together with the ledger.
PEOPLE: Final = ViewSchema(
    "people", (Column("account", st.Long()), Column("city", st.Int())), ("account",), ("account",), HashPartitioning(8), (2,)
)
PLACES: Final = ViewSchema(
    "places", (Column("city", st.Int()), Column("country", st.String())), ("city",), ("city",), HashPartitioning(2), (2,)
)

Rows = list[tuple[Any, ...]]


def publish_world(root: Path, ledger: Ledger) -> None:
    """The first version of every view."""
    opened = open_root(str(root), create=True)
    write_version(opened, LEDGER, ledger.table(1))
    accounts = range(ACCOUNTS)
    write_version(opened, PEOPLE, pa.table({"account": accounts, "city": [a % CITIES for a in accounts]}))
    write_version(opened, PLACES, pa.table({"city": range(CITIES), "country": [f"country {c % 3}" for c in range(CITIES)]}))


class Publisher(threading.Thread):
    """One version after another, until it is told to stop."""

    def __init__(self, root: Path, ledger: Ledger) -> None:
        super().__init__(name="publisher")
        self._root, self._ledger = open_root(str(root)), ledger
        self._stop_asked = threading.Event()
        self.version = 1

    def run(self) -> None:
        """See the class."""
        while not self._stop_asked.wait(PUBLISH_PAUSE_S):
            self.version = write_version(self._root, LEDGER, self._ledger.table(self.version + 1))

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self._stop_asked.set()
        self.join()


@dataclass
class Nodes:
    """Where clients may go; who was down when."""

    dsns: Mapping[str, str]
    _down: dict[str, list[list[float]]] = field(default_factory=dict)

    def take_down(self, name: str) -> float:
        """The node is about to vanish; returns the time."""
        self._down.setdefault(name, []).append([now_s := time.monotonic(), math.inf])
        return now_s

    def bring_up(self, name: str) -> None:
        """It answers again."""
        self._down[name][-1][1] = time.monotonic()

    def up(self) -> list[str]:
        """The names of those that are not down."""
        return [name for name in self.dsns if not any(to == math.inf for _, to in self._down.get(name, ()))]

    def was_down(self, name: str, since_s: float) -> bool:
        """At any time since then?"""
        return any(to >= since_s for _, to in self._down.get(name, ()))


@dataclass(frozen=True)
class Asked:
    """One query. *trouble* is why it failed or what was wrong with its answer."""

    kind: str
    node: str
    begun_s: float
    took_s: float
    trouble: str = ""
    wrong: bool = False


class Client(threading.Thread):
    """Asks until it is told to stop."""

    def __init__(self, nodes: Nodes, ledger: Ledger, seed: int) -> None:
        super().__init__(name=f"client-{seed}")
        self._nodes, self._ledger, self._random = nodes, ledger, random.Random(seed)
        self._stop_asked = threading.Event()
        self._kinds: dict[str, Callable[[psycopg.Connection[Any]], str]] = {
            "point": self._point, "keys": self._keys, "range": self._range, "total": self._total, "groups": self._groups,
            "join": self._join, "far join": self._far_join, "rows": self._rows,
        }  # fmt: skip
        self.asked: list[Asked] = []
        self.reconnects = 0

    def run(self) -> None:
        """See the class."""
        while not self._stop_asked.is_set():
            node = self._random.choice(self._nodes.up())
            begun_s = time.monotonic()
            try:
                with self._connect(node) as connection:
                    self._ask(connection, node)
            except psycopg.OperationalError as error:
                if self._nodes.was_down(node, begun_s):
                    self.reconnects += 1
                    self._stop_asked.wait(0.02)
                else:
                    self._note("connect", node, begun_s, f"{error}")

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self._stop_asked.set()
        self.join()

    def _connect(self, node: str) -> psycopg.Connection[Any]:
        options = f"-c statement_timeout={STATEMENT_TIMEOUT_S * 1000}"
        return psycopg.connect(self._nodes.dsns[node], autocommit=True, connect_timeout=5, options=options)

    def _ask(self, connection: psycopg.Connection[Any], node: str) -> None:
        for _ in range(QUERIES_PER_CONNECTION):
            if self._stop_asked.is_set() or node not in self._nodes.up():
                return
            kind = "point" if self._random.random() < 0.6 else self._random.choice(list(self._kinds))
            begun_s = time.monotonic()
            try:
                wrong = self._kinds[kind](connection)
            except psycopg.Error as error:
                if (connection.broken or error.sqlstate in CUT_OFF) and self._nodes.was_down(node, begun_s):
                    raise
                trouble = f"{error.sqlstate} {error} {error.diag.message_detail or ''}"
                self._note(kind, node, begun_s, trouble)
                if connection.broken:
                    return
            else:
                self._note(kind, node, begun_s, wrong, wrong=bool(wrong))

    def _note(self, kind: str, node: str, begun_s: float, trouble: str = "", *, wrong: bool = False) -> None:
        self.asked.append(Asked(kind, node, begun_s, time.monotonic() - begun_s, trouble, wrong))

    # ------------------------------------------------------------------------------------------------- queries, and their checks

    def _point(self, connection: psycopg.Connection[Any]) -> str:
        account = self._random.randrange(ACCOUNTS + 10)
        found = connection.execute("SELECT account, balance, step FROM accounts WHERE account = %s", [account]).fetchall()
        return self._of_one_version(found, [account])

    def _keys(self, connection: psycopg.Connection[Any]) -> str:
        accounts = self._random.sample(range(ACCOUNTS), 12)
        found = connection.execute("SELECT account, balance, step FROM accounts WHERE account = ANY(%s)", [accounts]).fetchall()
        return self._of_one_version(found, accounts)

    def _range(self, connection: psycopg.Connection[Any]) -> str:
        first = self._random.randrange(ACCOUNTS)
        sql = "SELECT account, balance, step FROM accounts WHERE account BETWEEN %s AND %s ORDER BY account"
        found = connection.execute(sql, [first, first + 30]).fetchall()
        return self._of_one_version(found, range(first, first + 31)) or _ordered(found)

    def _rows(self, connection: psycopg.Connection[Any]) -> str:
        found = connection.execute("SELECT account, balance, step FROM accounts ORDER BY account DESC").fetchall()
        return self._of_one_version(found, range(ACCOUNTS)) or _ordered(found[::-1])

    def _total(self, connection: psycopg.Connection[Any]) -> str:
        found = connection.execute("SELECT sum(balance)::bigint, count(*) FROM accounts").fetchall()
        return "" if found == [(TOTAL, ACCOUNTS)] else f"the total is {found}"

    def _groups(self, connection: psycopg.Connection[Any]) -> str:
        sql = "SELECT account % 7, sum(balance)::bigint, count(*), max(step) FROM accounts GROUP BY 1"
        return self._sums(connection.execute(sql).fetchall(), lambda account: account % CITIES)

    def _join(self, connection: psycopg.Connection[Any]) -> str:
        sql = "SELECT city, sum(balance)::bigint, count(*), max(step) FROM accounts JOIN people USING (account) GROUP BY city"
        return self._sums(connection.execute(sql).fetchall(), lambda account: account % CITIES)

    def _far_join(self, connection: psycopg.Connection[Any]) -> str:
        sql = (
            "SELECT country, sum(balance)::bigint, count(*), max(step) FROM accounts JOIN people USING (account) "
            "JOIN places USING (city) GROUP BY country"
        )
        return self._sums(connection.execute(sql).fetchall(), lambda account: f"country {account % CITIES % 3}")

    def _of_one_version(self, found: Rows, accounts: Sequence[int]) -> str:
        """What is wrong with these rows of some accounts; nothing where they are those of the version that wrote the last one."""
        rows = {account: (balance, step) for account, balance, step in found}
        wanted = {account for account in accounts if account < ACCOUNTS}
        if len(rows) != len(found) or rows.keys() != wanted:
            return f"{len(found)} rows for accounts {list(accounts)[:12]}, of {len(wanted)}: {found[:3]}"
        balances = self._ledger.after(max((step for _, step in rows.values()), default=1))
        differing = {account: row for account, row in rows.items() if balances[account] != row}
        return f"rows of several versions: {differing}" if differing else ""

    def _sums(self, found: Rows, group: Callable[[int], Any]) -> str:
        version = max((step for *_, step in found), default=1)
        wanted: dict[Any, list[int]] = {}
        for account, (balance, step) in self._ledger.after(version).items():
            sums = wanted.setdefault(group(account), [0, 0, 0])
            sums[:] = sums[0] + balance, sums[1] + 1, max(sums[2], step)
        return "" if {key: list(rest) for key, *rest in found} == wanted else f"{found} at version {version}, not {wanted}"


def _ordered(found: Rows) -> str:
    accounts = [row[0] for row in found]
    return "" if accounts == sorted(accounts) else f"not in order: {accounts}"


@dataclass
class Load:
    """The running clients and their publisher."""

    nodes: Nodes
    publisher: Publisher
    clients: list[Client]

    @property
    def asked(self) -> list[Asked]:
        """All queries so far."""
        return [asked for client in self.clients for asked in list(client.asked)]

    def check(self) -> None:
        """Nothing failed, nothing was wrong, and somebody asked."""
        asked = self.asked
        troubles = [a for a in asked if a.trouble]
        for client in self.clients:
            assert client.is_alive(), f"{client.name} has ended"
        assert not troubles, f"{len(troubles)} of {len(asked)} queries\n" + "\n".join(
            f"{a.node}: {a.kind}: {a.trouble}" for a in troubles[:20]
        )
        assert asked

    def slowest_s(self, since_s: float, until_s: float, *, without: str, kind: str = "point") -> float:
        """The longest that a query of this kind took that was under way between these times, on another node than *without*."""
        asked = (a for a in self.asked if a.kind == kind and a.node != without)
        return max((a.took_s for a in asked if a.begun_s < until_s and a.begun_s + a.took_s > since_s), default=0)

    def report(self, what: str) -> str:
        """One line for people."""
        asked = self.asked
        kinds = ", ".join(f"{sum(a.kind == kind for a in asked)} {kind}" for kind in sorted({a.kind for a in asked}))
        wrong, failed = sum(a.wrong for a in asked), sum(bool(a.trouble) and not a.wrong for a in asked)
        reconnects = sum(client.reconnects for client in self.clients)
        return (
            f"{what}: {len(asked)} queries ({kinds}) over {self.publisher.version} versions: {failed} failed, {wrong} wrong, "
            f"{reconnects} reconnects of clients whose node was down"
        )


@contextmanager
def under_load(dsns: Mapping[str, str], root: Path, ledger: Ledger, seed: int) -> Iterator[Load]:
    """Clients that ask and a publisher that publishes, for the time of a with block."""
    nodes = Nodes(dsns)
    load = Load(nodes, Publisher(root, ledger), [Client(nodes, ledger, seed + i) for i in range(CLIENTS)])
    load.publisher.start()
    for client in load.clients:
        client.start()
    try:
        yield load
        load.check()
    finally:
        for client in load.clients:
            client.stop()
        load.publisher.stop()
