"""The offset log and the commit log: one small text file a batch, named by its number.

offsets/N is written before batch N runs, commits/N when it is done; a batch whose run failed is run again with the same
offsets/N. Layouts (OffsetSeqLog and CommitLog in Spark): a version line; a line of JSON; in the offset log a line for
each source, its end offset or "-", which version 2 begins with the source's name and a colon.
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


@dataclass(frozen=True, slots=True)
class CommitEntry:
    """What a batch leaves. *unique_ids*: operator → partition → store, in the order of the operator's stores."""

    next_watermark_ms: int
    unique_ids: Mapping[int, tuple[tuple[str, ...], ...]] | None


def numbered(names: list[str]) -> tuple[int, ...]:
    """The numbers among the names in a folder, ascending: of batches, operators, partitions. Files being written and checksums have
    other names."""
    return tuple(sorted(int(name) for name in names if name.isascii() and name.isdecimal()))


def parse_offsets(data: bytes, file: str) -> OffsetEntry:
    """One entry of the offset log. Raises CorruptFile and UnsupportedFormat."""
    version, text = versioned(data, file, newest=_OFFSET_LOG_NEWEST)
    metadata, *sources = text.split("\n")
    # Spark before 2.1 left the line empty.
    entry = json_object(metadata, file) if metadata.strip() else {}
    conf = entry.get("conf", {})
    if not isinstance(conf, dict) or not all(isinstance(value, str) for value in conf.values()):
        raise CorruptFile(f"{file} does not hold the settings that it should", detail=metadata[:200])
    read = _source_of_two if version > 1 else _source_of_one
    return OffsetEntry(_milliseconds(entry, "batchWatermarkMs", file), conf, tuple(read(i, s, file) for i, s in enumerate(sources)))


def parse_commit(data: bytes, file: str) -> CommitEntry:
    """One entry of the commit log. Raises CorruptFile and UnsupportedFormat."""
    _, text = versioned(data, file, newest=_COMMIT_LOG_NEWEST)
    metadata = text.partition("\n")[0]
    entry = json_object(metadata, file) if metadata.strip() else {}
    return CommitEntry(_milliseconds(entry, "nextBatchWatermarkMs", file), _unique_ids(entry.get("stateUniqueIds"), file))


def _milliseconds(entry: dict[str, Any], name: str, file: str) -> int:
    found = entry.get(name, 0)
    if not isinstance(found, int):
        raise CorruptFile(f"{file} does not hold a number as its {name}", detail=repr(found))
    return found


def _source_of_one(position: int, line: str, file: str) -> SourceOffset:
    return SourceOffset(str(position), _offset(line, file))


def _source_of_two(_: int, line: str, file: str) -> SourceOffset:
    source, colon, offset = line.partition(":")
    if not colon:
        raise CorruptFile(f"{file} has a line that names no source", detail=line[:80])
    return SourceOffset(source, _offset(offset, file))


def _offset(text: str, file: str) -> Any:
    if text == _NO_OFFSET:
        return None
    try:
        return json.loads(text)
    except ValueError as error:
        raise CorruptFile(f"{file} has a source's offset that is not JSON", detail=f"{error}: {text[:80]}") from error


def _unique_ids(found: Any, file: str) -> Mapping[int, tuple[tuple[str, ...], ...]] | None:
    if not found:
        return None
    try:
        return {int(operator): tuple(map(_ids, _list(partitions))) for operator, partitions in found.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise CorruptFile(f"{file} does not hold the ids of state files that it should", detail=str(found)[:200]) from error


def _ids(partition: Any) -> tuple[str, ...]:
    for found in _list(partition):
        if not isinstance(found, str):
            raise TypeError(f"{found!r} is not a text")
    return tuple(partition)


def _list(found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise TypeError(f"{found!r} is not a list")
    return found
