"""The states of real jobs, byte for byte: against Spark's own reader, against each other, and against the logs."""

from __future__ import annotations

import gc
import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from statestore import types as st
from statestore.attach.checkpoint import Checkpoint
from statestore.attach.files import open_checkpoint_files
from statestore.attach.providers import PartitionState, StateProvider, StoreAt
from statestore.rows import row_decoder
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.attach.jobs.truth import Source, SparkReader

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.attach.jobs.building import Built

pytestmark = [pytest.mark.spark, pytest.mark.timeout(300)]

#: One job for each way that bytes get to disk.
AGGREGATIONS = (
    "text_and_number",
    "text_and_number_rocksdb_v2",
    "text_and_number_changelog",
    "text_and_number_changelog_v2",
    "text_and_number_zstd",
    "text_and_number_checksums",
    "text_and_number_hdfs",
    "text_and_number_hdfs_zstd",
    "text_and_number_checksums_hdfs",
)
#: Those with deletions, several stores, column families, appended values.
OTHERS = (
    "tumbling_changelog_v2",
    "left_join_hdfs",
    "inner_join",
    "full_join_changelog_v2",
    "full_join_format_4",
    "variables",
    "timed",
)

Entries = dict[bytes, bytes]


@dataclass(frozen=True)
class Opened:
    """All partitions of a checkpoint, at every batch, by place."""

    provider: StateProvider
    batches: list[int]
    places: list[tuple[int, str, int]]
    at: Callable[[tuple[int, str, int], int], StoreAt]


@pytest.fixture
def opened(built: Callable[[str], Built], tmp_path: Path) -> Iterator[Callable[[str], Opened]]:
    made: list[StateProvider] = []

    def open_job(name: str) -> Opened:
        checkpoint = built(name).checkpoint
        made.append(provider_of(checkpoint, tmp_path / name))
        return places_of(checkpoint, made[-1])

    yield open_job
    for provider in made:
        provider.close()


def provider_of(checkpoint: Path, work: Path) -> StateProvider:
    files = open_checkpoint_files(str(checkpoint))
    reader = Checkpoint(files)
    return StateProvider(files, work, reader.latest().conf)


def places_of(checkpoint: Path, provider: StateProvider) -> Opened:
    reader = Checkpoint(open_checkpoint_files(str(checkpoint)))
    batches = list(reader.committed())
    stores = [store for operator in reader.operators(batches[-1]) for store in operator.stores]
    places = [(store.operator, store.name, part) for store in stores for part in range(store.partitions)]
    facts = {batch: reader.batch(batch) for batch in batches}
    return Opened(
        provider, batches, places, lambda place, batch: StoreAt(*place, facts[batch].version, facts[batch].unique_id(*place))
    )


def entries(state: PartitionState, prefix: bytes = b"") -> Entries:
    found: Entries = {}
    for batch in state.items(prefix=prefix, batch_rows=7):
        assert 0 < len(batch) <= 7
        assert not found.keys() & {key for key, _ in batch}
        found.update(batch)
    return found


def schema_of(struct: st.Struct) -> ViewSchema:
    columns = tuple(Column(f"c{i}", field.type) for i, field in enumerate(struct.fields))
    return ViewSchema("v", columns, ("c0",), ("c0",), HashPartitioning(1), (len(columns),))


@pytest.mark.parametrize("name", AGGREGATIONS)
def test_states_hold_what_sparks_reader_shows(
    name: str, spark: SparkSession, built: Callable[[str], Built], opened: Callable[[str], Opened]
) -> None:
    """Both key columns, the first two of the value: the others are the row codec's own tests' concern."""
    job = opened(name)
    checkpoint = built(name).checkpoint
    operator = Checkpoint(open_checkpoint_files(str(checkpoint))).operators(job.batches[-1])[0]
    (family,) = operator.families["default"]
    decoders = [row_decoder(schema_of(struct), (0, 1)) for struct in (family.key, family.value)]
    expected = SparkReader(spark, checkpoint, built(name).job.confs).truth(Source(0), job.batches).rows
    format_byte = b"\0" if "hdfs" in name else b""
    for batch in job.batches:
        found: Counter[tuple[Any, ...]] = Counter()
        for place in job.places:
            for key, value in entries(job.provider.open(job.at(place, batch))).items():
                found[(place[2], *decoders[0](format_byte + key), *decoders[1](format_byte + value))] += 1
        assert found == Counter({row[:5]: count for row, count in expected[batch].items()})
        assert found


def test_all_providers_hold_the_same(opened: Callable[[str], Opened]) -> None:
    """Apart from the format byte that RocksDB's rows have in front."""
    jobs = {name: opened(name) for name in AGGREGATIONS}
    reference = jobs["text_and_number_hdfs"]
    for name, job in jobs.items():
        cut = 0 if "hdfs" in name else 1
        for place in reference.places:
            for batch in reference.batches:
                expected = entries(reference.provider.open(reference.at(place, batch)))
                found = entries(job.provider.open(job.at(place, batch)))
                assert {key[cut:]: value[cut:] for key, value in found.items()} == expected


