"""What is kept of a view's log, and how often a base is made: kept with the view, so that whoever cleans up knows.

    <root>/<view>/retention/%020d.json   the one with the greatest number counts; a change creates the next

{"format": 1, "versions": N, "age_s": seconds, "base_every": N}; a view without one has the defaults.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any, Final

from statestore.errors import InvalidSchema
from statestore.expiry import Expiry
from statestore.views.folder import ViewFolder, numbered
from statestore.views.manifest import corrupt, parse_object

RETENTION_FORMAT: Final = 1
#: Changes that may lie between reading the newest file and creating the next.
_RACES_MAX: Final = 100

_FOLDER: Final = "retention"
_AGE: Final = re.compile(r"\s*(\d+)\s*(d|days?|h|hours?|min|minutes?|s|seconds?)\s*")
_UNITS_S: Final = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0}


@dataclass(frozen=True, slots=True)
class Retention:
    """A version is kept while it is one of the last *versions*, or younger than *age_s*; the latest one always.

    *base_every*: a base is made when so many versions have come since the last one, and the files that they have added outweigh it
    (statestore.node.maintenance); 0: never, and nothing is deleted in passing either.
    """

    versions: int = 1_000
    age_s: float = 7 * 86_400.0
    base_every: int = 25

    def changed(self, versions: int | None = None, age: str | timedelta | None = None, base_every: int | None = None) -> Retention:
        """With what is given in place of what is here. Raises InvalidSchema."""
        for name, value, least in (("retain_versions", versions, 1), ("base_every", base_every, 0)):
            if value is not None and (type(value) is not int or value < least):
                raise InvalidSchema(f"{name} is {value!r}; it takes a whole number from {least} on")
        return replace(
            self,
            versions=self.versions if versions is None else versions,
            age_s=self.age_s if age is None else age_s(age),
            base_every=self.base_every if base_every is None else base_every,
        )


def age_s(age: str | timedelta) -> float:
    """7 days, 12 hours, 30min, 45s: seconds. Raises InvalidSchema."""
    if isinstance(age, timedelta) and age >= timedelta():
        return age.total_seconds()
    match = _AGE.fullmatch(age) if isinstance(age, str) else None
    if match is None:
        raise InvalidSchema(f"{age!r} is no age", hint="it takes a whole number of days, hours, minutes or seconds: 7 days, 7d")
    return float(match[1]) * _UNITS_S[match[2][0]]


def expiry_of(column: str | None, after: str | timedelta | None) -> Expiry | None:
    """What a view's rows expire by, of publish()'s arguments. Raises InvalidSchema."""
    if (column is None) != (after is None):
        raise InvalidSchema("expire and expire_after go together", hint='expire="hour_end", expire_after="30 days"')
    return None if column is None or after is None else Expiry(column, round(age_s(after) * 1e6))


def retention_of(folder: ViewFolder) -> Retention:
    """Raises CorruptFile, UnsupportedFormat, OSError."""
    return _read(folder)[1]


def change_retention(folder: ViewFolder, **changes: Any) -> Retention:
    """Keep the view's retention with *changes*, see Retention.changed(). Raises InvalidSchema, and as retention_of() does."""
    for _ in range(_RACES_MAX):
        number, before = _read(folder)
        after = before.changed(**changes)
        if after == before:
            return after
        body = json.dumps({"format": RETENTION_FORMAT} | asdict(after)).encode() + b"\n"
        with suppress(FileExistsError):
            folder.storage.create(_path(folder, number + 1), body)
            if number:
                folder.storage.remove(_path(folder, number))
            if _read(folder)[0] == number + 1:
                return after
            # There is a later one. It may have been made of one that took this one's place and was removed: then this is no change.
            folder.storage.remove(_path(folder, number + 1))
    raise OSError(f"the retention of view {folder.name} is being changed all the time")


def _path(folder: ViewFolder, number: int) -> str:
    return f"{folder.name}/{_FOLDER}/{number:020d}.json"


def _read(folder: ViewFolder) -> tuple[int, Retention]:
    """(number of the file, what it says); 0 where there is none."""
    for _ in range(_RACES_MAX):
        number = max(numbered(folder.storage.names(f"{folder.name}/{_FOLDER}")), default=0)
        if number == 0:
            return 0, Retention()
        with suppress(FileNotFoundError):  # a change has just removed it, and created the next
            return number, _parsed(folder.storage.read(_path(folder, number)), folder.storage.location(_path(folder, number)))
    raise OSError(f"the retention of view {folder.name} is being changed all the time")


def _parsed(data: bytes, place: str) -> Retention:
    body = parse_object(data, place, format_max=RETENTION_FORMAT)
    try:
        return Retention(int(body["versions"]), float(body["age_s"]), int(body["base_every"]))
    except (KeyError, TypeError, ValueError) as error:
        raise corrupt(place, f"{type(error).__name__}: {error}") from error
