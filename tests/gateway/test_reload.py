"""SIGHUP, asked from outside: what changes in a running node, what waits for a restart, and that a wrong file changes nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from gateway.access.grants import Grants, write_grants
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import AS_USERS, Gateway, running_gateway, start_gateway

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
    text = ALL + '[storage."s3://bucket"]\nsecret = "old secret"\n'
    with serving(root, tmp_path, text) as gateway:
        changed = '[engine]\nworker_threads = 3\nrunning_max = 9\n[http]\nhosts = "x.example"\n[presto]\nqueries_max = 9\n'
        changed += DOUBLED + ALL
        for _ in range(2):
            reload(gateway, changed + '[storage."s3://bucket"]\nsecret = "new secret"\n')
        log = gateway.log.read_text()
        for said in (
            "[engine] worker_threads cannot be changed without a restart: 8 is in force, 3 in the configuration",
            '[http] hosts cannot be changed without a restart: "" is in force, "x.example" in the configuration',
            "[presto] queries_max cannot be changed without a restart: 200 is in force, 9 in the configuration",
            "[storage] s3://bucket has changed, which takes a restart",
        ):
            assert log.count(said) == 2, "until it is restarted"
        assert log.count("[engine] running_max is 9 from now on; it was 128") == 1, "that has been done"
        assert "secret" not in log
        assert asked(gateway, "SELECT sum(d) FROM doubled") == 90


def test_limits_of_connections(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, ALL) as gateway, psycopg.connect(gateway.dsn) as stays:
        reload(gateway, "[server]\nconnections_max = 1\n" + ALL)
        with pytest.raises(psycopg.OperationalError, match="sorry, too many clients already"):
            asked(gateway, "SELECT 1")
        assert stays.execute("SELECT count(*) FROM numbers").fetchone() == (10,)
        reload(gateway, "[server]\nconnections_max = 2\n" + ALL)
        assert asked(gateway, "SHOW max_connections") == "2"


def test_limits_of_statements_that_run(root: Path, tmp_path: Path) -> None:
    endless = "SELECT count(*) FROM generate_series(1, 10000000) a, generate_series(1, 10000000) b WHERE a # b = 7"
    another = "SELECT count(*) FROM generate_series(1, 3000) a, generate_series(1, 2) b WHERE a # b < 7000"
    with serving(root, tmp_path, ALL) as gateway, closing(psycopg.connect(gateway.dsn)) as busy:
        busy.pgconn.send_query(endless.encode())
        running = (
            "SELECT count(*) FROM tidegate.queries WHERE state = 'running' AND sql LIKE 'SELECT count(*) FROM generate_series%'"
        )
        wait_until(lambda: asked(gateway, running) == 1, WAIT_S, "it runs")
        reload(gateway, "[engine]\nrunning_max = 1\nqueued_max = 0\n" + ALL)
        with pytest.raises(psycopg.errors.TooManyConnections, match="too many queries are running"):
            asked(gateway, another)
        reload(gateway, ALL)
        assert asked(gateway, another) == 6000


def test_workers_are_told(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, ALL, "--workers", "2") as gateway:
        wait_until(lambda: gateway.log.read_text().count("listening on") == 2, WAIT_S, "both workers")
        reload(gateway, DOUBLED + ALL, times=2)
        assert {asked(gateway, "SELECT sum(d) FROM doubled") for _ in range(8)} == {90}


# ------------------------------------------------------------------------------------------------------- tidegate reload


def command(*options: str | Path) -> tuple[int, str, str]:
    """Exit code, standard output and error of `tidegate reload`."""
    called = [sys.executable, "-m", "gateway", "reload", *map(str, options)]
    ended = subprocess.run(called, capture_output=True, text=True, timeout=100, env={**os.environ, **AS_USERS})
    return ended.returncode, ended.stdout, ended.stderr


def test_the_command_tells_what_the_node_said(root: Path, tmp_path: Path) -> None:
    config = tmp_path / "tidegate.toml"
    with serving(root, tmp_path, ALL) as gateway:
        assert command("--store", tmp_path / "store") == (0, "nothing has changed\n", "")
        config.write_text(
            f'[serve]\nstore = "{tmp_path / "store"}"\n[session]\nstatements_max = 7\n[store]\nretry_s = 2\n' + DOUBLED + ALL
        )
        code, told, complaint = command("--config", config)
        assert (code, complaint) == (0, "")
        assert sorted(told.splitlines()) == [
            "[session] statements_max is 7 from now on; it was 10000",
            "[store] retry_s cannot be changed without a restart: 1.0 is in force, 2.0 in the configuration",
            "[view.doubled] has changed",
        ]
        assert asked(gateway, "SELECT sum(d) FROM doubled") == 90
        config.write_text("[sesion]\n" + ALL)
        code, told, complaint = command("--store", tmp_path / "store")
        assert (code, told) == (1, "")
        assert "nothing is reloaded" in complaint
        assert "no such section: [sesion]" in complaint
        assert asked(gateway, "SELECT sum(d) FROM doubled") == 90


def test_the_command_tells_which_file_is_bad(root: Path, tmp_path: Path) -> None:
    grants = tmp_path / "grants"
    write_grants(grants, Grants().granted("ann", "numbers", None))
    text = f'[access]\ngrants_file = "{grants}"\n{ALL}'
    with serving(root, tmp_path, text) as gateway:
        assert command("--store", tmp_path / "store") == (0, f"{grants}: 1 grants\n", "")
        write_grants(grants, Grants().granted("ann", "numbers", None).granted("bob", "numbers", None))
        assert command("--store", tmp_path / "store") == (0, f"{grants}: 2 grants\n", "")
        assert asked(gateway, "SELECT count(*) FROM numbers", "bob") == 10, "at once"
        grants.write_text("nonsense")
        for _ in range(2):
            code, told, complaint = command("--store", tmp_path / "store")
            assert (code, told) == (1, "")
            assert complaint.startswith(f"{grants}: line 1 is not that of a grants file")
            assert complaint.endswith("grants stay as they were\n")
        assert asked(gateway, "SELECT count(*) FROM numbers", "ann") == 10


def test_the_command_tells_what_each_worker_said(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, ALL, "--workers", "2"):
        unchanged = (0, "worker 1: nothing has changed\nworker 2: nothing has changed\n", "")
        wait_until(lambda: command("--store", tmp_path / "store") == unchanged, WAIT_S, "both have started")
        (tmp_path / "tidegate.toml").write_text("[session]\nstatements_max = 7\n" + ALL)
        code, told, complaint = command("--store", tmp_path / "store")
        said = "[session] statements_max is 7 from now on; it was 10000"
        assert (code, told, complaint) == (0, f"worker 1: {said}\nworker 2: {said}\n", "")


def test_the_command_without_a_node(root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path, ALL) as gateway:
        gateway.kill()
        code, told, complaint = command("--store", tmp_path / "store")
        assert (code, told) == (1, "")
        assert "no node uses this store" in complaint
        restarted = start_gateway(root, tmp_path / "store", port=gateway.port)
        gateway.process = restarted.process
    assert command("--store", tmp_path / "nowhere")[0] == 1
    code, _, complaint = command()
    assert code == 2
    assert "store is missing" in complaint


def test_two_nodes_do_not_share_a_store(root: Path, tmp_path: Path) -> None:
    with running_gateway(root, tmp_path / "store"):
        called = [sys.executable, "-m", "gateway", "serve", "--root", str(root), "--store", str(tmp_path / "store")]
        for more in ((), ("--workers", "2")):
            ended = subprocess.run([*called, *more, "--listen", "127.0.0.1:0"], capture_output=True, text=True, timeout=100)
            assert ended.returncode == 1
            assert "is used by another process" in ended.stderr


def test_without_a_file_nothing_ends(root: Path, tmp_path: Path) -> None:
    with running_gateway(root, tmp_path / "store") as gateway:
        gateway.process.send_signal(signal.SIGHUP)
        wait_until(lambda: RELOADED in gateway.log.read_text(), WAIT_S, RELOADED)
        assert asked(gateway, "SELECT count(*) FROM numbers") == 10
