"""One running gateway, and every kind of checkpoint that cannot be read: each says why, and none disturbs the others."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest

from gateway.commands.cli import main
from tests.attach.jobs.building import Built, run
from tests.attach.jobs.catalogue import STATELESS
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import Gateway, running_gateway

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WAIT_S: Final = 60.0
#: The files of the last batch of one partition; every batch changes every partition.
PARTITION: Final = "state/0/1"


def _missing_sst(folder: Path) -> None:
    for path in (folder / PARTITION / "SSTs").iterdir():
        path.unlink()


def _truncated_changelog(folder: Path) -> None:
    last = max((folder / PARTITION).glob("*.changelog"), key=lambda path: int(path.stem))
    last.write_bytes(last.read_bytes()[:-3])


def _truncated_delta(folder: Path) -> None:
    last = max((folder / PARTITION).glob("*.delta"), key=lambda path: int(path.stem))
    last.write_bytes(last.read_bytes()[:20])


def _damaged_zip(folder: Path) -> None:
    last = max((folder / PARTITION).glob("*.zip"), key=lambda path: int(path.stem))
    last.write_bytes(last.read_bytes()[:-30])


def _corrupt_schema(folder: Path) -> None:
    for path in folder.glob("state/0/*/_metadata/schema"):
        path.write_bytes(b"\x00\x02v2\x00\x05oops!")


def _newer_offsets(folder: Path) -> None:
    for path in (folder / "offsets").glob("[0-9]*"):
        path.write_text(path.read_text().replace("v1", "v9", 1))


def _newer_operator(folder: Path) -> None:
    path = folder / "state/0/_metadata/metadata"
    path.write_text(path.read_text().replace("v1", "v9", 1))


def _empty(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


def _absent(folder: Path) -> None:
    shutil.rmtree(folder)


def _nothing(folder: Path) -> None:
    """As the job left it."""


@dataclass(frozen=True, slots=True)
class Bad:
    """A checkpoint, what is done to it, and what a query is told: SQLSTATE and a part of the message or its detail."""

    name: str
    job: str
    damage: Callable[[Path], None]
    sqlstate: str
    says: str


BAD: Final = (
    Bad("missing_sst", "text_and_number", _missing_sst, "XX001", ".sst"),
    Bad("truncated_changelog", "text_and_number_changelog", _truncated_changelog, "XX001", ".changelog"),
    Bad("truncated_delta", "text_and_number_hdfs", _truncated_delta, "XX001", ".delta"),
    Bad("damaged_zip", "text_and_number", _damaged_zip, "XX001", ".zip"),
    Bad("corrupt_schema", "text_and_number", _corrupt_schema, "XX001", "schema"),
    Bad("newer_offsets", "text_and_number", _newer_offsets, "0A000", "version 9"),
    Bad("newer_operator", "text_and_number", _newer_operator, "0A000", "version 9"),
    Bad("empty", "text_and_number", _empty, "57P03", "exists, but no query has written to it yet"),
    Bad("absent", "text_and_number", _absent, "57P03", "does not exist yet"),
    Bad("stateless", "stateless", _nothing, "55000", "keeps no state"),
)
#: Of these nothing can be read at all; of the others some partition cannot.
UNREADABLE: Final = ("corrupt_schema", "newer_offsets", "newer_operator", "empty", "absent", "stateless")
GOOD: Final = ("good", "leaving", "moving", "repartitioned")


@dataclass(frozen=True, slots=True)
class Served:
    """The gateway, and the folder of the checkpoints that it is attached to."""

    gateway: Gateway
    folder: Path

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query on a connection of its own."""
        with psycopg.connect(self.gateway.dsn, autocommit=True) as connection:
            return connection.execute(sql.encode()).fetchall()

    def total(self, table: str) -> list[tuple[Any, ...]]:
        """Something of all rows of a table that every partition adds to."""
        return self.ask(f'SELECT count(*), sum(count)::int8 FROM "{table}"')

    def answers(self, table: str) -> bool:
        """Can it be asked by now?"""
        try:
            self.total(table)
        except (psycopg.errors.CannotConnectNow, psycopg.errors.UndefinedTable):
            return False
        return True


