"""Whoever was away for longer than the root keeps versions is told all rows anew, where the node is configured so."""

from __future__ import annotations

from pathlib import Path

import psycopg2
import pytest

from gateway.server import ServerOptions
from statestore.node.base_maker import make_base
from statestore.views.dropping import drop
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.plugins.scale import scaled
from tests.replication.messages import Told
from tests.replication.publishing import WIDTH, Publishing, make_changing, publishing, replication_cursor
from tests.replication.streamed import OPTIONS, end_of, expected, follow, shown
from tests.replication.subscriber import subscriber
from tests.replication.test_subscriber import TABLE
from tests.replication.test_subscriber import shown as table_of
from tests.statestore.changing_world import make_world

RESTARTS = ServerOptions(replication_restarts=True)


def pass_by(at: Publishing) -> None:
    """Versions come, and no earlier ones are kept."""
    for _ in range(6):
        at.commit_random()
    while not at.world.shown[-1]:
        at.commit_random()
    make_base(at.world.root, "v")
    vacuum(at.world.folder, Retention(1, 0.0))


def test_a_stream_begins_anew_and_goes_on(tmp_path: Path) -> None:
    world = make_changing(tmp_path, "restarts", 5)
    told = Told(rows=shown(world, 5))
    with publishing(tmp_path, world, options=RESTARTS) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
    for _ in range(scaled(4, 40)):
        with publishing(tmp_path, world, options=RESTARTS) as at, replication_cursor(at.server.dsn) as cursor:
            pass_by(at)
            newest, told.transactions = world.version, []
            cursor.start_replication("mine", options=OPTIONS)
            follow(cursor, told, newest)
            assert told.transactions == [(end_of(newest), shown(world, newest))]
            for _ in range(4):
                at.commit_random()
            follow(cursor, told, world.version)
            assert told.transactions[1:] == expected(world, newest, world.version)
            assert told.rows == shown(world, world.version)
            cursor.send_feedback(flush_lsn=end_of(world.version), reply=True)


@pytest.mark.postgres
def test_a_postgres_is_well_again(tmp_path: Path) -> None:
    world = make_changing(tmp_path, "restarted", 4)
    with subscriber() as follower, publishing(tmp_path, world, options=RESTARTS) as at:
        follower.run(TABLE)
        follower.subscribe("mine", at.server.dsn, "v")
        follower.wait_for("v", table_of(world))
        for _ in range(scaled(2, 20)):
            follower.run("ALTER SUBSCRIPTION mine DISABLE")
            follower.wait_until(lambda: at.server.server.shared.slots.rows()[0].pid is None)
            pass_by(at)
            follower.run("ALTER SUBSCRIPTION mine ENABLE")
            follower.wait_for("v", table_of(world))
            at.commit_random()
            follower.wait_for("v", table_of(world))


def test_a_view_that_was_made_anew_is_another_one(tmp_path: Path) -> None:
    world = make_changing(tmp_path, "anew", 3)
    with publishing(tmp_path, world, options=RESTARTS) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        cursor.start_replication("mine", options=OPTIONS)
    drop(world.folder)
    again = make_world(tmp_path, world.dice)
    again.extra = WIDTH
    for _ in range(5):
        again.commit_random()
    with publishing(tmp_path, again, options=RESTARTS) as at, replication_cursor(at.server.dsn) as cursor:
        with pytest.raises(psycopg2.Error, match="made anew") as raised:
            cursor.start_replication("mine", options=OPTIONS)
        assert raised.value.diag.sqlstate == "55000"
