"""Replication slots: how far each subscriber has come, for the time when it is not connected.

    <store>/replication/<name>.json    which view it follows, once that is known, and the version that is confirmed

A slot is made before anybody says which view it is for (only START_REPLICATION names a publication), so it begins with the version
of every view. What it begins behind is on the disk before the client hears of it; what is confirmed later is written within
SAVE_S: a slot that is older than its client is harmless, because a client says where it is. A slot keeps no version: who stays
away for longer than the root keeps versions is told so (55000).
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gateway.catalog.statistics import SlotRow, StreamRow
from gateway.errors import DuplicateSlot, SlotInUse, SlotUnusable, TooManySlots
from gateway.replication.positions import commit_of, end_of, lsn
from planner.errors import InvalidName, UndefinedObject
from statestore.errors import CorruptFile, StorageFull, UnsupportedFormat
from statestore.node import ViewVersion
from statestore.node.layout import read_json, replace_file
from statestore.version_id import VersionId

#: What is confirmed is on the disk, or with the system, after this.
SAVE_S: Final = 1.0
SLOTS_MAX: Final = 100
_FORMAT: Final = 1
_SYSTEM: Final = "system_id"
_NAME: Final = re.compile(r"[a-z0-9_]{1,63}")

_log = logging.getLogger("tidegate")


@dataclass(slots=True)
class Progress:
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
    """*positions*: view → the version that is confirmed; of *view* alone once somebody has followed it. *pid* uses it now, and
    *progress* is its stream's."""

    name: str
    positions: dict[str, VersionId]
    view: str | None = None
    temporary: bool = False
    pid: int = 0
    progress: Progress | None = None
    saved: bool = True
    freed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def confirmed(self) -> int:
        """The position before which nothing is sent again, whatever view it comes to follow."""
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

    def confirm(self, position: VersionId) -> None:
        """The client has all of that version of the view that it follows; an older one is no news."""
        assert self.view is not None, "it follows one"
        if position.version > self.positions[self.view].version:
            self.positions[self.view] = position
            self.saved = False

    def row(self) -> SlotRow:
        """What pg_replication_slots says of it."""
        progress = self.progress
        restart, stream = commit_of(self.confirmed >> 32), None if progress is None else progress.row()
        return SlotRow(self.name, lsn(restart), lsn(self.confirmed), self.pid or None, self.temporary, stream)


class Slots:
    """Those of a node. For the event loop's thread. Raises StorageFull where a slot cannot be written."""

    def __init__(self, folder: Path) -> None:
        """Reads what is there; a file that is damaged is left out, and told in the log."""
        folder.mkdir(exist_ok=True)
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

    def create(self, name: str, positions: Mapping[str, VersionId], *, temporary: bool) -> Slot:
        """A new one. Raises InvalidName, DuplicateSlot, TooManySlots."""
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
        replace_file(path, json.dumps(body).encode())
        slot.saved = True
        if synced:
            for place in (path, self._folder):
                descriptor = os.open(place, os.O_RDONLY)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)


def _system_id(path: Path) -> int:
    with suppress(FileNotFoundError, ValueError):
        return int(path.read_text())
    drawn = secrets.randbits(62) | 1 << 62
    replace_file(path, str(drawn).encode())
    return drawn


def _read(path: Path) -> Slot:
    body = read_json(path, format_max=_FORMAT) or {}
    match body:
        case {"view": str() | None as view, "positions": dict(found)} if view is None or view in found:
            try:
                return Slot(path.stem, {str(name): VersionId.parse(str(text)) for name, text in found.items()}, view)
            except ValueError as error:
                raise CorruptFile(f"{path} is corrupt", detail=str(error)) from error
    raise CorruptFile(f"{path} is corrupt")
