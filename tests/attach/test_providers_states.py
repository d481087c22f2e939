"""States against a model: snapshots, logs and folds in every order, from afresh and from one another, by many threads."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from statestore.attach.files import open_checkpoint_files
from statestore.attach.providers import PartitionState, StateProvider, overlay, steps
from statestore.attach.providers.records import Record
from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat
from tests.attach.store_folder import ROCKSDB_CONF, StoreFolder, append, delete, delete_range, put
from tests.plugins.scale import seed_for

VERSIONS = 12
Make = Callable[..., StoreFolder]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    (tmp_path / "scratch").mkdir()
    return lambda **options: StoreFolder(tmp_path / "checkpoint", tmp_path / "scratch", **options)


def provider_of(store: StoreFolder, work: Path) -> StateProvider:
    return StateProvider(open_checkpoint_files(str(store.root)), work, store.conf)


def content(state: PartitionState, prefix: bytes = b"") -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for batch in state.items(prefix=prefix, batch_rows=50):
        assert not found.keys() & {key for key, _ in batch}
        found.update(batch)
    return found


def check(state: PartitionState, expected: dict[bytes, bytes]) -> None:
    assert content(state) == expected
    asked = [*expected, b"no such key", b""]
    values = [expected.get(key) for key in asked]
    assert [state.get(key) for key in asked] == values
    assert state.multi_get(asked) == values
    assert content(state, b"k1") == {key: value for key, value in expected.items() if key.startswith(b"k1")}


def key(number: int) -> bytes:
    return b"k%03d" % number


def some_records(chance: random.Random, count: int, *, kinds: bool) -> list[Record]:
    """Puts, deletions, values appended, and now and then a range deleted."""
    records: list[Record] = []
    for _ in range(count):
        at, value = chance.randrange(300), chance.randbytes(chance.randrange(40))
        dice = chance.random()
        if dice < 0.6 or (not kinds and dice < 0.8):
            records.append(put(key(at), value))
        elif dice < 0.8:
            records.append(append(key(at), value))
        elif dice < 0.99 or not kinds:
            records.append(delete(key(at)))
        else:
            records.append(delete_range(key(at), key(at + chance.randrange(20))))
    return records


def fill(store: StoreFolder, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(VERSIONS):
        records = some_records(chance, chance.choice((0, 3, 200)), kinds=not store.hdfs)
        store.commit(records, snapshot=chance.random() < 0.25)


@pytest.mark.parametrize("overlay_bytes", [0, 5_000, 1 << 20], ids=["always folded", "sometimes folded", "never folded"])
@pytest.mark.parametrize("kind", ["changelog", "format 2", "hdfs"])
def test_every_version_is_what_its_logs_say(
    kind: str, overlay_bytes: int, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = seed_for("providers states")
    monkeypatch.setattr(overlay, "OVERLAY_BYTES_MAX", overlay_bytes)
    store = make(ids=kind == "format 2", hdfs=kind == "hdfs")
    fill(store, seed)
    provider = provider_of(store, tmp_path / "work")
    chance = random.Random(seed)
    states: dict[int, PartitionState] = {}
    for version in range(VERSIONS + 1):
        check(provider.open(store.at(version)), store.expected[version])
        near = states.get(chance.randrange(version)) if version else None
        states[version] = provider.open(store.at(version), near)
        check(states[version], store.expected[version])
    for version, state in states.items():
        # What was made from a state leaves it as it was; a later one is of use, too.
        check(state, store.expected[version])
        check(provider.open(store.at(version), states[VERSIONS]), store.expected[version])
    for _ in range(60):
        one, other = chance.choice(range(VERSIONS + 1)), chance.choice(range(VERSIONS + 1))
        found = states[one].changed_keys(states[other])
        if found is not None:
            ours, theirs = store.expected[one], store.expected[other]
            assert {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)} <= set(found)
            assert len(found) == len(set(found))


def test_a_snapshot_alone_is_enough(make: Make, tmp_path: Path) -> None:
    store = make()
    for version in range(1, 5):
        store.commit([put(key(i), b"%d" % version) for i in range(version * 10)], log=False, snapshot=True)
    provider = provider_of(store, tmp_path / "work")
    near = None
    for version in range(1, 5):
        state = provider.open(store.at(version), near)
        check(state, store.expected[version])
        if near is not None:
            assert sorted(state.changed_keys(near) or []) == sorted(store.expected[version])
        near = state


def test_files_that_two_snapshots_share_are_passed_over(make: Make, tmp_path: Path) -> None:
    store = make()
    store.commit([put(key(i), b"old") for i in range(200)], log=False, snapshot=True)
    store.commit([put(b"z", b"new"), delete(key(7))], log=False, snapshot=True)
    provider = provider_of(store, tmp_path / "work")
    first, second = (provider.open(store.at(version)) for version in (1, 2))
    assert sorted(second.changed_keys(first) or []) == [key(7), b"z"]
    assert sorted(first.changed_keys(second) or []) == [key(7), b"z"]


def test_changes_are_unknown_where_reading_all_is_no_more_work(make: Make, tmp_path: Path) -> None:
    store = make()
    chance = random.Random(1)
    for count in (100, 5000):
        store.commit([put(b"%05d" % i, chance.randbytes(100)) for i in range(count)], log=False, snapshot=True)
    provider = provider_of(store, tmp_path / "work")
    first, second = (provider.open(store.at(version)) for version in (1, 2))
    assert second.changed_keys(first) is None


def test_changes_are_forgotten_when_they_are_many(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "REMEMBERED_KEYS_MAX", 10)
    monkeypatch.setattr(overlay, "OVERLAY_BYTES_MAX", 0)
    store = make()
    for count in (5, 5, 20, 3):
        store.commit([put(key(i), b"%d" % store.version) for i in range(count)])
    provider = provider_of(store, tmp_path / "work")
    states = [provider.open(store.at(1))]
    for version in (2, 3, 4):
        states.append(provider.open(store.at(version), states[-1]))
    assert sorted(states[1].changed_keys(states[0]) or []) == [key(i) for i in range(5)]
    assert states[2].changed_keys(states[1]) is None
    assert states[3].changed_keys(states[1]) is None
    assert sorted(states[3].changed_keys(states[2]) or []) == [key(i) for i in range(3)]


def test_another_partitions_state_is_of_no_use(make: Make, tmp_path: Path) -> None:
    store = make()
    store.commit([put(b"k", b"v")])
    store.commit([put(b"l", b"w")])
    (store.root / "state/0/1").mkdir()
    for path in store.folder.glob("*.changelog"):
        (store.root / "state/0/1" / path.name).write_bytes(path.read_bytes())
    provider = provider_of(store, tmp_path / "work")
    one = provider.open(store.at(1))
    other = provider.open(type(store.at(1))(0, "default", 1, 2), one)
    check(other, store.expected[2])
    assert other.changed_keys(one) is None


def test_the_memory_of_a_state_is_bounded(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay, "OVERLAY_BYTES_MAX", 20_000)
    store = make()
    near: PartitionState | None = None
    provider = None
    for version in range(1, 40):
        store.commit([put(key((version * 40 + i) % 300), b"%d" % version) for i in range(40)])
        provider = provider or provider_of(store, tmp_path / "work")
        near = provider.open(store.at(version), near)
        assert near.entries_bytes <= 20_000
        check(near, store.expected[version])
    folders = list((tmp_path / "work").iterdir())
    assert len(folders) == 1
    assert {path.suffix for path in folders[0].iterdir()} >= {".sst"}


def test_a_new_column_family_is_found_in_the_snapshot_that_came_with_it(make: Make, tmp_path: Path) -> None:
    store = make(families={"default": 1, "count": 2})
    store.commit([put(b"\x02\x00a", b"1")], snapshot=True)
    store.commit([put(b"\x02\x00b", b"1")])
    provider = provider_of(store, tmp_path / "work")
    near = provider.open(store.at(2), provider.open(store.at(1)))
    assert near.families == {"default": 1, "count": 2}
    store.families["list"] = 3
    store.commit([put(b"\x03\x00a", b"1")], snapshot=True)
    state = provider.open(store.at(3), near)
    assert state.families == {"default": 1, "count": 2, "list": 3}
    check(state, store.expected[3])
    assert provider.open(store.at(2), provider.open(store.at(0))).families == {"default": 1, "count": 2}
    store.commit([put(b"\x09\x00a", b"1")])
    with pytest.raises(CorruptFile, match="version 4"):
        provider.open(store.at(4), state)


def test_states_are_opened_by_many_threads(make: Make, tmp_path: Path) -> None:
    store = make()
    fill(store, 5)
    provider = provider_of(store, tmp_path / "work")
    versions = [random.randrange(VERSIONS + 1) for _ in range(60)]
    with ThreadPoolExecutor(6) as threads:
        states = list(threads.map(lambda version: provider.open(store.at(version)), versions))
        list(threads.map(lambda pair: check(pair[1], store.expected[pair[0]]), zip(versions, states, strict=True)))
    del states
    gc.collect()
    assert list((tmp_path / "work").iterdir()) == []


def test_the_work_folder_is_emptied_at_the_start(make: Make, tmp_path: Path) -> None:
    (tmp_path / "work/17").mkdir(parents=True)
    (tmp_path / "work/17/left.sst").write_bytes(b"x")
    provider_of(make(), tmp_path / "work")
    assert list((tmp_path / "work").iterdir()) == []


def test_a_closed_provider_opens_nothing(make: Make, tmp_path: Path) -> None:
    store = make()
    store.commit([put(b"k", b"v")], snapshot=True)
    provider = provider_of(store, tmp_path / "work")
    state = provider.open(store.at(1))
    provider.close()
    with pytest.raises(StateStoreError, match="detached"):
        provider.open(store.at(1))
    check(state, store.expected[1])


@pytest.mark.parametrize(
    "conf",
    [
        {"spark.sql.streaming.stateStore.providerClass": "com.example.Provider"},
        {**ROCKSDB_CONF, "spark.sql.streaming.stateStore.compression.codec": "lzf"},
        {**ROCKSDB_CONF, "spark.sql.streaming.stateStore.rocksdb.mergeOperatorVersion": "3"},
    ],
)
def test_what_cannot_be_read_is_named(conf: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(UnsupportedFormat, match=r"Provider|lzf|version 3"):
        StateProvider(open_checkpoint_files(str(tmp_path)), tmp_path / "work", conf)
