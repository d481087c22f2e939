"""Messages that are wrong in every way are answered as PostgreSQL 15 answers them, plain and over TLS."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.access.access import Access
from gateway.access.hba import HbaEntry
from gateway.access.options import AccessOptions
from gateway.access.tls import TlsFiles
from gateway.access.users import UserFile, Users, write_users
from gateway.access.verifier import Verifier
from tests.access.certificates import Authority
from tests.access.sasl import NONCE, Finish, Parts, SaslClient, told
from tests.access.servers import guarded_postgres
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import ServerThread, serving

PLAIN, PLUS = "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"
R = b"r=" + NONCE


@pytest.fixture(scope="module")
def postgres(authority: Authority) -> Iterator[int]:
    """The port of a PostgreSQL with TLS in which user ann has password pencil, in a database tidegate."""
    with guarded_postgres(authority, ["host all all 127.0.0.1/32 scram-sha-256"], ["ann"], "pencil") as port:
        yield port


@pytest.fixture(scope="module")
def tidegate(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The same in ours."""
    folder: Path = tmp_path_factory.mktemp("access")
    write_users(folder / "users", Users({"ann": Verifier.of("pencil")}))
    server = authority.issue("localhost")
    options = AccessOptions(
        ssl_cert_file=server.certificate, ssl_key_file=server.key, failed_login_delay_s=0, failed_logins_lockout_s=0
    )
    entries = [HbaEntry("scram-sha-256", address="127.0.0.1")]
    access = Access(entries, options, users=UserFile(folder / "users"), tls=TlsFiles.of(options))
    thread: ServerThread
    with serving(FakeEngine(), access=access) as thread:
        yield thread.server.port


FIRSTS = {
    "empty": (PLAIN, b""),
    "a NUL": (PLAIN, b"n,,n=,r=\0" + NONCE),
    "another mechanism": ("SCRAM-SHA-1", b"n,,n=," + R),
    "no such flag": (PLAIN, b"x,,n=," + R),
    "flag alone": (PLAIN, b"n"),
    "no comma": (PLAIN, b"nn,n=," + R),
    "an authorization identity": (PLAIN, b"n,a=bob,n=," + R),
    "something else there": (PLAIN, b"n,b=bob,n=," + R),
    "an extension": (PLAIN, b"n,,m=x,n=," + R),
    "no name": (PLAIN, b"n,," + R),
    "no equals": (PLAIN, b"n,,n," + R),
    "no nonce": (PLAIN, b"n,,n="),
    "another attribute for the nonce": (PLAIN, b"n,,n=,s=abc"),
    "a nonce that cannot be printed": (PLAIN, b"n,,n=,r=ab\x01"),
    "an empty nonce": (PLAIN, b"n,,n=,r="),
    "no attribute behind": (PLAIN, b"n,,n=," + R + b",7=x"),
    "half an attribute behind": (PLAIN, b"n,,n=," + R + b",x"),
    "binding without PLUS": (PLAIN, b"p=tls-server-end-point,,n=," + R),
    "y": (PLAIN, b"y,,n=," + R),
    "PLUS": (PLUS, b"p=tls-server-end-point,,n=," + R),
    "PLUS without binding": (PLUS, b"n,,n=," + R),
    "PLUS with y": (PLUS, b"y,,n=," + R),
    "PLUS of another type": (PLUS, b"p=tls-unique,,n=," + R),
    "PLUS without a type": (PLUS, b"p,,n=," + R),
}

#: Of base64. 43 of them are two bits more than a proof.
_DIGITS = (string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/").encode()
FINALS: dict[str, Finish] = {
    "empty": lambda parts: b"",
    "a NUL": lambda parts: parts.final + b"\0",
    "right": lambda parts: parts.final,
    "an extension": lambda parts: parts.final.replace(b",p=", b",x=1,p="),
    "no proof": lambda parts: parts.final.split(b",p=")[0],
    "garbage behind": lambda parts: parts.final + b",x=1",
    "a short proof": lambda parts: parts.final.split(b",p=")[0] + b",p=AAAA",
    "no base64": lambda parts: parts.final.split(b",p=")[0] + b",p=%%%",
    "a wrong proof": lambda parts: parts.final.split(b",p=")[0] + b",p=" + b"A" * 43 + b"=",
    "bits that mean nothing": lambda parts: parts.final[:-2] + _DIGITS[_DIGITS.index(parts.final[-2:-1]) ^ 1 :][:1] + b"=",
    "another nonce": lambda parts: parts.final.replace(parts.nonce, parts.nonce + b"x"),
    "a nonce of one's own": lambda parts: parts.final.replace(parts.nonce, NONCE),
    "another header": lambda parts: parts.final.replace(b"c=biws", b"c=eSws"),
    "no header": lambda parts: parts.final[len(b"c=biws,") :],
    "nonce first": lambda parts: b"r=" + parts.nonce + b",c=biws,p=" + parts.p,
    "no such attribute": lambda parts: parts.final.replace(b",p=", b",7=1,p="),
}


@pytest.mark.postgres
@pytest.mark.parametrize("encrypted", [False, True])
@pytest.mark.parametrize("case", FIRSTS)
def test_first_messages(postgres: int, tidegate: int, authority: Authority, case: str, *, encrypted: bool) -> None:
    answers = []
    for port in (postgres, tidegate):
        with SaslClient(port, tls=authority.context() if encrypted else None) as client:
            offered = client.begin()
            kind, payload = client.first(*FIRSTS[case])
            answers.append((offered, told((kind, payload)) if kind == "E" else payload[:6]))
    assert answers[0] == answers[1]


@pytest.mark.postgres
@pytest.mark.parametrize("case", FINALS)
def test_final_messages(postgres: int, tidegate: int, case: str) -> None:
    first = b"n,,n=," + R
    answers = []
    for port in (postgres, tidegate):
        with SaslClient(port) as client:
            client.begin()
            parts = Parts(first, client.server_first(PLAIN, first), "pencil")
            kind, payload = client.say(FINALS[case](parts))
            answers.append(told((kind, payload)) if kind == "E" else payload[:6])
    assert answers[0] == answers[1]


@pytest.mark.postgres
def test_the_first_message_may_wait_to_be_asked(postgres: int, tidegate: int) -> None:
    for port in (postgres, tidegate):
        with SaslClient(port) as client:
            client.begin()
            client.socket.sendall(b"p\0\0\0\x16" + PLAIN.encode() + b"\0\xff\xff\xff\xff")
            assert client.read() == ("R", b"\0\0\0\x0b")
            kind, payload = client.say(b"n,,n=," + R)
            assert (kind, payload[:4]) == ("R", b"\0\0\0\x0b")


@pytest.mark.postgres
def test_another_message_than_a_response(postgres: int, tidegate: int) -> None:
    answers = []
    for port in (postgres, tidegate):
        with SaslClient(port) as client:
            client.begin()
            client.socket.sendall(b"Q\0\0\0\x0dSELECT 1\0")
            answers.append(told(client.read()))
    assert answers[0] == answers[1]
