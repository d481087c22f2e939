"""Messages that are no messages, or too large, or nonsense, in every state; random ones too. The server goes on."""

from __future__ import annotations

import random
from struct import pack

import pytest

from gateway.wire.limits import LARGE_MESSAGE_BYTES_MAX, SMALL_MESSAGE_BYTES_MAX
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import SYNC, bind, close, describe, error_fields, execute, message, parse, query, shown, split, startup
from tests.gateway.wired import Wired
from tests.plugins.scale import seed_for

KV = parse("s", "SELECT v FROM kv WHERE k = $1") + SYNC
#: States of a session that a message can come in.
STATES: dict[str, bytes] = {
    "idle": b"",
    "in a block": query("BEGIN"),
    "in a failed block": query("BEGIN") + query("SELECT nope"),
    "in a series": parse("", "SELECT 1"),
    "awaiting Sync": parse("", "SELECT nope"),
    "portal suspended": query("BEGIN") + parse("", "SELECT n FROM generate_series(1, 9) AS n") + bind("", "") + execute("", 2),
}
FUZZ_ROUNDS = 300


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (message("Y"), "08P01"),
        (b"\0\0\0\0\0", "08P01"),
        (b"Q\0\0\0\3", "08P01"),
        (b"Q\xff\xff\xff\xff", "54000"),
        (b"Q" + pack("!I", LARGE_MESSAGE_BYTES_MAX + 5), "54000"),
        (b"S" + pack("!I", SMALL_MESSAGE_BYTES_MAX + 5), "54000"),
        (b"B\x7f\xff\xff\xff", "54000"),
    ],
)
def test_broken_frames_end_the_connection(state: str, bad: bytes, code: str) -> None:
    with Wired(FakeEngine()).open() as wired:
        wired.feed(STATES[state])
        ((kind, payload),) = split(wired.feed(bad))
        fields = error_fields(payload)
        assert (kind, fields["V"], fields["C"]) == ("E", "FATAL", code)
        assert wired.transport.closed


def test_a_large_message_is_only_kept_as_it_arrives() -> None:
    """Its length is a claim: nothing is allocated for it."""
    with Wired(FakeEngine()).open() as wired:
        wired.feed(b"Q" + pack("!I", LARGE_MESSAGE_BYTES_MAX + 4) + b"SELECT 1")
        assert wired.connection._conversation.buffered_bytes == 13
        assert not wired.transport.closed


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(
    "bad",
    [
        message("B", b""),
        message("B", b"\0"),
        message("B", b"\0s\0" + pack("!HH", 0, 65535)),
        message("B", b"\0s\0" + pack("!HHi", 0, 1, 2**31 - 1)),
        message("B", b"\0s\0" + pack("!HHi", 0, 1, -7)),
        message("B", b"\0s\0" + pack("!HhH", 65535, 0, 1)),
        message("P", b"\0SELECT 1\0" + pack("!H", 65535)),
        message("P", b"s"),
        message("D", b""),
        message("D", b"S"),
        message("E", b"\0"),
        message("C", b"Zx\0"),
        message("S", b"x"),
        message("Q", b""),
        message("Q", b"a\0b\0"),
        message("F", b"whatever"),
    ],
)
def test_unsound_content_is_an_error_and_the_session_goes_on(state: str, bad: bytes) -> None:
    with Wired(FakeEngine()).open() as wired:
        wired.feed(KV + STATES[state])
        answer = shown(wired.feed(bad + SYNC))
        assert any(line.startswith("ERROR") for line in answer) or state == "awaiting Sync"
        wired.feed(query("ROLLBACK"))
        assert shown(wired.feed(query("SELECT 1"))) == ["Columns ['?column?']", "Row ['1']", "SELECT 1", "Ready I"]


def test_a_bug_costs_one_statement(caplog: pytest.LogCaptureFixture) -> None:
    with Wired(FakeEngine()).open() as wired:
        answer = shown(wired.feed(query("SELECT bug")))
        assert answer[1:] == ["ERROR XX000: internal error: KeyError", "Ready I"]
        assert "KeyError" in caplog.text
        assert shown(wired.feed(query("SELECT 1")))[-1] == "Ready I"


PIECES = [
    query("SELECT 1"),
    query("BEGIN"),
    query("COMMIT"),
    query("SELECT nope"),
    query("SELECT v FROM kv WHERE k = 7"),
    KV,
    SYNC,
    bind("", "s", b"5"),
    bind("p", "s", b"5"),
    bind("", "s", b"5") + execute() + SYNC,
    describe("P", ""),
    describe("S", "s"),
    execute(),
    execute("p", 1),
    close("S", "s"),
    close("P", "p"),
    parse("", "SELECT $1::int4, $2::numeric"),
    bind("", "", b"1", b"2", formats=(1,)),
    query("SELECT n FROM generate_series(1, 300) AS n"),
    query("DECLARE c SCROLL CURSOR WITH HOLD FOR SELECT k FROM kv"),
    query("FETCH 3 c"),
    query("SAVEPOINT a"),
    query("ROLLBACK TO a"),
    query("SET TimeZone = 'Asia/Tokyo'"),
    query("DISCARD ALL"),
    query("EXECUTE s(1)"),
]


def _damage(data: bytes, r: random.Random) -> bytes:
    """Some bytes changed, left out, put in or repeated."""
    damaged = bytearray(data)
    for _ in range(r.choice([0, 1, 1, 3, 8])):
        at = r.randrange(len(damaged) + 1)
        match r.randrange(4):
            case 0 if at < len(damaged):
                damaged[at] = r.randrange(256)
            case 1:
                del damaged[at : at + r.randrange(6)]
            case 2:
                damaged[at:at] = r.randbytes(r.randrange(6))
            case _:
                damaged[at:at] = damaged[at : at + r.randrange(40)]
    return bytes(damaged)


@pytest.mark.parametrize("opened", [True, False])
def test_random_bytes_never_break_the_server(opened: bool, caplog: pytest.LogCaptureFixture) -> None:
    seed = seed_for("bad messages")
    r = random.Random(seed)
    engine = FakeEngine()
    for _ in range(FUZZ_ROUNDS):
        with Wired(engine) as wired:
            data = b"".join(r.choices(PIECES, k=r.randrange(1, 12)))
            sent = startup() + _damage(data, r) if opened else _damage(startup() + data, r)
            while sent and not wired.transport.closed:
                size = r.choice([1, 5, 50, len(sent)])
                wired.feed(sent[:size])
                sent = sent[size:]
            if opened:
                split(wired.transport.written)  # whole messages only
    assert all(stream.closed for stream in engine.streams)
    # A start-up packet without a user's name is a login that is refused, which is for the log.
    assert not [record for record in caplog.records if "refused" not in record.message], caplog.text