@pytest.fixture(scope="module")
def served(built: Callable[[str], Built], spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("bad")
    (folder / "root").mkdir()
    inputs = built("text_and_number").inputs
    for name, job in [*((bad.name, bad.job) for bad in BAD), *((name, "text_and_number") for name in GOOD)]:
        if job == STATELESS.name:
            run(spark, STATELESS, inputs, folder / name)
        else:
            shutil.copytree(built(job).checkpoint, folder / name)
    for bad in BAD:
        bad.damage(folder / bad.name)
    attachments = [f"--attach={name}={folder / name}" for name in (*(bad.name for bad in BAD), *GOOD)]
    with running_gateway(folder / "root", folder / "store", *attachments) as gateway:
        yield Served(gateway, folder)


def expected(found: Built) -> list[tuple[int, int]]:
    """The job's own output, in the form of Served.total."""
    latest = {(row["word"], row["number"]): row["events"] for batch in found.batches for row in found.outputs[batch]}
    return [(len(latest), sum(latest.values()))]


@pytest.mark.spark
@pytest.mark.timeout(600)
@pytest.mark.parametrize("bad", [bad for bad in BAD if bad.name != "absent"], ids=lambda bad: bad.name)
def test_what_cannot_be_read_says_why(bad: Bad, served: Served, built: Callable[[str], Built]) -> None:
    with pytest.raises(psycopg.Error) as raised:
        served.total(bad.name)
    assert raised.value.sqlstate == bad.sqlstate
    said = f"{raised.value.diag.message_primary} {raised.value.diag.message_detail} {raised.value.diag.message_hint}"
    assert bad.says in said
    assert bad.name in said
    listed = served.ask(f"SELECT readable, reason FROM tidegate.state_tables WHERE attachment = '{bad.name}'")
    if bad.name in UNREADABLE:
        assert [readable for readable, _ in listed] == [False]
        assert bad.says in listed[0][1]
    else:
        assert [readable for readable, _ in listed] == [True]
    assert served.total("good") == expected(built("text_and_number"))


@pytest.mark.spark
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ["missing_sst", "truncated_changelog", "truncated_delta", "damaged_zip"])
def test_partitions_beside_a_damaged_one_are_read(name: str, served: Served, built: Callable[[str], Built]) -> None:
    job = next(bad.job for bad in BAD if bad.name == name)
    with psycopg.connect(served.gateway.dsn, autocommit=True) as connection:
        keys = connection.execute("SELECT word, number, count FROM good WHERE word IS NOT NULL AND number IS NOT NULL").fetchall()
        found = [_count(connection, name, word, number) for word, number, _ in keys]
    assert {count for count in found if count is not None} != set()
    assert None in found
    assert [(ours, theirs) for ours, (_, _, theirs) in zip(found, keys, strict=True) if ours not in (None, theirs)] == []
    assert built(job).batches == built("text_and_number").batches


