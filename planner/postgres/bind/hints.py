"""Postgres's "Perhaps you meant to reference the column …" (errorMissingColumn, searchRangeTableForCol)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from planner.postgres.bind.scope import Item, Scope

DISTANCE_MAX: Final = 3


def missing_column_hint(scope: Scope, table: str | None, name: str) -> str | None:
    """The hint for a column that does not exist."""
    search = _Search()
    for item in (item for level in scope.levels() for item in level.all_items):
        if item.alias is None:
            continue
        if (table is None or item.alias == table) and any(c.name == name for c in item.columns):
            where = f'named "{name}" in table "{item.alias}"'
            return f"There is a column {where}, but it cannot be referenced from this part of the query."
        penalty = 0 if table is None else levenshtein(table, item.alias)
        for column in item.columns:
            search.consider(item, column.name, name, penalty)
    if not search.best:
        return None
    return "Perhaps you meant to reference the column " + " or the column ".join(f'"{b}"' for b in search.best) + "."


@dataclass(slots=True)
class _Search:
    """The one or two nearest columns so far; three equally near ones are none."""

    distance: int = DISTANCE_MAX + 1
    best: list[str] = field(default_factory=list)

    def consider(self, item: Item, actual: str, wanted: str, penalty: int) -> None:
        """Take a column into account."""
        if penalty > self.distance:
            return
        distance = levenshtein(actual, wanted)
        if distance > len(wanted) // 2:
            return
        distance += penalty
        shown = f"{item.alias}.{actual}"
        if distance < self.distance:
            self.distance, self.best = distance, [shown]
        elif distance == self.distance and len(self.best) == 2:
            self.distance, self.best = distance - 1, []
        elif distance == self.distance and self.distance <= DISTANCE_MAX:
            self.best.append(shown)


def levenshtein(left: str, right: str) -> int:
    """Insertions, deletions and substitutions from one to the other."""
    previous = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        current = [i]
        for j, b in enumerate(right, 1):
            current.append(min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a != b)))
        previous = current
    return previous[-1]
