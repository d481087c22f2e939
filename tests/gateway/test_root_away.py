"""A node whose root is away when it starts, asked by a client."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.hostile.process import eventually
from tests.plugins.gateway import running_gateway
from tests.statestore.store_world import make_world


def test_what_is_here_is_served_and_not_called_fresh(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(10), "first"))
    root, store, config = Path(world.root.uri), tmp_path / "store", tmp_path / "tidegate.toml"
    config.write_text("[store]\nlocal_poll_s = 0.1\n")
    with running_gateway(root, store):
        pass
    there = root.rename(tmp_path / "elsewhere")
    with running_gateway(root, store, "--config", str(config)) as gateway, psycopg.connect(gateway.dsn, autocommit=True) as client:
        assert dict(client.execute("SELECT k, s FROM v").fetchall()) == dict.fromkeys(range(10), "first")
        ((reason,),) = client.execute("SELECT reason FROM tidegate.views")
        assert str(root) in reason
        client.execute("SET tidegate.max_staleness = '1h'")
        with pytest.raises(psycopg.errors.SerializationFailure) as caught:
            client.execute("SELECT s FROM v WHERE k = 3")
        assert "It was last read" in (caught.value.diag.message_detail or "")
        there.rename(root)
        world.commit({3: "second"})

        def is_fresh() -> bool:
            try:
                return client.execute("SELECT s FROM v WHERE k = 3").fetchone() == ("second",)
            except psycopg.errors.SerializationFailure:
                return False

        eventually(is_fresh, "the root is back")
        assert dict(client.execute("SELECT k, s FROM v").fetchall()) == world.history[2]
        assert client.execute("SELECT reason FROM tidegate.views").fetchone() == (None,)
