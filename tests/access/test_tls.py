"""TLS: libpq's modes, channel binding, versions, certificates that change, expire, or prove who a client is."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
import pytest

from gateway.access.certificate import end_point_hash
from gateway.access.files import UnusableFile
from gateway.access.hba import HbaEntry
from gateway.access.options import TLS_VERSIONS
from gateway.access.tls import TlsFiles
from gateway.access.tls_transport import TlsTransport
from gateway.contract.turns import PER_TURN, Turns
from gateway.wire import writer as w
from tests.access.certificates import Authority, Issued
from tests.access.sasl import NONCE, SSL_REQUEST, Parts, SaslClient, told
from tests.access.servers import SCRAM, connect, guarded, refusal, tls_options
from tests.gateway.serving import ServerThread, message, split, startup
from tests.gateway.wired import MemoryTransport

CERT = HbaEntry("cert", type="hostssl", address="loopback")
COMPLETE = w.command_complete("SELECT 400000") + w.READY["I"]
#: Clients at a time.
MANY = 20
SCRAM_TLS = HbaEntry("scram-sha-256", type="hostssl", address="loopback")


@pytest.fixture(scope="module")
def issued(authority: Authority) -> Issued:
    return authority.issue("localhost")


@contextmanager
def _encrypted(folder: Path, issued: Issued, *entries: HbaEntry, ca: Path | None = None) -> Iterator[ServerThread]:
    with guarded(folder, *(entries or (SCRAM,)), options=tls_options(issued, ca)) as server:
        yield server


@pytest.mark.parametrize("negotiation", ["postgres", "direct"])
@pytest.mark.parametrize("binding", ["disable", "require"])
def test_libpq_verifies_everything(tmp_path: Path, authority: Authority, issued: Issued, negotiation: str, binding: str) -> None:
    with (
        _encrypted(tmp_path, issued) as server,
        connect(
            server, sslmode="verify-full", sslrootcert=authority.certificate, sslnegotiation=negotiation, channel_binding=binding
        ) as connection,
    ):
        assert connection.pgconn.ssl_in_use
        rows = connection.execute("SELECT 1").fetchall()
        assert rows == [(1,)]


def test_a_long_conversation(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    """Many records in both directions, and a query larger than any of them."""
    with (
        _encrypted(tmp_path, issued) as server,
        connect(server, sslmode="verify-full", sslrootcert=authority.certificate, autocommit=True) as connection,
    ):
        for size in (1, 16_383, 16_384, 16_385, 100_000, 1_000_000):
            assert connection.execute(f"SELECT 1 /*{'x' * size}*/").fetchall() == [(1,)]
        rows = connection.execute("SELECT n FROM generate_series(1, 200000)").fetchall()
        assert rows == [(n,) for n in range(1, 200_001)]


def test_cancelling_goes_over_tls_as_well(tmp_path: Path, issued: Issued) -> None:
    with _encrypted(tmp_path, issued, SCRAM_TLS) as server, connect(server, sslmode="require", autocommit=True) as connection:
        failed: list[psycopg.Error] = []

        def run() -> None:
            try:
                connection.execute("SELECT 1 FROM slow")
            except psycopg.Error as error:
                failed.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        while thread.is_alive():  # the first requests may come before the query
            connection.cancel_safe(timeout=20)
            thread.join(0.05)
        assert isinstance(failed[0], psycopg.errors.QueryCanceled)
        assert connection.execute("SELECT 1").fetchall() == [(1,)]


def test_who_does_not_read_holds_nobody_up(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    """A result that nobody takes fills the transport and then waits; others are served meanwhile, and it comes whole in the end."""
    with (
        _encrypted(tmp_path, issued, HbaEntry("trust", address="loopback")) as server,
        SaslClient(server.server.port, tls=authority.context()) as client,
    ):
        client.socket.sendall(startup("ann") + message("Q", b"SELECT n FROM generate_series(1, 400000)\0"))
        with connect(server, sslmode="require", autocommit=True) as other:
            for _ in range(50):
                assert other.execute("SELECT 1").fetchall() == [(1,)]
        data = bytearray()
        while not data.endswith(COMPLETE) and (more := client.socket.recv(1 << 20)):
            data += more
        assert Counter(kind for kind, _ in split(bytes(data)))["D"] == 400_000


@pytest.mark.parametrize("key", ["rsa:2048", "ed25519"])
def test_kinds_of_keys(tmp_path: Path, authority: Authority, key: str) -> None:
    """The certificate's signature is the authority's, so these all bind the channel."""
    made = authority.issue("localhost", key=(key,), digest="sha384")
    with _encrypted(tmp_path, made) as server:
        connect(server, sslmode="verify-full", sslrootcert=authority.certificate, channel_binding="require").close()


def test_the_server_of_another_name_or_authority_is_not_believed(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    other = Authority(tmp_path)
    with _encrypted(tmp_path, issued) as server:
        verify = {"sslmode": "verify-full", "sslrootcert": authority.certificate}
        assert "does not match host name" in refusal(server, **{**verify, "host": "elsewhere.test"})
        assert "certificate verify failed" in refusal(server, **{**verify, "sslrootcert": other.certificate})


def test_plain_connections_where_only_tls_is_allowed(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    with _encrypted(tmp_path, issued, SCRAM_TLS) as server:
        assert "no encryption" in refusal(server)
        connect(server, sslmode="require").close()
    with guarded(tmp_path) as server:
        assert "server does not support SSL" in refusal(server, sslmode="require")
        assert "channel binding" in refusal(server, channel_binding="require")


def test_an_expired_server_certificate_is_refused_by_the_client(tmp_path: Path, authority: Authority) -> None:
    with _encrypted(tmp_path, authority.expired("localhost")) as server:
        assert "certificate verify failed" in refusal(server, sslmode="verify-full", sslrootcert=authority.certificate)
        with pytest.raises(ssl.SSLCertVerificationError, match="certificate has expired"):
            SaslClient(server.server.port, tls=authority.context())


def test_old_versions_are_refused(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    for minimum, highest, works in (
        ("TLSv1.2", ssl.TLSVersion.TLSv1_1, False), ("TLSv1.2", ssl.TLSVersion.TLSv1_2, True),
        ("TLSv1.3", ssl.TLSVersion.TLSv1_2, False), ("TLSv1.3", ssl.TLSVersion.TLSv1_3, True),
    ):  # fmt: skip
        context = authority.context()
        context.set_ciphers("DEFAULT:@SECLEVEL=0")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            context.minimum_version = min(highest, ssl.TLSVersion.TLSv1_1)
            context.maximum_version = highest
        with guarded(tmp_path, options=tls_options(issued, minimum=minimum)) as server:
            if works:
                with SaslClient(server.server.port, tls=context) as client:
                    assert client.begin() == ["SCRAM-SHA-256-PLUS", "SCRAM-SHA-256"]
            else:
                with pytest.raises((ssl.SSLError, ConnectionResetError)):
                    SaslClient(server.server.port, tls=context)


def test_plain_bytes_behind_the_request_for_tls_are_refused(tmp_path: Path, issued: Issued) -> None:
    """CVE-2021-23214: somebody in between puts a query in front of what the client encrypts."""
    with _encrypted(tmp_path, issued) as server, SaslClient(server.server.port) as client:
        client.socket.sendall(SSL_REQUEST + startup("ann"))
        fields = told(client.read())
        assert (fields["C"], fields["M"]) == ("08P01", "received unencrypted data after SSL request")
        assert client.read() == ("", b"")


def test_a_second_request_for_tls_is_refused(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    with _encrypted(tmp_path, issued) as server, SaslClient(server.server.port, tls=authority.context()) as client:
        client.socket.sendall(SSL_REQUEST)
        assert told(client.read())["C"] == "0A000"


def test_tls_at_once_needs_the_protocols_name(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    with _encrypted(tmp_path, issued) as server:
        for names, works in ((["postgresql"], True), (["h2", "postgresql"], True), (["h2"], False), (None, False)):
            context = authority.context()
            if names:
                context.set_alpn_protocols(names)
            with SaslClient(server.server.port, tls=context, direct=True) as client:
                if works:
                    assert client.begin() == ["SCRAM-SHA-256-PLUS", "SCRAM-SHA-256"]
                else:
                    with pytest.raises(AssertionError):
                        client.begin()
    with guarded(tmp_path) as server, pytest.raises((ssl.SSLError, ConnectionResetError)):
        SaslClient(server.server.port, tls=authority.context(), direct=True)


@pytest.mark.parametrize("garbage", [b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"\0" * 70_000, b"\x16\x03\x01\0\x05abc"])
def test_garbage_instead_of_a_handshake(tmp_path: Path, issued: Issued, garbage: bytes) -> None:
    with _encrypted(tmp_path, issued) as server:
        with socket.create_connection(("127.0.0.1", server.server.port), timeout=20) as client:
            client.sendall(SSL_REQUEST)
            assert client.recv(1) == b"S"
            with suppress(OSError):  # The server may have closed before it has seen all of it.
                client.sendall(garbage)
                client.shutdown(socket.SHUT_WR)
            _drain(client)
        connect(server, sslmode="require").close()


def _drain(client: socket.socket) -> None:
    try:
        while client.recv(65536):
            pass
    except ConnectionResetError:
        return


def test_a_proof_for_another_channel_is_refused(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    """Somebody in between shows the client a certificate of their own and passes its messages on."""
    other = end_point_hash(authority.issue("localhost").certificate.read_text())
    mine = end_point_hash(issued.certificate.read_text())
    assert other is not None
    assert mine is not None
    first = b"p=tls-server-end-point,,n=,r=" + NONCE
    with _encrypted(tmp_path, issued) as server:
        for binding, kind in ((mine, "R"), (other, "E")):
            with SaslClient(server.server.port, tls=authority.context()) as client:
                client.begin()
                parts = Parts(first, client.server_first("SCRAM-SHA-256-PLUS", first), "pencil", binding)
                answer = client.say(parts.final)
                assert answer[0] == kind
    assert told(answer)["M"] == "SCRAM channel binding check failed"


# ------------------------------------------------------------------------------------------------------- client certificates


def test_a_client_certificate_says_who_somebody_is(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    ann = authority.issue("ann")
    shown = {"sslmode": "verify-full", "sslrootcert": authority.certificate, "sslcert": ann.certificate, "sslkey": ann.key}
    with _encrypted(tmp_path, issued, CERT, ca=authority.certificate) as server:
        with connect(server, "ann", None, **shown) as connection:
            assert connection.info.parameter_status("session_authorization") == "ann"
        assert 'certificate authentication failed for user "bob"' in refusal(server, "bob", None, **shown)
        nothing = {**shown, "sslcert": "none", "sslkey": "none"}
        assert "connection requires a valid client certificate" in refusal(server, "ann", None, **nothing)


def test_client_certificates_of_others_and_expired_ones_are_refused(tmp_path: Path, authority: Authority, issued: Issued) -> None:
    (tmp_path / "other").mkdir()
    strange = Authority(tmp_path / "other").issue("ann")
    with _encrypted(tmp_path, issued, CERT, ca=authority.certificate) as server:
        for client, words in ((authority.expired("ann"), "certificate expired"), (strange, "unknown ca")):
            shown = {"sslrootcert": authority.certificate, "sslcert": client.certificate, "sslkey": client.key}
            assert words in refusal(server, "ann", None, sslmode="verify-full", **shown)


# ------------------------------------------------------------------------------------------------------------ changing files


def _seen(server: ServerThread, authority: Authority) -> bytes:
    with SaslClient(server.server.port, tls=authority.context()) as client:
        assert isinstance(client.socket, ssl.SSLSocket)
        found = client.socket.getpeercert(binary_form=True)
        assert found is not None
        return found


def _der(issued: Issued) -> bytes:
    return ssl.PEM_cert_to_DER_cert(issued.certificate.read_text())


def _install(issued: Issued, folder: Path) -> Issued:
    """Put files where the server looks for them, each at once."""
    for source, name in ((issued.certificate, "tls.crt"), (issued.key, "tls.key")):
        shutil.copy(source, folder / f"{name}.new")
        (folder / f"{name}.new").chmod(0o600)
        os.replace(folder / f"{name}.new", folder / name)
    return Issued(folder / "tls.crt", folder / "tls.key")


def test_certificates_change_while_connections_go_on(
    tmp_path: Path, authority: Authority, issued: Issued, caplog: pytest.LogCaptureFixture
) -> None:
    installed = _install(issued, tmp_path)
    new = authority.issue("localhost")
    verify = {"sslmode": "verify-full", "sslrootcert": authority.certificate, "channel_binding": "require"}
    with _encrypted(tmp_path, installed) as server, connect(server, autocommit=True, **verify) as old:
        assert _seen(server, authority) == _der(issued)
        shutil.copy(new.certificate, installed.certificate)  # whose key is not there yet
        assert _seen(server, authority) == _der(issued)
        assert _seen(server, authority) == _der(issued)
        assert sum("TLS goes on with what it had" in record.message for record in caplog.records) == 1
        _install(new, tmp_path)
        assert _seen(server, authority) == _der(new)
        connect(server, **verify).close()
        installed.certificate.unlink()
        assert _seen(server, authority) == _der(new)
        assert old.execute("SELECT 1").fetchall() == [(1,)]


@pytest.mark.parametrize("broken", ["no certificate", "another key", "a key for all to read", "a key with a passphrase"])
def test_files_that_tls_cannot_be_offered_with(tmp_path: Path, authority: Authority, issued: Issued, broken: str) -> None:
    files = _install(issued, tmp_path)
    words = ".*"
    match broken:
        case "no certificate":
            files.certificate.write_text("nonsense")
            words = "tls.crt: no certificate in PEM"
        case "another key":
            shutil.copy(authority.issue("localhost").key, files.key)
            words = "KEY_VALUES_MISMATCH"
        case "a key for all to read":
            files.key.chmod(0o644)
            words = "tls.key: a private key must not be readable by others"
        case _:
            authority._run("ec", "-in", str(issued.key), "-aes128", "-passout", "pass:secret", "-out", str(files.key))
            words = "the key needs a passphrase"
    with pytest.raises(UnusableFile, match=words):
        TlsFiles(files.certificate, files.key, None, TLS_VERSIONS["TLSv1.2"])


@pytest.mark.parametrize("digest", ["sha1", "sha256", "sha384", "sha512"])
def test_the_hash_for_channel_binding(tmp_path: Path, digest: str) -> None:
    """RFC 5929: the hash of the certificate's signature; SHA-256 for the old ones."""
    authority = Authority(tmp_path)
    path = authority.issue("localhost", digest=digest).certificate
    expected = "sha256" if digest == "sha1" else digest
    assert end_point_hash(path.read_text()) == _fingerprint(path, expected)


