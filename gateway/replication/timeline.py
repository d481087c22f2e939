"""The order in which a node tells the versions of different views: a number for each, where some are followed together.

    <store>/replication/timeline/index.json   the views, and which of their versions came before
    <store>/replication/timeline/<first>      two bytes a version, little-endian: its view's place in that list, from 1

A version's number tells it from others of its view, not from those of another one, and a commit with an earlier time may become
known later. So a version is given the next number before anybody is told of it, and the number is on the disk by then; it is good
for all streams of the node. A view's versions follow each other without a gap, so the views alone are written.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import sys
import threading
from array import array
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from gateway.errors import SlotUnusable
from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.node.layout import read_json, replace_file
from statestore.node.native import disk_checked
from statestore.version_id import VersionId
from statestore.views.local_storage import sync, sync_folder

#: With more of them the first half is forgotten; slots that are there yet have to be made anew.
NUMBERS_MAX: Final = 1_000_000
#: Of a view that came after slots were made all versions are numbered, unless there are more by then.
MET_VERSIONS_MAX: Final = 1_000
#: A view that is made anew is another one.
VIEWS_MAX: Final = 0xFFFF
_FORMAT: Final = 1
_BYTES: Final = 2
_INDEX: Final = "index.json"
BEGIN_ANEW: Final = "Drop the slot, and begin anew with a copy of the views."

_log = logging.getLogger("tidegate")


@dataclass(slots=True)
class _View:
    """*base*: its version before the first one that has a number; *since*: the number by which that was so."""

    name: str
    view_id: str
    base: int
    since: int


@dataclass(frozen=True, slots=True)
class _Kept:
    """The numbers behind *first*: of each, its view's place in *views*, from 1. *told* and *views* grow at their ends."""

    first: int
    views: list[_View]
    told: array[int]

    @property
    def head(self) -> int:
        return self.first + len(self.told)

    def checked(self, number: int) -> Self:
        """Raises SlotUnusable for a number that is not known."""
        if not self.first <= number <= self.head:
            raise SlotUnusable(
                f"position {number:X}/8 is not among those that this node knows",
                detail=f"It knows {self.first:X}/8 to {self.head:X}/8.",
                hint=BEGIN_ANEW,
            )
        return self

    def version_at(self, place: int, number: int) -> int:
        return self.views[place - 1].base + self.told[: number - self.first].count(place)


