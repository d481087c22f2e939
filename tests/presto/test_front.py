"""Logins by HTTP Basic, TLS, limits, the end of a server, and buenavista's contract from a thread."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import requests
from buenavista import core
from trino.auth import BasicAuthentication
from trino.dbapi import connect

from gateway.access.hba import HbaEntry
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig
from gateway.config import ConfigError, ConfigFile
from gateway.presto.options import PrestoOptions
from gateway.presto.session import PrestoConnection, QueryFailed, TrinoCaller
from gateway.presto.setup import PrestoSetup
from gateway.server import ServerOptions
from tests.access.certificates import Authority
from tests.access.conftest import authority as authority
from tests.access.servers import OPTIONS, PASSWORDS, SCRAM, tls_options
from tests.plugins.cluster import wait_until
from tests.presto.front import front

# ------------------------------------------------------------------------------------------------------------------------ logins


@pytest.mark.parametrize("user", PASSWORDS)
def test_basic_carries_the_password(tmp_path: Path, user: str) -> None:
    with front(SCRAM, folder=tmp_path) as server:
        answer = server.post("SELECT 1", user, auth=(user.encode(), PASSWORDS[user].encode()))
        assert answer.json()["data"] == [[1]]


@pytest.mark.parametrize(("user", "password"), [("ann", "pencil2"), ("ann", ""), ("nobody", "pencil")])
def test_a_wrong_password_and_an_unknown_user_are_told_the_same(tmp_path: Path, user: str, password: str) -> None:
    with front(SCRAM, folder=tmp_path) as server:
        answer = server.post("SELECT 1", user, auth=(user, password))
        assert (answer.status_code, answer.text) == (401, f'password authentication failed for user "{user}"')


def test_without_a_password_it_is_asked_for(tmp_path: Path) -> None:
    with front(SCRAM, folder=tmp_path) as server:
        answer = server.post("SELECT 1")
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"].startswith("Basic")


def test_nobody_is_somebody_else(tmp_path: Path) -> None:
    with front(SCRAM, folder=tmp_path) as server:
        assert server.post("SELECT 1", "bob", auth=("ann", "pencil")).status_code == 403


@pytest.mark.parametrize("header", ["Bearer x", "Basic x", "Basic YW5u", "Basic /w=="])
def test_malformed_credentials(tmp_path: Path, header: str) -> None:
    with front(SCRAM, folder=tmp_path) as server:
        assert server.post("SELECT 1", headers={"Authorization": header}).status_code == 401


def test_rejected_and_unlisted_users(tmp_path: Path) -> None:
    entries = (HbaEntry("reject", user="bob", address="loopback"), HbaEntry("trust", user="ann", address="loopback"))
    with front(*entries, folder=tmp_path) as server:
        assert server.post("SELECT 1", "ann").status_code == 200
        assert server.post("SELECT 1", "bob").status_code == 403
        assert server.post("SELECT 1", "eve").status_code == 403


def test_who_fails_too_often_is_not_heard(tmp_path: Path) -> None:
    strict = replace(OPTIONS, failed_logins_max=2, failed_logins_lockout_s=600)
    with front(SCRAM, folder=tmp_path, access=strict) as server:
        assert [server.post("SELECT 1", auth=("ann", "x")).status_code for _ in range(2)] == [401, 401]
        assert server.post("SELECT 1", auth=("ann", "pencil")).status_code == 403


def test_the_trino_client_logs_in_over_tls(tmp_path: Path, authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):  # requests prefers these to what the client says
        monkeypatch.delenv(name, raising=False)
    options = tls_options(authority.issue("localhost"))
    entry = HbaEntry("scram-sha-256", type="hostssl", address="loopback")
    with front(entry, folder=tmp_path, access=options) as server:
        login = BasicAuthentication("ann", "pencil")
        place = {"host": "localhost", "port": server.presto.port, "http_scheme": "https", "verify": str(authority.certificate)}
        cursor = connect(user="ann", auth=login, **place).cursor()
        cursor.execute("SELECT 1")
        assert cursor.fetchall() == [[1]]


# ------------------------------------------------------------------------------------------------------------------------ limits


def test_so_many_queries_and_no_more() -> None:
    with front(options=PrestoOptions(poll_s=0.05, queries_max=2)) as server:
        following = [server.post("SELECT 1 FROM slow").json()["nextUri"] for _ in range(2)]
        assert server.post("SELECT 1").status_code == 503
        assert requests.delete(following[0], timeout=30).status_code == 204
        assert server.post("SELECT 1").json()["data"] == [[1]]


def test_sessions_count_with_those_of_the_postgres_side() -> None:
    with front(server=ServerOptions(connections_max=2), options=PrestoOptions(poll_s=0.05)) as server:
        for _ in range(2):
            server.post("SELECT 1 FROM slow")
        error = server.post("SELECT 1").json()["error"]
        assert (error["errorName"], error["sqlState"]) == ("QUERY_QUEUE_FULL", "53300")


def test_so_many_transactions_and_no_more() -> None:
    with front(options=PrestoOptions(transactions_max=1)) as server:
        name = server.post("START TRANSACTION").headers["X-Trino-Started-Transaction-Id"]
        assert server.post("START TRANSACTION").json()["error"]["errorName"] == "QUERY_QUEUE_FULL"
        assert server.post("COMMIT", headers={"X-Trino-Transaction-Id": name}).headers["X-Trino-Clear-Transaction-Id"] == name
        assert "X-Trino-Started-Transaction-Id" in server.post("START TRANSACTION").headers


def test_what_nobody_asks_for_is_given_up() -> None:
    with front(server=ServerOptions(connections_max=1), options=PrestoOptions(poll_s=0.05, abandoned_s=2)) as server:
        assert "nextUri" in server.post("SELECT 1 FROM slow").json()
        wait_until(lambda: "data" in server.post("SELECT 1").json(), 60, "the session has ended")


def test_a_text_too_long() -> None:
    with front() as server:
        assert server.post("SELECT 1" + " " * (16 << 20)).status_code == 413


def test_who_does_not_ask_is_sent_away() -> None:
    with front(options=PrestoOptions(request_timeout_s=0.2)) as server:
        silent = socket.create_connection(("127.0.0.1", server.presto.port), timeout=30)
        with silent, suppress(ConnectionResetError):
            silent.sendall(b"POST /v1/statement HTTP/1.1\r\n")
            assert silent.recv(1) == b""


def test_a_server_that_drains_lets_answers_be_taken_and_takes_no_more() -> None:
    with front(options=PrestoOptions(poll_s=0.05, page_bytes=500)) as server:
        answer = server.post("SELECT n FROM generate_series(1, 1000)").json()
        server.thread.loop.call_soon_threadsafe(setattr, server.thread.server.shared, "draining", True)
        for connection in list(server.thread.server.registry.connections):
            server.thread.loop.call_soon_threadsafe(connection.leave)
        rows = list(answer.get("data", []))
        while "nextUri" in answer:
            answer = requests.get(answer["nextUri"], timeout=30).json()
            rows += answer.get("data", [])
        assert rows == [[n] for n in range(1, 1001)]
        assert server.post("SELECT 1").json()["error"]["sqlState"] == "57P03"
        assert not server.thread.server.registry.connections


@pytest.mark.parametrize(
    "sql", ['PREPARE "a\r\nX-Evil: 1" FROM SELECT 1', "SET SESSION \"a.b,c\" = 'x'", 'PREPARE "ö" FROM SELECT 1']
)
def test_names_that_no_header_carries(sql: str) -> None:
    with front() as server:
        answer = server.post(sql)
        assert answer.json()["error"]["sqlState"] == "42602"
        assert "X-Evil" not in answer.headers


def test_a_statement_in_a_transaction_gives_up_the_one_before() -> None:
    with front(options=PrestoOptions(poll_s=0.05)) as server:
        name = server.post("START TRANSACTION").headers["X-Trino-Started-Transaction-Id"]
        following = server.post("SELECT 1 FROM slow", headers={"X-Trino-Transaction-Id": name}).json()["nextUri"]
        error = server.post("SELECT 1", headers={"X-Trino-Transaction-Id": name}).json()["error"]
        assert error["errorName"] == "TRANSACTION_ALREADY_ABORTED"
        assert requests.get(following, timeout=30).json()["error"]["errorName"] == "USER_CANCELED"


# ---------------------------------------------------------------------------------------------------------- the contract


def test_the_contract_from_a_thread() -> None:
    with front() as server:
        connection: core.Connection = PrestoConnection(
            server.thread.server.shared, PrestoOptions(page_bytes=500), TrinoCaller("ann")
        )
        session = connection.create_session()
        assert connection.get_session(session.id) is session
        result = session.execute_sql("SELECT n, 'text' AS t FROM generate_series(1, 1000) AS n")
        assert result.has_results()
        assert [result.column(i) for i in range(result.column_count())] == [("n", core.BVType.INTEGER), ("t", core.BVType.TEXT)]
        assert list(result.rows()) == [[n, "text"] for n in range(1, 1001)]
        assert result.status() == "SELECT 1000"
        session.execute_sql("BEGIN")
        assert session.in_transaction()
        with pytest.raises(QueryFailed, match="division by zero"):
            list(session.execute_sql("SELECT 1/0").rows())
        assert session.execute_sql("ROLLBACK").status() == "ROLLBACK"
        assert not session.in_transaction()
        assert connection.parameters()["server_encoding"] == "UTF8"
        connection.close_session(session)
        assert connection.get_session(session.id) is None


# ----------------------------------------------------------------------------------------------------------------- configuration


def _setup(listen: str, **options: object) -> PrestoSetup | None:
    section = PrestoOptions(listen=listen, **options)  # type: ignore[arg-type]
    return PrestoSetup.of(section, AccessConfig(AccessOptions()))


def test_nothing_listens_unless_asked() -> None:
    assert _setup("") is None


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "buenavista", None)
    with pytest.raises(ConfigError, match=r"needs buenavista: pip install '\.\[presto\]'"):
        _setup("127.0.0.1:8080")


def test_other_machines_need_an_entry() -> None:
    with pytest.raises(ConfigError, match="nobody could log in from another machine"):
        _setup("0.0.0.0:8080")


def test_tls_needs_a_certificate() -> None:
    with pytest.raises(ConfigError, match="ssl_cert_file"):
        _setup("127.0.0.1:8080", tls="on")


@pytest.mark.parametrize("line", ["tls = 'maybe'", "queries_max = 0", "poll_s = 0", "nothing = 1"])
def test_impossible_settings(tmp_path: Path, line: str) -> None:
    (tmp_path / "config").write_text(f"[presto]\n{line}\n")
    with pytest.raises(ConfigError, match="presto"):
        ConfigFile(tmp_path / "config").section("presto", PrestoOptions)
