"""tidegate.max_staleness where the root cannot be read: what cannot be proven fresh is refused, everything else is served on."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import fsspec
import pytest

from gateway.contract.bounds import VersionBounds
from gateway.engine.engine import ReadEngine
from gateway.errors import StaleRead
from statestore import types as st
from statestore.errors import StateStoreError
from statestore.node import LocalStore, StoreOptions
from statestore.views import Root, open_root
from tests.attach.attached import AttachedHarness
from tests.attach.fake_checkpoint import FakeCheckpoint, table
from tests.gateway.harness import NOW_US, SETTINGS, Harness
from tests.gateway.test_copies import accounts, accounts_schema

FRESH = replace(SETTINGS, bounds=VersionBounds(staleness_ms=5000))
QUERIES = ("SELECT id FROM accounts WHERE id = 1", "SELECT id FROM accounts ORDER BY id LIMIT 1", "SELECT count(*) FROM accounts")


@dataclass
class Away:
    """How a root goes and comes back."""

    go: Callable[[], Any]
    come: Callable[[], Any]
    says: str


def moved(root: Path) -> Away:
    aside = root.with_name("aside")
    return Away(lambda: root.rename(aside), lambda: aside.rename(root), f"root {root} is gone")


def unmounted(root: Path) -> Away:
    """What is left is the empty folder that it was mounted on."""
    aside = root.with_name("aside")

    def go() -> None:
        root.rename(aside)
        root.mkdir()

    def come() -> None:
        root.rmdir()
        aside.rename(root)

    return Away(go, come, f"root {root} is another folder than it was, and there is no view in it")


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Harness]:
    with Harness(tmp_path) as made:
        made.write(accounts_schema(), accounts({1: 1, 2: 2}))
        yield made


def refused(bank: Harness, sql: str, now_us: int = NOW_US) -> StaleRead:
    with pytest.raises(StaleRead) as told:
        fresh(bank, sql, now_us)
    return told.value


def fresh(bank: Harness, sql: str, now_us: int = NOW_US) -> Any:
    prepared = bank.prepare(sql, settings=FRESH)

    async def run() -> Any:
        opened = bank.engine.open(prepared, (), (0,), replace(bank.context_with(FRESH), now_us=now_us))
        if hasattr(opened, "rows"):
            return len(opened.rows)
        found = await opened.next(None)
        await opened.close()
        return found.rows

    return bank.run(run())


def reason(bank: Harness) -> str | None:
    return bank.rows("SELECT reason FROM tidegate.views")[0][0]


@pytest.mark.parametrize("how", [moved, unmounted])
@pytest.mark.parametrize("noticed", [True, False])
def test_a_local_root(bank: Harness, how: Callable[[Path], Away], noticed: bool) -> None:
    away = how(Path(bank.root.uri))
    for sql in QUERIES:
        assert fresh(bank, sql) == 1
    away.go()
    if noticed:
        with pytest.raises(StateStoreError):
            bank.store.refresh()
        bank.store._follower._pass(None)  # type: ignore[union-attr]
        told = reason(bank)
        assert told is not None
        assert re.fullmatch(re.escape(away.says) + r"\. It was last read: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00\.", told)
    for sql in QUERIES:
        error = refused(bank, sql)
        assert error.message == "it cannot be told how stale view accounts is, and tidegate.max_staleness is set"
        assert re.search(r"It was last read: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00\.$", error.detail or "")
        assert bank.rows(sql) == [("2" if "count(" in sql else "1",)]
    away.come()
    bank.store.refresh()
    for sql in QUERIES:
        assert fresh(bank, sql) == 1
    assert reason(bank) is None
    bank.write(accounts_schema(), accounts({3: 3}))
    assert bank.rows("SELECT count(*) FROM accounts") == [("3",)]


def test_an_emptied_root_is_no_root_that_is_gone(bank: Harness) -> None:
    """The views have been deleted, one by one."""
    import shutil

    shutil.rmtree(Path(bank.root.uri) / "accounts")
    bank.store.refresh()
    assert "accounts" not in bank.store.views()


def test_another_root_at_its_place_is_followed(bank: Harness, tmp_path: Path) -> None:
    Path(bank.root.uri).rename(tmp_path / "aside")
    open_root(bank.root.uri, create=True)
    bank.write(accounts_schema("other"), accounts({1: 1}))
    assert set(bank.store.views()) == {"other"}


class Failing(fsspec.get_filesystem_class("memory")):  # type: ignore[misc]
    """A file system in memory that can be out of reach, and says so by an error of its client's own."""

    protocol = "failing"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    error: Exception | None = None

    def _check(self) -> None:
        if type(self).error is not None:
            raise type(self).error

    def isfile(self, path: str) -> bool:
        self._check()
        return bool(super().isfile(path))

    def ls(self, path: str, detail: bool = True, **more: Any) -> Any:
        self._check()
        return super().ls(path, detail=detail, **more)

    def cat_file(self, path: str, **more: Any) -> Any:
        self._check()
        return super().cat_file(path, **more)