@pytest.mark.parametrize("digest", ["sha256", "sha512"])
def test_the_hash_where_the_signature_is_rsa_pss(tmp_path: Path, digest: str) -> None:
    path = _self_signed(tmp_path, "rsa:2048", "-sigopt", "rsa_padding_mode:pss", f"-{digest}")
    assert end_point_hash(path.read_text()) == _fingerprint(path, digest)


def test_a_signature_without_a_hash_binds_nothing(tmp_path: Path) -> None:
    assert end_point_hash(_self_signed(tmp_path, "ed25519").read_text()) is None


def _self_signed(folder: Path, kind: str, *more: str) -> Path:
    path = folder / "self.crt"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", kind, "-nodes", "-days", "2", "-subj", "/CN=localhost", *more,
         "-keyout", str(folder / "self.key"), "-out", str(path)], check=True, capture_output=True,
    )  # fmt: skip
    return path


def _fingerprint(path: Path, digest: str) -> bytes:
    command = ["openssl", "x509", "-in", str(path), "-noout", "-fingerprint", f"-{digest}"]
    return bytes.fromhex(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout.partition("=")[2].replace(":", "")
    )


def test_without_a_hash_libpq_logs_in_unbound(tmp_path: Path) -> None:
    path = _self_signed(tmp_path, "ed25519")
    (tmp_path / "self.key").chmod(0o600)
    options = tls_options(Issued(path, tmp_path / "self.key"))
    with guarded(tmp_path, options=options) as server:
        connect(server, sslmode="require").close()
        with pytest.raises(psycopg.OperationalError, match="channel binding"):
            connect(server, sslmode="require", channel_binding="require")


