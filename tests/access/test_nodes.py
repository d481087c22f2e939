"""Nodes among themselves: the cluster's secret, TLS, and who is not let in."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from struct import pack
from typing import Any

import psycopg
import pytest

from gateway.access.access import Access, peer_user
from gateway.access.grants import Grants, write_grants
from gateway.access.hba import HbaEntry
from gateway.access.scram import MECHANISM, MECHANISM_PLUS, ScramExchange
from gateway.access.scram_client import ScramClient, ScramRefused
from gateway.access.tls import TlsFiles
from gateway.access.verifier import Verifier
from gateway.cluster.credentials import Credentials
from gateway.cluster.forwarding.login import LinkLogin
from gateway.cluster.options import ClusterSettings
from gateway.cluster.peers.connection import connect
from gateway.config import Address, ConfigError
from gateway.errors import PeerUnreachable
from gateway.wire import writer as w
from statestore.views.local_writer import write_version
from tests.access.certificates import Authority, Issued
from tests.access.servers import guarded, tls_options
from tests.cluster.nodes import cluster
from tests.cluster.test_forward import ROWS, SCHEMA, ids_of, table
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.postgres import free_port

SECRET = "a secret that nobody guesses"
NODE = Credentials("node", SECRET)


@pytest.fixture(scope="module")
def issued(authority: Authority) -> Issued:
    return authority.issue("localhost")


async def _link(port: int, credentials: Credentials, host: str = "127.0.0.1") -> None:
    transport, rest = await LinkLogin(Address(host, port), credentials, {"database": "tidegate"}).result(asyncio.Protocol())
    transport.abort()
    assert not rest


async def _fragment(port: int, credentials: Credentials, host: str = "127.0.0.1") -> None:
    (await connect(Address(host, port), credentials)).close()


WAYS = pytest.mark.parametrize("way", [_link, _fragment])
Way = Callable[..., Coroutine[Any, Any, None]]


@WAYS
def test_nodes_know_each_other_by_the_secret(tmp_path: Path, way: Way) -> None:
    with guarded(tmp_path, peer=peer_user("node", SECRET)) as server:
        asyncio.run(way(server.server.port, NODE))
        for stranger in (Credentials("node", "some other secret"), Credentials("tidegate", SECRET)):
            with pytest.raises(PeerUnreachable, match=f'password authentication failed for user "{stranger.user}"'):
                asyncio.run(way(server.server.port, stranger))
        with pytest.raises(PeerUnreachable):
            asyncio.run(way(server.server.port, Credentials()))


@WAYS
@pytest.mark.parametrize("mode", ["require", "verify-ca", "verify-full"])
def test_nodes_speak_tls(tmp_path: Path, authority: Authority, issued: Issued, way: Way, mode: str) -> None:
    root = None if mode == "require" else authority.certificate
    with guarded(tmp_path, options=tls_options(issued), peer=peer_user("node", SECRET)) as server:
        asyncio.run(way(server.server.port, Credentials("node", SECRET, mode, root), "localhost"))
        asyncio.run(way(server.server.port, Credentials("node", SECRET, mode, root), "127.0.0.1"))


@WAYS
def test_nodes_that_cannot_be_verified_are_told_nothing(tmp_path: Path, authority: Authority, issued: Issued, way: Way) -> None:
    (tmp_path / "other").mkdir()
    strange = Authority(tmp_path / "other")
    elsewhere = authority.issue("elsewhere.test", ip="192.0.2.1")
    peer = peer_user("node", SECRET)
    for certificate, mode, root in (
        (issued, "verify-ca", strange.certificate),
        (authority.expired("localhost"), "verify-ca", authority.certificate),
        (elsewhere, "verify-full", authority.certificate),
    ):
        with guarded(tmp_path, options=tls_options(certificate), peer=peer) as server, pytest.raises(PeerUnreachable):
            asyncio.run(_mapped(way(server.server.port, Credentials("node", SECRET, mode, root), "localhost")))
    with guarded(tmp_path, options=tls_options(elsewhere), peer=peer) as server:
        asyncio.run(way(server.server.port, Credentials("node", SECRET, "verify-ca", authority.certificate), "localhost"))
    with guarded(tmp_path, peer=peer) as server, pytest.raises(PeerUnreachable, match=r"TLS|SSL"):
        asyncio.run(way(server.server.port, Credentials("node", SECRET, "require"), "localhost"))


async def _mapped(login: Coroutine[Any, Any, None]) -> None:
    """A link maps faults of the system itself."""
    try:
        await login
    except OSError as error:
        raise PeerUnreachable(str(error)) from error


def _impostor(*answers: bytes) -> list[bytes]:
    """What a node with the secret says to one that answers so, whatever it hears; all without the start-up packet."""
    heard: list[bytes] = []
    talks: list[asyncio.Task[None]] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4)
        for answer in answers:
            writer.write(answer)
            if more := await reader.read(4096):
                heard.append(more)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    async def run() -> None:
        server = await asyncio.start_server(lambda r, w: talks.append(asyncio.create_task(talk(r, w))), "127.0.0.1", 0)
        for way in (_link, _fragment):
            with pytest.raises(PeerUnreachable):
                await way(server.sockets[0].getsockname()[1], NODE)
        await asyncio.gather(*talks)
        server.close()
        await server.wait_closed()

    asyncio.run(run())
    assert len(talks) == 2
    return heard


def test_an_impostor_learns_nothing() -> None:
    assert _impostor(w.message(b"R", pack("!I", 3))) == []  # AuthenticationCleartextPassword
    assert _impostor(w.message(b"R", pack("!I", 5) + b"salt")) == []  # AuthenticationMD5Password
    assert _impostor(w.AUTHENTICATION_OK + w.READY["I"]) == []
    heard = _impostor(w.authentication_sasl([MECHANISM]), w.AUTHENTICATION_OK + w.READY["I"])
    assert len(heard) == 2
    assert all(SECRET.encode() not in said for said in heard)


def _client_and_server(binding: bytes | None, seen: bytes | None) -> tuple[ScramClient, ScramExchange]:
    exchange = ScramExchange("node", Verifier.of(SECRET), doomed=False, binding=binding)
    return ScramClient(SECRET, exchange.mechanisms, seen, encrypted=binding is not None), exchange


@pytest.mark.parametrize("binding", [None, bytes(32)])
def test_both_sides_prove_it(binding: bytes | None) -> None:
    client, exchange = _client_and_server(binding, binding)
    assert client.mechanism == (MECHANISM if binding is None else MECHANISM_PLUS)
    signature = exchange.final(client.final(exchange.first(client.mechanism, client.first)))
    client.check(signature)
    with pytest.raises(ScramRefused, match="does not know the cluster's secret"):
        client.check(b"v=" + base64.b64encode(bytes(32)))


def test_somebody_in_between_is_noticed() -> None:
    client, exchange = _client_and_server(bytes(32), b"\1" * 32)
    final = client.final(exchange.first(client.mechanism, client.first))
    with pytest.raises(Exception, match="SCRAM channel binding check failed"):
        exchange.final(final)
    stripped = ScramClient(SECRET, (MECHANISM,), bytes(32), encrypted=True)
    with pytest.raises(Exception, match="SCRAM channel binding negotiation error"):
        exchange.first(stripped.mechanism, stripped.first)


@pytest.mark.parametrize(
    "said",
    [b"", b"r=abc,s=AAAA,i=4096", b"r={},s=AAAA,i=4096", b"r={}x,s=,i=4096", b"r={}x,s=AAAA,i=1", b"r={}x,s=AAAA,i=99999999"],
)
def test_servers_that_answer_with_garbage(said: bytes) -> None:
    client = ScramClient(SECRET, (MECHANISM,), None, encrypted=False)
    with pytest.raises(ScramRefused):
        client.final(said.replace(b"{}", client.first.partition(b"r=")[2]))


# ---------------------------------------------------------------------------------------------------------------- whole nodes


@pytest.mark.parametrize("encrypted", [False, True])
def test_keyed_reads_cross_between_nodes(tmp_path: Path, authority: Authority, issued: Issued, *, encrypted: bool) -> None:
    options = tls_options(issued)
    credentials = Credentials("node", SECRET, "verify-full", authority.certificate) if encrypted else NODE

    def access() -> Access:
        tls = TlsFiles.of(options) if encrypted else None
        return Access([HbaEntry("trust", user="tester", address="loopback")], options, tls=tls, peer=peer_user("node", SECRET))

    with cluster(tmp_path, credentials=credentials, access=access) as nodes:
        nodes.settle(SCHEMA, write_version(nodes.root, SCHEMA, table(range(ROWS))))
        elsewhere = ids_of(nodes, "b")
        with psycopg.connect(nodes["a"].dsn, autocommit=True) as connection:
            for id_ in elsewhere[:20]:
                assert connection.execute("SELECT amount FROM points WHERE id = %s", [id_], prepare=True).fetchall() == [(id_ / 3,)]
        links = nodes.call(lambda: [link for found in nodes["a"].forwarder._peers.values() for link in found._by_settings.values()])
        assert links


def _configured(folder: Path, name: str, ports: dict[str, int], authority: Authority, issued: Issued) -> Gateway:
    peers = ",".join(f"{node}=localhost:{port}" for node, port in ports.items())
    secret = folder / "secret"
    secret.write_text(f"{SECRET}\n")
    secret.chmod(0o600)
    write_grants(folder / "grants", Grants().granted("tester", "points", frozenset(["id", "amount"])))
    config = folder / f"{name}.toml"
    config.write_text(f"""
