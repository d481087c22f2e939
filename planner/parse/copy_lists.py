"""The texts of COPY's VERSIONS and SHARDS, read and written.

Names of views stand as they are, in double quotes where they need it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from planner.errors import InvalidArgument
from statestore.schema import SHARDS_MAX
from statestore.version_id import VersionId

#: What stands for the commit time where none is given: any.
ANY_COMMIT: Final = 0
_VERSION_MAX: Final = 2**53

_NAME: Final = r'\s*(?:"(?P<quoted>(?:[^"]|"")+)"|(?P<plain>[^"=,\s]+))\s*=\s*'
_VERSION: Final = re.compile(_NAME + r"(?P<version>\d{1,16})(?:@(?P<commit>\d{1,19})(?:@(?P<view_id>[0-9a-f]{16}))?)?\s*(?:,|$)")
_SHARDS: Final = re.compile(_NAME + r"(?P<shards>(?:\d{1,5}(?:-\d{1,5})?\s*)*)(?:,|$)")
_PLAIN_NAME: Final = re.compile(r'[^"=,\s]+')


def read_versions(text: str) -> dict[str, VersionId]:
    """'flights=42@1700000000000000, airlines=1', also with a view's id behind another @. Raises InvalidArgument."""
    found: dict[str, VersionId] = {}
    for item in _items(_VERSION, text, "VERSIONS", "flights=42@1700000000000000, airlines=1"):
        version, commit = int(item["version"]), item["commit"]
        if version > _VERSION_MAX:
            raise InvalidArgument(f"{version} is no version")
        found[_name(item)] = VersionId(version, ANY_COMMIT if commit is None else int(commit), item["view_id"] or "")
    return found


def read_shards(text: str) -> dict[str, frozenset[int]]:
    """'flights=0 3 5-7, airlines=0'; nothing behind the = is no shard. Raises InvalidArgument."""
    return {
        _name(item): frozenset(number for part in item["shards"].split() for number in _numbers(part))
        for item in _items(_SHARDS, text, "SHARDS", "flights=0 3 5-7, airlines=0")
    }


def _items(pattern: re.Pattern[str], text: str, option: str, example: str) -> Iterable[re.Match[str]]:
    at, seen = 0, set[str]()
    while at < len(text):
        item = pattern.match(text, at)
        if item is None or _name(item) in seen:
            raise InvalidArgument(f"invalid list of {option}: {text[:100]!r}", hint=f"It is a list as in '{example}'.")
        seen.add(_name(item))
        yield item
        at = item.end()


def _name(item: re.Match[str]) -> str:
    quoted: str | None = item["quoted"]
    return item["plain"] if quoted is None else quoted.replace('""', '"')


def _numbers(part: str) -> range:
    first, _, last = part.partition("-")
    low, high = int(first), int(last or first)
    if high >= SHARDS_MAX or low > high:
        raise InvalidArgument(f"{part} is no shard or range of shards")
    return range(low, high + 1)


def versions_text(versions: Mapping[str, VersionId]) -> str:
    """What read_versions reads."""
    return ", ".join(f"{_written(view)}={version}" for view, version in sorted(versions.items()))


def shards_text(shards: Mapping[str, frozenset[int]]) -> str:
    """What read_shards reads."""
    return ", ".join(f"{_written(view)}={_ranges(numbers)}" for view, numbers in sorted(shards.items()))


def _ranges(numbers: Iterable[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


def _written(view: str) -> str:
    return view if _PLAIN_NAME.fullmatch(view) else '"{}"'.format(view.replace('"', '""'))
