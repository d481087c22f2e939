"""Which version of a view a session may be answered from: tidegate.read_version, min_version and max_staleness.

A setting of versions is "0" (none asked for), one number for every view, or a list as SHOW tidegate.version prints it:
"flights=42, airlines=1". So what SHOW said in one session can be the bound of another, which then reads its writes.

Staleness is how long ago the first version was committed that the answer lacks: a view that has taken all there is is not
stale, however long ago its last version was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from gateway.errors import InvalidSetting, StaleRead
from statestore.errors import StateStoreError
from statestore.node import Store, ViewVersion

READ_VERSION: Final = "tidegate.read_version"
MIN_VERSION: Final = "tidegate.min_version"
MAX_STALENESS: Final = "tidegate.max_staleness"
#: May an answer lack the rows of shards that no node has at the moment? Then it comes with a WARNING that names them.
PARTIAL_RESULTS: Final = "tidegate.partial_results"
VERSION_MAX: Final = 2**53
_KEPT_BY_STORE: Final = "keep_versions and keep_age_s in section [store] say how many are."
_KEPT_BY_SPARK: Final = "spark.sql.streaming.minBatchesToRetain of the attached query says how many are."
#: What a setting holds that asks for nothing.
NONE: Final = "0"

_NUMBER: Final = re.compile(r"\s*(\d{1,16})\s*")
_ITEM: Final = re.compile(r'\s*(?:"((?:[^"]|"")+)"|([^"=,\s]+))\s*=\s*(\d{1,16})\s*')


@dataclass(frozen=True, slots=True)
class Versions:
    """A number per view: those named, by their own name or that of their attachment, and *every* for all others; 0 is none."""

    every: int = 0
    named: Mapping[str, int] = field(default_factory=dict)

    def of(self, view: ViewVersion) -> int:
        """The view's number."""
        found = self.named.get(view.schema.name)
        if found is None and view.group is not None:
            found = self.named.get(view.group.name)
        return self.every if found is None else found


def read_versions(setting: str, text: str) -> Versions:
    """The value of a setting; "" asks for nothing. Raises InvalidSetting."""
    if not text.strip():
        return Versions()
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return Versions(_in_range(setting, int(number[1])))
    named: dict[str, int] = {}
    at = 0
    while at <= len(text):
        item = _ITEM.match(text, at)
        if item is None or (item.end() < len(text) and text[item.end()] != ","):
            raise InvalidSetting(
                f'invalid value for parameter "{setting}": "{text}"',
                hint="It takes a version, or a list as SHOW tidegate.version prints it: flights=42, airlines=1.",
            )
        quoted, plain, version = item.groups()
        named[quoted.replace('""', '"') if quoted else plain] = _in_range(setting, int(version))
        at = item.end() + 1
    return Versions(0, named)


def _in_range(setting: str, version: int) -> int:
    if version > VERSION_MAX:
        raise InvalidSetting(f'{version} is outside the valid range for parameter "{setting}" (0 .. {VERSION_MAX})')
    return version


def checked(setting: str, text: str) -> str:
    """The text as SHOW prints it. Raises InvalidSetting."""
    found = read_versions(setting, text)
    return text.strip() if found.named else str(found.every)


