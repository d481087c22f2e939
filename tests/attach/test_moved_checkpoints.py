"""A checkpoint that was moved is read in no way at all; one that is only out of reach is served on."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fsspec
import psycopg
import pytest

from planner.postgres.definitions import read_definition
from statestore import types as st
from statestore.attach.files import open_checkpoint_files
from statestore.attach.options import AttachOptions
from statestore.attach.reading import SparkReading
from statestore.errors import CheckpointGone, CheckpointNotReady, StateStoreError
from tests.attach.attached import AttachedHarness
from tests.attach.checkpoint_folder import CheckpointFolder
from tests.attach.fake_checkpoint import Broken, FakeCheckpoint, table
from tests.gateway.serving import ServerThread, serving

ADS = table("ads", {"id": st.Long(), "n": st.Long()}, ["id"])
QUERIES = (
    "SELECT n FROM ads WHERE id = 3",
    "SELECT * FROM ads",
    "SELECT count(*) FROM ads",
    "SELECT n, sum(id) FROM ads GROUP BY n",
    "SELECT a.n FROM ads a JOIN ads b USING (id)",
    "COPY ads TO STDOUT",
)
GONE = "checkpoint fake://ads is not there any more"
LISTED = "SELECT \"table\", readable, reason FROM tidegate.state_tables WHERE attachment = 'ads'"


# ------------------------------------------------------------------------------------------------------------ what is said of it


@pytest.fixture
def checkpoint() -> FakeCheckpoint:
    made = FakeCheckpoint([ADS], uri="fake://ads")
    for n in range(3):
        made.commit({"ads": [(i, n) for i in range(5)]})
    return made


@pytest.fixture
def bank(tmp_path: Path, checkpoint: FakeCheckpoint) -> Iterator[AttachedHarness]:
    # Another attachment's table of the same name, which is hidden.
    other = FakeCheckpoint([ADS], uri="fake://other")
    other.commit({"ads": [(7, 7)]})
    with AttachedHarness(tmp_path, {"ads": checkpoint, "other": other}) as made:
        assert isinstance(made, AttachedHarness)
        made.engine.catalog.define([read_definition("picked", "SELECT id FROM ads")])
        yield made


@pytest.fixture
def server(bank: AttachedHarness) -> Iterator[ServerThread]:
    with serving(bank.engine) as made:
        yield made


def asked(connection: psycopg.Connection[Any], sql: str) -> Any:
    """Each as a prepared statement, so that what was planned before is there."""
    if sql.startswith("COPY"):
        with connection.cursor().copy(sql.encode()) as copy:
            return sorted(bytes(part) for part in copy)
    return sorted(connection.execute(sql.encode(), prepare=True).fetchall())


def refused(connection: psycopg.Connection[Any], sql: str) -> psycopg.Error:
    with pytest.raises(psycopg.errors.CannotConnectNow) as raised:
        asked(connection, sql)
    return raised.value


def test_a_checkpoint_that_is_gone_is_read_in_no_way(
    bank: AttachedHarness, checkpoint: FakeCheckpoint, server: ServerThread
) -> None:
    with psycopg.connect(server.dsn, autocommit=True) as connection:
        # Often enough that columnar copies are there.
        before = {sql: [asked(connection, sql) for _ in range(5)][-1] for sql in QUERIES}
        assert all(before.values())
        connection.execute("SET tidegate.read_version = 'ads=2'")
        assert asked(connection, QUERIES[0]) == [(1,)]
        checkpoint.fault = CheckpointGone(GONE, hint="attach it where it is now")
        bank.refresh()
        for setting in ("SET tidegate.read_version = 'ads=2'", "RESET tidegate.read_version"):
            connection.execute(setting.encode())
            for sql in (*QUERIES, "EXPLAIN SELECT * FROM ads"):
                told = refused(connection, sql).diag
                assert (told.message_primary, told.message_hint) == (f"attachment ads: {GONE}", "attach it where it is now")
        with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState, match=f"attachment ads: {GONE}"):
            asked(connection, "SELECT * FROM picked")
        assert connection.execute(LISTED.encode()).fetchall() == [("ads", False, GONE)]
        with pytest.raises(psycopg.errors.UndefinedTable):
            connection.execute("SELECT * FROM ads_other")
        checkpoint.fault = None
        bank.refresh()
        assert {sql: asked(connection, sql) for sql in QUERIES} == before
        assert connection.execute(LISTED.encode()).fetchall() == [("ads", True, None)]
        connection.execute("SET tidegate.read_version = 'ads=2'")
        assert asked(connection, QUERIES[0]) == [(1,)], "what Spark keeps is there again"


def test_a_transaction_that_has_read_it_reads_no_more(
    bank: AttachedHarness, checkpoint: FakeCheckpoint, server: ServerThread
) -> None:
    with psycopg.connect(server.dsn) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        assert asked(connection, QUERIES[0]) == [(2,)]
        checkpoint.fault = CheckpointGone(GONE)
        bank.refresh()
        assert GONE in str(refused(connection, QUERIES[0]))


def test_another_query_without_a_batch_is_waited_for(
    bank: AttachedHarness, checkpoint: FakeCheckpoint, server: ServerThread
) -> None:
    with psycopg.connect(server.dsn, autocommit=True) as connection:
        assert asked(connection, QUERIES[0]) == [(2,)]
        checkpoint.restart()
        bank.refresh()
        assert "has no committed batch yet" in str(refused(connection, QUERIES[0]))
        checkpoint.commit({"ads": [(3, 9)]})
        bank.refresh()
        assert asked(connection, QUERIES[0]) == [(9,)]


@pytest.mark.parametrize("fault", [Broken("no answer"), OSError("stale file handle")], ids=["said", "os"])
def test_what_is_out_of_reach_is_served_on(
    bank: AttachedHarness, checkpoint: FakeCheckpoint, server: ServerThread, fault: Exception
) -> None:
    with psycopg.connect(server.dsn, autocommit=True) as connection:
        before = {sql: asked(connection, sql) for sql in QUERIES}
        checkpoint.fault = fault
        bank.refresh()
        assert {sql: asked(connection, sql) for sql in QUERIES} == before
        [(_, readable, reason)] = connection.execute(LISTED.encode()).fetchall()
        assert readable
        assert str(fault) in str(reason)


# ------------------------------------------------------------------------------------------------------------- telling them apart


def reading(uri: str, work: Path) -> SparkReading:
    """Of a checkpoint that has been looked at, as an attachment does it."""
    made = SparkReading("of", open_checkpoint_files(uri), work, AttachOptions())
    made.opener(made.facts(made.look().committed[-1]))
    return made


@pytest.fixture
def folder(tmp_path: Path) -> CheckpointFolder:
    made = CheckpointFolder(tmp_path / "above" / "checkpoint")
    made.begin()
    made.operator()
    made.run(0, 1)
    return made


def _another_name(folder: Path) -> None:
    folder.rename(folder.with_name("moved"))


def _with_what_is_above(folder: Path) -> None:
    folder.parent.rename(folder.parent.with_name("moved"))


def _deleted(folder: Path) -> None:
    shutil.rmtree(folder)


def _emptied(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


def _half_deleted(folder: Path) -> None:
    (folder / "metadata").unlink()


@pytest.mark.parametrize("how", [_another_name, _with_what_is_above, _deleted, _emptied, _half_deleted])
def test_what_is_not_there_on_the_same_disk_is_gone(folder: CheckpointFolder, tmp_path: Path, how: Callable[[Path], None]) -> None:
    found = reading(str(folder.folder), tmp_path / "work")
    how(folder.folder)
    for _ in range(2):
        with pytest.raises(CheckpointGone, match=r"checkpoint .*/above/checkpoint is not there any more"):
            found.look()


def test_another_query_in_its_place_is_not_ready(folder: CheckpointFolder, tmp_path: Path) -> None:
    found = reading(str(folder.folder), tmp_path / "work")
    shutil.rmtree(folder.folder)
    folder.begin("another")
    with pytest.raises(CheckpointNotReady, match="has no committed batch yet"):
        found.look()


def test_it_is_read_again_when_it_comes_back(folder: CheckpointFolder, tmp_path: Path) -> None:
    found = reading(str(folder.folder), tmp_path / "work")
    _another_name(folder.folder)
    with pytest.raises(CheckpointGone):
        found.look()
    folder.folder.with_name("moved").rename(folder.folder)
    assert found.look().committed == (0, 1)


@pytest.mark.parametrize("inside", ["", "checkpoint"])
def test_what_lies_on_a_disk_that_is_not_mounted_is_out_of_reach(folder: CheckpointFolder, tmp_path: Path, inside: str) -> None:
    """Where the other disk was, the empty folder that it was mounted on is left."""
    disk = Path("/dev/shm") / f"tidegate-test-{uuid.uuid4().hex}"
    assert Path("/dev/shm").stat().st_dev != tmp_path.stat().st_dev, "two file systems are needed"
    mounted = tmp_path / "mounted"
    try:
        shutil.copytree(folder.folder, disk / inside)
        mounted.symlink_to(disk)
        found = reading(str(mounted / inside), tmp_path / "work")
        mounted.unlink()
        mounted.mkdir()
        with pytest.raises(StateStoreError, match="cannot be reached") as raised:
            found.look()
        assert not isinstance(raised.value, CheckpointNotReady)
        mounted.rmdir()
        mounted.symlink_to(disk)
        assert found.look().committed == (0, 1)
        shutil.rmtree(disk / inside)
        disk.mkdir(exist_ok=True)
        with pytest.raises(CheckpointGone):
            found.look()
    finally:
        shutil.rmtree(disk, ignore_errors=True)


def test_a_folder_that_cannot_be_looked_into_is_out_of_reach(
    folder: CheckpointFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = reading(str(folder.folder), tmp_path / "work")
    _another_name(folder.folder)

    def stale(*_: Any, **__: Any) -> None:
        raise OSError(116, "stale file handle")

    monkeypatch.setattr("statestore.attach.files.os.stat", stale)
    with pytest.raises(OSError, match="stale file handle"):
        found.look()


@pytest.mark.parametrize(("kind", "is_gone"), [("memory", True), (("abfs", "az"), True), (("sftp", "ssh"), False)])
def test_a_store_is_believed_that_nothing_is_there_if_it_has_no_mounts(
    folder: CheckpointFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Any, is_gone: bool
) -> None:
    system, base = fsspec.filesystem("memory"), f"/{uuid.uuid4().hex}"
    monkeypatch.setattr(type(system), "protocol", kind)
    system.put(str(folder.folder), base, recursive=True)
    found = reading(f"memory:/{base}", tmp_path / "work")
    assert found.look().committed == (0, 1)
    system.rm(base, recursive=True)
    with pytest.raises(StateStoreError) as raised:
        found.look()
    assert isinstance(raised.value, CheckpointGone) == is_gone
    assert isinstance(raised.value, CheckpointNotReady) == is_gone


def test_a_store_that_does_not_answer_says_nothing_of_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise ConnectionError("refused")

    monkeypatch.setattr(type(fsspec.filesystem("memory")), "info", refuse)
    with pytest.raises(ConnectionError, match="refused"):
        open_checkpoint_files("memory://somewhere").exists()
