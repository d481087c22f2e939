"""What can happen to the files of a view: half-written, of a newer release, spoiled."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

Damage = Callable[[Path], None]


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def flip(path: Path) -> None:
    """One byte of a file that others may be reading."""
    with path.open("r+b") as opened:
        opened.seek(path.stat().st_size // 3)
        (byte,) = opened.read(1)
        opened.seek(-1, os.SEEK_CUR)
        opened.write(bytes((byte ^ 0x10,)))


def newer(path: Path) -> None:
    path.write_text(path.read_text().replace('"format": 1', '"format": 99'))


def into_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def edit(before: str, after: str) -> Damage:
    def damage(path: Path) -> None:
        assert before in path.read_text()
        path.write_text(path.read_text().replace(before, after))

    return damage


#: What happens to the manifest of version 2.
MANIFESTS: dict[str, Damage] = {
    "truncated": truncate,
    "empty": lambda p: p.write_bytes(b""),
    "newer": newer,
    "other_version": edit('"version": 2', '"version": 3'),
    "no_text": lambda p: p.write_bytes(b"\xff\xfe\x00"),
    "outside_path": edit('"path": "shards', '"path": "../../shards'),
    "shard_beyond": edit('"shard": 1', '"shard": 77'),
    "deep": lambda p: p.write_text("[" * 100_000),
    "unknown_checksum": edit('"sha256:', '"md99:'),
}
#: What happens to an SST file of version 2.
FILES: dict[str, Damage] = {
    "cut": truncate,
    "missing": lambda p: p.unlink(),
    "flipped": flip,
    "emptied": lambda p: p.write_bytes(b""),
    "longer": lambda p: p.write_bytes(p.read_bytes() + b"x"),
    "a_folder": into_folder,
}
#: What happens to view.json of a view that nobody has seen yet.
VIEWS: dict[str, Damage] = {
    "view_cut": truncate,
    "view_newer": newer,
    "view_empty": lambda p: p.write_bytes(b""),
    "view_other": edit('"view": "', '"view": "x'),
    "view_type": edit('"long"', '"lung"'),
    "view_deep": lambda p: p.write_text("[" * 100_000),
}
