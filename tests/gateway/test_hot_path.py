"""The hot path gives the bytes of the general path and leaves the same session, for any series of messages.

Messages are drawn at random from those that matter to it; the same series runs with the hot path, without it, and byte by byte.
What comes after shows the session's state. And it is really used: the engine counts.
"""

from __future__ import annotations

from struct import pack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.contract.engine import PointReader, ReadSettings
from planner.tree import types as t
from planner.tree.types import SqlType
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


@settings(deadline=None)  # other work on the machine is no failure
@given(segments, st.integers(1, 9))
def test_several_rounds_in_a_segment(series: list[bytes], count: int) -> None:
    """As often as other connections have their turn, and beyond; what is cut off comes later."""
    data = b"".join(segment for segment in series for _ in range(count))
    expected = _transcript([data], hot=False)
    assert _transcript([data], hot=True) == expected
    assert _transcript([data[:-7], data[-7:]], hot=True) == expected
    assert _transcript([data[: len(data) // 3], data[len(data) // 3 :]], hot=True) == expected


unit = st.builds(
    lambda of, value, results, described: bind("", of, value, results=results) + described + execute(),
    st.sampled_from(["s", "t", "s", "nope"]),
    st.sampled_from([b"1", b"2", b"77", b"5", b"x", None]),
    formats,
    st.sampled_from([b"", describe("P", "")]),
)
#: What asks for the portal that a unit left behind.
afterwards = [execute(), describe("P", ""), parse("", KV) + execute(), close("P", "") + execute()]
ends = st.sampled_from([b"", b"", SYNC, SYNC, FLUSH, parse("", KV) + bind("", "", b"5") + execute() + SYNC, *afterwards])


@settings(deadline=None)  # other work on the machine is no failure
@given(st.lists(st.tuples(unit, ends), min_size=2, max_size=20), st.integers(1, 5), st.sampled_from([b"", query("BEGIN")]))
def test_pipelines(made: list[tuple[bytes, bytes]], times: int, first: bytes) -> None:
    """Units with a Sync each, or one for several of them."""
    data = b"".join(one + end for one, end in made * times) + SYNC
    expected = _transcript([first, data, data], hot=False)
    assert _transcript([first, data, data], hot=True) == expected
    cut = len(data) * 2 // 3
    assert _transcript([first, data, data[:cut], data[cut:]], hot=True) == expected


@pytest.mark.parametrize("end", afterwards)
@pytest.mark.parametrize("first", [b"", query("BEGIN")])
@pytest.mark.parametrize("count", [1, 2, 31, 32, 33])
def test_a_unit_leaves_its_portal_until_the_sync(end: bytes, first: bytes, count: int) -> None:
    """What comes after units that were answered at once asks for the last one's portal; after the Sync it is gone."""
    data = (bind("", "s", b"5") + execute()) * count + parse("", KV) + end + SYNC
    expected = _transcript([first, data, data], hot=False)
    assert _transcript([first, data, data], hot=True) == expected
    assert _transcript([first, data[:-9], data[-9:], data], hot=True) == expected


def test_a_pipeline_that_never_pauses_is_not_idle() -> None:
    """Each segment ends in the middle of a unit."""
    unit = bind("", "s", b"5") + execute() + SYNC
    with Wired(FakeEngine()).open() as wired:
        wired.feed(PREPARED + query("SET idle_session_timeout = '1h'"))
        ends_s = []
        for segment in (unit + unit[:9], unit[9:] + unit[:9], unit[9:] + unit[:9]):
            wired.feed(segment)
            timer = wired.connection._idle._timer
            assert timer is not None
            ends_s.append(timer.when())
        assert sorted({*ends_s}) == ends_s


#: What can be told to be no message before all of it has come.
SPOILT = [
    b"\x13", b"B\xff\xff\xff\xff", b"P\0\0\0\3", b"P\x7f\xff\xff\xff", b"S\x7f\xff\xff\xff",
    bind("", "s", b"5") + b"1", bind("", "s", b"5") + b"E\0\0\x7f\xff", parse("", KV) + b"B\0\0\0\0",
]  # fmt: skip


@pytest.mark.parametrize("spoilt", SPOILT)
@pytest.mark.parametrize("end", [SYNC, b""])
def test_what_is_no_message_ends_a_pipeline_at_once(spoilt: bytes, end: bytes) -> None:
    """Its sender may never send the rest."""
    answers = []
    for hot in (True, False):
        with Wired(FakeEngine(), hot=hot).open() as wired:
            wired.feed(PREPARED)
            answers.append(wired.feed(bind("", "s", b"5") + execute() + end + spoilt))
    assert answers[0] == answers[1]
    assert b"FATAL" in answers[0]


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


def test_pipelined_rounds_do_not_go_the_general_way() -> None:
    unit = bind("", "s", b"5") + describe("P", "") + execute()
    other = bind("", "t", b"6") + execute()
    assert _opened([PREPARED, (unit + SYNC + other + SYNC) * 100]) == 0
    assert _opened([PREPARED, (unit + other) * 100 + SYNC]) == 0
    many = (unit + SYNC) * 50
    assert _opened([PREPARED, many[:-9], many[-9:]]) == 0
    assert _opened([query("BEGIN"), PREPARED, (unit + SYNC) * 40, (unit + other) * 40 + SYNC, query("COMMIT")]) == 0
    parsed = parse("", KV) + bind("", "", b"3") + describe("P", "") + execute()
    assert _opened([(parsed + SYNC) * 40, parsed * 40 + SYNC]) == 0


@pytest.mark.parametrize("count", [1, 31, 32, 33, 64, 65])
def test_a_series_ends_with_its_sync(count: int) -> None:
    """Also where the rest of it, after the others' turn or in another segment, is one round."""
    unit = bind("", "s", b"5") + execute()
    with Wired(FakeEngine()).open() as wired:
        wired.feed(PREPARED + unit + SYNC)
        for parts in ([unit * count + SYNC], [unit * count + unit[:-3], unit[-3:] + SYNC]):
            for part in parts:
                wired.feed(part)
            session = wired.connection.session
            assert session is not None
            assert session.at_rest
            assert not session.in_series
            assert session.transaction.began_us is None


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