class Timeline:
    """A node's. Any thread."""

    def __init__(self, folder: Path) -> None:
        """Reads what is there. What is damaged is left, told in the log, and another one begins: slots tell them apart by *id*."""
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self.id, self._kept = secrets.token_hex(8), _Kept(0, [], array("H"))
        try:
            self._read()
        except (CorruptFile, UnsupportedFormat) as error:
            _log.warning("the order of versions is lost, and with it the slots: %s", error.message)
        kept = self._kept
        self._places = {(view.name, view.view_id): place for place, view in enumerate(kept.views, 1)}
        #: The newest version of each that has a number.
        self._reached = {place: kept.version_at(place, kept.head) for place in self._places.values()}
        self._lock = threading.Lock()
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def head(self) -> int:
        """The newest number; 0: there is none."""
        return self._kept.head

    # ------------------------------------------------------------------------------------------------------------- asking

    def versions_at(self, number: int, views: Collection[str]) -> dict[str, VersionId]:
        """How far each of *views* was by then, for those of which that is known; version 0 where all of it came later. Raises
        SlotUnusable (55000) for a number that is not known."""
        kept = self._kept.checked(number)
        found = {}
        for place, view in enumerate(kept.views, 1):
            if view.name in views and (view.since <= number or not (view.base or view.name in found)):
                found[view.name] = VersionId(kept.version_at(place, number), 0, view.view_id)
        return found

    def passed(self, number: int, views: Mapping[str, str]) -> dict[str, int]:
        """The version of each of *views* (name → id) behind which its next number stands."""
        return {view[0]: self._kept.version_at(self._places[view], number) for view in views.items()}

    def number_of(self, versions: Mapping[str, VersionId]) -> int:
        """The newest number by which nothing is told that is newer than *versions*."""
        kept, head = self._kept, self._kept.head
        beyond = {}
        for name, version in versions.items():
            place = self._places.get((name, version.view_id))
            if place is not None and self._reached[place] > version.version:
                beyond[place] = version.version - kept.views[place - 1].base
        if not beyond:
            return head
        for number, place in enumerate(kept.told, kept.first):
            if place in beyond:
                if beyond[place] <= 0:
                    return number
                beyond[place] -= 1
        return head

    def after(self, number: int, views: Mapping[str, str]) -> tuple[int, str] | None:
        """The next number that is a version's of one of *views* (name → id), and which view's. Raises SlotUnusable where that has
        been forgotten."""
        kept = self._kept.checked(number)
        first, told = kept.first, kept.told
        places = {self._places[view]: view[0] for view in views.items()}
        for at in range(number - first, len(told)):
            if (name := places.get(told[at])) is not None:
                return first + at + 1, name
        return None

    def moved(self) -> asyncio.Future[None]:
        """Done with the next number. For the event loop's thread."""
        found = asyncio.get_running_loop().create_future()
        self._waiting.append(found)
        return found

    # ------------------------------------------------------------------------------------------------------------ telling

    def reach(self, versions: Mapping[str, VersionId]) -> None:
        """From now on these versions, and those before, have numbers. Waits for the disk. Raises StorageFull, OSError; SlotUnusable
        for more than VIEWS_MAX views."""
        if all(self._has(name, version) for name, version in versions.items()):
            return
        with self._lock:
            self._meet({name: version for name, version in versions.items() if (name, version.view_id) not in self._places})
            more = array("H")
            for name, version in versions.items():
                place = self._places[name, version.view_id]
                more.extend([place] * (version.version - self._reached[place]))
            if not more:
                return
            if len(self._kept.told) + len(more) > NUMBERS_MAX:
                self._forget()
            self._write(self._kept.first, self._kept.told, more)
            for place in more:  # before there are numbers: see number_of()
                self._reached[place] += 1
            self._kept.told.extend(more)
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            future.get_loop().call_soon_threadsafe(_finish, future)

    def _has(self, name: str, version: VersionId) -> bool:
        place = self._places.get((name, version.view_id))
        return place is not None and self._reached[place] >= version.version

    def _meet(self, versions: Mapping[str, VersionId]) -> None:
        if not versions:
            return
        kept = self._kept
        met = [
            _View(name, at.view_id, 0 if at.version <= MET_VERSIONS_MAX else at.version, kept.head) for name, at in versions.items()
        ]
        if len(kept.views) + len(met) > VIEWS_MAX:
            raise SlotUnusable(
                f"this node has numbered the versions of {VIEWS_MAX} views, and can of no more",
                hint=f"Delete {self._folder} while the node is stopped, and make all slots anew.",
            )
        self._write_index([*kept.views, *met], kept.first)
        for view in met:
            kept.views.append(view)
            place = len(kept.views)
            self._reached[place] = view.base
            self._places[view.name, view.view_id] = place

    def _forget(self) -> None:
        """The first half: who is that far behind has to begin anew."""
        kept, half = self._kept, len(self._kept.told) // 2
        first = kept.first + half
        views = [_View(v.name, v.view_id, kept.version_at(p, first), max(v.since, first)) for p, v in enumerate(kept.views, 1)]
        told = kept.told[half:]
        self._write(first, array("H"), told)
        self._write_index(views, first)
        self._path(kept.first).unlink(missing_ok=True)
        self._kept = _Kept(first, views, told)

    def _write(self, first: int, told: array[int], more: array[int]) -> None:
        """*more* behind *told*, and nothing behind it, be it of a write that failed."""
        path = self._path(first)
        with disk_checked(str(path)), path.open("ab") as file:
            file.truncate(len(told) * _BYTES)
            file.write(_little_endian(more).tobytes())
            file.flush()
            os.fsync(file.fileno())

    def _write_index(self, views: list[_View], first: int) -> None:
        listed = [[view.name, view.view_id, view.base, view.since] for view in views]
        path = self._folder / _INDEX
        replace_file(path, json.dumps({"format": _FORMAT, "id": self.id, "first": first, "views": listed}).encode())
        sync(path)
        sync_folder(self._folder)

    def _path(self, first: int) -> Path:
        return self._folder / str(first)

    # ------------------------------------------------------------------------------------------------------------ reading

    def _read(self) -> None:
        path = self._folder / _INDEX
        body = read_json(path, format_max=_FORMAT)
        if body is None:
            return
        match body:
            case {"id": str() as id_, "first": int() as first, "views": list(listed)}:
                views = [_view(path, item) for item in listed]
            case _:
                raise CorruptFile(f"{path} is corrupt")
        told = array("H")
        with suppress(FileNotFoundError):
            data = self._path(first).read_bytes()
            told.frombytes(data[: len(data) // _BYTES * _BYTES])
        told = _little_endian(told)
        # A disk that lost its power may show zeros where nothing had been written for good.
        end = next((at for at, place in enumerate(told) if not 1 <= place <= len(views)), len(told))
        self.id, self._kept = id_, _Kept(first, views, told[:end])


def _finish(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _little_endian(told: array[int]) -> array[int]:
    """To and from the file's order."""
    if sys.byteorder == "big":
        told = told[:]
        told.byteswap()
    return told


def _view(path: Path, item: object) -> _View:
    match item:
        case [str() as name, str() as view_id, int() as base, int() as since]:
            return _View(name, view_id, base, since)
    raise CorruptFile(f"{path} is corrupt")