@dataclass(frozen=True, slots=True)
class VersionBounds:
    """What a session asks of the versions it reads; *staleness_ms* 0 is any."""

    read: Versions = field(default_factory=Versions)
    least: Versions = field(default_factory=Versions)
    staleness_ms: int = 0

    @classmethod
    def of(cls, read: str, least: str, staleness_ms: int) -> VersionBounds | None:
        """The bounds that the settings' values make; None where nothing is asked for."""
        if read == least == NONE and not staleness_ms:
            return None
        return cls(read_versions(READ_VERSION, read), read_versions(MIN_VERSION, least), staleness_ms)

    @property
    def exact(self) -> bool:
        """Is a certain version asked for?"""
        return self.read != Versions()

    def choose(self, store: Store, view: str, now_us: int) -> ViewVersion:
        """The version to read. Raises StaleRead, ViewNotFound, ShardRestoring."""
        found = store.current(view)
        wanted, least = self.read.of(found), self.least.of(found)
        if wanted:
            found = widened(_kept(store, view, wanted), store)
        if found.version < least:
            raise StaleRead(
                f"view {view} is at version {found.version}, and {MIN_VERSION} asks for {least}",
                detail=f"{least - found.version} versions are missing.",
            )
        if self.staleness_ms:
            self._check_staleness(store, found, now_us)
        return found

    def missing(self, store: Store, views: Iterable[str]) -> dict[str, int]:
        """Versions of these views that are asked for, have been, and are not here."""
        found = {}
        for view in views:
            current = store.current(view)
            wanted = self.read.of(current)
            if 0 < wanted < current.version and here(store, view, wanted) is None:
                found[view] = wanted
        return found

    def _check_staleness(self, store: Store, found: ViewVersion, now_us: int) -> None:
        view, limit_ms = found.schema.name, self.staleness_ms
        try:
            following = next(store.newer(found), None)
        except (StateStoreError, OSError) as error:
            raise StaleRead(untold(view), detail=since(store, view, error)) from error
        if following is None and (unseen_ms := store.unseen_us(view, now_us) / 1000) > limit_ms:
            raise StaleRead(
                f"view {view} was last seen to be fresh {unseen_ms:.0f} ms ago, and {MAX_STALENESS} is {limit_ms} ms",
                detail=seen(store, view),
                hint="What is not on a local disk is asked for news every now and then: [store] remote_poll_s.",
            )
        behind_ms = 0 if following is None else max(0, now_us - following.committed_at_us) / 1000
        if behind_ms > limit_ms:
            raise StaleRead(
                f"version {found.version} of view {view} is {behind_ms:.0f} ms stale, and {MAX_STALENESS} is {limit_ms} ms",
                detail=f"The next version was committed {behind_ms:.0f} ms ago: {behind_ms - limit_ms:.0f} ms too long.",
            )


def untold(view: str) -> str:
    """What is told where nobody knows how stale a view is."""
    return f"it cannot be told how stale view {view} is, and {MAX_STALENESS} is set"


def since(store: Store, view: str, error: StateStoreError | OSError) -> str:
    """Why what a view is taken from cannot be read, and since when."""
    return f"{error.message if isinstance(error, StateStoreError) else error}. {_last_read(store, view)}"


def seen(store: Store, view: str) -> str:
    """When what a view is taken from was last read, and what is wrong since, if anything is known to be."""
    fault = store.fault(view)
    return _last_read(store, view) if fault is None else since(store, view, fault)


def _last_read(store: Store, view: str) -> str:
    at_us = store.read_at_us(view)
    when = datetime.fromtimestamp(at_us // 1_000_000, UTC).isoformat(" ") if at_us else "never"
    return f"It was last read: {when}."


def here(store: Store, view: str, wanted: int) -> ViewVersion | None:
    """A version of a view, if this node has it."""
    return next((v for v in (*store.versions(view), *store.past(view)) if v.version == wanted), None)


def _kept(store: Store, view: str, wanted: int) -> ViewVersion:
    found = here(store, view, wanted)
    if found is not None:
        return found
    kept = store.versions(view)
    first, last = kept[0].version, kept[-1].version
    if wanted > last:
        raise StaleRead(f"view {view} has not reached version {wanted}", detail=f"It is at version {last}: {wanted - last} short.")
    raise StaleRead(
        f"version {wanted} of view {view} is no longer kept",
        detail=f"Versions {first} to {last} are kept.",
        hint=_KEPT_BY_STORE if kept[-1].group is None else _KEPT_BY_SPARK,
    )


def widened(version: ViewVersion, store: Store) -> ViewVersion:
    """The version with the columns that were added to the view since, which plans know of: NULL in all its rows."""
    newest = store.views().get(version.schema.name)
    if newest is None or newest.incarnation != version.incarnation or len(newest.schema.columns) == len(version.schema.columns):
        return version
    return replace(version, shape=newest.shape)
