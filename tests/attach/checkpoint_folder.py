"""Checkpoints written by hand, byte by byte as Spark 4.3 writes them, for damage that no job makes."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

KEY = {"type": "struct", "fields": [{"name": "k", "type": "string", "nullable": True, "metadata": {}}]}
VALUE = {"type": "struct", "fields": [{"name": "count", "type": "long", "nullable": False, "metadata": {}}]}
WHOLE_KEY = {"keyStateEncoderType": "NoPrefixKeyStateEncoderSpec"}
STATE = "org.apache.spark.sql.execution.streaming.state."
NO_USER_KEY = "{    }"


def write_utf(text: str) -> bytes:
    """java.io.DataOutputStream.writeUTF, from its documentation: each UTF-16 unit in one to three bytes."""
    utf16 = text.encode("utf-16-be", "surrogatepass")
    units = struct.unpack(f">{len(utf16) // 2}H", utf16)
    data = b"".join(_unit(u) for u in units)
    return struct.pack(">H", len(data)) + data


def _unit(unit: int) -> bytes:
    if 0 < unit < 0x80:
        return bytes([unit])
    if unit < 0x800:
        return bytes([0xC0 | unit >> 6, 0x80 | unit & 0x3F])
    return bytes([0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F])


def chunked(text: str, size: int = 65535) -> bytes:
    """A number of chunks, and each by writeUTF."""
    parts = [text[i : i + size] for i in range(0, len(text), size)]
    return struct.pack(">i", len(parts)) + b"".join(write_utf(p) for p in parts)


def schema_file(version: int, key: Any = KEY, value: Any = VALUE, *, chunk: int = 65535) -> bytes:
    """A state schema file of version 1 or 2."""
    parts = [write_utf(json.dumps(s)) if version == 1 else chunked(json.dumps(s), chunk) for s in (key, value)]
    return write_utf(f"v{version}") + b"".join(parts)


def family(
    name: str, key: Any = KEY, value: Any = VALUE, *, encoding: Any = WHOLE_KEY, user_key: Any = None, value_id: int = 0
) -> bytes:
    """One column family in a schema file of version 3."""
    user = NO_USER_KEY if user_key is None else json.dumps(user_key)
    return b"".join(
        (
            write_utf(name),
            struct.pack(">h", 0),
            chunked(json.dumps(key)),
            struct.pack(">h", value_id),
            chunked(json.dumps(value)),
            chunked(json.dumps(encoding)),
            chunked(user),
        )
    )


def schema_file_3(*families: bytes) -> bytes:
    """A state schema file of version 3."""
    return write_utf("v3") + struct.pack(">i", len(families)) + b"".join(families)


def store_info(name: str = "default", *, prefix: int = 0, partitions: int = 2, **more: Any) -> dict[str, Any]:
    """A store in operator metadata."""
    return {"storeName": name, "numColsPrefixKey": prefix, "numPartitions": partitions, **more}


class CheckpointFolder:
    """A checkpoint with RocksDB state, that grows and is damaged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, path: str, data: str | bytes) -> Path:
        """A file, whole."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        return file

    def begin(self, query: str = "29a98b99-1dd0-47e6-a8fd-a9abc4415998") -> None:
        """The query has its id, and folders for its logs."""
        self.write("metadata", json.dumps({"id": query}))
        for log in ("offsets", "commits"):
            (self.folder / log).mkdir(parents=True, exist_ok=True)

    def operator(
        self,
        stores: list[dict[str, Any]] | None = None,
        *,
        name: str = "stateStoreSave",
        number: int = 0,
        schema: bytes | None = None,
    ) -> None:
        """An operator with metadata of version 1."""
        stores = stores or [store_info()]
        info = {"operatorInfo": {"operatorId": number, "operatorName": name}, "stateStoreInfo": stores}
        self.write(f"state/{number}/_metadata/metadata", f"v1\n{json.dumps(info)}")
        for store in stores:
            inner = "" if store["storeName"] == "default" else f"{store['storeName']}/"
            self.write(f"state/{number}/0/{inner}_metadata/schema", schema_file(2) if schema is None else schema)

    def offsets(self, batch: int, *, watermark_ms: int = 0, sources: tuple[str, ...] = ('{"logOffset":1}',), **conf: str) -> None:
        """Batch *batch* has begun. *conf* are settings below spark.sql, with __ for a dot."""
        said = {
            "streaming.stateStore.providerClass": f"{STATE}RocksDBStateStoreProvider",
            "streaming.aggregation.stateFormatVersion": "2",
            "shuffle.partitions": "2",
        }
        said |= {name.replace("__", "."): value for name, value in conf.items()}
        metadata = {"batchWatermarkMs": watermark_ms, "batchTimestampMs": 1, "conf": {f"spark.sql.{k}": v for k, v in said.items()}}
        self.write(f"offsets/{batch}", "\n".join(("v1", json.dumps(metadata), *sources)))

    def commit(self, batch: int, text: str = 'v1\n{"nextBatchWatermarkMs":0}') -> None:
        """Batch *batch* is done: as Spark does it, by a rename."""
        written = self.write(f"commits/.{batch}.0a9cb2a2-91f9-4e6b-8f6c-0f3b9fc6f3a5.tmp", text)
        written.rename(self.folder / "commits" / str(batch))

    def run(self, *batches: int, partitions: int = 2) -> None:
        """Batches from beginning to end, with files of state that nobody reads here."""
        for batch in batches:
            self.offsets(batch)
            for partition in range(partitions):
                self.write(f"state/0/{partition}/{batch + 1}.zip", b"")
            self.commit(batch)