def _count(connection: psycopg.Connection[tuple[Any, ...]], table: str, word: str, number: int) -> int | None:
    """The count of a key; None where its partition is damaged."""
    try:
        found = connection.execute(f'SELECT count FROM "{table}" WHERE word = %s AND number = %s'.encode(), [word, number])
        return int(found.fetchall()[0][0])
    except psycopg.errors.DataCorrupted:
        return None


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_a_checkpoint_that_comes_later_is_taken_up(served: Served, built: Callable[[str], Built]) -> None:
    found = built("text_and_number")
    assert not served.answers("absent")
    shutil.copytree(found.checkpoint, served.folder / "absent.new")
    (served.folder / "absent.new").rename(served.folder / "absent")
    wait_until(lambda: served.answers("absent"), WAIT_S, "the new checkpoint's table")
    assert served.total("absent") == expected(found)


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_a_checkpoint_that_is_deleted_is_not_served_and_taken_up_again(served: Served, built: Callable[[str], Built]) -> None:
    found = built("text_and_number")
    assert served.total("leaving") == expected(found)
    shutil.rmtree(served.folder / "leaving")
    wait_until(lambda: not served.answers("leaving"), WAIT_S, "its table is not read, though all of it was open")
    # A new query, by its own id, in the same place.
    other = built("text_and_number_changelog")
    shutil.copytree(other.checkpoint, served.folder / "leaving.new")
    (served.folder / "leaving.new").rename(served.folder / "leaving")
    query = (served.folder / "leaving" / "metadata").read_text()

    def taken() -> bool:
        ids = served.ask("SELECT query_id FROM tidegate.views WHERE name = 'leaving'")
        return bool(ids) and str(ids[0][0]) in query

    wait_until(taken, WAIT_S, "the other query's table")
    assert served.total("leaving") == expected(other)


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_a_checkpoint_that_is_moved_says_so_everywhere(
    served: Served, built: Callable[[str], Built], capsys: pytest.CaptureFixture[str]
) -> None:
    said = f"checkpoint {served.folder / 'moving'} is not there any more: it was moved or deleted"
    listed = "SELECT readable, reason FROM tidegate.state_tables WHERE attachment = 'moving'"
    assert served.ask(listed) == [(True, None)]
    assert served.total("moving") == expected(built("text_and_number"))
    (served.folder / "moving").rename(served.folder / "moved")
    wait_until(lambda: not served.ask(listed)[0][0], WAIT_S, "the table is not readable")
    assert said in served.ask(listed)[0][1]
    with pytest.raises(psycopg.errors.CannotConnectNow) as raised:
        served.total("moving")
    assert raised.value.diag.message_primary == f"attachment moving: {said}"
    assert "attach it where it is now" in str(raised.value.diag.message_hint)
    assert f"attachment moving: {said}" in served.gateway.log.read_text()
    assert main(["describe-checkpoint", str(served.folder / "moving")]) == 1
    assert "or the checkpoint was moved" in capsys.readouterr().err
    # Where it is now it is read, though Spark's own paths still name the old place; and when it comes back.
    assert main(["describe-checkpoint", str(served.folder / "moved")]) == 0
    (served.folder / "moved").rename(served.folder / "moving")
    wait_until(lambda: served.ask(listed) == [(True, None)], WAIT_S, "the table is readable again")
    assert served.total("moving") == expected(built("text_and_number"))


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_a_query_with_other_partitions_is_taken_up(served: Served, spark: SparkSession, built: Callable[[str], Built]) -> None:
    found = built("text_and_number")
    assert served.ask("SELECT shards FROM tidegate.views WHERE name = 'repartitioned'") == [(3,)]
    session = spark.newSession()
    for name, value in found.job.confs.items():
        session.conf.set(name, value)
    session._streamingCheckpointManager.repartition(str(served.folder / "repartitioned"), 5)  # type: ignore[attr-defined]
    wait_until(
        lambda: served.ask("SELECT shards FROM tidegate.views WHERE name = 'repartitioned'") == [(5,)], WAIT_S, "five partitions"
    )
    assert served.total("repartitioned") == expected(found)
    plan = served.ask("EXPLAIN SELECT * FROM repartitioned WHERE word = 'ash' AND number = 1")
    assert any("Shards: 1 of 5" in line for (line,) in plan)
    for word, number in served.ask("SELECT word, number FROM good WHERE word IN ('ash', 'fir') AND number IS NOT NULL"):
        ours, theirs = (f"SELECT * FROM {name} WHERE word = '{word}' AND number = {number}" for name in ("repartitioned", "good"))
        assert served.ask(ours) == served.ask(theirs)
