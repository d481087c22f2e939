"""The offset log and the commit log: one small text file a batch, named by its number.

offsets/N is written before batch N runs, commits/N when it is done; a batch whose run failed is run again with the same
offsets/N. Layouts (OffsetSeqLog and CommitLog in Spark): a version line; a line of JSON; in the offset log a line for
each source, its end offset or "-", which version 2 begins with the source's name and a colon.

Reading state needs the settings and the ids of state files. Anything else that is not as it should be is passed over, as Spark does
until the query is started: sources' offsets are what the source wrote, JSON or not, and blank lines end many a file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from statestore.attach.checkpoint.model import SourceOffset
from statestore.attach.checkpoint.text import json_object, versioned
from statestore.errors import CorruptFile

OFFSETS: Final = "offsets"
COMMITS: Final = "commits"
_OFFSET_LOG_NEWEST: Final = 2
_COMMIT_LOG_NEWEST: Final = 3
_NO_OFFSET: Final = "-"


@dataclass(frozen=True, slots=True)
class OffsetEntry:
    """What a batch was to do."""

    watermark_ms: int
    conf: Mapping[str, str]
    sources: tuple[SourceOffset, ...]


#: What a batch leaves, where its files have ids: operator → partition → store, in the order of the operator's stores.
UniqueIds = Mapping[int, tuple[tuple[str, ...], ...]]


def numbered(names: list[str]) -> tuple[int, ...]:
    """The numbers among the names in a folder, ascending: of batches, operators, partitions. Files being written and checksums have
    other names."""
    return tuple(sorted(int(name) for name in names if name.isascii() and name.isdecimal()))


def parse_offsets(data: bytes, file: str) -> OffsetEntry:
    """One entry of the offset log. Raises CorruptFile and UnsupportedFormat."""
    version, text = versioned(data, file, newest=_OFFSET_LOG_NEWEST)
    metadata, *lines = text.split("\n")
    # Spark before 2.1 left the line empty.
    entry = json_object(metadata, file) if metadata.strip() else {}
    conf = entry.get("conf", {})
    if not isinstance(conf, dict) or not all(isinstance(value, str) for value in conf.values()):
        raise CorruptFile(f"{file} does not hold the settings that it should", detail=metadata[:200])
    sources = [_source(position, line.strip("\r"), named=version > 1) for position, line in enumerate(lines) if line.strip()]
    watermark_ms = entry.get("batchWatermarkMs", 0)
    return OffsetEntry(watermark_ms if isinstance(watermark_ms, int) else 0, conf, tuple(sources))


def parse_commit(data: bytes, file: str) -> UniqueIds | None:
    """The ids of state files in one entry of the commit log. Raises CorruptFile and UnsupportedFormat."""
    _, text = versioned(data, file, newest=_COMMIT_LOG_NEWEST)
    metadata = text.partition("\n")[0]
    entry = json_object(metadata, file) if metadata.strip() else {}
    found = entry.get("stateUniqueIds")
    if not found:
        return None
    try:
        return {int(operator): tuple(map(_ids, _list(partitions))) for operator, partitions in found.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise CorruptFile(f"{file} does not hold the ids of state files that it should", detail=str(found)[:200]) from error


def _source(position: int, line: str, *, named: bool) -> SourceOffset:
    source, colon, offset = line.partition(":") if named else (str(position), ":", line)
    return SourceOffset(source, _offset(offset)) if colon else SourceOffset(str(position), _offset(line))


def _offset(text: str) -> Any:
    """None where there is none, and where only the source knows what it is."""
    if text == _NO_OFFSET:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _ids(partition: Any) -> tuple[str, ...]:
    for found in _list(partition):
        if not isinstance(found, str):
            raise TypeError(f"{found!r} is not a text")
    return tuple(partition)


def _list(found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise TypeError(f"{found!r} is not a list")
    return found
