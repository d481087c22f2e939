"""State stores written as Spark's providers write them, without Spark: versions of one partition, and what each must hold."""

from __future__ import annotations

import io
import json
import struct
import uuid
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import xxhash
from rocksdict import BlockBasedOptions, Checkpoint, Options, Rdict, WriteBatch

from statestore.attach.checkpoint.model import PROVIDER_KEY
from statestore.attach.providers import StoreAt
from statestore.attach.providers.records import DELETE, DELETE_RANGE, MERGE, PUT, Ancestor, Record

ROCKSDB_CONF: Final = {PROVIDER_KEY: "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"}
HDFS_CONF: Final = {PROVIDER_KEY: "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider"}

_LZ4_SEED: Final = 0x9747B28C


def put(key: bytes, value: bytes) -> Record:
    return PUT, key, value


def delete(key: bytes) -> Record:
    return DELETE, key, b""


def append(key: bytes, value: bytes) -> Record:
    return MERGE, key, value


def delete_range(lower: bytes, upper: bytes) -> Record:
    return DELETE_RANGE, lower, upper


def lz4_stream(data: bytes, block_bytes: int = 1 << 15) -> bytes:
    """As LZ4BlockOutputStream does: blocks that do not shrink are stored, a block of nothing ends it."""
    out = []
    for start in range(0, len(data), block_bytes):
        block = data[start : start + block_bytes]
        packed = pa.compress(block, "lz4_raw", asbytes=True)
        kind, stored = (0x20, packed) if len(packed) < len(block) else (0x10, block)
        checksum = xxhash.xxh32_intdigest(block, _LZ4_SEED) & 0x0FFFFFFF
        out.append(struct.pack("<8sBiiI", b"LZ4Block", kind | 5, len(stored), len(block), checksum) + stored)
    return b"".join(out) + struct.pack("<8sBiiI", b"LZ4Block", 0x15, 0, 0, 0)


def text(value: str) -> bytes:
    return struct.pack(">H", len(value.encode())) + value.encode()


def sized(value: bytes) -> bytes:
    return struct.pack(">i", len(value)) + value


def plain_log(records: Sequence[Record]) -> bytes:
    """Deltas, snapshots of the HDFS-backed provider, and changelogs without column families."""
    body = b"".join(sized(key) + (sized(value) if kind == PUT else b"\xff\xff\xff\xff") for kind, key, value in records)
    return body + b"\xff\xff\xff\xff"


def kinds_log(records: Sequence[Record]) -> bytes:
    """The others."""
    parts = (bytes([k]) + sized(key) + (b"\xff\xff\xff\xff" if k == DELETE else sized(value)) for k, key, value in records)
    return b"".join(parts) + b"\x00"


def lineage_text(ancestors: Sequence[Ancestor]) -> bytes:
    return text(json.dumps([{"version": a.version, "checkpointUniqueId": a.unique_id} for a in ancestors]))


