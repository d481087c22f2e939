"""Who may read which views, and which of their columns: the file of grants.

    ;; tidegate grants 1
    "ann" "flights"                       all of a view
    "bob" "flights" ("origin", "dest")    some columns
    "public" "carriers"                   every user
    "eve" *                               all views, also those to come

Without `grants_file` in [access] everything is granted to everybody. With it nothing is but what the file says, so a file that is
lost opens nothing. `tidegate grant` and `tidegate revoke` change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from gateway.access.files import WatchedFile, entries, quoted, read_file, unquoted, write_file

HEAD: Final = ";; tidegate grants 1"
PUBLIC: Final = "public"
#: In place of a view's name: all views.
EVERY_VIEW: Final = "*"
_NAME: Final = r'"(?:[^"]|"")+"'
_LINE: Final = re.compile(rf"({_NAME})[ \t]+({_NAME}|\*)(?:[ \t]+\(({_NAME}(?:,[ \t]*{_NAME})*)\))?")

#: The columns granted; None is all of them.
Columns = frozenset[str] | None


@dataclass(frozen=True, slots=True)
class UserGrants:
    """What one user may read; "public" and "all views" are in it."""

    views: Mapping[str, Columns] = field(default_factory=dict)
    every_view: bool = False

    def reaches(self, view: str) -> bool:
        """Is the view, or some column of it, granted?"""
        return self.every_view or view in self.views

    def allows(self, view: str, columns: frozenset[str]) -> bool:
        """May these columns be read? Of no columns (count(*)) some has to be granted."""
        if self.every_view:
            return True
        granted = self.views.get(view, frozenset())
        return granted is None or (columns <= granted and bool(granted))

    def columns(self, view: str) -> Columns:
        """Those of the view that are granted; None: all."""
        return None if self.every_view else self.views.get(view, frozenset())

    def allows_whole(self, view: str) -> bool:
        """May every column be read, those to come as well?"""
        return self.columns(view) is None


@dataclass(frozen=True, slots=True)
class Grants:
    """(user, view) → columns. Immutable."""

    entries: Mapping[tuple[str, str], Columns] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, user: str) -> UserGrants:
        """What the user may read."""
        views: dict[str, Columns] = {}
        every = False
        for (name, view), columns in self.entries.items():
            if name not in (user, PUBLIC):
                continue
            every = every or view == EVERY_VIEW
            known = views.get(view, frozenset())
            views[view] = None if columns is None or known is None else columns | known
        return UserGrants(MappingProxyType(views), every)

    def granted(self, user: str, view: str, columns: Columns) -> Grants:
        """With these as well."""
        known = self.entries.get((user, view), frozenset())
        both = None if columns is None or known is None else columns | known
        return Grants(MappingProxyType({**self.entries, (user, view): both}))

    def revoked(self, user: str, view: str, columns: Columns) -> Grants:
        """Without these. Raises KeyError where there is no such grant, ValueError for columns of a view that is granted whole."""
        known = self.entries[user, view]
        left = {key: value for key, value in self.entries.items() if key != (user, view)}
        if columns is not None:
            if known is None:
                raise ValueError("all of it is granted: revoke that, and grant the columns that are to stay")
            if not columns <= known:
                raise KeyError(", ".join(sorted(columns - known)))
            if rest := known - columns:
                left[user, view] = rest
        return Grants(MappingProxyType(left))

    def lines(self) -> Iterator[str]:
        """The file's lines without the first."""
        for (user, view), columns in sorted(self.entries.items()):
            what = EVERY_VIEW if view == EVERY_VIEW else quoted(view)
            yield f"{quoted(user)} {what}" + ("" if columns is None else f" ({', '.join(map(quoted, sorted(columns)))})")


def parse_grants(text: str) -> Grants:
    """Raises ValueError that says which line."""
    if text.partition("\n")[0].strip() != HEAD:
        raise ValueError("line 1 is not that of a grants file; `tidegate grant` makes one")
    found = Grants()
    for number, line in entries(text):
        match = _LINE.fullmatch(line)
        if match is None or (match[2] == EVERY_VIEW and match[3]):
            raise ValueError(f'line {number}: not "user" "view" or "user" "view" ("column", …)')
        view = EVERY_VIEW if match[2] == EVERY_VIEW else unquoted(match[2])
        columns = frozenset(map(unquoted, re.findall(_NAME, match[3]))) if match[3] else None
        found = found.granted(unquoted(match[1]), view, columns)
    return found


def read_grants(path: Path) -> Grants:
    """Raises UnusableFile; FileNotFoundError if there is none."""
    return read_file(path, "grants", parse_grants)


def write_grants(path: Path, grants: Grants) -> None:
    """Replace the file. Raises OSError."""
    write_file(path, "".join(f"{line}\n" for line in (HEAD, *grants.lines())))


class GrantFile(WatchedFile[Grants]):
    """The grants of a running server."""

    def __init__(self, path: Path) -> None:
        """Raises UnusableFile."""
        super().__init__(
            path, "grants", parse_grants, lambda grants: len(grants.entries), Grants(), "nothing is granted to anybody"
        )

    @property
    def grants(self) -> Grants:
        """As they were when the file was looked at last."""
        return self.content
