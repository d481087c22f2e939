"""HTTPS: clients that come by certificate, and files that change while the server runs."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import requests
from trino.auth import BasicAuthentication, CertificateAuthentication
from trino.dbapi import connect
from trino.exceptions import HttpError, TrinoConnectionError

from gateway.access.hba import HbaEntry
from gateway.presto.options import PrestoOptions
from tests.access.certificates import Authority, Issued
from tests.access.conftest import authority as authority
from tests.access.servers import tls_options
from tests.presto.front import Front, front

CERT = HbaEntry("cert", type="hostssl", address="loopback")
BOTH = HbaEntry("scram-sha-256", type="hostssl", address="loopback", clientcert="verify-full")


@pytest.fixture(autouse=True)
def only_what_the_client_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):  # requests prefers these
        monkeypatch.delenv(name, raising=False)


def _rows(server: Front, authority: Authority, sql: str, user: str = "ann", **more: Any) -> list[list[Any]]:
    place = {"host": "localhost", "port": server.presto.port, "http_scheme": "https", "verify": str(authority.certificate)}
    with connect(user=user, max_attempts=1, **place, **more) as connection:
        cursor = connection.cursor()
        cursor.execute(sql)
        return [list(row) for row in cursor.fetchall()]


def _shown(issued: Issued) -> CertificateAuthentication:
    return CertificateAuthentication(str(issued.certificate), str(issued.key))


def test_a_certificate_says_who_somebody_is(tmp_path: Path, authority: Authority) -> None:
    options = tls_options(authority.issue("localhost"), authority.certificate)
    paged = PrestoOptions(poll_s=0.2, page_bytes=2_000)
    with front(CERT, folder=tmp_path, access=options, options=paged) as server:
        ann = authority.issue("ann")
        sql = "SELECT n FROM generate_series(1, 2000)"
        assert _rows(server, authority, sql, auth=_shown(ann)) == [[n] for n in range(1, 2001)]
        with pytest.raises(HttpError, match='certificate authentication failed for user "bob"'):
            _rows(server, authority, "SELECT 1", "bob", auth=_shown(ann))
        with pytest.raises(HttpError, match="connection requires a valid client certificate"):
            _rows(server, authority, "SELECT 1")
        # Its proof is the certificate; a password beside it does not help somebody else.
        with pytest.raises(HttpError, match="connection requires a valid client certificate"):
            _rows(server, authority, "SELECT 1", auth=BasicAuthentication("ann", "pencil"))


def test_expired_ones_and_those_of_strangers(tmp_path: Path, authority: Authority) -> None:
    (tmp_path / "other").mkdir()
    strange = Authority(tmp_path / "other").issue("ann")
    options = tls_options(authority.issue("localhost"), authority.certificate)
    with front(CERT, folder=tmp_path, access=options) as server:
        for client in (authority.expired("ann"), strange):
            with pytest.raises(TrinoConnectionError):
                _rows(server, authority, "SELECT 1", auth=_shown(client))


def test_a_certificate_beside_a_password(tmp_path: Path, authority: Authority) -> None:
    options = tls_options(authority.issue("localhost"), authority.certificate)
    with front(BOTH, folder=tmp_path, access=options, verify=str(authority.certificate)) as server:
        for name, password, status in (("ann", "pencil", 200), ("ann", "wrong", 401), ("bob", "pencil", 401), ("", "pencil", 403)):
            more: dict[str, Any] = {}
            if name:
                issued = authority.issue(name)
                more["cert"] = (str(issued.certificate), str(issued.key))
            assert server.post("SELECT 1", auth=("ann", password), **more).status_code == status, (name, password)


# ------------------------------------------------------------------------------------------------------------ changing files


def _install(issued: Issued, ca: Authority, folder: Path) -> Issued:
    """Put files where the server looks for them, each at once."""
    for source, name in ((issued.certificate, "tls.crt"), (issued.key, "tls.key"), (ca.certificate, "ca.crt")):
        shutil.copy(source, folder / f"{name}.new")
        (folder / f"{name}.new").chmod(0o600)
        os.replace(folder / f"{name}.new", folder / name)
    return Issued(folder / "tls.crt", folder / "tls.key")


def _seen(server: Front, authority: Authority) -> bytes | None:
    with (
        socket.create_connection(("127.0.0.1", server.presto.port), timeout=30) as plain,
        authority.context().wrap_socket(plain, server_hostname="localhost") as tls,
    ):
        return tls.getpeercert(binary_form=True)


def _der(issued: Issued) -> bytes:
    return ssl.PEM_cert_to_DER_cert(issued.certificate.read_text())


def test_files_change_while_connections_go_on(tmp_path: Path, authority: Authority) -> None:
    (tmp_path / "other").mkdir()
    other = Authority(tmp_path / "other")
    first, second = authority.issue("localhost"), authority.issue("localhost")
    files = _install(first, authority, tmp_path)
    options = tls_options(files, tmp_path / "ca.crt")
    old, new = authority.issue("ann"), other.issue("ann")
    with front(CERT, folder=tmp_path, access=options) as server, requests.Session() as kept:
        kept.verify, kept.cert = str(authority.certificate), (str(old.certificate), str(old.key))
        headers = {"X-Trino-User": "ann"}
        assert kept.post(server.url, data="SELECT 1", headers=headers, timeout=30).json()["data"] == [[1]]
        assert _seen(server, authority) == _der(first)
        _install(second, other, tmp_path)
        assert _seen(server, authority) == _der(second)
        # Who is connected stays; who comes anew shows what the other authority has signed.
        assert kept.post(server.url, data="SELECT 1", headers=headers, timeout=30).json()["data"] == [[1]]
        assert _rows(server, authority, "SELECT 1", auth=_shown(new)) == [[1]]
        with pytest.raises(TrinoConnectionError):
            _rows(server, authority, "SELECT 1", auth=_shown(old))
        # A certificate without its key is not taken.
        shutil.copy(first.certificate, files.certificate)
        assert _seen(server, authority) == _der(second)


def test_who_never_shakes_hands_is_sent_away(tmp_path: Path, authority: Authority) -> None:
    options = tls_options(authority.issue("localhost"))
    quick = PrestoOptions(request_timeout_s=0.2)
    with (
        front(HbaEntry("trust", address="loopback"), folder=tmp_path, access=options, options=quick) as server,
        socket.create_connection(("127.0.0.1", server.presto.port), timeout=60) as silent,
        suppress(ConnectionResetError),
    ):
        assert silent.recv(1) == b""
