"""Where a view stands in its topics, from Spark's offsets to the manifest."""

from __future__ import annotations

from pathlib import Path

import pytest

from statestore.errors import CorruptFile
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Int
from statestore.views import open_root
from statestore.views.manifest import Manifest
from statestore.views.publisher import Origin, Publisher

SCHEMA = ViewSchema("v", (Column("k", Int(), nullable=False),), ("k",), ("k",), HashPartitioning(1), (1,))


def test_sources_are_optional_in_a_manifest() -> None:
    plain = Manifest(1, "upsert", (), 5, 1)
    assert b"sources" not in plain.to_json()
    assert Manifest.from_json(plain.to_json(), "here") == plain
    placed = Manifest(1, "upsert", (), 5, 1, sources={"flights": {0: 12, 10: 2**40}, "b": {1: 0}})
    assert Manifest.from_json(placed.to_json(), "here").sources == placed.sources


@pytest.mark.parametrize("text", ['{"t": {"0": -1}}', '{"t": {"x": 1}}', '{"t": 3}', "[1]", '{"t": {"0": "1"}}'])
def test_other_sources_are_corrupt(text: str) -> None:
    data = Manifest(1, "upsert", (), 5, 1, sources={"t": {0: 1}}).to_json()
    broken = data.replace(b'{\n  "t": {\n   "0": 1\n  }\n }', text.encode())
    assert broken != data
    with pytest.raises(CorruptFile):
        Manifest.from_json(broken, "here")


def test_a_batch_job_leaves_a_stream_where_it_stands_unless_it_replaces_all(tmp_path: Path) -> None:
    first, second = {"t": {0: 1}}, {"t": {0: 5}}
    with Publisher(open_root(str(tmp_path)), SCHEMA, owner="test") as publisher:
        publisher.commit((), mode="upsert", origin=Origin("q", "r", 0, sources=first))
        publisher.commit((), mode="upsert", origin=Origin("q", "r", 1, sources=second))
        publisher.commit((), mode="upsert", origin=Origin())
        publisher.commit((), mode="replace", origin=Origin())
        found = [publisher.folder.manifest(version).sources for version in (1, 2, 3, 4)]
    assert found == [first, second, second, {}]


def test_only_kafkas_offsets_have_topics() -> None:
    progress = pytest.importorskip("statestore.writer.progress", reason="this machine lacks pyspark", exc_type=ImportError)
    offsets = ['{"a":{"0":5,"1":7},"b":{"0":1}}', '{"logOffset":3}', "17", "null", '{"a":{"0":4,"2":9}}', '{"x":{"y":"z"}}']
    assert progress.topic_offsets(iter(offsets)) == {"a": {0: 4, 1: 7, 2: 9}, "b": {0: 1}}
