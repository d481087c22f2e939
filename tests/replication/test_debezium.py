"""Debezium copies a view and follows it, is killed at any moment and goes on: no change is lost, and none comes out of order."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.cluster import wait_until
from tests.plugins.debezium import TELLS_WITHIN_S, events, running
from tests.plugins.scale import scaled
from tests.replication.publishing import WIDTH, make_changing, publishing
from tests.statestore.changing_world import ChangingWorld

#: Key → the other columns, as Debezium writes them; None: deleted.
Changed = dict[int, tuple[Any, ...] | None]


@dataclass
class Consumed:
    """What a consumer makes of events. *table* is the last event of each key, from the last beginning of a copy on; *versions* are
    the changes behind it, of which one that is told again has to be the same."""

    table: Changed = field(default_factory=dict)
    versions: dict[int, Changed] = field(default_factory=dict)
    copied: int = 0
    _last: int = 0
    _is_copying: bool = False

    def begin(self) -> None:
        """Another run, which may tell again what the one before has told."""
        self._last, self._is_copying = 0, False

    def take(self, line: str) -> None:
        """An event: a row's position is that of the commit before its version's, and a bit."""
        key, value = (json.loads(text) for text in line.split("\t"))
        source, after = value["source"], value["after"]
        number, row = key["k"], None if after is None else columns_of(after)
        if value["op"] == "r":
            if source["snapshot"] == "first" or not self._is_copying:  # a single row is the last one
                self.table, self.versions, self.copied = {}, {}, source["lsn"] >> 32
            self._is_copying = source["snapshot"] != "last"
            assert (source["lsn"], source["lsn"] >> 32) == ((self.copied << 32) + 8, self.copied)
        else:
            assert source["lsn"] > self._last
            self._last = source["lsn"]
            changed = self.versions.setdefault((source["lsn"] >> 32) + 1, {})
            assert changed.setdefault(number, row) == row
        self.table[number] = row


def columns_of(after: dict[str, Any]) -> tuple[Any, ...]:
    """An event's row without its key."""
    return tuple(after[column] for column in ("t", "s", *(f"x{i}" for i in range(WIDTH))))


def written(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row of ChangingWorld as Debezium writes it."""
    us, *rest = row
    return (None if us is None else f"{datetime.fromtimestamp(us / 1e6, UTC):%Y-%m-%dT%H:%M:%S.%f}Z", *rest)


def expected(world: ChangingWorld, after: int) -> dict[int, Changed]:
    """What the versions behind *after* change, by the model."""
    found: dict[int, Changed] = {}
    for version in range(after + 1, world.version + 1):
        was, now = world.shown[version - 1], world.shown[version]
        changed = {k: written(now[k]) if k in now else None for k in was.keys() | now.keys() if was.get(k) != now.get(k)}
        if changed:
            found[version] = changed
    return found


@pytest.mark.clients
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_debezium(tmp_path: Path, debezium: str) -> None:
    world = make_changing(tmp_path, "debezium", 4)
    while len(world.shown[-1]) < 3:
        world.commit_random()
    runs = scaled(3, 12)
    with publishing(tmp_path, world) as at:
        told = [tmp_path / f"told{number}" for number in range(runs)]
        for number, file in enumerate(told[:-1]):
            # The first one is killed while it copies, or soon after.
            wanted = 1 + world.dice.randrange(4) if number == 0 else 1 + world.dice.randrange(60)
            with running(debezium, tmp_path, at.server.server.port, file):

                def changing(file: Path = file, wanted: int = wanted) -> bool:
                    at.commit_random()
                    return file.exists() and len(events(file)) >= wanted

                wait_until(changing, TELLS_WITHIN_S, f"{wanted} events")
        for _ in range(3):
            at.commit_random()
        with running(debezium, tmp_path, at.server.server.port, told[-1]):
            at.commit_random()
            wait_until(
                lambda: consumed(told).versions == expected(world, consumed(told).copied), TELLS_WITHIN_S, "all of it has come"
            )
    found = consumed(told)
    assert {key: row for key, row in found.table.items() if row is not None} == {
        key: written(row) for key, row in world.shown[-1].items()
    }


def consumed(told: list[Path]) -> Consumed:
    """What has been told by now."""
    found = Consumed()
    for file in told:
        found.begin()
        for line in events(file) if file.exists() else ():
            found.take(line)
    return found
