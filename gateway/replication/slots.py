"""Replication slots: how far each subscriber has come, for the time when it is not connected.

    <store>/replication/<name>.json    which view it follows, once that is known, and the version that is confirmed; where the node
                                       has a timeline, the versions that it begins behind, and the number that is confirmed

A slot is made before anybody says which view it is for (only START_REPLICATION names a publication), so it begins with the version
of every view. What it begins behind is on the disk before the client hears of it; what is confirmed later is written within
SAVE_S: a slot that is older than its client is harmless, because a client says where it is. A slot keeps no version: who stays
away for longer than the root keeps versions is told so (55000).
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gateway.catalog.statistics import SlotRow, StreamRow, by_version
from gateway.errors import DuplicateSlot, SlotInUse, SlotUnusable, TooManySlots
from gateway.replication.positions import commit_of, end_of, lsn
from gateway.replication.timeline import BEGIN_ANEW, Timeline
from planner.errors import InvalidName, UndefinedObject
from statestore.errors import CorruptFile, StorageFull, UnsupportedFormat
from statestore.node import ViewVersion
from statestore.node.layout import read_json, replace_file
from statestore.version_id import VersionId
from statestore.views.local_storage import sync, sync_folder

#: What is confirmed is on the disk, or with the system, after this.
SAVE_S: Final = 1.0
SLOTS_MAX: Final = 100
_FORMAT: Final = 1
_SYSTEM: Final = "system_id"
_NAME: Final = re.compile(r"[a-z0-9_]{1,63}")

_log = logging.getLogger("tidegate")


@dataclass(slots=True)
class StreamProgress:
    """Of a stream, as positions: what has been sent, and what its client says that it has (None: nothing so far)."""

    sent: int
    is_current: bool = False
    said: tuple[int, int, int] | None = None
    said_at_us: int = 0

    def row(self) -> StreamRow:
        """What pg_stat_replication says of it."""
        state, sent = "streaming" if self.is_current else "catchup", lsn(self.sent)
        if self.said is None:
            return StreamRow(state, sent)
        written, flushed, applied = map(lsn, self.said)
        return StreamRow(state, sent, written, flushed, applied, self.said_at_us)


@dataclass(eq=False)
class Slot:
    """*positions*: view → the version that is confirmed; of *view* alone once somebody has followed it. With the *timeline* of that
    id it is *number* that is confirmed. *pid* uses it now, and *progress* is its stream's."""

    name: str
    positions: dict[str, VersionId]
    view: str | None = None
    timeline: str = ""
    number: int = 0
    temporary: bool = False
    pid: int = 0
    progress: StreamProgress | None = None
    saved: bool = True
    freed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def confirmed(self) -> int:
        """The position before which nothing is sent again, whatever view it comes to follow."""
        if self.timeline:
            return end_of(self.number)
        return end_of(min((position.version for position in self.positions.values()), default=0))

    def position_for(self, current: ViewVersion) -> VersionId:
        """Where a client that follows that view begins: with all of a view that came after the slot. Raises SlotUnusable for
        another view than the one that it follows, or for one that was made anew."""
        view = current.schema.name
        if self.view is not None and self.view != view:
            raise SlotUnusable(
                f'replication slot "{self.name}" follows view {self.view}, not {view}', hint="Make a slot for each publication."
            )
        return self.positions.get(view) or VersionId(0, 0, current.view_id)

    def check_timeline(self, timeline: Timeline | None) -> None:
        """Raises SlotUnusable for one whose positions are of another one."""
        if self.timeline != (timeline.id if timeline else ""):
            raise SlotUnusable(
                f'replication slot "{self.name}" counts otherwise than this node',
                detail="Where the configuration has a [publication], the versions of all views are numbered together.",
                hint=BEGIN_ANEW,
            )

    def versions_at(self, number: int, views: Collection[str], timeline: Timeline) -> dict[str, VersionId]:
        """How far a client that has all up to *number* has each of *views*. Raises SlotUnusable where that is not known."""
        found = timeline.versions_at(number, views)
        if later := sorted({*views} - found.keys()):
            raise SlotUnusable(
                f'replication slot "{self.name}" was made before view {later[0]}, of which there is too much since', hint=BEGIN_ANEW
            )
        for view, version in found.items():
            begun = self.positions.get(view, version)
            if begun.view_id == version.view_id and begun.version > version.version:
                found[view] = begun
        return found

    def confirm(self, number: int, version: VersionId | None) -> None:
        """The client has all up to that number, and that version of the view that it follows; an older one is no news."""
        if self.timeline:
            if number > self.number:
                self.number, self.saved = number, False
        elif version is not None and self.view is not None and number > self.positions[self.view].version:
            self.positions[self.view], self.saved = version, False

    def row(self) -> SlotRow:
        """What pg_replication_slots says of it."""
        progress = self.progress
        restart, stream = commit_of(self.confirmed >> 32), None if progress is None else progress.row()
        return SlotRow(self.name, lsn(restart), lsn(self.confirmed), self.pid or None, self.temporary, stream)


