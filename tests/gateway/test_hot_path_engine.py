"""The hot path over the real engine: for keyed reads and their neighbours it answers what the general path answers.

The neighbours are what a template must not confuse: constants in ORDER BY, LIMIT, the select list, types that need a cast.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from gateway.engine import EngineOptions
from gateway.engine.engine import ReadEngine
from statestore import types as st
from statestore.node import LocalStore, StoreOptions
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.gateway.serving import SYNC, bind, describe, execute, parse, query, shown
from tests.gateway.wired import Wired
from tests.plugins.scale import seed_for

ROWS = 200
ROUNDS = 150
KV = ViewSchema(
    "kv",
    (Column("k", st.Int(), False), Column("v", st.String()), Column("d", st.Double())),
    ("k",),
    ("k",),
    HashPartitioning(4),
    (3,),
)
MIXED = ViewSchema(
    "mixed",
    (
        Column("s", st.String(), False),
        Column("n", st.Long(), False),
        Column("ts", st.Timestamp()),
        Column("m", st.Decimal(12, 2)),
        Column("b", st.Boolean()),
        Column("raw", st.Binary()),
        Column("day", st.Date()),
    ),
    ("s", "n"),
    ("s",),
    HashPartitioning(4),
    (7,),
)

#: {} are constants; each is filled at random.
TEXTS = [
    "SELECT v FROM kv WHERE k = {}",
    "SELECT * FROM kv WHERE k = {};",
    "SELECT v, d FROM kv WHERE {} = k",
    "SELECT v FROM kv WHERE k = {} LIMIT {}",
    "SELECT v FROM kv WHERE k = {} ORDER BY 1",
    "SELECT v FROM kv WHERE k = {} LIMIT {} OFFSET {}",
    "SELECT v, {} FROM kv WHERE k = {}",
    "SELECT v FROM kv WHERE k = {} AND v = {}",
    "SELECT v FROM kv WHERE k IN ({}, {})",
    "SELECT v FROM kv WHERE k = -{}",
    "SELECT v FROM kv WHERE v = {}",
    "SELECT v FROM kv WHERE k = {}::int8",
    "SELECT v AS {} FROM kv WHERE k = {}",
    "SELECT * FROM mixed WHERE s = {} AND n = {}",
    "SELECT ts, m FROM mixed WHERE n = {} AND s = {}",
    "SELECT day FROM mixed WHERE (s, n) = ({}, {})",
    "SELECT m FROM mixed WHERE s = {} AND n = {} AND {} = {}",
    "SELECT count(*) FROM kv WHERE k = {}",
    "SELECT v FROM kv WHERE k = {} OR k = {}",
    "SELECT k FROM kv WHERE k = {} GROUP BY {}",
    "SELECT day, count(*) FROM mixed WHERE s = {} AND day >= date {} GROUP BY 1 ORDER BY 1 LIMIT {}",
    "SELECT n, ts FROM mixed WHERE s = {} AND ts < timestamptz {} AND ts >= {}::timestamptz - interval '1 day' ORDER BY 2 DESC",
    "SELECT n FROM mixed WHERE s = {} AND day BETWEEN {} AND {}::date /* it's \n */ AND n > {} -- '\n ORDER BY {}",
    'SELECT v AS "it\'s 5", {} AS é FROM kv WHERE k > {} AND d < {} AND v <> $$ = 5 $$ ORDER BY 1',
    "SELECT v, d * {} FROM kv WHERE k = {} + {} - {} OR k < {} / {} ORDER BY 2",
    "SELECT v || {}, {} * k AS x FROM kv WHERE k < {} + 5 ORDER BY x, k % {} LIMIT {}",
    "SELECT DISTINCT k % {} FROM kv WHERE k < {} + 5 ORDER BY k % 7",
    "SELECT n FROM mixed WHERE s = {} AND ts > timestamptz {} - interval '1 day' AND day + {} > date {} + 1",
    "SELECT upper(v), k + {} FROM kv WHERE k = {} AND d >= {}",
]
CONSTANTS = [
    "1",
    "2",
    "7",
    "0",
    "199",
    "100000",
    "3000000000",
    "99999999999999999999",
    "'7'",
    "'x'",
    "'s3'",
    "'s7'",
    "''",
    "'it''s'",
    "NULL",
    "1.5",
    "-3",
    "v",
    "-2147483648",
    "'1970-02-03'",
    "'02/03/1970'",
    "'today'",
    "'1970-01-05 10:00:00+02'",
]
#: What is sent first, and what is answered on the hot path then.
SHARED = [
    ("SELECT n FROM mixed WHERE s = 's3' AND day >= date '1970-01-05' ORDER BY 1", "'s3'", "'s4'"),
    (
        "SELECT n, ts FROM mixed WHERE s = 's3' AND ts < timestamptz '1970-01-05' ORDER BY 2 DESC LIMIT 2",
        "1970-01-05",
        "1970-01-09",
    ),
    ("SELECT day, count(*) FROM mixed WHERE s = 's3' AND ts > '1970-01-02'::timestamptz GROUP BY 1", "1970-01-02", "1970-01-03"),
    ("SELECT n FROM mixed WHERE s = 's3' AND ts > now() - interval '900 years' AND n > -5 ORDER BY 1", "-5", "-77"),
    ("SELECT \"n\" FROM mixed WHERE s = 's3' AND n = 3 -- it's\n", "3 ", "12 "),
    ("SELECT count(*) FROM kv WHERE k = 7 AND v <> 'ü'", "'ü'", "'ö'"),
    ("SELECT v FROM kv WHERE k = 7", "7", "8"),
    ("SELECT v || 'a', k * 2 FROM kv WHERE k = 7 - 1 + 1 ORDER BY 2", "7 - 1", "9 - 4"),
    ("SELECT n FROM mixed WHERE s = 's3' AND ts > timestamptz '1970-01-02' - interval '1 day' ORDER BY 1", "01-02", "01-04"),
    ("SELECT 7", "", ""),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadEngine]:
    folder: Path = tmp_path_factory.mktemp("engine")
    root = open_root(str(folder / "root"), create=True)
    numbers = range(ROWS)
    floats = pa.array([n / 8 for n in numbers])
    write_version(root, KV, pa.table({"k": pa.array(numbers, pa.int32()), "v": [f"value {n}" for n in numbers], "d": floats}))
    write_version(
        root,
        MIXED,
        pa.table(
            {
                "s": [f"s{n % 9}" for n in numbers],
                "n": pa.array(numbers, pa.int64()),
                "ts": pa.array([n * 3_600_000_001 if n % 5 else None for n in numbers], pa.timestamp("us", "UTC")),
                "m": pa.array([n * 1.25 for n in numbers]).cast(pa.decimal128(12, 2), safe=False),
                "b": pa.array([n % 3 == 0 for n in numbers]),
                "raw": pa.array([bytes([n % 256]) for n in numbers]),
                "day": pa.array(numbers, pa.int32()).cast(pa.date32()),
            }
        ),
    )
    with LocalStore(root, folder / "store", StoreOptions()) as store:
        made = ReadEngine(store, EngineOptions())
        yield made
        made.close()


def _answers(engine: ReadEngine, segments: list[bytes], *, hot: bool) -> list[str]:
    """Statements that take the engine's threads are left out: their answers come later than this loop waits."""
    with Wired(engine, hot=hot).open() as wired:
        return [_answer(wired, segment) for segment in segments]


