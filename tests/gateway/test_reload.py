"""SIGHUP, asked from outside: what changes in a running node, what waits for a restart, and that a wrong file changes nothing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import Gateway, running_gateway

SCHEMA = ViewSchema("numbers", (Column("n", st.Long()),), ("n",), ("n",), HashPartitioning(2), (1,))
WAIT_S = 60.0
RELOADED = "SIGHUP: the configuration is reloaded"
REFUSED = "SIGHUP: nothing is reloaded"
ALL = '[[hba]]\nmethod = "trust"\naddress = "loopback"\n'
NOBODY = '[[hba]]\nmethod = "reject"\naddress = "all"\nuser = "banned"\n' + ALL
DOUBLED = "[view.doubled]\nsql = 'SELECT n * 2 AS d FROM numbers'\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reload") / "root"
    write_version(open_root(str(folder), create=True), SCHEMA, pa.table({"n": range(10)}))
    return folder


@contextmanager
def serving(root: Path, tmp_path: Path, text: str, *arguments: str) -> Iterator[Gateway]:
    (tmp_path / "tidegate.toml").write_text(text)
    with running_gateway(root, tmp_path / "store", "--config", str(tmp_path / "tidegate.toml"), *arguments) as gateway:
        yield gateway


def reload(gateway: Gateway, text: str, said: str = RELOADED, times: int = 1) -> None:
    """Write the file, send the signal, wait for what the log says of it."""
    before = gateway.log.read_text().count(said)
    (gateway.log.parent / "tidegate.toml").write_text(text)
    gateway.process.send_signal(signal.SIGHUP)
    wait_until(lambda: gateway.log.read_text().count(said) >= before + times, WAIT_S, said)


def asked(gateway: Gateway, sql: str, user: str = "tester") -> object:
    with psycopg.connect(gateway.dsn, user=user, autocommit=True) as connection:
        row = connection.execute(sql.encode()).fetchone()
        assert row is not None
        return row[0]


def test_what_changes_in_a_running_node(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, ALL) as gateway, psycopg.connect(gateway.dsn, autocommit=True) as stays:
        assert asked(gateway, "SELECT count(*) FROM numbers", "banned") == 10
        with pytest.raises(psycopg.errors.UndefinedTable):
            stays.execute("SELECT * FROM doubled")
        reload(gateway, "[session]\nstatement_timeout_s = 7\n" + DOUBLED + NOBODY)
        with pytest.raises(psycopg.OperationalError, match=r"\[\[hba\]\] entry rejects"):
            asked(gateway, "SELECT 1", "banned")
        assert stays.execute("SELECT sum(d) FROM doubled").fetchone() == (90,)
        assert stays.execute("SHOW statement_timeout").fetchone() == ("0",), "a session keeps what it began with"
        assert asked(gateway, "SHOW statement_timeout") == "7s"
        reload(gateway, ALL)
        assert asked(gateway, "SHOW statement_timeout", "banned") == "0"
        with pytest.raises(psycopg.errors.UndefinedTable):
            stays.execute("SELECT * FROM doubled")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[session", "is not TOML"),
        (DOUBLED + "[sesion]\n", "no such section: [sesion]"),
        (DOUBLED + "[session]\nstatements_max = 0\n", "statements_max=0: at least 1"),
        (DOUBLED + "[view.bad]\nsql = 'SELECT ('\n", "[view.bad] sql"),
        (DOUBLED + '[[hba]]\nmethod = "scram-sha-256"\naddress = "all"\n', "needs users_file"),
    ],
)
def test_a_wrong_file_changes_nothing(root: Path, tmp_path: Path, text: str, why: str) -> None:
    with serving(root, tmp_path, NOBODY) as gateway:
        reload(gateway, text, REFUSED)
        assert why in gateway.log.read_text()
        with pytest.raises(psycopg.OperationalError, match=r"\[\[hba\]\] entry rejects"):
            asked(gateway, "SELECT 1", "banned")
        with pytest.raises(psycopg.errors.UndefinedTable):
            asked(gateway, "SELECT * FROM doubled")
        (tmp_path / "tidegate.toml").unlink()
        gateway.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "cannot be read" in gateway.log.read_text(), WAIT_S, "a missing file is said")
        assert asked(gateway, "SELECT count(*) FROM numbers") == 10


def test_what_waits_for_a_restart_is_named(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, ALL) as gateway:
        reload(gateway, "[engine]\nworker_threads = 3\n[server]\nconnections_max = 5\n" + DOUBLED + ALL)
        log = gateway.log.read_text()
        assert "section [engine] has changed, which takes a restart" in log
        assert "section [server] has changed, which takes a restart" in log
        assert log.count("takes a restart") == 2
        assert asked(gateway, "SELECT sum(d) FROM doubled") == 90
        assert asked(gateway, "SHOW max_connections") == "1000"


def test_workers_are_told(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, ALL, "--workers", "2") as gateway:
        wait_until(lambda: gateway.log.read_text().count("listening on") == 2, WAIT_S, "both workers")
        reload(gateway, DOUBLED + ALL, times=2)
        assert {asked(gateway, "SELECT sum(d) FROM doubled") for _ in range(8)} == {90}


def test_without_a_file_nothing_ends(root: Path, tmp_path: Path) -> None:
    with running_gateway(root, tmp_path / "store") as gateway:
        gateway.process.send_signal(signal.SIGHUP)
        wait_until(lambda: RELOADED in gateway.log.read_text(), WAIT_S, RELOADED)
        assert asked(gateway, "SELECT count(*) FROM numbers") == 10
