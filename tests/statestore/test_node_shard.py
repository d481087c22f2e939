"""Reading a shard: gets, scans both ways with bounds, counts; against a sorted dict. And rocksdict's traps, kept in view."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rocksdict import AccessType, Rdict, ReadOptions

from statestore.errors import CorruptFile
from statestore.node import Shard, StoreOptions
from statestore.node.generation import Generation
from statestore.node.hot_ranges import HotRanges
from statestore.node.layout import StoreFolder
from statestore.node.options import block_cache, rocksdb_options
from statestore.views.sst import SstFile
from tests.plugins.scale import random_for

OPTIONS = StoreOptions(block_cache_bytes=1 << 20)

Rows = dict[bytes, bytes]
keys = st.binary(min_size=1, max_size=3).map(lambda key: b"\x01" + key)
bounds = st.one_of(st.just(b""), keys, st.binary(max_size=2))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreFolder]:
    with StoreFolder(tmp_path_factory.mktemp("store"), "root", OPTIONS, block_cache(OPTIONS)) as opened:
        yield opened


@pytest.fixture
def live(tmp_path: Path, store: StoreFolder) -> Iterator[Generation]:
    made = Generation(store, tmp_path / "view", 1).make()
    yield made
    made.close()


def ingest(live: Generation, folder: Path, entries: dict[bytes, bytes | None]) -> Shard:
    path = folder / "next.sst"
    file = SstFile(path)
    file.append(sorted(entries), [entries[key] for key in sorted(entries)])
    file.finish()
    live.ingest(0, [path])
    return live.freeze(0, "v shard 0")


@pytest.fixture(scope="module")
def shard_of(tmp_path_factory: pytest.TempPathFactory, store: StoreFolder) -> Iterator[object]:
    """Makes shards that hold given rows, through two versions and some deletes."""
    made: list[Generation] = []

    def make(rows: Rows) -> Shard:
        folder = tmp_path_factory.mktemp("shard")
        made.append(Generation(store, folder / "view", 1).make())
        first: dict[bytes, bytes | None] = dict.fromkeys([*rows, b"\x01\xff gone"], b"old")
        ingest(made[-1], folder, first)
        second: dict[bytes, bytes | None] = {**rows, b"\x01\xff gone": None}
        return ingest(made[-1], folder, second)

    yield make
    for generation in made:
        generation.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    names=st.sets(keys, max_size=40),
    ranges=st.lists(st.tuples(bounds, st.none() | bounds, st.sampled_from([1, 2, 3, 1000])), min_size=8, max_size=8),
)
def test_scans_are_slices_of_the_sorted_rows(shard_of, names, ranges) -> None:
    rows = {key: b"value of " + key for key in names}
    shard: Shard = shard_of(rows)
    ordered = sorted(rows)
    for lower, upper, batch_rows in ranges:
        expected = [k for k in ordered if k >= lower and (upper is None or k < upper)]
        for reverse in (False, True):
            want = expected[::-1] if reverse else expected
            batches = list(shard.scan(lower, upper, reverse=reverse, batch_rows=batch_rows))
            assert [v for b in batches for v in b] == [rows[k] for k in want]
            assert all(0 < len(b) <= batch_rows for b in batches)
            assert shard.few(lower, upper, batch_rows, reverse=reverse) == [rows[k] for k in want[:batch_rows]]
            items = [i for b in shard.scan_items(lower, upper, reverse=reverse, batch_rows=batch_rows) for i in b]
            assert items == [(k, rows[k]) for k in want]
    assert shard.count_rows() == len(rows)
    assert (shard.min_key, shard.max_key) == ((ordered[0], ordered[-1]) if ordered else (None, None))
    probes = [*ordered, b"\x01\xff gone", b"nothing"]
    assert [shard.get(k) for k in probes] == shard.multi_get(probes) == [rows.get(k) for k in probes]


def test_ranges_that_are_read_again_and_again_are_those_of_their_version(live: Generation, tmp_path: Path) -> None:
    """Whatever the order of reads, lengths and versions; and nothing is kept that has more bytes than are asked for."""
    rows = {b"\x01%05d" % n: b"first %d" % n for n in range(3000)}
    shards = [(ingest(live, tmp_path, dict(rows)), rows)]
    later = dict.fromkeys(list(rows)[::7], b"second")
    shards.append((ingest(live, tmp_path, dict(later)), rows | later))
    dice = random_for("ranges")
    for _ in range(300):
        shard, content = dice.choice(shards)
        lower, upper = (
            b"\x01%05d" % dice.choice((0, 500, 501)),
            dice.choice((None, b"\x01%05d" % dice.choice((505, 700, 2000, 2500)))),
        )
        rows_max, bytes_max = dice.choice((1, 129, 300, 1500, 5000)), dice.choice((None, 5_000, 1 << 20))
        expected = [content[key] for key in sorted(content) if lower <= key and (upper is None or key < upper)]
        if bytes_max is None or sum(map(len, expected)) <= bytes_max:
            assert shard.few(lower, upper, rows_max, bytes_max=bytes_max) == expected[:rows_max]
        elif sum(map(len, expected[:rows_max])) > bytes_max:
            with pytest.raises(OverflowError):
                shard.few(lower, upper, rows_max, bytes_max=bytes_max)


def test_hot_ranges_are_bounded() -> None:
    hot = HotRanges(bytes_max=10_000)
    for n in range(100):
        rows = [b"x" * 100] * 10
        hot.offer((n, b"", None), rows, 1000)
        assert hot.get((n, b"", None)) is None, "read once"
        hot.offer((n, b"", None), rows, 1000)
        kept = hot.get((n, b"", None))
        assert kept is not None
        assert (kept.rows, kept.bytes) == (rows, 1000)
        assert 0 < hot.bytes <= 10_000
    assert hot.get((0, b"", None)) is None
    for _ in range(2):
        hot.offer((7, b"large", None), [b"x"], 9_000)
    assert hot.get((7, b"large", None)) is None


def test_a_shard_without_a_database_is_empty() -> None:
    shard = Shard(3, "v shard 3", None)
    assert shard.get(b"\x01a") is None
    assert shard.multi_get([b"\x01a", b"\x01b"]) == [None, None]
    assert list(shard.scan()) == list(shard.scan(b"a", b"b", reverse=True)) == list(shard.scan_items()) == []
    assert (shard.count_rows(), shard.min_key, shard.max_key, shard.bytes) == (0, None, None, 0)


def test_a_frozen_shard_stays_as_it_was(live: Generation, tmp_path: Path) -> None:
    """Also a scan that has begun, and after all its files have been compacted away and the live database is closed."""
    rows = {b"\x01%05d" % n: b"one" for n in range(5000)}
    first = ingest(live, tmp_path, dict(rows))
    begun = first.scan(batch_rows=10)
    assert next(begun) == [b"one"] * 10
    for round_ in range(30):
        latest = ingest(live, tmp_path, dict.fromkeys(rows, b"round %d" % round_))
    live._database(0).compact_range(None, None)
    live.remove()
    assert sum(len(batch) for batch in begun) == 4990
    assert {v for batch in first.scan() for v in batch} == {b"one"}
    assert first.get(b"\x01%05d" % 7) == b"one"
    assert latest.get(b"\x01%05d" % 7) == b"round 29"


def test_level_0_stays_bounded(live: Generation, tmp_path: Path) -> None:
    for n in range(200):
        ingest(live, tmp_path, {b"\x01%05d" % key: b"%d" % n for key in range(0, 1000, 7)})
        assert live._database(0).property_int_value("rocksdb.num-files-at-level0") <= OPTIONS.level0_files_max + 1


def broken_shard(live: Generation, folder: Path, at: float) -> Shard:
    """A shard of several blocks, one of which has gone bad on disk after it was opened."""
    rows: dict[bytes, bytes | None] = {b"\x01%06d" % n: os.urandom(100) for n in range(5000)}
    shard = ingest(live, folder, rows)
    (sst,) = (folder / "view" / "g000001" / "0000").glob("*.sst")
    with open(sst, "r+b") as file:
        file.seek(int(sst.stat().st_size * at))
        file.write(b"\xff" * 100)
    return shard


@pytest.mark.parametrize("reverse", [False, True])
def test_a_bad_block_ends_a_scan_with_an_error(live: Generation, tmp_path: Path, *, reverse: bool) -> None:
    shard = broken_shard(live, tmp_path, 0.5)
    for lower, upper in ((b"", None), (b"\x01000100", None), (b"", b"\x01004900"), (b"\x01000100", b"\x01004900")):
        with pytest.raises(CorruptFile):
            list(shard.scan(lower, upper, reverse=reverse))
        with pytest.raises(CorruptFile):
            list(shard.scan_items(lower, upper, reverse=reverse))
        with pytest.raises(CorruptFile):
            shard.few(lower, upper, 5000, reverse=reverse)
    with pytest.raises(CorruptFile):
        shard.count_rows()


def test_a_bad_block_is_an_error_of_get(live: Generation, tmp_path: Path) -> None:
    shard = broken_shard(live, tmp_path, 0.5)
    with pytest.raises(CorruptFile):
        shard.multi_get([b"\x01%06d" % n for n in range(5000)])
    with pytest.raises(CorruptFile):
        [shard.get(b"\x01%06d" % n) for n in range(5000)]


def test_bounds_outlive_the_callers_names(live: Generation, tmp_path: Path) -> None:
    """The iterator points into the bound's bytes, which nobody else holds here."""
    shard = ingest(live, tmp_path, {b"\x01%05d" % n: b"%d" % n for n in range(3000)})
    scan = shard.scan(b"\x01" + str(10000)[1:].encode() + b"0", b"\x01" + str(102000)[1:].encode(), batch_rows=7)
    churn = [os.urandom(6) for _ in range(100_000)]
    assert sum(len(batch) for batch in scan) == 2000
    assert len(churn) == 100_000