[cluster]
node = "{name}"
peers = "{peers}"
secret_file = "{secret}"
sslmode = "verify-full"
sslrootcert = "{authority.certificate}"
[access]
grants_file = "{folder / "grants"}"
ssl_cert_file = "{issued.certificate}"
ssl_key_file = "{issued.key}"
[[hba]]
type = "hostssl"
address = "loopback"
method = "trust"
""")
    return start_gateway(folder / "root", folder / f"store-{name}", "--config", str(config), port=ports[name])


def test_nodes_with_a_secret_answer_as_one(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    """Two processes, from their configuration files: fragments, keyed reads and heartbeats, all over TLS and under grants."""
    write_version(str(tmp_path / "root"), SCHEMA, table(range(ROWS)))
    ports = {"a": free_port(), "b": free_port()}
    gateways: list[Gateway] = []
    try:
        gateways.extend(_configured(tmp_path, name, ports, authority, issued) for name in ports)
        with psycopg.connect(f"{gateways[0].dsn} sslmode=require", autocommit=True) as connection:
            for _ in range(10):
                assert connection.execute("SELECT count(*), sum(id) FROM points").fetchall() == [(ROWS, sum(range(ROWS)))]
                for id_ in range(0, ROWS, 25):
                    assert connection.execute("SELECT amount FROM points WHERE id = %s", [id_]).fetchall() == [(id_ / 3,)]
            rows = connection.execute("SELECT name, state FROM tidegate.nodes ORDER BY 1").fetchall()
            assert [name for name, _ in rows] == ["a", "b"]
            for sql in ("SELECT max(name) FROM points", "SELECT name FROM points WHERE id = 1", "SELECT * FROM points"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(sql.encode())
        other = gateways[1].dsn.replace("user=tester", "user=other")
        with psycopg.connect(f"{other} sslmode=require", autocommit=True) as connection:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("SELECT amount FROM points WHERE id = 1")
            assert connection.execute("SELECT name FROM tidegate.views").fetchall() == []
    finally:
        for gateway in gateways:
            gateway.kill()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"sslmode": "prefer"}, "sslmode 'prefer'"),
        ({"sslmode": "verify-full"}, "needs sslrootcert"),
        ({"user": "node"}, "user goes with secret_file"),
    ],
)
def test_settings_that_cannot_work(fields: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ClusterSettings("a", "a=h:1,b=h:2", **fields)  # type: ignore[arg-type]


def test_the_secret_is_in_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    settings = ClusterSettings("a", "a=h:1,b=h:2", secret_file=path)
    for text, mode, words in (
        (None, 0, "cannot be read"), ("short", 0o600, "from 16 to 1024 bytes"), (SECRET, 0o644, "must not be readable"),
    ):  # fmt: skip
        if text is not None:
            path.write_text(text)
            path.chmod(mode)
        with pytest.raises(ConfigError, match=words):
            settings.credentials()
    path.chmod(0o600)
    found = settings.credentials()
    assert (found.user, found.secret) == ("tidegate_node", SECRET)
    assert SECRET not in repr(found)
