"""What a node's configuration says otherwise than is in force, and which of it can change while the node runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from gateway.node.settings import NodeSettings

#: What changes in a running node, by section; None is all of it.
LIVE: Final[Mapping[str, frozenset[str] | None]] = {
    "server": None,
    "session": None,
    "log": None,
    "http": frozenset({
        "ready_lag_max_s", "connections_max", "sessions_per_user_max", "session_idle_s", "body_bytes_max", "request_timeout_s",
        "body_timeout_s", "keep_alive_s",
    }),
    "engine": frozenset({
        "running_max", "queued_max", "planning_max", "points_running_max", "points_queued_max", "fragments_running_max",
    }),
    "access": frozenset({
        "scram_iterations", "failed_logins_max", "failed_logins_window_s", "failed_logins_lockout_s", "failed_login_delay_s",
    }),
}  # fmt: skip
_NOTHING: Final[frozenset[str]] = frozenset()

Section = TypeVar("Section")


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that the configuration has otherwise than it is in force. Values that may hold secrets are None, and not told."""

    setting: str
    old: str | None
    new: str | None
    live: bool

    def __str__(self) -> str:
        if self.old is None or self.new is None:
            return f"{self.setting} has changed" + ("" if self.live else ", which takes a restart")
        if self.live:
            return f"{self.setting} is {self.new} from now on; it was {self.old}"
        return f"{self.setting} cannot be changed without a restart: {self.old} is in force, {self.new} in the configuration"


def changes(old: NodeSettings, new: NodeSettings) -> Iterator[SettingChange]:
    """Each of them."""
    for field in fields(NodeSettings):
        before, after = getattr(old, field.name), getattr(new, field.name)
        match field.name:
            case "access":
                yield from _of_section("access", before.options, after.options)
                if before.entries != after.entries:
                    yield SettingChange("[[hba]]", None, None, live=True)
            case "views":
                named, then = {view.name: view for view in before}, {view.name: view for view in after}
                for name in sorted(named.keys() | then.keys()):
                    if named.get(name) != then.get(name):
                        yield SettingChange(f"[view.{name}]", None, None, live=True)
            case "shares":  # the limits that it was started with; what follows from them is told by its own section
                pass
            case "storage" | "attach" | "publication":  # credentials are among the options of the first two
                for name in sorted(before.keys() | after.keys()):
                    if before.get(name) != after.get(name):
                        yield SettingChange(f"[{field.name}] {name}", None, None, live=False)
            case name:
                yield from _of_section(name, before, after)


def _of_section(name: str, old: Any, new: Any) -> Iterator[SettingChange]:
    live = LIVE.get(name, _NOTHING)
    for field in fields(old):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before != after:
            yield SettingChange(f"[{name}] {field.name}", _told(before), _told(after), live is None or field.name in live)


def _told(value: object) -> str | None:
    if value is None:
        return "nothing"
    return json.dumps(str(value) if isinstance(value, Path) else value) if isinstance(value, str | int | float | Path) else None


def in_force(old: NodeSettings, new: NodeSettings) -> NodeSettings:
    """*old* with what can change of *new*."""
    access = replace(new.access, options=_merged("access", old.access.options, new.access.options))
    return replace(
        old,
        access=access,
        views=new.views,
        **{name: _merged(name, getattr(old, name), getattr(new, name)) for name in LIVE if name != "access"},
    )


def _merged(name: str, old: Section, new: Section) -> Section:
    live = LIVE[name]
    return new if live is None else replace(old, **{key: getattr(new, key) for key in live})  # type: ignore[type-var]
