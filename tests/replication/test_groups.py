"""Several views by one slot: each view's versions as they came, all in one order that stays, whoever is killed."""

from __future__ import annotations

import json
import random
import select
import time
from dataclasses import dataclass, field
from pathlib import Path
from struct import unpack_from
from typing import Any

import psycopg
import psycopg2
import psycopg2.extras
import pytest

from gateway.replication import timeline as timelines
from statestore.node.base_maker import make_base
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.plugins.cluster import wait_until
from tests.plugins.debezium import TELLS_WITHIN_S, events, running
from tests.plugins.gateway import start_gateway
from tests.plugins.scale import random_for, scaled
from tests.replication.messages import Cells, Told
from tests.replication.publishing import WIDTH, Publishing, make_changing, publishing, replication_cursor
from tests.replication.streamed import expected, shown
from tests.replication.subscriber import subscriber
from tests.replication.test_debezium import Changed, columns_of, written
from tests.replication.test_debezium import expected as debezium_expected
from tests.replication.test_restarts import RESTARTS
from tests.replication.test_subscriber import TABLE
from tests.replication.test_subscriber import shown as table_of
from tests.statestore.changing_world import ChangingWorld

NAMES = ("v", "other", "third")
GROUPS = {"all": NAMES, "two": NAMES[:2]}


@dataclass
class Together:
    """What a stream of several views tells. *order*: each commit's end, and of which view."""

    views: dict[str, Told]
    order: list[tuple[int, str]] = field(default_factory=list)
    _names: dict[int, str] = field(default_factory=dict)
    _begun: bytes = b""
    _open: str | None = None

    def take(self, data: bytes) -> None:
        """One message."""
        kind = data[:1]
        if kind == b"B":
            assert not self._begun
            self._begun = data
            return
        if kind == b"C":
            assert self._open is not None, "a transaction without a row"
            told = self.views[self._open]
            told.take(data)
            self.order.append((told.transactions[-1][0], self._open))
            self._begun, self._open = b"", None
            return
        oid = unpack_from("!I", data, 6 if kind == b"T" else 1)[0]
        if kind == b"R":
            self._names[oid] = data[data.index(b"\0", 5) + 1 : data.index(b"\0", data.index(b"\0", 5) + 1)].decode()
        name = self._names[oid]
        if self._open is None:
            self.views[name].take(self._begun)
            self._open = name
        assert self._open == name, "one view's version is one transaction"
        self.views[name].take(data)


def make_worlds(folder: Path, name: str, versions: int = 3) -> list[ChangingWorld]:
    """Views of one root that change each for itself."""
    first = make_changing(folder, name, versions)
    worlds = [first, *(ChangingWorld(first.root, random.Random(first.dice.random()), other, WIDTH) for other in NAMES[1:])]
    for world in worlds[1:]:
        for _ in range(first.dice.randrange(1, 2 * versions)):
            world.commit_random()
    return worlds


def commit_some(at: Publishing, worlds: list[ChangingWorld], times: int) -> None:
    """To any of them; they are served when this returns."""
    for _ in range(times):
        at.world.dice.choice(worlds).commit_random()
        if at.world.dice.random() < 0.5:
            at.store.refresh()
    at.store.refresh()


def together(worlds: list[ChangingWorld]) -> Together:
    """Who has what they show now."""
    return Together({world.name: Told(rows=shown(world, world.version), view=world.name) for world in worlds})


def wanted(worlds: list[ChangingWorld], begun: dict[str, int]) -> dict[str, list[dict[str, Cells | None]]]:
    """Each view's transactions behind a version, by the model."""
    return {w.name: [changed for _, changed in expected(w, begun[w.name], w.version)] for w in worlds}


def told_by(told: Together) -> dict[str, list[dict[str, Cells | None]]]:
    return {name: [changed for _, changed in one.transactions] for name, one in told.views.items()}


def follow(cursor: Any, told: Together, counts: dict[str, int]) -> None:
    """Until so many transactions of each have been told."""
    end_s, last = time.monotonic() + 40, 0
    waiting = select.poll()
    waiting.register(cursor, select.POLLIN)
    while told._open is not None or {name: len(one.transactions) for name, one in told.views.items()} != counts:
        assert time.monotonic() < end_s, (told_by(told), counts)
        message = cursor.read_message()
        if message is None:
            waiting.poll(200)
            continue
        assert message.data_start > last
        last = message.data_start - (message.payload[:1] in b"BR")
        told.take(message.payload)