class Slots:
    """Those of a node. For the event loop's thread. Raises StorageFull where a slot cannot be written."""

    def __init__(self, folder: Path, *, numbered: bool = False) -> None:
        """Reads what is there; a file that is damaged is left out, and told in the log. *numbered*: with a timeline."""
        folder.mkdir(exist_ok=True)
        self.timeline = Timeline(folder / "timeline") if numbered else None
        self._folder = folder
        self._slots: dict[str, Slot] = {}
        #: What IDENTIFY_SYSTEM calls this node: drawn once.
        self.system_id = _system_id(folder / _SYSTEM)
        self._timer: asyncio.TimerHandle | None = None
        for path in sorted(folder.glob("*.json")):
            try:
                self._slots[path.stem] = _read(path)
            except (CorruptFile, UnsupportedFormat) as error:
                _log.warning("replication slot %s is lost: %s", path.stem, error.message)

    def rows(self) -> list[SlotRow]:
        """All of them. Any thread."""
        return [slot.row() for slot in list(self._slots.values())]

    def numbering(self, read: Mapping[str, VersionId]) -> tuple[int, int]:
        """See gateway.catalog.statistics.Numbering. Any thread; may wait for the disk. Raises what Timeline.reach() does."""
        if self.timeline is None:
            return by_version(read)
        self.timeline.reach(read)
        return self.timeline.number_of(read), self.timeline.head

    def create(self, name: str, positions: Mapping[str, VersionId], *, temporary: bool) -> Slot:
        """A new one; the timeline has reached *positions*. Raises InvalidName, DuplicateSlot, TooManySlots."""
        if _NAME.fullmatch(name) is None:
            raise InvalidName(
                f'replication slot name "{name}" is invalid',
                hint="Replication slot names may have up to 63 lower case letters, digits and underscores.",
            )
        if name in self._slots:
            raise DuplicateSlot(f'replication slot "{name}" already exists')
        if len(self._slots) >= SLOTS_MAX:
            raise TooManySlots("all replication slots are in use", hint=f"There may be {SLOTS_MAX}: drop one.")
        slot = Slot(name, dict(positions), temporary=temporary)
        if self.timeline is not None:
            slot.timeline, slot.number = self.timeline.id, self.timeline.number_of(positions)
        if not temporary:
            self._write(slot, synced=True)
        self._slots[name] = slot
        return slot

    def acquire(self, name: str, pid: int) -> Slot:
        """From now on the session *pid* uses it. Raises UndefinedObject, SlotInUse."""
        slot = self._get(name)
        if slot.pid:
            raise SlotInUse(f'replication slot "{name}" is active for PID {slot.pid}')
        slot.pid = pid
        slot.freed.clear()
        return slot

    def release(self, slot: Slot) -> None:
        """Nobody uses it any more."""
        slot.pid, slot.progress = 0, None
        slot.freed.set()
        self._save(slot)

    async def drop(self, name: str, *, wait: bool) -> None:
        """Forget it; *wait* until nobody uses it. Raises UndefinedObject, SlotInUse."""
        slot = self._get(name)
        while slot.pid and wait:
            await slot.freed.wait()
            slot = self._get(name)
        if slot.pid:
            raise SlotInUse(f'replication slot "{name}" is active for PID {slot.pid}')
        self.forget(slot)

    def forget(self, slot: Slot) -> None:
        """It is gone, with its file."""
        self._path(slot.name).unlink(missing_ok=True)
        self._slots.pop(slot.name, None)

    def bind(self, slot: Slot, view: str, position: VersionId) -> None:
        """It follows that view from now on, and no other."""
        slot.view, slot.positions = view, {view: position}
        if not slot.temporary:
            self._write(slot, synced=True)

    def save_soon(self, slot: Slot) -> None:
        """What it has confirmed is to be kept."""
        if not slot.saved and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SAVE_S, self.save)

    def save(self) -> None:
        """Keep what all have confirmed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for slot in self._slots.values():
            self._save(slot)

    def _save(self, slot: Slot) -> None:
        if not slot.saved and not slot.temporary and self._slots.get(slot.name) is slot:
            with suppress(OSError, StorageFull):  # a disk that is full: the client knows where it is
                self._write(slot, synced=False)

    def _get(self, name: str) -> Slot:
        slot = self._slots.get(name)
        if slot is None:
            raise UndefinedObject(f'replication slot "{name}" does not exist')
        return slot

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _write(self, slot: Slot, *, synced: bool) -> None:
        path = self._path(slot.name)
        body = {"format": _FORMAT, "view": slot.view, "positions": {view: str(at) for view, at in slot.positions.items()}}
        if slot.timeline:
            body |= {"timeline": slot.timeline, "number": slot.number}
        replace_file(path, json.dumps(body).encode())
        slot.saved = True
        if synced:
            sync(path)
            sync_folder(self._folder)


def _system_id(path: Path) -> int:
    with suppress(FileNotFoundError, ValueError):
        return int(path.read_text())
    drawn = secrets.randbits(62) | 1 << 62
    replace_file(path, str(drawn).encode())
    return drawn


def _read(path: Path) -> Slot:
    body = read_json(path, format_max=_FORMAT) or {}
    timeline, number = body.get("timeline", ""), body.get("number", 0)
    match body:
        case {"view": str() | None as view, "positions": dict(found)} if view is None or view in found:
            if isinstance(timeline, str) and isinstance(number, int):
                with suppress(ValueError):
                    positions = {str(name): VersionId.parse(str(text)) for name, text in found.items()}
                    return Slot(path.stem, positions, view, timeline, number)
    raise CorruptFile(f"{path} is corrupt")
