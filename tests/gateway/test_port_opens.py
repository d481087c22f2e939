"""A node whose views are still being copied: asking one says how far it is, everything else answers."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gateway.engine.engine import ReadEngine
from statestore.node import LocalStore, intake
from tests.gateway.serving import serving
from tests.statestore.store_world import UNPOLLED, WAIT_S, make_world


def test_views_that_are_not_there_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, slow = make_world(tmp_path, "here"), make_world(tmp_path, "slow")
    here.commit({1: "a"})
    for n in range(3):
        slow.commit({n: "b"})
    looked, go_on, stage = threading.Event(), threading.Event(), intake.stage

    def staged(folder: Any, *arguments: Any) -> Any:
        if folder.name == "slow":
            looked.set()
            assert go_on.wait(WAIT_S)
        return stage(folder, *arguments)

    monkeypatch.setattr(intake, "stage", staged)
    with LocalStoreThatDoesNotWait(here.root, tmp_path / "store", UNPOLLED) as store:
        assert looked.wait(WAIT_S)
        engine = ReadEngine(store)
        try:
            with serving(engine) as server, psycopg.connect(server.dsn, autocommit=True) as client:
                join = "SELECT count(*) FROM here JOIN slow USING (k)"
                for sql in ("SELECT * FROM slow", "SELECT s FROM slow WHERE k = 1", join):
                    with pytest.raises(psycopg.errors.CannotConnectNow, match="view slow is still being restored") as caught:
                        client.execute(sql)
                    assert caught.value.diag.message_hint == "0 of 3 versions are here"
                with pytest.raises(psycopg.errors.UndefinedTable):
                    client.execute("SELECT * FROM nowhere")
                assert client.execute("SELECT s FROM here").fetchall() == [("a",)]
                assert client.execute("SELECT relname FROM pg_class WHERE relname IN ('here', 'slow')").fetchall() == [("here",)]
                go_on.set()
                assert store.wait_for_version("slow", 3, WAIT_S)
                assert client.execute(join).fetchall() == [(1,)]
        finally:
            go_on.set()
            engine.close()


class LocalStoreThatDoesNotWait(LocalStore):
    def start(self, *, wait: bool = False, wait_s: float = 0.0) -> None:
        super().start(wait=wait, wait_s=wait_s)