def test_an_attached_checkpoint(tmp_path: Path) -> None:
    checkpoint = FakeCheckpoint([table("ads", {"id": st.Long(), "n": st.Long()}, ["id"])])
    checkpoint.commit({"ads": [(1, 1)]})
    queries = ("SELECT n FROM ads WHERE id = 1", "SELECT count(*) FROM ads")
    with AttachedHarness(tmp_path, {"ads": checkpoint}) as bank:
        for sql in queries:
            assert fresh(bank, sql) == 1
        # Nobody has noticed; then somebody has.
        checkpoint.fault = StateStoreError("checkpoint fake://checkpoint cannot be reached")
        for _ in range(2):
            for sql in queries:
                assert (refused(bank, sql).detail or "").startswith(
                    "checkpoint fake://checkpoint cannot be reached. It was last read: "
                )
                assert bank.rows(sql) == [("1",)]
            bank.attachments.refresh()
        assert (reason(bank) or "").startswith("checkpoint fake://checkpoint cannot be reached. It was last read: 20")
        checkpoint.fault = None
        checkpoint.commit({"ads": [(1, 2)]}, at_us=NOW_US - 10_000_000)
        for sql in queries:
            assert "the next version was committed" in (refused(bank, sql).detail or "").lower()
        bank.attachments.refresh()
        for sql in queries:
            assert fresh(bank, sql) == 1
        assert reason(bank) is None
        checkpoint.restart()
        checkpoint.commit({"ads": [(1, 3)]})
        for sql in queries:
            assert "has been begun anew" in (refused(bank, sql).detail or "")
            assert bank.rows(sql) == [("2" if "WHERE" in sql else "1",)]


class ClientError(Exception):
    """As SDKs of object stores raise, which is no OSError."""


@pytest.mark.parametrize("error", [ClientError("503 SlowDown"), ConnectionError("refused"), "gone"], ids=["client", "os", "gone"])
def test_a_remote_root(tmp_path: Path, error: Exception | str) -> None:
    """Nothing is asked of it for a query: what was seen less than max_staleness ago is fresh enough, whatever has become of it."""
    fsspec.register_implementation("failing", Failing, clobber=True)
    uri = f"failing://{uuid.uuid4().hex}/root"
    root: Root = open_root(uri, create=True)
    with Harness(tmp_path) as bank:
        bank.engine.close()
        bank.store.close()
        bank.root, bank.store = root, LocalStore(root, tmp_path / "remote", StoreOptions(remote_poll_s=3600))
        bank.store.start()
        bank.engine = ReadEngine(bank.store)
        bank.write(accounts_schema(), accounts({1: 1, 2: 2}))
        kept = dict(Failing.store)
        if isinstance(error, str):
            Failing.store.clear()
            Failing.pseudo_dirs[:] = [""]
        else:
            Failing.error = error
        try:
            for _ in range(2):
                now_us = time.time_ns() // 1000
                for sql in QUERIES:
                    assert fresh(bank, sql, now_us) == 1
                    told = refused(bank, sql, now_us + 6_000_000)
                    assert re.fullmatch(r"view accounts was last seen to be fresh [6-9]\d\d\d ms ago, .* is 5000 ms", told.message)
                    assert "It was last read" in (told.detail or "")
                    assert bank.rows(sql) == [("2" if "count(" in sql else "1",)]
                bank.store._follower._pass(None)  # type: ignore[union-attr]
            assert "It was last read" in (reason(bank) or "")
        finally:
            Failing.error = None
            Failing.store.update(kept)
        bank.store.refresh()
        for sql in QUERIES:
            assert fresh(bank, sql, time.time_ns() // 1000) == 1
        assert reason(bank) is None
