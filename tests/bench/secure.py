"""Point lookups over TLS with passwords, beside the same without: Tidegate against PostgreSQL 15, each both ways.

Connections are made once per turn and count for nothing. Both servers have the same certificate and the same user.
"""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Final

import psycopg

from gateway.access.users import Users, write_users
from gateway.access.verifier import Verifier
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.access.certificates import Authority
from tests.bench import points
from tests.plugins.gateway import running_gateway
from tests.plugins.postgres import PostgresServer

PASSWORD: Final = "pencil"
TURNS: Final = 5
_CONFIG: Final = """
[access]
users_file = "{folder}/users"
ssl_cert_file = "{certificate}"
ssl_key_file = "{key}"
[[hba]]
type = "hostssl"
address = "loopback"
user = "ann"
method = "scram-sha-256"
[[hba]]
address = "loopback"
method = "trust"
"""
_HBA: Final = """
hostssl all ann 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""


def run(folder: Path) -> None:
    """Print rates and ratios."""
    script, table, authority = folder / "point.sql", points.rows(), Authority(folder)
    script.write_text(points.SCRIPT)
    (folder / "root").mkdir()
    write_version(open_root(str(folder / "root")), points.SCHEMA, table)
    postgres = postgres_with_tls(authority)
    postgres.start()
    try:
        points.load(postgres.dsn, table)
        let_ann_in(postgres)
        with running_gateway(folder / "root", folder / "store", "--config", str(config_with_tls(folder, authority))) as gateway:
            dsns = {"tidegate": gateway.dsn, "postgres": postgres.dsn}
            plain = {name: without_tls(dsn) for name, dsn in dsns.items()}
            compare(script, plain | {f"{name} tls": over_tls(dsn) for name, dsn in dsns.items()})
    finally:
        postgres.stop()


def compare(script: Path, dsns: dict[str, str]) -> None:
    """Take turns and print medians."""
    for protocol, _ in points.WANTED:
        turns = [{name: points.rate(script, protocol, dsn) for name, dsn in dsns.items()} for _ in range(TURNS)]
        rates = {name: statistics.median(turn[name] for turn in turns) for name in dsns}
        for name, rate in rates.items():
            base = "postgres tls" if name.endswith(" tls") else "postgres"
            print(f"{protocol}: {name} {rate:,.0f}/s, {rate / rates[base]:.2f} of {base}", flush=True)


def postgres_with_tls(authority: Authority) -> PostgresServer:
    """Ann comes with her password by TLS, everybody else as they are."""
    server = PostgresServer({"shared_buffers": "1GB", "ssl": "on"})
    hba = server.folder / "hba.conf"
    hba.write_text(_HBA)
    hba.chmod(0o644)
    server._settings |= {**authority.install(server.folder, "localhost"), "hba_file": str(hba)}
    return server


def let_ann_in(postgres: PostgresServer) -> None:
    """She reads all tables there are."""
    with psycopg.connect(postgres.dsn, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE ann LOGIN PASSWORD '{PASSWORD}'")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO ann")


def config_with_tls(folder: Path, authority: Authority) -> Path:
    """The same at a gateway."""
    issued = authority.issue("localhost")
    write_users(folder / "users", Users({"ann": Verifier.of(PASSWORD)}))
    path = folder / "tidegate.toml"
    path.write_text(_CONFIG.format(folder=folder, certificate=issued.certificate, key=issued.key))
    return path


def over_tls(dsn: str) -> str:
    """Ann's connection."""
    words = [word for word in dsn.split() if not word.startswith("user=")]
    return " ".join([*words, "user=ann", f"password={PASSWORD}", "sslmode=require"])


def without_tls(dsn: str) -> str:
    """libpq takes TLS where a server has it."""
    return f"{dsn} sslmode=disable"