def _answer(wired: Wired, segment: bytes) -> str:
    data = wired.feed(segment)
    while wired.connection._task is not None:
        wired.loop.run_until_complete(wired.connection._task)
        wired.run()
        data = wired.transport.written
    wired.transport.written = b""
    return " ".join(shown(data))


def _filled(text: str, r: random.Random) -> str:
    while "{}" in text:
        text = text.replace("{}", r.choice(CONSTANTS), 1)
    return text


def test_queries_of_known_templates(engine: ReadEngine) -> None:
    seed = seed_for("hot path engine")
    r = random.Random(seed)
    texts = r.choices(TEXTS, k=4)
    style = query(f"SET DateStyle = '{r.choice(('ISO, MDY', 'SQL, DMY'))}'")
    segments = [style, *(query(_filled(text, r)) for _ in range(ROUNDS // 4) for text in texts)]
    assert _answers(engine, segments, hot=True) == _answers(engine, segments, hot=False)


@pytest.mark.parametrize(("text", "old", "new"), SHARED)
def test_other_constants_are_answered_at_once(
    engine: ReadEngine, text: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = query(text.replace(old, new))
    with Wired(engine).open() as wired, monkeypatch.context() as patch:
        _answer(wired, query(text))
        patch.setattr(ReadEngine, "open", None)
        found = [_answer(wired, other) for _ in range(3)]
    assert found == _answers(engine, [other] * 3, hot=False)
    assert "ERROR" not in found[0]


@pytest.mark.parametrize("results", [(0,), (1,)])
@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu"])
def test_prepared_reads_of_every_format(engine: ReadEngine, results: tuple[int, ...], zone: str) -> None:
    seed = seed_for("hot path engine")
    r = random.Random(seed)
    segments = [query(f"SET TimeZone = '{zone}'"), parse("s", "SELECT * FROM mixed WHERE s = $1 AND n = $2") + SYNC]
    for _ in range(ROUNDS):
        s, n = r.choice([b"s1", b"s2", b"s3", b"nope", None]), r.choice([b"1", b"2", b"12", b"x", None, b"%d" % r.randrange(ROWS)])
        segments.append(bind("", "s", s, n, results=results) + describe("P", "") + execute() + SYNC)
    assert _answers(engine, segments, hot=True) == _answers(engine, segments, hot=False)
