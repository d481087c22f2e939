"""Certificates beside passwords and trust (clientcert): who comes in, and what the others are told, as PostgreSQL 15 does it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gateway.access.hba import HbaEntry
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig
from gateway.config import Address, ConfigError
from gateway.server.registry import sessions_of
from tests.access.certificates import Authority, Issued
from tests.access.servers import guarded, guarded_postgres, tls_options, users_file
from tests.gateway.harness import Harness

#: User → method and clientcert of the entry for it.
ENTRIES = {
    "trust_ca": ("trust", "verify-ca"), "trust_full": ("trust", "verify-full"), "scram_ca": ("scram-sha-256", "verify-ca"),
    "scram_full": ("scram-sha-256", "verify-full"), "by_cert": ("cert", "verify-full"),
}  # fmt: skip
PASSWORD = "pencil"
#: libpq says where it failed, then what it was told.
TOLD = re.compile(r"FATAL:  .*")


@pytest.fixture(scope="module")
def shown(authority: Authority) -> dict[str, Issued]:
    """Certificates of every user."""
    return {user: authority.issue(user) for user in ENTRIES}


@pytest.fixture(scope="module")
def postgres(authority: Authority) -> Iterator[int]:
    """The port of a PostgreSQL with these entries."""
    lines = [f"hostssl all {user} 127.0.0.1/32 {method} clientcert={kind}" for user, (method, kind) in ENTRIES.items()]
    with guarded_postgres(authority, lines, list(ENTRIES), PASSWORD, authority.certificate) as port:
        yield port


@pytest.fixture(scope="module")
def tidegate(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The same in ours."""
    folder: Path = tmp_path_factory.mktemp("certificates")
    asked = Harness(folder / "asked")
    users_file(folder, dict.fromkeys(ENTRIES, PASSWORD))
    options = tls_options(authority.issue("localhost"), authority.certificate)
    entries = [
        HbaEntry(method, type="hostssl", user=user, address="127.0.0.1", clientcert=kind)
        for user, (method, kind) in ENTRIES.items()
    ]
    with asked, guarded(folder, *entries, options=options, engine=asked.engine) as thread:
        asked.engine.show_sessions(lambda: sessions_of(thread.server.registry))
        yield thread.server.port


@pytest.mark.postgres
@pytest.mark.parametrize("user", ["by_cert", "scram_ca"])
def test_what_is_told_of_the_connection(
    tidegate: int, postgres: int, authority: Authority, shown: dict[str, Issued], user: str
) -> None:
    own = {"sslmode": "verify-full", "sslrootcert": authority.certificate}
    own |= {"sslcert": shown[user].certificate, "sslkey": shown[user].key}
    assert _told(tidegate, user, own) == _told(postgres, user, own)


def _told(port: int, user: str, own: dict[str, Any]) -> list[tuple[Any, ...]]:
    with psycopg.connect(
        host="localhost", hostaddr="127.0.0.1", port=port, user=user, password=PASSWORD, dbname="tidegate", gssencmode="disable",
        **own,
    ) as connection:  # fmt: skip
        return connection.execute(
            "SELECT ssl, version, cipher, bits, client_dn, issuer_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
        ).fetchall()


def _outcome(port: int, user: str, password: str, more: dict[str, Any]) -> str:
    try:
        psycopg.connect(
            host="localhost", hostaddr="127.0.0.1", port=port, user=user, password=password, dbname="tidegate", connect_timeout=20,
            gssencmode="disable", **more,
        ).close()  # fmt: skip
    except psycopg.OperationalError as error:
        found = TOLD.search(str(error))
        return found[0] if found else str(error)
    return "in"


@pytest.mark.postgres
@pytest.mark.parametrize("user", ENTRIES)
def test_as_postgres(postgres: int, tidegate: int, authority: Authority, shown: dict[str, Issued], user: str) -> None:
    others = next(name for name in ENTRIES if name != user)
    verify = {"sslmode": "verify-full", "sslrootcert": authority.certificate}
    outcomes = set()
    for certificate in (None, shown[user], shown[others]):
        mine: dict[str, Any] = {"sslcert": "none", "sslkey": "none"}
        if certificate is not None:
            mine = {"sslcert": certificate.certificate, "sslkey": certificate.key}
        for password in (PASSWORD, "wrong"):
            ours = _outcome(tidegate, user, password, verify | mine)
            assert ours == _outcome(postgres, user, password, verify | mine)
            outcomes.add(ours)
    assert "in" in outcomes
    assert "FATAL:  connection requires a valid client certificate" in outcomes


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"type": "host"}, "hostssl"), ({"clientcert": "yes"}, "verify-ca, verify-full"),
        ({"method": "cert", "clientcert": "verify-ca"}, "verify-full only"),
    ],
)  # fmt: skip
def test_entries_that_make_no_sense(changes: dict[str, str], words: str) -> None:
    whole = {"method": "trust", "type": "hostssl", "address": "all", "clientcert": "verify-full"}
    with pytest.raises(ValueError, match=words):
        HbaEntry(**(whole | changes))


def test_somebody_has_to_sign_them(tmp_path: Path, authority: Authority) -> None:
    entry = HbaEntry("trust", type="hostssl", address="loopback", clientcert="verify-ca")
    server = authority.issue("localhost")
    options = AccessOptions(ssl_cert_file=server.certificate, ssl_key_file=server.key)
    where = Address("127.0.0.1", 5433)
    with pytest.raises(ConfigError, match="needs ssl_ca_file"):
        AccessConfig(options, (entry,)).check(where)
    AccessConfig(replace(options, ssl_ca_file=authority.certificate), (entry,)).check(where)