def follow_all(cursor: Any, told: Together, worlds: list[ChangingWorld], begun: dict[str, int]) -> None:
    """Until all behind the versions *begun* has been told, which it is by the model."""
    changes = wanted(worlds, begun)
    follow(cursor, told, {name: len(found) for name, found in changes.items()})
    assert told_by(told) == changes


def options(*publications: str) -> dict[str, str]:
    return {"proto_version": "1", "publication_names": ", ".join(f'"{name}"' for name in publications)}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("names", [("all",), ("other", "two", "third")], ids=["a group", "several publications"])
def test_each_view_is_told_in_an_order_that_stays(tmp_path: Path, names: tuple[str, ...]) -> None:
    """Two slots, whose clients come and go, confirm and forget; the node is stopped in between."""
    worlds = make_worlds(tmp_path, f"groups {names}")
    dice = worlds[0].dice
    slots = {slot: together(worlds) for slot in ("a", "b")}
    begun = {world.name: world.version for world in worlds}
    with publishing(tmp_path, worlds[0], groups=GROUPS) as at, replication_cursor(at.server.dsn) as cursor:
        for slot in slots:
            cursor.create_replication_slot(slot, output_plugin="pgoutput")
    for _ in range(scaled(5, 60)):
        with publishing(tmp_path, worlds[0], groups=GROUPS) as at:
            for slot in dice.sample(sorted(slots), 2):
                told = slots[slot]
                with replication_cursor(at.server.dsn) as cursor:
                    # A client's own position counts, and where it says none, the slot's.
                    said = dice.random() < 0.5
                    cursor.start_replication(
                        slot, start_lsn=told.order[-1][0] if told.order and said else 0, options=options(*names)
                    )
                    commit_some(at, worlds, dice.randrange(6))
                    follow_all(cursor, told, worlds, begun)
                    if told.order:
                        cursor.send_feedback(flush_lsn=told.order[-1][0], reply=True)
            (a, b) = (told.order for told in slots.values())
            assert a[: len(b)] == b[: len(a)]
            assert [end for end, _ in a] == sorted({end for end, _ in a})
            assert all(
                one.rows == shown(world, world.version) for world in worlds for one in [slots["a"].views[world.name]] if a == b
            )


def test_a_slot_begins_behind_its_snapshot(tmp_path: Path) -> None:
    """Which is of versions; what came while it was made is told, once."""
    worlds = make_worlds(tmp_path, "a group's snapshot")
    with publishing(tmp_path, worlds[0], groups=GROUPS) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.execute("CREATE_REPLICATION_SLOT first LOGICAL pgoutput")
        commit_some(at, worlds, 20)
        cursor.execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("CREATE_REPLICATION_SLOT mine LOGICAL pgoutput USE_SNAPSHOT")
        ((_, position, _, _),) = cursor.fetchall()
        told, begun = together(worlds), {world.name: world.version for world in worlds}
        commit_some(at, worlds, 20)
        cursor.execute("SELECT k FROM other")
        assert {str(key) for (key,) in cursor.fetchall()} == shown(worlds[1], begun["other"]).keys()
        cursor.execute("COMMIT")
        high, low = position.split("/")
        cursor.start_replication("mine", start_lsn=(int(high, 16) << 32) + int(low, 16), options=options("all"))
        follow_all(cursor, told, worlds, begun)


def test_what_is_told_of_publications(tmp_path: Path) -> None:
    worlds = make_worlds(tmp_path, "a group's metadata")
    with publishing(tmp_path, worlds[0], groups={"two": ["v", "other"], "third": ["third"], "gap": ["v", "nope"]}) as at:
        with psycopg.connect(at.server.dsn) as connection:
            listed = connection.execute("SELECT pubname, tablename FROM pg_publication_tables ORDER BY 1, 2").fetchall()
            assert listed == [
                ("gap", "v"), ("other", "other"), ("third", "third"), ("two", "other"), ("two", "v"), ("v", "v"),
            ]  # fmt: skip
            named = "SELECT pubname FROM pg_publication ORDER BY 1"
            assert [name for (name,) in connection.execute(named).fetchall()] == ["gap", "other", "third", "two", "v"]
            joined = "SELECT pubname, prrelid::regclass::text FROM pg_publication p JOIN pg_publication_rel ON prpubid = p.oid"
            assert sorted(connection.execute(joined.encode()).fetchall()) == listed
            of_group = "SELECT relid::regclass::text, attrs, qual FROM pg_get_publication_tables('two') ORDER BY 1"
            assert connection.execute(of_group.encode()).fetchall() == [("other", None, None), ("v", None, None)]
            assert connection.execute("SELECT count(DISTINCT oid) = count(*) FROM pg_publication_rel").fetchone() == (True,)
        with replication_cursor(at.server.dsn) as cursor:
            cursor.create_replication_slot("mine", output_plugin="pgoutput")
            with pytest.raises(psycopg2.Error, match='"gap" is of view "nope", which does not exist') as refused:
                cursor.start_replication("mine", options=options("gap"))
            assert refused.value.pgcode == "42704"


