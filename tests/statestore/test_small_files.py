"""Small files of a shard are merged before they are taken: against a model, and with files that cannot be."""

from __future__ import annotations

import random
from pathlib import Path

from statestore.node.small_files import MERGED_BYTES_MAX, SMALL_BYTES_MAX, merge_small
from statestore.node.sst_reader import read_entries
from statestore.views.sst import SstFile
from tests.plugins.scale import random_for

Entries = dict[bytes, bytes | None]


def written(path: Path, entries: Entries) -> Path:
    file = SstFile(path)
    keys = sorted(entries)
    file.append(keys, [entries[key] for key in keys])
    file.finish()
    return path


def entries_of(path: Path) -> Entries:
    return dict(zip(*read_entries(path.read_bytes(), str(path)), strict=True))


def some(dice: random.Random, rows: int) -> Entries:
    """Of 60 keys, a third of them deleted."""
    keys = {b"%04d" % dice.randrange(60) for _ in range(rows)}
    return {key: None if dice.random() < 0.3 else dice.randbytes(dice.randrange(40)) for key in keys}


def test_the_last_word_on_each_key_counts(tmp_path: Path) -> None:
    dice = random_for("small files")
    contents = [some(dice, dice.randrange(1, 30)) for _ in range(dice.randrange(2, 40))]
    paths = [written(tmp_path / f"{n}.sst", content) for n, content in enumerate(contents)]
    expected: Entries = {}
    for content in contents:
        expected.update(content)
    (merged,) = merge_small(paths, tmp_path / "merged")
    assert merged not in paths
    assert entries_of(merged) == expected
    assert all(path.exists() for path in paths)


def test_what_is_large_or_cannot_be_read_stays_in_its_place(tmp_path: Path) -> None:
    dice = random_for("small files")
    small = [written(tmp_path / f"{n}.sst", some(dice, 9)) for n in range(5)]
    large = written(tmp_path / "large.sst", {b"%06d" % n: dice.randbytes(100) for n in range(1_000)})
    assert large.stat().st_size > SMALL_BYTES_MAX
    bad = tmp_path / "bad.sst"
    bad.write_bytes(small[0].read_bytes()[:-1] + b"\0")
    missing = tmp_path / "missing.sst"
    found = merge_small([small[0], small[1], large, small[2], bad, missing, small[3], small[4]], tmp_path / "merged")
    assert found[1:5] == [large, small[2], bad, missing]
    assert entries_of(found[0]) == entries_of(small[0]) | entries_of(small[1])
    assert entries_of(found[5]) == entries_of(small[3]) | entries_of(small[4])
    assert len(found) == 6


def test_what_is_merged_at_a_time_is_bounded(tmp_path: Path) -> None:
    """It is in memory."""
    dice = random_for("small files")
    rows = [{b"%06d" % (n * 1_000 + m): dice.randbytes(100) for m in range(500)} for n in range(100)]
    paths = [written(tmp_path / f"{n}.sst", content) for n, content in enumerate(rows)]
    found = merge_small(paths, tmp_path / "merged")
    total = sum(path.stat().st_size for path in paths)
    assert total > MERGED_BYTES_MAX
    assert len(found) == -(-total // (MERGED_BYTES_MAX - SMALL_BYTES_MAX))
    read = {key: value for path in found for key, value in entries_of(path).items()}
    assert read == {key: value for content in rows for key, value in content.items()}
