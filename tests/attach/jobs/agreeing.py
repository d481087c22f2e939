"""Whether an attachment's tables are what Spark's own reader says of the same checkpoint: all rows, point gets, changes."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from statestore.attach.tables import StateTable
from statestore.rows import row_decoder
from tests.attach.jobs.attached import Reading, reading, rows_of
from tests.attach.jobs.building import Built
from tests.attach.jobs.job import Job
from tests.attach.jobs.truth import TIMERS, Rows, Source, SparkReader, Truth

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: Units of Spark's times, by the ends of the columns' names.
TIMES_US = {
    "ttlExpirationMs": 1000,
    "timeoutTimestamp": 1000,
    "expiryTimestampMs": 1000,
    "expiration_timestamp_ms": 1000,
    "expiresAtMicros": 1,
    "__event_time": 1,
}
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
FILLERS = ("__dummy__", "__empty__")


def check_tables(found: Built, spark: SparkSession, work: Path) -> None:
    """Every table at every batch."""
    reader = SparkReader(spark, found.checkpoint, found.job.confs)
    with reading(found.checkpoint, work) as attached:
        assert sorted(attached.batches) == found.batches
        assert attached.unreadable == ()
        tables = {_source_of(table): name for name, table in attached.tables.items()}
        truths = {source: reader.truth(source, found.batches) for source in reader.sources() if not _is_index(source)}
        assert set(tables) == set(truths)
        for source, truth in truths.items():
            name = tables[source]
            for batch in found.batches:
                _check(found.job, attached, name, batch, truth)
            _check_points(attached, name, found.batches[-1])
            _check_changes(attached, name, found.batches)


def _is_index(source: Source) -> bool:
    """A join's number of rows of each key: the rows themselves are there."""
    return source.store.endswith("-keyToNumValues")


def _source_of(table: StateTable) -> Source:
    """What Spark's reader calls it."""
    family = getattr(table, "family", "default")
    if family.endswith("_keyToTimestamp"):
        return Source(table.operator, table.store, TIMERS)
    if family == "default":
        return Source(table.operator, table.store)
    if "-key" in family:
        return Source(table.operator, family)
    return Source(table.operator, table.store, family)


def _check(job: Job, attached: Reading, name: str, batch: int, truth: Truth) -> None:
    version = attached.version(name, batch)
    several = "index" in version.schema.key and getattr(attached.tables[name], "several", False)
    ours = rows_of(version)
    if several:
        ours = _without_index(ours, version.schema.key.index("index"))
    theirs = _as_tables_have_it(job, truth, batch)
    assert ours == theirs, f"{name} at batch {batch}: too many {ours - theirs}, missing {theirs - ours}"


def _as_tables_have_it(job: Job, truth: Truth, batch: int) -> Rows:
    """Without what tables leave out: what fills an empty place, and the key where the value repeats it."""
    key = {name.removeprefix("key.") for name in truth.columns if name.startswith("key.")}
    left_out = {i for i, name in enumerate(truth.columns) if name.rpartition(".")[2] in FILLERS}
    if job.operator == "session window":
        key |= {"session_window.start"}
    if job.operator == "session window" or "spark.sql.streaming.aggregation.stateFormatVersion" in job.conf:
        left_out |= {i for i, name in enumerate(truth.columns) if name.startswith("value.") and name.removeprefix("value.") in key}
    if job.operator == "limit":
        left_out |= {i for i, name in enumerate(truth.columns) if name == "key.key"}
    found: Rows = Counter()
    for (partition, *values), count in truth.rows[batch].items():
        times = (_instant(name, value) for name, value in zip(truth.columns, values, strict=True))
        found[(partition, *(value for i, value in enumerate(times) if i not in left_out))] += count
    return found


def _instant(column: str, value: Any) -> Any:
    """Spark's times are numbers."""
    unit_us = next((unit for name, unit in TIMES_US.items() if column.endswith(name)), None)
    if unit_us is None or value is None:
        return value
    return None if value == -1 and column.endswith("timeoutTimestamp") else EPOCH + value * unit_us * dt.timedelta(microseconds=1)


def _without_index(rows: Rows, place: int) -> Rows:
    """Of several values of a key: numbered from 0 on, and the number left out."""
    numbers: dict[object, list[int]] = defaultdict(list)
    found: Rows = Counter()
    for row, count in rows.items():
        assert count == 1
        numbers[row[: place + 1]].append(row[place + 1])
        found[row[: place + 1] + row[place + 2 :]] += 1
    assert all(sorted(of_key) == list(range(len(of_key))) for of_key in numbers.values())
    return found


def _check_points(attached: Reading, name: str, batch: int) -> None:
    """Each row is found by its key, in the partition that the key says."""
    version = attached.version(name, batch)
    if not version.schema.key:
        return
    places = [next(i for i, column in enumerate(version.schema.columns) if column.name == key) for key in version.schema.key]
    decode = row_decoder(version.schema, places)
    shard_key = len(version.schema.shard_key)
    for shard in version.shards:
        rows = [row for rows in shard.scan() for row in rows]
        values = [decode(row) for row in rows]
        assert {version.shard_of(key[:shard_key]) for key in values} <= {shard.number}
        keys = [version.key_codec.encode(key) for key in values]
        assert shard.multi_get(keys) == rows
        assert [shard.get(key) for key in keys] == rows
        assert shard.count_rows() == len(rows)


def _check_changes(attached: Reading, name: str, batches: list[int]) -> None:
    """What is said to have changed leads from one batch to the next."""
    before: dict[tuple[int, bytes], bytes] | None = None
    for batch in batches:
        version = attached.version(name, batch)
        now = {(s.number, id_): row for s in version.shards for items in s.scan_items() for id_, row in items}
        changes = None if before is None else version.changed_items(batch)
        if before is not None and changes is not None:
            changed = [change for change in changes if change.shard not in changes.unknown]
            for change in changed:
                for id_, row in zip(change.keys, change.values, strict=True):
                    if row is None:
                        before.pop((change.shard, id_), None)
                    else:
                        before[(change.shard, id_)] = row
            known = {shard.number for shard in version.shards} - changes.unknown
            assert {k: v for k, v in before.items() if k[0] in known} == {k: v for k, v in now.items() if k[0] in known}
        before = now
