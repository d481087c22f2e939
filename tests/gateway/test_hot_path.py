"""The hot path gives the bytes of the general path and leaves the same session, for any series of messages.

Messages are drawn at random from those that matter to it; the same series runs with the hot path, without it, and byte by byte.
What comes after shows the session's state. And it is really used: the engine counts.
"""

from __future__ import annotations

from struct import pack
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.engine.contract import PointReader, ReadSettings
from planner import types as t
from planner.types import SqlType
from tests.gateway import fake_engine
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import FLUSH, SYNC, bind, close, describe, execute, parse, query, shown
from tests.gateway.wired import Wired

KV = "SELECT v FROM kv WHERE k = $1"
PREPARED = parse("s", KV) + parse("t", "SELECT k, v FROM kv WHERE k = $1") + SYNC
#: Shows what is left behind: portals, statements, settings, the transaction.
LOOK = (
    execute()
    + SYNC
    + describe("P", "")
    + SYNC
    + describe("P", "p")
    + SYNC
    + describe("S", "")
    + SYNC
    + bind("", "s", b"1")
    + execute()
    + SYNC
    + query("SHOW application_name")
    + query("FETCH 1 FROM p")
)

values = st.sampled_from([b"1", b"2", b"77", b"0", b"-1", b"x", b"", b"99999999999", None, b"\0\0\0\x05", b" 4 ", b"+6"])
formats = st.sampled_from([(), (0,), (1,)])
names = st.sampled_from(["s", "t", "nope", ""])


@st.composite
def rounds(draw: st.DrawFn) -> bytes:
    """Bind, Execute, Sync in one segment, with or without Describe; now and then not quite so."""
    made = bind(draw(st.sampled_from(["", "", "", "p"])), draw(names), draw(values), formats=draw(formats), results=draw(formats))
    prefix = draw(
        st.sampled_from(
            [b"", b"", parse("", KV), parse("", KV, 23), parse("", "SELECT 1"), parse("s", KV), parse("", "SELECT nope")]
        )
    )
    described = draw(st.sampled_from([b"", describe("P", ""), describe("S", "s")]))
    run = draw(st.sampled_from([execute(), execute(), execute(), execute("", 1), execute("p")]))
    end = draw(st.sampled_from([SYNC, SYNC, SYNC, SYNC, FLUSH, b"", SYNC + SYNC, SYNC + query("SELECT 1")]))
    return prefix + made + described + run + end


queries = st.builds(
    lambda form, key: query(form.format(key)),
    st.sampled_from(
        ["SELECT v FROM kv WHERE k = {}", "SELECT v FROM kv WHERE k = {};", "select k, v from kv where k = {} ", "SELECT {}"]
    ),
    st.sampled_from(["1", "2", "3", "'4'", "'x'", "9999999999", "123456789012345678901", "'5'''", "1.5", "-1"]),
)
others = st.sampled_from(
    [
        query("BEGIN"),
        query("COMMIT"),
        query("ROLLBACK"),
        query("SELECT nope"),
        query("SAVEPOINT a"),
        query("ROLLBACK TO a"),
        query("BEGIN ISOLATION LEVEL REPEATABLE READ"),
        query("SET application_name = 'x'"),
        query("SET TimeZone = 'Asia/Tokyo'"),
        close("S", "s") + parse("s", KV) + SYNC,
        close("S", "s") + SYNC,
        parse("", KV) + SYNC,
        parse("", KV) + bind("", "", b"5"),
        SYNC,
        parse("", "SET application_name = 'y'") + bind("", "") + execute(),
        query("DISCARD ALL"),
        query("DEALLOCATE ALL"),
        PREPARED,
        query("DECLARE p CURSOR WITH HOLD FOR SELECT n FROM generate_series(1, 9) AS n"),
        bind("p", "s", b"1") + FLUSH,
        query(""),
    ]
)
segments = st.lists(st.one_of(rounds(), rounds(), queries, others), min_size=2, max_size=14)


def _transcript(series: list[bytes], *, hot: bool) -> bytes:
    with Wired(FakeEngine(), hot=hot).open() as wired:
        return b"".join(wired.feed(segment) for segment in [PREPARED, *series, SYNC, LOOK])


