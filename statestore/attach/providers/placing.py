"""Puts a snapshot of Spark's RocksDB into a folder of ours: the zip's small files, and hard links to the big ones.

<version>.zip   MANIFEST, CURRENT, OPTIONS, a log; and "metadata": a line "v1", then JSON that names the big files:
                sstFiles: localFileName, dfsSstFileName (in SSTs/), sizeBytes
                logFiles: localFileName, dfsLogFileName (in logs/), sizeBytes; in the folder archive/ of the database
"""

from __future__ import annotations

import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from statestore.attach.files import CheckpointFiles
from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.node.native import disk_checked

_METADATA: Final = "metadata"
_METADATA_VERSION: Final = "v1"
_OPTIONS: Final = "OPTIONS-"
_LOG_SUFFIX: Final = ".log"
_ARCHIVE: Final = "archive"
#: A manifest grows with the number of files, by about 100 bytes each.
_UNZIPPED_BYTES_MAX: Final = 256 << 20


@dataclass(frozen=True, slots=True)
class BigFile:
    """A file that the zip names: where it goes in the database's folder, and where it is."""

    local: str
    path: str
    bytes: int


class MissingFile(CorruptFile):
    """The zip is there and a file that it names is not."""

    def __init__(self, zip_name: str, path: str) -> None:
        super().__init__(f"{zip_name} cannot be read", detail=f"{path}, which it names, is missing")
        self.path = path


@dataclass(frozen=True, slots=True)
class ZipSnapshot:
    """A snapshot's zip, read and checked. *big* are the files that are not in it; *where* is for messages."""

    name: str
    where: str
    small: Mapping[str, bytes]
    big: tuple[BigFile, ...]
    #: Column families by name, and the number that their keys begin with.
    families: Mapping[str, int]

    @property
    def is_empty(self) -> bool:
        """Whether the database has no entries for sure."""
        return not self.big and not self._has_log

    def is_of(self, placed: Mapping[str, Path]) -> bool:
        """Whether a database made of the files *placed* holds the same."""
        return placed.keys() == {big.path for big in self.big} and not self._has_log

    @property
    def _has_log(self) -> bool:
        return any(data for name, data in self.small.items() if name.endswith(_LOG_SUFFIX))

    def place(self, folder: Path, files: CheckpointFiles, near: Mapping[str, Path] = MappingProxyType({})) -> dict[str, Path]:
        """Make *folder* the database; the SST files by their names in the checkpoint, and where they are now.

        *near* are such files that are here already. Raises MissingFile, CorruptFile, StorageFull.
        """
        placed: dict[str, Path] = {}
        with disk_checked(str(folder)):
            for name, data in self.small.items():
                (folder / name).write_bytes(data)
            for big in self.big:
                target = folder / big.local
                target.parent.mkdir(exist_ok=True)
                self._place(big, target, files, near)
                if not big.local.endswith(_LOG_SUFFIX):
                    placed[big.path] = target
        return placed

    def _place(self, big: BigFile, target: Path, files: CheckpointFiles, near: Mapping[str, Path]) -> None:
        if big.path in near:
            os.link(near[big.path], target)
            return
        try:
            files.place(big.path, target)
        except FileNotFoundError as error:
            raise MissingFile(self.where, big.path) from error
        if (size := target.stat().st_size) != big.bytes:
            raise CorruptFile(f"{files.location(big.path)} is corrupt", detail=f"{size} bytes instead of {big.bytes}")


def read_zip(folder: str, name: str, files: CheckpointFiles) -> ZipSnapshot:
    """Read *name* in *folder*. Raises FileNotFoundError, CorruptFile, UnsupportedFormat."""
    path = f"{folder}/{name}"
    data = files.read(path)
    where = files.location(path)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > _UNZIPPED_BYTES_MAX:
                raise CorruptFile(f"{where} is corrupt", detail="it unpacks to too much")
            small = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error) as error:
        raise CorruptFile(f"{where} is corrupt", detail=str(error)) from error
    big, families = _metadata(small.pop(_METADATA, b""), folder, where)
    if any("/" in inner or inner.startswith(".") for inner in small):
        raise CorruptFile(f"{where} is corrupt", detail="it holds folders")
    return ZipSnapshot(name, where, {inner: data for inner, data in small.items() if not inner.startswith(_OPTIONS)}, big, families)


def _metadata(data: bytes, folder: str, where: str) -> tuple[tuple[BigFile, ...], Mapping[str, int]]:
    version, _, text = data.partition(b"\n")
    if data and version.decode(errors="replace") != _METADATA_VERSION:
        raise UnsupportedFormat(f"{where} has metadata of version {version[:16]!r}; {_METADATA_VERSION} can be read")
    try:
        body = json.loads(text)
        ssts = [_big(item, f"{folder}/SSTs", "dfsSstFileName", "") for item in body.get("sstFiles", ())]
        logs = [_big(item, f"{folder}/logs", "dfsLogFileName", f"{_ARCHIVE}/") for item in body.get("logFiles") or ()]
        families = {str(name): int(number) for name, number in (body.get("columnFamilyMapping") or {}).items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorruptFile(f"{where} is corrupt", detail=f"its metadata cannot be read: {error!r}") from error
    return (*ssts, *logs), families


def _big(item: Mapping[str, Any], folder: str, dfs_name: str, local: str) -> BigFile:
    local_name, name = str(item["localFileName"]), str(item[dfs_name])
    if "/" in local_name or "/" in name:
        raise ValueError(f"{local_name}, {name}: no plain names")
    return BigFile(local + local_name, f"{folder}/{name}", int(item["sizeBytes"]))