@pytest.mark.parametrize("name", [*AGGREGATIONS, *OTHERS])
def test_a_state_from_the_one_before_is_the_same_and_tells_what_changed(name: str, opened: Callable[[str], Opened]) -> None:
    job = opened(name)
    for place in job.places:
        near: PartitionState | None = None
        first: PartitionState | None = None
        before: Entries = {}
        for batch in job.batches:
            at = job.at(place, batch)
            fresh, state, passed = job.provider.open(at), job.provider.open(at, near), job.provider.open(at, first)
            first = first or state
            now = entries(fresh)
            assert entries(state) == entries(passed) == now
            asked = [*now, b"no such key", *before]
            expected = [now.get(key) for key in asked]
            assert state.multi_get(asked) == fresh.multi_get(asked) == expected
            assert [state.get(key) for key in asked] == [fresh.get(key) for key in asked] == expected
            if near is not None:
                check_changes(state, near, now, before)
                assert state.changed_keys(state) == []
                if passed.changed_keys(near) is not None:
                    # Lineages reach back to the last snapshot only.
                    check_changes(passed, near, now, before)
            near, before = state, now


def check_changes(state: PartitionState, since: PartitionState, now: Entries, before: Entries) -> None:
    """Both ways round. A partition so small always tells."""
    changed = {key for key in now.keys() | before.keys() if now.get(key) != before.get(key)}
    for found in (state.changed_keys(since), since.changed_keys(state)):
        assert found is not None
        assert len(found) == len(set(found))
        assert changed <= set(found)


@pytest.mark.parametrize("name", ["variables", "left_join_hdfs", "timed"])
def test_prefixes_divide_a_state(name: str, opened: Callable[[str], Opened]) -> None:
    job = opened(name)
    for place in job.places:
        state = job.provider.open(job.at(place, job.batches[-1]))
        everything = entries(state)
        for length in (1, 2, 9):
            for prefix in {key[:length] for key in everything}:
                assert entries(state, prefix) == {key: value for key, value in everything.items() if key.startswith(prefix)}
        assert entries(state, b"\xff" * 3) == {}


def test_changes_of_a_log_are_exact(opened: Callable[[str], Opened]) -> None:
    """Over several versions: all that the logs between touch, and nothing else."""
    job = opened("text_and_number_changelog")
    for place in job.places:
        states = [job.provider.open(job.at(place, job.batches[0]))]
        for batch in job.batches[1:]:
            states.append(job.provider.open(job.at(place, batch), states[-1]))
        for i, early in enumerate(states):
            for late in states[i:]:
                found = late.changed_keys(early)
                assert found is not None
                now, before = entries(late), entries(early)
                # An aggregation writes a key only when a row of it came, and then its count is another one.
                assert sorted(found) == sorted(key for key in now.keys() | before.keys() if now.get(key) != before.get(key))


def test_states_outlive_sparks_files(built: Callable[[str], Built], tmp_path: Path) -> None:
    for name in ("text_and_number", "text_and_number_changelog_v2", "text_and_number_hdfs", "variables"):
        copy = built(name).copy_to(tmp_path)
        job = places_of(copy, provider_of(copy, tmp_path / "work" / name))
        states = [job.provider.open(job.at(place, job.batches[-1])) for place in job.places]
        expected = [entries(state) for state in states]
        for path in sorted((path for path in (copy / "state").rglob("*") if path.is_file()), key=str):
            path.unlink()
        job.provider.close()
        gc.collect()
        for state, held in zip(states, expected, strict=True):
            assert entries(state) == held
            assert state.multi_get(list(held)) == list(held.values())


def test_nothing_is_left_of_states_that_nobody_holds(built: Callable[[str], Built], tmp_path: Path) -> None:
    checkpoint = built("text_and_number").checkpoint
    job = places_of(checkpoint, provider_of(checkpoint, tmp_path / "work"))
    state = job.provider.open(job.at(job.places[0], job.batches[-1]))
    get, key = state.get, next(iter(entries(state)))
    value = get(key)
    del state
    gc.collect()
    # A bound get keeps what it reads.
    assert get(key) == value
    assert len(list((tmp_path / "work").iterdir())) == 1
    del get
    gc.collect()
    assert list((tmp_path / "work").iterdir()) == []


def test_nothing_is_written_to_the_checkpoint(built: Callable[[str], Built], tmp_path: Path) -> None:
    for name in ("text_and_number", "text_and_number_changelog", "text_and_number_hdfs", "variables"):
        checkpoint = built(name).checkpoint
        before = digest(checkpoint)
        job = places_of(checkpoint, provider_of(checkpoint, tmp_path / name))
        for place in job.places:
            near = None
            for batch in job.batches:
                near = job.provider.open(job.at(place, batch), near)
                entries(near)
        assert digest(checkpoint) == before


def digest(folder: Path) -> str:
    """Names, bytes and times of all that is there."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        whole.update(f"{path} {path.stat().st_mtime_ns}".encode())
        whole.update(path.read_bytes() if path.is_file() else b"")
    return whole.hexdigest()


def test_a_remote_checkpoint_is_read_likewise(built: Callable[[str], Built], tmp_path: Path) -> None:
    import fsspec

    memory = fsspec.filesystem("memory")
    for name in ("text_and_number", "text_and_number_changelog_v2", "text_and_number_hdfs"):
        checkpoint = built(name).checkpoint
        root = f"/providers-{random.randrange(1 << 60)}/{name}"
        memory.put(str(checkpoint), root, recursive=True)
        local = places_of(checkpoint, provider_of(checkpoint, tmp_path / "local" / name))
        files = open_checkpoint_files(f"memory://{root}")
        remote = StateProvider(files, tmp_path / "remote" / name, Checkpoint(files).latest().conf)
        for place in local.places:
            near = None
            for batch in local.batches:
                at = local.at(place, batch)
                near = remote.open(at, near)
                assert entries(near) == entries(local.provider.open(at))
        memory.rm(root, recursive=True)