# The traps that statestore/node/native.py names. A test that fails here says that a release of rocksdict has changed.


def test_trap_lower_bound_sets_the_upper_bound(live: Generation, tmp_path: Path) -> None:
    ingest(live, tmp_path, {b"\x01a": b"1", b"\x01b": b"2"})
    options = ReadOptions()
    bound = b"\x01b"
    options.set_iterate_lower_bound(bound)
    assert list(live._database(0).keys(read_opt=options)) == [b"\x01a"]


def test_trap_an_open_without_column_families_ignores_the_cache(live: Generation, tmp_path: Path) -> None:
    ingest(live, tmp_path, {b"\x01%05d" % n: b"x" * 100 for n in range(1000)})
    path = str(tmp_path / "view" / "g000001" / "0000")
    live.close()
    # rocksdict takes the column family's options from the OPTIONS file, which a database writes when it is opened.
    Rdict(path, rocksdb_options(OPTIONS, block_cache(OPTIONS))).close()
    used: dict[str, int] = {}
    for name in ("named", "unnamed"):
        cache = block_cache(OPTIONS)
        options = rocksdb_options(OPTIONS, cache)
        families = {"default": options} if name == "named" else None
        database = Rdict(path, options, families, AccessType.read_only(False))
        assert database.get(b"\x01%05d" % 7) == b"x" * 100
        used[name] = cache.get_usage()
        database.close()
    assert used["named"] > used["unnamed"]


def test_trap_iterators_hide_their_errors(live: Generation, tmp_path: Path) -> None:
    shard = broken_shard(live, tmp_path, 0.5)
    assert shard._database is not None
    assert 0 < len(list(shard._database.keys())) < 5000
    assert bisect_left([1, 2], 2) == 1
