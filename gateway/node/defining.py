"""Views defined by SQL in the configuration: sections [view.NAME] with sql, and a comment if there is one.

What no relations could make a view is refused at start; what does not fit the relations there are is said when it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gateway.config import ConfigError, ConfigFile
from planner.errors import PlanError
from planner.postgres.definitions import DefinedView, check_definitions, read_definition
from statestore.schema import NAME_BYTES_MAX


@dataclass(frozen=True, slots=True)
class ViewEntry:
    """One [view.NAME]."""

    sql: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if not self.sql.strip():
            raise ValueError("sql is missing")


def definitions(config: ConfigFile, attached: Collection[str]) -> tuple[DefinedView, ...]:
    """All of the file. *attached* are names that are taken. Raises ConfigError, which names file and view, and line and column."""
    found = tuple(_read(config, name, entry, attached) for name, entry in config.named("view", ViewEntry).items())
    try:
        check_definitions(found)
    except PlanError as error:
        raise ConfigError(f"{config.path}: {error.message}: {error.detail}") from error
    return found


def _read(config: ConfigFile, name: str, entry: ViewEntry, attached: Collection[str]) -> DefinedView:
    where = f"{config.path}: [view.{name}]"
    if not name or len(name.encode()) > NAME_BYTES_MAX or "\0" in name:
        raise ConfigError(f"{where}: a view's name has 1 to {NAME_BYTES_MAX} bytes")
    if name in attached:
        raise ConfigError(f"{where}: a checkpoint is attached under this name; give one of the two another")
    try:
        return read_definition(name, entry.sql, entry.comment)
    except PlanError as error:
        raise ConfigError(f"{where} sql: {error.message}{_position(entry.sql, error.position)}") from error


def _position(sql: str, position: int | None) -> str:
    if position is None:
        return ""
    before = sql[: position - 1]
    return f" (line {before.count(chr(10)) + 1}, character {len(before) - before.rfind(chr(10))})"