class _Plain(asyncio.Protocol):
    """What comes out of the TLS."""

    def __init__(self) -> None:
        self.received = b""

    def data_received(self, data: bytes) -> None:
        self.received += data


class _Raw(MemoryTransport):
    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass


def test_of_handshakes_that_come_together_one_goes_on_in_each_turn(issued: Issued) -> None:
    """With all that the client sends meanwhile."""
    inside, outside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    inside.load_cert_chain(issued.certificate, issued.key)
    outside.check_hostname, outside.verify_mode = False, ssl.CERT_NONE

    async def run() -> None:
        take_turn = partial(Turns().take, asyncio.get_running_loop())
        raws, plains = [_Raw() for _ in range(MANY)], [_Plain() for _ in range(MANY)]
        servers = [
            TlsTransport(raw, inside, plain, lambda tls: None, take_turn=take_turn) for raw, plain in zip(raws, plains, strict=True)
        ]
        bios = [(ssl.MemoryBIO(), ssl.MemoryBIO()) for _ in range(MANY)]
        clients = [outside.wrap_bio(*bio) for bio in bios]

        async def all_in_turn(done: Callable[[], int]) -> None:
            for server, (_, outgoing) in zip(servers, bios, strict=True):
                data = outgoing.read()
                server.data_received(data[:10])
                server.data_received(data[10:])
            steps, before = [], 0
            while before < MANY:
                steps.append(done() - before)
                before = done()
                await asyncio.sleep(0)
            assert max(steps) <= PER_TURN

        for client in clients:
            with pytest.raises(ssl.SSLWantReadError):
                client.do_handshake()
        await all_in_turn(lambda: sum(bool(raw.written) for raw in raws))
        for raw, client, (incoming, _) in zip(raws, clients, bios, strict=True):
            incoming.write(raw.written)
            client.do_handshake()
            client.write(b"all of it")
        await all_in_turn(lambda: sum(bool(plain.received) for plain in plains))
        assert {plain.received for plain in plains} == {b"all of it"}

    asyncio.run(run())
