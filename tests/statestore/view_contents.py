"""Reads a published view the plain way: every file of every version, in order, into one RocksDB per shard."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from rocksdict import Options, Rdict

from statestore.keys import KeyCodec
from statestore.rows import row_decoder
from statestore.sharding import shard_function
from statestore.views import Root, open_root

Rows = dict[tuple[Any, ...], tuple[Any, ...]]


def read_view(root: Root | str, view: str, version: int | None = None) -> Rows:
    """Key → row at *version* (default: latest), both as physical values. Checks that each row is in its shard."""
    folder = (open_root(root) if isinstance(root, str) else root).folder(view)
    last = folder.latest() if version is None else version
    schema = folder.schema_of(folder.manifest(last))
    work = Path(tempfile.mkdtemp())
    try:
        stored = _apply(folder, last, work)
    finally:
        shutil.rmtree(work)
    codec, decode, shard_of = KeyCodec(schema), row_decoder(schema, range(len(schema.columns))), shard_function(schema)
    rows: Rows = {}
    for shard, items in stored.items():
        for key, value in items.items():
            values = codec.decode(key)
            assert shard_of(values[: len(schema.shard_key)]) == shard
            assert hashable(values) not in rows
            rows[hashable(values)] = decode(value)
    return rows


def hashable(value: Any) -> Any:
    """*value* with tuples for lists."""
    return tuple(map(hashable, value)) if isinstance(value, list | tuple) else value


def _apply(folder: Any, last: int, work: Path) -> dict[int, dict[bytes, bytes]]:
    stored: dict[int, dict[bytes, bytes]] = {}
    for version in folder.versions():
        if version > last:
            break
        manifest = folder.manifest(version)
        if manifest.mode == "replace":
            stored.clear()
        for i, file in enumerate(manifest.files):
            _ingest(folder, file, work / f"{version}-{i}", stored)
    return stored


def _ingest(folder: Any, file: Any, work: Path, stored: dict[int, dict[bytes, bytes]]) -> None:
    """Through RocksDB, on top of what the shard holds, so that tombstones delete as they do on a node."""
    work.mkdir()
    shard = stored.setdefault(file.shard, {})
    database = Rdict(str(work / "db"), Options(raw_mode=True))
    try:
        for key, value in shard.items():
            database[key] = value
        folder.fetch(file, work / "file.sst")
        database.ingest_external_file([str(work / "file.sst")])
        shard.clear()
        shard.update(dict(database.items()))
    finally:
        database.close()


def stray_files(root: str, view: str) -> set[str]:
    """Files in the view's folder that nothing names."""
    folder = open_root(root).folder(view)
    named = {"view.json", "publisher.lock"}
    for version in folder.versions():
        named |= {f"log/{version:020d}.json", *(file.path for file in folder.manifest(version).files)}
    base = Path(root, view)
    return {str(p.relative_to(base)) for p in base.rglob("*") if p.is_file()} - named
