"""Start-up: negotiation, who may come in, options, hostile packets."""

from __future__ import annotations

from struct import pack

import pytest

from gateway.server.options import ServerOptions
from gateway.wire import writer as w
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import error_fields, query, shown, split, startup
from tests.gateway.wired import Wired

SSL = pack("!II", 8, 80877103)
GSS = pack("!II", 8, 80877104)
PROTOCOL_3_2 = 196610


def _only_error(data: bytes) -> dict[str, str]:
    ((kind, payload),) = split(data)
    assert kind == "E"
    return error_fields(payload)


def _refused(opening: bytes, peer: str = "127.0.0.1") -> dict[str, str]:
    with Wired(FakeEngine(), peer=peer) as wired:
        fields = _only_error(wired.feed(opening))
        assert wired.transport.closed
        assert fields["S"] == fields["V"] == "FATAL"
        return fields


def _let_in_and_refused(opening: bytes) -> dict[str, str]:
    """What is wrong with the database or a setting is told whom is let in, after AuthenticationOk, as in PostgreSQL."""
    with Wired(FakeEngine()) as wired:
        answer = wired.feed(opening)
        assert wired.transport.closed
    assert answer.startswith(w.AUTHENTICATION_OK)
    return _only_error(answer.removeprefix(w.AUTHENTICATION_OK))


def _value(greeting: bytes, name: str) -> str:
    statuses = dict(payload[:-1].decode().split("\0") for kind, payload in split(greeting) if kind == "S")
    return statuses[name]


@pytest.mark.parametrize("chunk", [1, 10_000])
def test_a_session_opens(chunk: int) -> None:
    with Wired(FakeEngine()) as wired:
        data = startup(application_name="me")
        greeting = b"".join(wired.feed(data[i : i + chunk]) for i in range(0, len(data), chunk))
    kinds = [kind for kind, _ in split(greeting)]
    assert kinds[0] == "R"
    assert kinds[-2:] == ["K", "Z"]
    assert _value(greeting, "application_name") == "me"
    assert _value(greeting, "server_version").startswith("15.18 ")
    reported = {payload.split(b"\0")[0].decode() for kind, payload in split(greeting) if kind == "S"}
    assert reported == {
        "server_version", "server_encoding", "client_encoding", "application_name", "DateStyle", "IntervalStyle", "TimeZone",
        "integer_datetimes", "standard_conforming_strings", "is_superuser", "session_authorization",
        "default_transaction_read_only", "in_hot_standby",
    }  # fmt: skip


def test_encryption_requests_are_answered_with_one_byte() -> None:
    with Wired(FakeEngine()) as wired:
        assert wired.feed(GSS) == b"N"
        assert wired.feed(SSL) == b"N"
        assert split(wired.feed(startup()))[0][0] == "R"


@pytest.mark.parametrize("request_", [SSL, GSS])
def test_many_encryption_requests_end_the_connection(request_: bytes) -> None:
    with Wired(FakeEngine()) as wired:
        answer = wired.feed(request_ * 1500)
        assert answer[:1] == b"N"
        assert _only_error(answer[1:])["C"] == "0A000"
        assert wired.transport.closed


def test_newer_protocols_are_negotiated_down() -> None:
    with Wired(FakeEngine()) as wired:
        words = startup("tester", "tidegate", PROTOCOL_3_2, **{"_pq_.one": "1", "_pq_.two": "2"})
        kind, payload = split(wired.feed(words))[0]
    assert kind == "v"
    assert payload == pack("!II", 196608, 2) + b"_pq_.one\0_pq_.two\0"


def test_unknown_protocol_options_of_3_0_are_negotiated_too() -> None:
    with Wired(FakeEngine()) as wired:
        assert split(wired.feed(startup("tester", "tidegate", 196608, **{"_pq_.x": ""})))[0] == (
            "v",
            pack("!II", 196608, 1) + b"_pq_.x\0",
        )


@pytest.mark.parametrize("version", [2 << 16, 4 << 16, 0])
def test_other_major_versions_are_refused(version: int) -> None:
    assert _refused(startup(version=version))["C"] == "0A000"


@pytest.mark.parametrize("peer", ["10.0.0.1", "2001:db8::1", "::ffff:10.0.0.1"])
def test_only_this_machine_is_trusted(peer: str) -> None:
    assert _refused(startup(), peer)["C"] == "28000"


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_trusted(peer: str) -> None:
    with Wired(FakeEngine(), peer=peer) as wired:
        assert wired.feed(startup())[:1] == b"R"


