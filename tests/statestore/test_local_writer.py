from __future__ import annotations

import random
from pathlib import Path

import pyarrow as pa
import pytest

from statestore.errors import ConcurrentPublisher, DuplicateKey, IncompatibleSchema, InvalidSchema
from statestore.schema import Column, HashPartitioning, RangePartitioning, ViewSchema
from statestore.types import Double, Long, String
from statestore.views import open_root
from statestore.views.local_writer import PORTION_ROWS, write_version
from statestore.views.publisher import Publisher
from tests.plugins.scale import seed_for
from tests.statestore.view_contents import read_view, stray_files

SCHEMA = ViewSchema(
    "v",
    (Column("k", String(), nullable=False), Column("n", Long()), Column("x", Double())),
    ("k", "n"),
    ("k",),
    HashPartitioning(4),
    (3,),
)


def table(*rows: tuple[str, int | None, float | None]) -> pa.Table:
    columns = list(zip(*rows, strict=True)) or [(), (), ()]
    types = (pa.string(), pa.int64(), pa.float64())
    return pa.table({n: pa.array(c, t) for n, c, t in zip(("k", "n", "x"), columns, types, strict=True)})


@pytest.fixture(params=["local", "file", "memory"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "memory":
        return f"memory://{tmp_path.name}/root"
    return f"{'file://' if request.param == 'file' else ''}{tmp_path}/root"


def test_rows_upserts_and_deletes_show(root: str) -> None:
    assert write_version(root, SCHEMA, table(("a", 1, 1.5), ("b", 2, 2.5), ("c", None, None))) == 1
    assert write_version(root, SCHEMA, table(("b", 2, 7.0), ("d", 4, 4.5)), deletes=[("a", 1)]) == 2
    after_one = {("a", 1): ("a", 1, 1.5), ("b", 2): ("b", 2, 2.5), ("c", None): ("c", None, None)}
    after_two = {("b", 2): ("b", 2, 7.0), ("c", None): ("c", None, None), ("d", 4): ("d", 4, 4.5)}
    assert read_view(root, "v", 1) == after_one
    assert read_view(root, "v") == after_two
    manifest = open_root(root).folder("v").manifest(2)
    assert (manifest.rows, manifest.deletes, manifest.base) == (2, 1, 1)


def test_replace_drops_what_was(root: str) -> None:
    write_version(root, SCHEMA, table(("a", 1, 1.5)))
    assert write_version(root, SCHEMA, table(("z", 9, 0.0)), mode="replace") == 2
    write_version(root, SCHEMA, table(("y", 8, 0.5)))
    assert read_view(root, "v") == {("z", 9): ("z", 9, 0.0), ("y", 8): ("y", 8, 0.5)}
    assert [open_root(root).folder("v").manifest(n).base for n in (1, 2, 3)] == [1, 2, 2]


def test_an_empty_version_is_committed(root: str) -> None:
    assert write_version(root, SCHEMA, table()) == 1
    assert write_version(root, SCHEMA, table(), mode="replace") == 2
    assert read_view(root, "v") == {}


def test_a_batch_is_committed_once(root: str) -> None:
    assert write_version(root, SCHEMA, table(("a", 1, 1.0)), query_id="q", batch_id=0) == 1
    assert write_version(root, SCHEMA, table(("a", 1, 2.0)), query_id="other", batch_id=0, watermark_us=5) == 2
    assert write_version(root, SCHEMA, table(("a", 1, 9.0)), query_id="q", batch_id=0) == 2
    assert write_version(root, SCHEMA, table(("a", 1, 3.0)), query_id="q", batch_id=1) == 3
    assert read_view(root, "v") == {("a", 1): ("a", 1, 3.0)}
    assert open_root(root).folder("v").manifest(2).watermark_us == 5


def test_equal_rows_collapse_and_different_ones_are_refused(root: str) -> None:
    write_version(root, SCHEMA, table(("a", 1, 1.0), ("a", 1, 1.0), ("a", 2, 1.0), ("a", 1, 1.0)), deletes=[("b", 1), ("b", 1)])
    manifest = open_root(root).folder("v").manifest(1)
    assert (manifest.rows, manifest.deletes) == (2, 1)
    with pytest.raises(DuplicateKey, match=r"two different rows for the key \(k='a', n=1\)"):
        write_version(root, SCHEMA, table(("a", 1, 1.0), ("a", 1, 2.0)))
    with pytest.raises(DuplicateKey, match=r"a row and its deletion for the key \(k='a', n=NULL\)"):
        write_version(root, SCHEMA, table(("a", None, 1.0)), deletes=[("a", None)])
    assert open_root(root).folder("v").latest() == 1


def test_duplicates_are_found_where_portions_meet(tmp_path: Path) -> None:
    rows = [("a", n, 0.0) for n in range(PORTION_ROWS)]
    one_shard = ViewSchema("v", SCHEMA.columns, SCHEMA.key, SCHEMA.shard_key, HashPartitioning(1), (3,))
    write_version(str(tmp_path), one_shard, table(*rows, rows[-1], ("b", 0, 0.0)))
    assert open_root(str(tmp_path)).folder("v").manifest(1).rows == PORTION_ROWS + 1
    with pytest.raises(DuplicateKey):
        write_version(str(tmp_path), one_shard, table(*rows, ("a", PORTION_ROWS - 1, 1.0)))
    assert stray_files(str(tmp_path), "v") == set()


def test_range_shards(tmp_path: Path) -> None:
    splits = (b"\x01g\x00", b"\x01p\x00")
    schema = ViewSchema("v", SCHEMA.columns, SCHEMA.key, SCHEMA.shard_key, RangePartitioning(splits), (3,))
    write_version(str(tmp_path), schema, table(("f", 1, 0.0), ("g", 1, 0.0), ("oz", 1, 0.0), ("p", 1, 0.0)), deletes=[("z", 0)])
    manifest = open_root(str(tmp_path)).folder("v").manifest(1)
    assert [(f.shard, f.rows, f.deletes) for f in manifest.files] == [(0, 1, 0), (1, 2, 0), (2, 1, 1)]


def test_many_random_rows_and_their_metadata(tmp_path: Path) -> None:
    seed = seed_for("local writer")
    rng = random.Random(seed)
    rows = {(rng.choice("abcdefgh") * rng.randrange(3), rng.randrange(-9999, 9999)): rng.random() for _ in range(20_000)}
    write_version(str(tmp_path), SCHEMA, table(*((k, n, x) for (k, n), x in rows.items())))
    assert read_view(str(tmp_path), "v") == {key: (*key, x) for key, x in rows.items()}
    manifest = open_root(str(tmp_path)).folder("v").manifest(1)
    assert manifest.rows == len(rows)
    assert manifest.bytes == sum(Path(tmp_path, "v", f.path).stat().st_size for f in manifest.files)


def test_a_column_is_added_and_old_rows_stay_readable(root: str) -> None:
    write_version(root, SCHEMA, table(("a", 1, 1.0), ("b", 1, 1.0)))
    wider = ViewSchema(
        "v", (*SCHEMA.columns, Column("extra", String(), nullable=False)), SCHEMA.key, ("k",), HashPartitioning(4), (4,)
    )
    with_extra = table(("b", 1, 2.0)).append_column("extra", pa.array(["new"]))
    write_version(root, wider, with_extra)
    assert read_view(root, "v") == {("a", 1): ("a", 1, 1.0, None), ("b", 1): ("b", 1, 2.0, "new")}
    folder = open_root(root).folder("v")
    assert folder.schema().row_widths == (3, 4)
    assert folder.schema().columns[3].nullable
    assert folder.schema_of(folder.manifest(1)) == SCHEMA
    write_version(root, wider, with_extra)
    assert [folder.manifest(n).schema_at for n in (1, 2, 3)] == [0, 2, 2]
    with pytest.raises(IncompatibleSchema, match="the job lacks it"):
        write_version(root, SCHEMA, table(("a", 1, 1.0)))


def test_missing_columns_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSchema, match="lacks the column 'x'"):
        write_version(str(tmp_path), SCHEMA, table().drop_columns("x"))


def test_a_second_writer_is_refused_while_the_first_holds_the_view(tmp_path: Path) -> None:
    with Publisher(open_root(str(tmp_path)), SCHEMA, owner="nightly job"), pytest.raises(ConcurrentPublisher) as refused:
        write_version(str(tmp_path), SCHEMA, table(("a", 1, 1.0)))
    assert "nightly job" in str(refused.value)
    assert write_version(str(tmp_path), SCHEMA, table(("a", 1, 1.0))) == 1