def test_slots_of_another_numbering(tmp_path: Path) -> None:
    """A position says nothing where the node counts otherwise by now; nor does one that its timeline has forgotten."""
    worlds = make_worlds(tmp_path, "other numbers")
    for groups, other in ((None, GROUPS), (GROUPS, None)):
        with publishing(tmp_path, worlds[0], groups=groups) as at, replication_cursor(at.server.dsn) as cursor:
            cursor.create_replication_slot("mine", output_plugin="pgoutput")
        with publishing(tmp_path, worlds[0], groups=other) as at, replication_cursor(at.server.dsn) as cursor:
            with pytest.raises(psycopg2.Error, match="counts otherwise than this node") as refused:
                cursor.start_replication("mine", options=options("v"))
            assert refused.value.pgcode == "55000"
            cursor.drop_replication_slot("mine")


def check_refused(folder: Path, worlds: list[ChangingWorld], slot: str, message: str) -> None:
    with publishing(folder, worlds[0], groups=GROUPS) as at, replication_cursor(at.server.dsn) as cursor:
        with pytest.raises(psycopg2.Error, match=message) as refused:
            cursor.start_replication(slot, options=options("all"))
        assert refused.value.pgcode == "55000"


def test_a_timeline_that_is_lost_or_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timelines, "NUMBERS_MAX", 40)
    worlds = make_worlds(tmp_path, "a long timeline")
    index = tmp_path / "slots" / "timeline" / "index.json"
    with publishing(tmp_path, worlds[0], groups=GROUPS) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.create_replication_slot("early", output_plugin="pgoutput")
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        told, begun = together(worlds), {world.name: world.version for world in worlds}
        cursor.start_replication("mine", options=options("all"))
        for _ in range(8):  # far more than are kept
            commit_some(at, worlds, 10)
            follow_all(cursor, told, worlds, begun)
        cursor.send_feedback(flush_lsn=told.order[-1][0], reply=True)
    assert [path.name for path in sorted(index.parent.iterdir())] != ["0", "index.json"]
    for _ in range(2):  # what is written says the same as what was in memory
        with publishing(tmp_path, worlds[0], groups=GROUPS) as at:
            commit_some(at, worlds, 5)
            with replication_cursor(at.server.dsn) as cursor:
                cursor.start_replication("mine", start_lsn=told.order[-1][0], options=options("all"))
                follow_all(cursor, told, worlds, begun)
    check_refused(tmp_path, worlds, "early", "not among those that this node knows")
    index.write_bytes(index.read_bytes()[:-3])
    check_refused(tmp_path, worlds, "mine", "counts otherwise than this node")


def test_a_view_that_comes_later(tmp_path: Path) -> None:
    """All of it came after the slot."""
    worlds = make_worlds(tmp_path, "a later view")
    with publishing(tmp_path, worlds[0], groups={"both": ["v", "late"]}) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        told, begun = together(worlds[:1]), {"v": worlds[0].version, "late": 0}
        late = ChangingWorld(worlds[0].root, worlds[0].dice, "late", WIDTH)
        told.views["late"] = Told(view="late")
        commit_some(at, [worlds[0], late], 12)
        late.commit_random()
        at.store.refresh()
        cursor.create_replication_slot("another", output_plugin="pgoutput")
        cursor.start_replication("mine", options=options("both"))
        follow_all(cursor, told, [worlds[0], late], begun)


def test_of_a_group_one_view_begins_anew(tmp_path: Path) -> None:
    """Whose versions are not kept any more: TRUNCATE and all rows of it, and the others go on from where they were."""
    worlds = make_worlds(tmp_path, "a group begins anew")
    told, begun = together(worlds), {world.name: world.version for world in worlds}
    with publishing(tmp_path, worlds[0], options=RESTARTS, groups=GROUPS) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        commit_some(at, worlds, 9)
        while not worlds[0].shown[-1]:
            worlds[0].commit_random()
        for _ in range(6):
            worlds[0].commit_random()
        while not worlds[0].shown[-1]:
            worlds[0].commit_random()
        make_base(at.world.root, "v")
        vacuum(at.world.folder, Retention(1, 0.0))
        at.store.refresh()
        cursor.start_replication("mine", options=options("all"))
        others, newest = wanted(worlds[1:], begun), worlds[0].version
        follow(cursor, told, {"v": 1} | {name: len(found) for name, found in others.items()})
        assert told_by(told) == others | {"v": [shown(worlds[0], newest)]}
        told.views["v"].transactions.clear()
        commit_some(at, worlds, 12)
        follow_all(cursor, told, worlds, begun | {"v": newest})


