"""Whatever a user asks, the answer is made of what is granted: it is the same where everything else is another, to the byte.

Two servers differ only in what may not be read (tests.access.grant_worlds). Whoever may read it has to see the difference, or this
would prove nothing.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from gateway.catalog.relations import RELATIONS
from planner.parse import copy_options, prepared
from tests.access.grant_statements import COPY_OPTIONS, EXPLAIN_OPTIONS, OF_THE_MOMENT, TRINO, Asked, Statements, system_tables
from tests.access.grant_worlds import Granted, World, random_grants, world
from tests.gateway.serving import SYNC, RawClient, bind, describe, execute, parse, query, split
from tests.plugins.scale import scaled, seed_for

WORLDS: Final = scaled(3, 100)
STATEMENTS: Final = scaled(100, 1_000)
#: What tells of time.
_TIMES: Final = re.compile(rb'\d+\.\d+ ms|"(?:Planning|Execution) Time": [\d.]+|"Time": "[^"]*"')
#: Where the two worlds lie.
_PLACES: Final = re.compile(rb"/[ab]/(?:root|store)")


class Pair:
    """The same session in both worlds."""

    def __init__(self, worlds: tuple[World, World], clients: tuple[RawClient, RawClient], user: str) -> None:
        self.worlds, self._clients, self._user = worlds, clients, user

    def ask(self, asked: Asked) -> tuple[bytes, bytes]:
        """Both answers, whole: rows, errors, notices, files."""
        first, second = (self._ask(at, asked) for at in (0, 1))
        return first, second

    def _ask(self, at: int, asked: Asked) -> bytes:
        if asked.way == "trino":
            return json.dumps(self.worlds[at].trino(asked.sql, self._user), sort_keys=True).encode()
        client = self._clients[at]
        if asked.way == "binary":
            client.send(parse("", asked.sql) + bind("", "", results=(1,)) + describe("P", "") + execute() + SYNC)
        else:
            client.send(query(asked.sql))
        answer = client.until_ready()
        client.send(query("ROLLBACK"))
        client.until_ready()
        return answer


@contextmanager
def pair(folder: Path, seed: int, granted: Granted, user: str = "ann") -> Iterator[Pair]:
    """Both worlds, and *user* in both."""
    with ExitStack() as stack:
        first, second = (stack.enter_context(world(folder, seed, granted, name)) for name in ("a", "b"))
        clients = [stack.enter_context(one.client(user)) for one in (first, second)]
        yield Pair((first, second), (clients[0], clients[1]), user)


def shape(answer: bytes, way: str) -> list[bytes]:
    """What has to be the same: messages without times and places; rows come in any order."""
    if way == "trino":
        return [_PLACES.sub(b"", _TIMES.sub(b"", part)) for part in _trino_parts(answer)]
    return sorted(kind.encode() + _PLACES.sub(b"", payload) for kind, payload in _parts(answer))


def _parts(answer: bytes) -> Iterator[tuple[str, bytes]]:
    for kind, payload in split(answer):
        # A row of text tells how long it is; without the times it has another length.
        cleaned = _TIMES.sub(b"", payload)
        yield kind, cleaned if cleaned == payload else cleaned[6:]


def _trino_parts(answer: bytes) -> Iterator[bytes]:
    told = json.loads(answer)
    yield from sorted(json.dumps(row).encode() for row in told.pop("data"))
    yield json.dumps(told).encode()


def check(both: Pair, asked: Asked) -> bytes:
    """The first answer, which has to be the second."""
    first, second = both.ask(asked)
    assert shape(first, asked.way) == shape(second, asked.way), f"{asked} tells of what is not granted"
    for one, answer in zip(both.worlds, (first, second), strict=True):
        told = [token for token in one.content.tokens if token in answer]
        assert not told, f"{asked} tells {told}"
    return answer


# ------------------------------------------------------------------------------------------------------- what is enumerated


def test_every_option_and_relation_is_tried() -> None:
    assert set(COPY_OPTIONS) == set(copy_options._READERS)
    assert {option.split()[0] for option in EXPLAIN_OPTIONS} == {*prepared._FLAGS, "format"}
    assert {f"{schema}.{name}" for schema, name in RELATIONS} == {name for name, _ in system_tables()}
    assert {f"{schema}.{name}" for schema, name in RELATIONS} >= OF_THE_MOMENT.keys()


#: Something of each kind: a whole view, one without its key, one without anything, a view over them.
SOME: Final[Granted] = {"trips": frozenset({"origin", "seq", "fare"}), "people": frozenset({"wage"}), "lobby": frozenset({"late"})}


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with pair(tmp_path_factory.mktemp("some"), 1, SOME) as made:
        yield made


@pytest.mark.parametrize("name", [name for name, _ in system_tables()])
def test_every_system_table(some: Pair, name: str) -> None:
    wanted = dict(system_tables())[name]
    for way in ("simple", "binary"):
        check(some, Asked(way, wanted))  # type: ignore[arg-type]
    check(some, Asked("simple", f"COPY ({wanted}) TO STDOUT (FORMAT csv)"))
    for one, answer in zip(some.worlds, some.ask(Asked("simple", f"SELECT * FROM {name}")), strict=True):
        assert not [token for token in one.content.tokens if token in answer]
    if name not in ("tidegate.queries", "tidegate.fragments"):  # one's own statements name it
        assert b"cards" not in some.ask(Asked("simple", f"SELECT * FROM {name}"))[0], "a view of which nothing is granted"


@pytest.mark.parametrize("option", COPY_OPTIONS)
@pytest.mark.parametrize("format_", ["text", "csv", "binary", "arrow"])
def test_every_option_of_copy(some: Pair, option: str, format_: str) -> None:
    for value in COPY_OPTIONS[option]:
        options = f"{option} {value}" if option == "format" else f"format {format_}, {option} {value}"
        for view, column in (("trips", "origin"), ("people", "wage"), ("lobby", "late"), ("cards", "owner")):
            shown = options.replace("{v}", view).replace("{c}", column)
            for what in (view, f"(SELECT {column} FROM {view})"):
                check(some, Asked("simple", f"COPY {what} TO STDOUT ({shown})"))


@pytest.mark.parametrize("option", EXPLAIN_OPTIONS)
def test_every_option_of_explain(some: Pair, option: str) -> None:
    for sql in (
        "SELECT origin FROM trips", "SELECT fare FROM trips WHERE seq > 0 ORDER BY 1", "SELECT max(wage) FROM people",
        "SELECT late FROM lobby", "SELECT count(*) FROM trips x JOIN people y ON x.seq = y.wage", "SELECT code FROM trips",
        "SELECT owner FROM cards",
    ):  # fmt: skip
        check(some, Asked("simple", f"EXPLAIN ({option}) {sql}"))
        check(some, Asked("simple", f"EXPLAIN ({option}, ANALYZE, VERBOSE) {sql}"))


@pytest.mark.parametrize("sql", TRINO)
def test_every_statement_of_trino(some: Pair, sql: str) -> None:
    for view, c, d in (
        ("trips", "origin", "fare"),
        ("trips", "code", "origin"),
        ("people", "wage", "name"),
        ("lobby", "late", "late"),
        ("cards", "number", "owner"),
    ):
        check(some, Asked("trino", sql.replace("{v}", view).replace("{c}", c).replace("{d}", d)))


# --------------------------------------------------------------------------------------------------------------- by chance


@pytest.mark.parametrize("number", range(WORLDS))
def test_answers_are_made_of_what_is_granted(tmp_path: Path, number: int) -> None:
    seed = seed_for(f"world {number}")
    chance = random.Random(seed)
    granted = random_grants(chance)
    print(f"granted: {granted}")
    statements = Statements(chance, granted)
    found: Counter[bool] = Counter()
    with pair(tmp_path, seed, granted) as both:
        for _ in range(STATEMENTS):
            asked = statements.next()
            answer = check(both, asked)
            found[asked.way != "trino" and any(kind in "DdC" for kind, _ in split(answer))] += 1
    assert found[True] > STATEMENTS / 10, "hardly anything was answered"


def test_who_may_read_it_sees_the_difference(tmp_path: Path) -> None:
    """The same statements, asked by one to whom everything is granted."""
    chance = random.Random(7)
    statements = Statements(chance, SOME)
    differing = told = 0
    with pair(tmp_path, 7, SOME, "node") as both:
        for _ in range(100):
            asked = statements.next()
            answers = both.ask(asked)
            differing += shape(answers[0], asked.way) != shape(answers[1], asked.way)
            told += any(token in answers[0] for token in both.worlds[0].content.tokens)
    assert differing > 5
    assert told > 3