@dataclass
class StoreFolder:
    """Partition 0 of operator 0 in the checkpoint at *root*. *scratch* is for the database that a job would have."""

    root: Path
    scratch: Path
    hdfs: bool = False
    ids: bool = False
    families: dict[str, int] = field(default_factory=dict)
    #: What each version must hold.
    expected: dict[int, dict[bytes, bytes]] = field(default_factory=lambda: {0: {}})
    unique_ids: dict[int, str | None] = field(default_factory=dict)
    _live: Any = None
    _uploaded: dict[str, str] = field(default_factory=dict)
    _lineage: list[Ancestor] = field(default_factory=list)

    @property
    def conf(self) -> dict[str, str]:
        """What the offset log would say."""
        return HDFS_CONF if self.hdfs else ROCKSDB_CONF

    @property
    def folder(self) -> Path:
        return self.root / "state/0/0"

    @property
    def version(self) -> int:
        return max(self.expected)

    def at(self, version: int) -> StoreAt:
        return StoreAt(0, "default", 0, version, self.unique_ids.get(version))

    def commit(self, records: Sequence[Record], *, log: bool = True, snapshot: bool = False) -> int:
        """The next version."""
        self.folder.mkdir(parents=True, exist_ok=True)
        content = applied(self.expected[self.version], records)
        version = self.version + 1
        self.expected[version] = content
        self.unique_ids[version] = str(uuid.uuid4()) if self.ids else None
        self._apply_live(self.expected[version - 1], content)
        if log:
            self._write_log(version, records)
        self._lineage.append(Ancestor(version, self.unique_ids[version] or ""))
        if snapshot:
            self.snapshot()
        return version

    def name(self, version: int, suffix: str) -> str:
        unique_id = self.unique_ids[version]
        return f"{version}_{unique_id}.{suffix}" if unique_id else f"{version}.{suffix}"

    def path(self, version: int, suffix: str) -> Path:
        return self.folder / self.name(version, suffix)

    def snapshot(self) -> None:
        """Of the newest version."""
        version = self.version
        if self.hdfs:
            records = [put(key, value) for key, value in self.expected[version].items()]
            self.path(version, "snapshot").write_bytes(lz4_stream(plain_log(records)))
        else:
            self._write_zip(version)
        self._lineage = self._lineage[-1:]

    def named_files(self, version: int) -> list[Path]:
        """The SST files of a snapshot."""
        with zipfile.ZipFile(self.path(version, "zip")) as archive:
            body = json.loads(archive.read("metadata").partition(b"\n")[2])
        return [self.folder / "SSTs" / item["dfsSstFileName"] for item in body["sstFiles"]]

    def _write_log(self, version: int, records: Sequence[Record]) -> None:
        lineage = lineage_text(self._lineage) if self.ids else b""
        if self.hdfs:
            self.path(version, "delta").write_bytes(lz4_stream(plain_log(records)))
            return
        head = text("v4" if self.ids else "v2") + lineage
        self.path(version, "changelog").write_bytes(lz4_stream(head + kinds_log(records)))

    def _apply_live(self, before: dict[bytes, bytes], after: dict[bytes, bytes]) -> None:
        if self.hdfs:
            return
        if self._live is None:
            options = Options(raw_mode=True)
            options.create_if_missing(True)
            table = BlockBasedOptions()
            table.set_format_version(5)
            options.set_block_based_table_factory(table)
            self._live = Rdict(str(self.scratch / f"live-{uuid.uuid4()}"), options, {"default": options})
        batch = WriteBatch(raw_mode=True)
        for key in before.keys() - after.keys():
            batch.delete(key)
        for key, value in after.items():
            if before.get(key) != value:
                batch.put(key, value)
        self._live.write(batch)

    def _write_zip(self, version: int) -> None:
        self._live.flush()
        image = self.scratch / f"image-{uuid.uuid4()}"
        Checkpoint(self._live).create_checkpoint(str(image))
        (self.folder / "SSTs").mkdir(exist_ok=True)
        files = []
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for path in sorted(image.iterdir()):
                if path.suffix == ".sst":
                    files.append(
                        {"localFileName": path.name, "dfsSstFileName": self._upload(path), "sizeBytes": path.stat().st_size}
                    )
                elif path.name != "rocksdict-config.json":
                    archive.writestr(path.name, path.read_bytes())
            metadata = {"sstFiles": files, "numKeys": len(self.expected[version]), "columnFamilyMapping": self.families}
            archive.writestr("metadata", "v1\n" + json.dumps(metadata))
        self.path(version, "zip").write_bytes(packed.getvalue())

    def _upload(self, path: Path) -> str:
        name = self._uploaded.setdefault(path.name, f"{path.stem}-{uuid.uuid4()}.sst")
        target = self.folder / "SSTs" / name
        if not target.exists():
            target.write_bytes(path.read_bytes())
        return name


def applied(content: dict[bytes, bytes], records: Sequence[Record]) -> dict[bytes, bytes]:
    """What *records* make of *content*: the model that states are held against."""
    after = dict(content)
    for kind, key, value in records:
        if kind == PUT:
            after[key] = value
        elif kind == DELETE:
            after.pop(key, None)
        elif kind == MERGE:
            after[key] = after[key] + b"," + value if key in after else value
        else:
            after = {other: kept for other, kept in after.items() if not key <= other < value}
    return after