@pytest.mark.clients
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_debezium_follows_all_views(tmp_path: Path, debezium: str) -> None:
    """One connector; it is killed at any moment, and tells again what it told, and nothing else."""
    worlds = make_worlds(tmp_path, "a group's events", 4)
    dice = worlds[0].dice
    for world in worlds:
        while len(world.shown[-1]) < 3:
            world.commit_random()
    runs = scaled(3, 12)
    with publishing(tmp_path, worlds[0], groups=GROUPS) as at:
        told = [tmp_path / f"told{number}" for number in range(runs)]
        for number, file in enumerate(told):
            least = 1 + dice.randrange(4 if number == 0 else 60)  # the first one is killed while it copies, or soon after
            with running(debezium, tmp_path, at.server.server.port, file, view="all", tables=NAMES):

                def has_told(file: Path = file, least: int = least) -> bool:
                    commit_some(at, worlds, 1)
                    return file.exists() and len(events(file)) >= least

                wait_until(has_told, TELLS_WITHIN_S, f"{least} events")
                if file is told[-1]:
                    wait_until(lambda: all(_adds_up(told, world) for world in worlds), TELLS_WITHIN_S, "all of it has come")


def _adds_up(told: list[Path], world: ChangingWorld) -> bool:
    """Is it a copy of the view at some version, and all that came after it? What Debezium copies anew, without a snapshot, may be
    newer than the position that it has asked for before."""
    copied, changes = _consumed(told, world.name)
    in_order, versions = [changes[number] for number in sorted(changes)], range(1, world.version + 1)
    copies = [version for version in versions if copied == {key: written(row) for key, row in world.shown[version].items()}]
    return any(
        list(debezium_expected(world, version).values()) == in_order for version in versions if version <= max(copies, default=0)
    )


def _consumed(told: list[Path], view: str) -> tuple[Changed, dict[int, Changed]]:
    """The last copy, and each transaction behind it by its number; of one that is told again it has to be the same."""
    copied: Changed = {}
    changes: dict[int, Changed] = {}
    for file in told:
        last, is_copying = 0, False
        for line in events(file) if file.exists() else ():
            key, value = (json.loads(text) for text in line.split("\t"))
            source, after = value["source"], value["after"]
            if value["op"] == "r":
                if not is_copying:  # whatever a copy had told that was cut off
                    copied, changes, is_copying = {}, {}, True
                if source["table"] == view:
                    copied[key["k"]] = columns_of(after)
                continue
            assert source["lsn"] > last
            last, is_copying = source["lsn"], False
            if source["table"] == view:
                row = None if after is None else columns_of(after)
                assert changes.setdefault(last >> 32, {}).setdefault(key["k"], row) == row
    return copied, changes


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_postgres_has_all_views(tmp_path: Path) -> None:
    """One subscription to three tables; it and the gateway are killed at any moment, while tables are copied too."""
    worlds = make_worlds(tmp_path, "a group's kills")
    dice, config = random_for("a group's kills"), tmp_path / "tidegate.toml"
    config.write_text('[publication]\nall = ["v", "other", "third"]\n')
    gateway = start_gateway(tmp_path / "root", tmp_path / "store", "--config", str(config))
    with subscriber() as follower:
        try:
            for name in NAMES:
                follower.run(TABLE.replace("TABLE v", f"TABLE {name}"))
            follower.subscribe("mine", gateway.dsn, "all")
            for _ in range(scaled(4, 40)):
                for _ in range(dice.randrange(1, 12)):
                    dice.choice(worlds).commit_random()
                if dice.random() < 0.5:
                    follower.crash()
                else:
                    gateway.kill()
                    for _ in range(dice.randrange(6)):
                        dice.choice(worlds).commit_random()
                    gateway = start_gateway(tmp_path / "root", tmp_path / "store", "--config", str(config), port=gateway.port)
                if dice.random() < 0.5:
                    for world in worlds:
                        follower.wait_for(world.name, table_of(world))
            for world in worlds:
                follower.wait_for(world.name, table_of(world))
            follower.wait_until(lambda: {state for (state,) in follower.run("SELECT srsubstate FROM pg_subscription_rel")} == {"r"})
            follower.run("DROP SUBSCRIPTION mine")
        finally:
            gateway.kill()
