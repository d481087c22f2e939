"""Servers with users, certificates and entries; and how libpq reaches them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg

from gateway.access.access import Access, PeerUser
from gateway.access.hba import HbaEntry
from gateway.access.options import AccessOptions
from gateway.access.tls import TlsFiles
from gateway.access.users import UserFile, Users, write_users
from gateway.access.verifier import Verifier
from gateway.contract.engine import Engine
from gateway.server import ServerOptions
from tests.access.certificates import Authority, Issued
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import ServerThread, serving
from tests.plugins.need import POSTGRES_BIN, lacking
from tests.plugins.postgres import PostgresServer

SCRAM = HbaEntry("scram-sha-256", address="127.0.0.1")
#: No delays and no lockout: a test that wants them says so.
OPTIONS = AccessOptions(failed_login_delay_s=0, failed_logins_lockout_s=0)
PASSWORDS = {"ann": "pencil", "bob": "b\u00f6b's, \u2168"}


def users_file(folder: Path, passwords: dict[str, str] | None = None) -> Path:
    """A file of users in a folder."""
    made = Users({user: Verifier.of(password) for user, password in (passwords or PASSWORDS).items()})
    write_users(folder / "users", made)
    return folder / "users"


def tls_options(server: Issued, ca: Path | None = None, minimum: str = "TLSv1.2") -> AccessOptions:
    """Options with TLS."""
    return replace(
        OPTIONS, ssl_cert_file=server.certificate, ssl_key_file=server.key, ssl_ca_file=ca, ssl_min_protocol_version=minimum
    )


@contextmanager
def guarded(
    folder: Path,
    *entries: HbaEntry,
    options: AccessOptions = OPTIONS,
    server: ServerOptions | None = None,
    peer: PeerUser | None = None,
    engine: Engine | None = None,
) -> Iterator[ServerThread]:
    """A server that lets in whom *entries* say; without any, everybody from here by password."""
    path = folder / "users"
    users = UserFile(path if path.exists() else users_file(folder))
    access = Access(entries or (SCRAM,), options, users=users, tls=TlsFiles.of(options), peer=peer)
    with serving(engine or FakeEngine(), server, access=access) as thread:
        yield thread


def connect(server: ServerThread, user: str = "ann", password: str | None = "pencil", **more: Any) -> psycopg.Connection[Any]:
    """Log in; without TLS unless *more* says so."""
    options = {"host": "localhost", "hostaddr": "127.0.0.1", "sslmode": "disable", "gssencmode": "disable", "connect_timeout": 20}
    return psycopg.connect(port=server.server.port, user=user, password=password, dbname="tidegate", **{**options, **more})


def refusal(server: ServerThread, user: str = "ann", password: str | None = "pencil", **more: Any) -> str:
    """What libpq says of a login that fails."""
    try:
        connect(server, user, password, **more).close()
    except psycopg.OperationalError as error:
        return str(error)
    raise AssertionError("the login went well")


@contextmanager
def guarded_postgres(
    authority: Authority, entries: Sequence[str], users: Sequence[str], password: str, ca: Path | None = None
) -> Iterator[int]:
    """The port of a PostgreSQL with TLS, these lines in its pg_hba.conf, and users with one password; database tidegate."""
    if not (POSTGRES_BIN / "postgres").exists():
        lacking("PostgreSQL 15 (Debian: postgresql-15)")
    server = PostgresServer()
    server._settings |= {"ssl": "on", **authority.install(server.folder, "localhost")}
    if ca is not None:
        shutil.copy(ca, server.folder / "clients.crt")
        (server.folder / "clients.crt").chmod(0o644)
        server._settings["ssl_ca_file"] = str(server.folder / "clients.crt")
    hba = server.folder / "guarded_hba.conf"
    hba.write_text("\n".join(["host all postgres 127.0.0.1/32 trust", *entries]) + "\n")
    hba.chmod(0o644)
    server._settings["hba_file"] = str(hba)
    server.start()
    try:
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            for user in users:
                connection.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{password}'".encode())
            connection.execute("CREATE DATABASE tidegate")
        yield server.port
    finally:
        server.stop()
