"""SST files and how entries become files."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from rocksdict import Options, Rdict

from statestore.errors import StateStoreError
from statestore.schema import HashPartitioning
from statestore.views import open_root
from statestore.views.encoding import ShardEntries
from statestore.views.shard_writer import VersionFiles
from statestore.views.sst import SstFile, SstOptions
from tests.statestore.test_local_writer import SCHEMA


def test_rows_tombstones_and_bounds(tmp_path: Path) -> None:
    sst = SstFile(tmp_path / "a.sst")
    sst.append([b"a", b"b"], [b"1", None])
    sst.append([], [])
    sst.append([b"c"], [b""])
    sst.finish()
    assert (sst.rows, sst.deletes, sst.min_key, sst.max_key) == (2, 1, b"a", b"c")
    database = Rdict(str(tmp_path / "db"), Options(raw_mode=True))
    database[b"b"] = b"goes"
    database[b"d"] = b"stays"
    database.ingest_external_file([str(sst.path)])
    assert dict(database.items()) == {b"a": b"1", b"c": b"", b"d": b"stays"}
    database.close()


@pytest.mark.parametrize("portions", [[[b"b", b"a"]], [[b"a", b"a"]], [[b"a"], [b"a"]], [[b"b"], [b"a"]]])
def test_keys_must_ascend(tmp_path: Path, portions: list[list[bytes]]) -> None:
    sst = SstFile(tmp_path / "a.sst")
    for portion in portions[:-1]:
        sst.append(portion, [b""] * len(portion))
    with pytest.raises(ValueError, match="do not ascend"):
        sst.append(portions[-1], [b""] * len(portions[-1]))
    sst.abandon()
    assert list(tmp_path.iterdir()) == []


def test_what_rocksdb_says(tmp_path: Path) -> None:
    with pytest.raises(StateStoreError, match="cannot be written") as refused:
        SstFile(tmp_path / "missing" / "a.sst")
    assert "No such file" in str(refused.value)


@pytest.mark.parametrize("rows_each", [1, 100, 5000])
def test_a_large_shard_is_cut(tmp_path: Path, rows_each: int) -> None:
    rng = random.Random(rows_each)
    entries = [(n.to_bytes(8, "big"), rng.randbytes(40)) for n in range(20_000)]
    folder = open_root(str(tmp_path)).folder("v")
    options = SstOptions(file_bytes_max=200_000)
    with VersionFiles(folder, SCHEMA, 1, options=options) as files:
        for start in range(0, len(entries), rows_each):
            keys, values = zip(*entries[start : start + rows_each], strict=True)
            files.append(ShardEntries(3, list(keys), list(values)))
        written = files.finish()
    slack_bytes = rows_each * 60 + 100_000  # a portion, and the file's index and filter
    assert all(file.bytes < options.file_bytes_max + slack_bytes for file in written)
    assert (len(written) > 3, {file.shard for file in written}) == (True, {3})
    assert all(left.max_key < right.min_key for left, right in pairwise(written))
    assert (written[0].min_key, written[-1].max_key) == (entries[0][0], entries[-1][0])
    database = Rdict(str(tmp_path / "db"), Options(raw_mode=True))
    database.ingest_external_file([folder.path_of(file) for file in written])
    assert list(database.items()) == entries
    database.close()


def test_files_of_a_failed_block_are_removed(tmp_path: Path) -> None:
    folder = open_root(str(tmp_path)).folder("v")
    with pytest.raises(KeyError), VersionFiles(folder, SCHEMA, 1) as files:  # noqa: PT012
        files.append(ShardEntries(0, [b"a"], [b"1"]))
        files.append(ShardEntries(1, [b"a"], [b"1"]))
        raise KeyError
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


def test_shards_of_a_view_need_not_all_have_files(tmp_path: Path) -> None:
    assert SCHEMA.partitioning == HashPartitioning(4)
    with VersionFiles(open_root(str(tmp_path)).folder("v"), SCHEMA, 1, keep_tombstones=False) as files:
        files.append(ShardEntries(0, [b"a"], [None]))
        files.append(ShardEntries(2, [b"a", b"b"], [None, b"1"]))
        assert [(f.shard, f.rows, f.deletes) for f in files.finish()] == [(2, 1, 0)]