@settings(deadline=None)  # other work on the machine is no failure
@given(segments)
def test_hot_and_general_path_give_the_same_bytes(series: list[bytes]) -> None:
    # Each twice: the first time makes an entry, the second uses it.
    twice = [segment for each in series for segment in (each, each)]
    expected = _transcript(twice, hot=False)
    assert shown(_transcript(twice, hot=True)) == shown(expected)
    assert _transcript(twice, hot=True) == expected


@settings(deadline=None)  # other work on the machine is no failure
@given(segments)
def test_segments_can_be_cut_anywhere(series: list[bytes]) -> None:
    whole = _transcript(series, hot=True)
    data = b"".join(series)
    assert _transcript([data[i : i + 1] for i in range(len(data))], hot=True) == whole
    assert _transcript([data], hot=True) == whole


class _Counting(FakeEngine):
    """Counts how reads are made."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = 0

    def open(self, *arguments: Any) -> Any:
        self.opened += 1
        return super().open(*arguments)


def _opened(series: list[bytes]) -> int:
    """How many reads went through Engine.open."""
    engine = _Counting()
    with Wired(engine).open() as wired:
        for segment in series:
            wired.feed(segment)
    return engine.opened


def test_only_the_first_round_goes_the_general_way() -> None:
    round_ = bind("", "s", b"5") + describe("P", "") + execute() + SYNC
    other = bind("", "s", b"6") + describe("P", "") + execute() + SYNC
    assert _opened([PREPARED, round_, other, round_, other]) == 1
    assert _opened([PREPARED, query("BEGIN"), round_, other, round_, query("COMMIT")]) == 1


def test_only_the_first_parse_goes_the_general_way() -> None:
    rounds_ = [parse("", KV) + bind("", "", value) + describe("P", "") + execute() + SYNC for value in (b"1", b"2", b"3", b"4")]
    assert _opened(rounds_) == 1
    assert _opened([query("BEGIN"), *rounds_, query("COMMIT")]) == 1


def test_only_the_first_query_of_a_template_goes_the_general_way() -> None:
    assert _opened([query(f"SELECT v FROM kv WHERE k = {k}") for k in range(1, 9)]) == 1
    assert _opened([query(f"SELECT v FROM kv WHERE k = '{k}';") for k in range(1, 9)]) == 1


def test_repeatable_read_takes_the_general_way() -> None:
    round_ = bind("", "s", b"5") + execute() + SYNC
    assert _opened([PREPARED, round_, query("BEGIN ISOLATION LEVEL REPEATABLE READ"), round_, round_, query("COMMIT")]) == 3


def test_a_catalog_change_is_noticed() -> None:
    engine = FakeEngine()
    round_ = bind("", "s", b"5", results=(1,)) + describe("P", "") + execute() + SYNC
    with Wired(engine).open() as wired:
        wired.feed(PREPARED)
        before = [wired.feed(round_) for _ in range(3)]
        engine.generation += 1
        assert [wired.feed(round_) for _ in range(3)] == before
        engine.columns = {"k": SqlType(t.INT4), "v": SqlType(t.VARCHAR)}
        engine.generation += 1
        assert shown(wired.feed(round_)) == ["ERROR 0A000: cached plan must not change result type", "Ready I"]
        text = query("SELECT v FROM kv WHERE k = 5")
        assert [shown(wired.feed(text))[0] for _ in range(3)] == ["Columns ['v']"] * 3


def test_a_bug_on_the_hot_path_is_reported_by_the_general_one(monkeypatch: Any, caplog: Any) -> None:
    def reader(self: fake_engine.FakePlan, formats: tuple[int, ...], settings: ReadSettings, now_us: object) -> PointReader | None:
        return lambda params: [b""][len(params)]  # type: ignore[return-value]

    monkeypatch.setattr(fake_engine.FakePlan, "point_reader", reader)
    with Wired(FakeEngine()).open() as wired:
        wired.feed(PREPARED)
        round_ = bind("", "s", b"5") + execute() + SYNC
        assert wired.feed(round_) == wired.feed(round_)
    assert "IndexError" in caplog.text


def test_a_bind_whose_length_lies_is_not_answered() -> None:
    good = bind("", "s", b"5") + execute() + SYNC
    lying = b"B" + pack("!I", int.from_bytes(good[1:5]) + 10) + good[5:]
    with Wired(FakeEngine()).open() as wired:
        wired.feed(PREPARED)
        wired.feed(good)
        wired.feed(good)
        assert not any(line.startswith("Row") for line in shown(wired.feed(lying)))