def test_another_database_does_not_exist() -> None:
    fields = _let_in_and_refused(startup(database="other"))
    assert fields["C"] == "3D000"
    assert '"tidegate"' in fields["H"]


def test_the_database_defaults_to_the_users_name() -> None:
    opening = b"user\0tidegate\0\0"
    with Wired(FakeEngine()) as wired:
        assert wired.feed(pack("!II", len(opening) + 8, 196608) + opening)[:1] == b"R"
    opening = b"user\0someone\0\0"
    assert _let_in_and_refused(pack("!II", len(opening) + 8, 196608) + opening)["C"] == "3D000"


def test_a_user_is_needed() -> None:
    opening = b"database\0tidegate\0\0"
    assert _refused(pack("!II", len(opening) + 8, 196608) + opening)["C"] == "28000"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"nope": "1"}, "42704"),
        ({"statement_timeout": "x"}, "22023"),
        ({"server_version": "9"}, "55P02"),
        ({"client_encoding": "LATIN1"}, "0A000"),
        ({"client_encoding": "gibberish"}, "22023"),
        ({"tidegate.nope": "1"}, "42602"),
        ({"tidegate.max_staleness": "soon"}, "22023"),
        ({"tidegate.min_version": "flights"}, "22023"),
        ({"log_statement": "all"}, "42501"),
        ({"options": "--nope"}, "08P01"),
        ({"options": "-c nope=1"}, "42704"),
        ({"replication": "database"}, "0A000"),
    ],
)
def test_bad_settings_are_refused(options: dict[str, str], code: str) -> None:
    assert _let_in_and_refused(startup("tester", "tidegate", 196608, **options))["C"] == code


def test_settings_come_as_parameters_and_options() -> None:
    options = r"-c statement_timeout=5s --search-path=a,\ b -cmy.own=x\\y"
    with Wired(FakeEngine()).open(startup(options=options, extra_float_digits="3", client_encoding="'utf-8'")) as wired:
        shown_ = [shown(wired.feed(query(f"SHOW {name}")))[1] for name in ("statement_timeout", "search_path", "my.own")]
        assert shown_ == ["Row ['5s']", "Row ['a, b']", "Row ['x\\\\y']"]
        wired.feed(query("SET statement_timeout = 1"))
        wired.feed(query("RESET statement_timeout"))
        assert "Row ['5s']" in shown(wired.feed(query("SHOW statement_timeout")))


@pytest.mark.parametrize(
    "packet",
    [
        pack("!I", 0),
        pack("!II", 7, 196608),
        pack("!II", 2**31, 196608),
        pack("!II", 0xFFFFFFFF, 196608),
        pack("!II", 10_001, 196608),
        pack("!II", 8, 196608),
        pack("!II", 12, 196608) + b"user",
        pack("!II", 14, 196608) + b"user\0\0",
        pack("!II", 16, 196608) + b"user\0a\0b",
        pack("!II", 18, 196608) + b"user\0\xff\0\0\0\0",
        pack("!II", 12, 80877102) + pack("!I", 1),
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + bytes(100),
    ],
)
def test_hostile_packets_get_a_fatal_error_before_anything_is_kept(packet: bytes) -> None:
    assert _refused(packet)["C"] in ("08P01", "0A000", "28000")


def test_too_many_sessions() -> None:
    with Wired(FakeEngine(), options=ServerOptions(connections_max=1)).open() as wired:
        connection, transport = wired.another()
        connection.data_received(startup())
        assert _only_error(transport.written)["C"] == "53300"
        connection.connection_lost(None)
        _, unread = wired.another()
        one_too_many, aborted = wired.another()
        assert aborted.closed
        one_too_many.connection_lost(None)
        assert not unread.closed


def test_a_session_that_never_starts_is_ended() -> None:
    with Wired(FakeEngine(), options=ServerOptions(startup_timeout_s=0.01)) as wired:
        wired.transport.close = wired.loop.stop  # type: ignore[method-assign]
        wired.loop.run_forever()
        assert _only_error(wired.transport.written)["C"] == "08006"


def test_a_start_is_not_late_because_the_server_is() -> None:
    """A timer that fires after the loop was busy comes before the bytes that arrived meanwhile."""
    with Wired(FakeEngine()) as wired:
        wired.connection._opening._is_late()
        assert shown(wired.feed(startup()))[-1] == "Ready I"
