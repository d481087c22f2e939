"""The demo's progress line, asked from the gateway itself in SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TextIO

import psycopg

_BAR_WIDTH: Final = 24
_DAYS_IN_2013: Final = 365


@dataclass(frozen=True, slots=True)
class DemoStanding:
    """How far the views are: days of flights, and (name, version, rows) per view; rows are None while not all nodes have said."""

    days: int
    views: tuple[tuple[str, int, int | None], ...]


def read_progress(connection: psycopg.Connection[Any]) -> DemoStanding:
    """One look through the gateway."""
    asked = "SELECT name, version, rows FROM tidegate.views WHERE kind = 'published' AND version > 0 ORDER BY name"
    views = connection.execute(asked).fetchall()
    days = 0
    if any(name == "flights" for name, _, _ in views):
        row = connection.execute("SELECT count(DISTINCT month * 100 + day) FROM flights").fetchone()
        days = row[0] if row else 0
    return DemoStanding(days, tuple(views))


def render(standing: DemoStanding) -> str:
    """The line: a bar of the year's days, then each view with its version and rows."""
    filled = _BAR_WIDTH * standing.days // _DAYS_IN_2013
    bar = "█" * filled + "·" * (_BAR_WIDTH - filled)
    views = "  ".join(f"{name} v{version} {'…' if rows is None else f'{rows:,}'}" for name, version, rows in standing.views)
    return f"[{bar}] {standing.days}/{_DAYS_IN_2013} days  {views}"


class ProgressLine:
    """Redraws one line on a terminal; elsewhere prints a line whenever something moved."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._last: DemoStanding | None = None

    def update(self, standing: DemoStanding) -> None:
        """Show *standing* if it is new."""
        if standing == self._last:
            return
        self._last = standing
        self._out.write(f"\r\x1b[2K{render(standing)}" if self._out.isatty() else f"{render(standing)}\n")
        self._out.flush()

    def finish(self) -> None:
        """Leave the line behind."""
        if self._out.isatty():
            self._out.write("\n")
