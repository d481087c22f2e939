"""Drivers with a SCRAM and a TLS of their own, which is not libpq's: asyncpg, pg8000 and pgjdbc; and psql, whose libpq
is an older one.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import asyncpg
import pg8000.native
import pytest

from tests.access.certificates import Authority
from tests.access.servers import PASSWORDS, SCRAM, guarded, tls_options
from tests.plugins.need import program


@pytest.mark.parametrize("user", PASSWORDS)
@pytest.mark.parametrize("encrypted", [False, True])
def test_asyncpg(tmp_path: Path, authority: Authority, user: str, *, encrypted: bool) -> None:
    options = tls_options(authority.issue("localhost"))

    async def ask(port: int, password: str) -> object:
        context = authority.context() if encrypted else False
        connection = await asyncpg.connect(
            host="localhost", port=port, user=user, password=password, database="tidegate", ssl=context, timeout=20
        )
        try:
            return await connection.fetchval("SELECT 1")
        finally:
            await connection.close()

    async def left() -> None:
        """Until connections that the driver gave up have ended: asyncio shuts TLS down in steps, and the driver does not wait."""
        while len(asyncio.get_running_loop()._selector.get_map()) > 1:  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)

    with asyncio.Runner() as runner:
        with guarded(tmp_path, SCRAM, options=options) as server:
            assert runner.run(ask(server.server.port, PASSWORDS[user])) == 1
            with pytest.raises(asyncpg.InvalidPasswordError, match=f'password authentication failed for user "{user}"'):
                runner.run(ask(server.server.port, "wrong"))
        runner.run(asyncio.wait_for(left(), 30))


@pytest.mark.parametrize("user", PASSWORDS)
@pytest.mark.parametrize("encrypted", [False, True])
def test_pg8000(tmp_path: Path, authority: Authority, user: str, *, encrypted: bool) -> None:
    options = tls_options(authority.issue("localhost"))
    with guarded(tmp_path, SCRAM, options=options) as server:
        context = authority.context() if encrypted else None
        known = {"host": "127.0.0.1", "port": server.server.port, "database": "tidegate", "ssl_context": context, "timeout": 20}
        connection = pg8000.native.Connection(user, password=PASSWORDS[user], **known)
        assert connection.run("SELECT 1") == [[1]]
        connection.close()
        with pytest.raises(pg8000.native.DatabaseError, match="28P01"):
            pg8000.native.Connection(user, password="wrong", **known)


@pytest.mark.clients
@pytest.mark.parametrize("user", PASSWORDS)
def test_psql(tmp_path: Path, authority: Authority, user: str) -> None:
    options = tls_options(authority.issue("localhost"))

    def ask(port: int, password: str) -> subprocess.CompletedProcess[str]:
        where = f"host=localhost hostaddr=127.0.0.1 port={port} user={user} dbname=tidegate"
        how = f"sslmode=verify-full sslrootcert={authority.certificate} channel_binding=require"
        command = [program("psql"), "-XAtw", "-c", "SELECT 1", f"{where} {how}"]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, "PGPASSWORD": password})

    with guarded(tmp_path, SCRAM, options=options) as server:
        assert ask(server.server.port, PASSWORDS[user]).stdout == "1\n"
        refused = ask(server.server.port, "wrong")
        assert refused.returncode == 2
        assert f'FATAL:  password authentication failed for user "{user}"' in refused.stderr


@pytest.mark.clients
def test_pgjdbc(tmp_path: Path, authority: Authority, classpath: str) -> None:
    options = tls_options(authority.issue("localhost"))
    verified = f"sslmode=verify-full&sslrootcert={authority.certificate}&channelBinding"
    ways = ("sslmode=disable", f"{verified}=prefer", f"{verified}=require", f"{verified}=require&sslNegotiation=direct")
    with guarded(tmp_path, SCRAM, options=options) as server:
        urls = [f"jdbc:postgresql://localhost:{server.server.port}/tidegate?{way}" for way in ways]
        logins = [(url, user, password) for url in urls for user, password in (*PASSWORDS.items(), ("ann", "wrong"))]
        command = [program("java"), "-Dfile.encoding=UTF-8", "-Dsun.jnu.encoding=UTF-8", "-cp", classpath, "Login"]
        ran = subprocess.run(
            [*command, *(word for login in logins for word in login)], capture_output=True, text=True, timeout=100,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        assert ran.stdout.split() == ["1", "1", "28P01"] * len(urls), ran.stderr
