"""Portals: what Bind and DECLARE leave behind, under one set of names. A cursor is a portal of a DECLARE.

    NEW ──Execute──→ RUNNING ──rows_max reached──→ RUNNING
                        └──end of rows──→ DONE      an Execute then finds no rows, or cannot be (utility statements)

A portal lives until its transaction ends (the unnamed one also until the next Bind to it or Query); WITH HOLD cursors live
on. What a portal still holds in the engine is given back when it is dropped.
"""

from __future__ import annotations

from enum import Enum

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import BINARY, Prepared, RowStream
from gateway.contract.held import HeldCursor
from gateway.errors import ConfigurationLimitExceeded, DuplicateCursor, UndefinedCursor
from gateway.session.cursor import Cursor
from gateway.session.options import SessionOptions
from gateway.session.ports import Runtime
from gateway.session.rows import RowSource
from gateway.session.statements import PreparedStatement
from planner.tree.bound import OutputColumn
from planner.tree.values import Value


class PortalState(Enum):
    """How far a portal is."""

    NEW = "new"
    RUNNING = "running"
    DONE = "done"


class Portal:
    """A statement with its parameters, ready to run.

    *formats* has one code per column. *rows* and *tag* (CommandComplete's text, {} being the number of rows) exist once it runs;
    *stream* where they are one that has to be closed, and no cursor's. *discards* is set for MOVE, whose rows are counted and not
    sent. *params_bytes* is what the parameters of a named one came in, *made_us* when it was added (microseconds since 1970, UTC).
    """

    __slots__ = (
        "columns", "cursor", "discards", "formats", "hold", "level", "made_us", "name", "params", "params_bytes", "plan", "rows",
        "sent_bytes", "sent_rows", "state", "statement", "stream", "tag", "token",
    )  # fmt: skip
    made_us: int

    def __init__(
        self,
        name: str,
        statement: PreparedStatement,
        params: tuple[Value, ...],
        columns: tuple[OutputColumn, ...] | None,
        formats: tuple[int, ...],
        plan: Prepared | None,
        level: int,
        params_bytes: int = 0,
    ) -> None:
        self.name = name
        self.statement = statement
        self.params = params
        self.columns = columns
        self.formats = formats
        self.plan = plan
        self.level = level
        self.state = PortalState.NEW
        self.rows: RowSource | None = None
        self.stream: RowStream | None = None
        self.tag = ""
        self.discards = False
        self.token: CancelToken | None = None
        self.cursor: Cursor | None = None
        self.hold = False
        self.params_bytes = params_bytes
        self.sent_rows = self.sent_bytes = 0


class Portals:
    """A session's portals by name; "" is the unnamed one."""

    __slots__ = ("_by_name", "_limits", "_params_bytes", "_runtime")

    def __init__(self, runtime: Runtime, limits: SessionOptions) -> None:
        self._by_name: dict[str, Portal] = {}
        self._runtime = runtime
        self._limits = limits
        self._params_bytes = 0

    def __len__(self) -> int:
        return len(self._by_name)

    @property
    def full(self) -> bool:
        """Are there so many that not even the unnamed one has room?"""
        return len(self._by_name) >= self._limits.portals_max

    def check_free(self, name: str, params_bytes: int = 0) -> None:
        """Raises DuplicateCursor (42P03) for a name that a portal has (the unnamed one is always free), ConfigurationLimitExceeded
        (53400) if there are too many, or too long parameters.
        """
        if name and name in self._by_name:
            raise DuplicateCursor(f'cursor "{name}" already exists')
        if self.full and name not in self._by_name:
            raise ConfigurationLimitExceeded(
                f"too many portals in one session; the limit is {self._limits.portals_max}", hint="CLOSE those not needed."
            )
        if self._params_bytes + params_bytes > self._limits.prepared_bytes_max:
            raise ConfigurationLimitExceeded(
                f"the parameters of one session's portals may have {self._limits.prepared_bytes_max} bytes",
                hint="CLOSE those not needed.",
            )

    def add(self, portal: Portal) -> None:
        """Keep it under its name; the unnamed one before it is dropped."""
        self.discard(portal.name)
        if portal.name:
            portal.made_us = self._runtime.now_us()
        self._by_name[portal.name] = portal
        self._params_bytes += portal.params_bytes

    def held(self) -> tuple[HeldCursor, ...]:
        """All but the unnamed one, which is that of the query that looks. Any thread."""
        return tuple(_held(portal) for portal in list(self._by_name.values()) if portal.name)

    def find(self, name: str) -> Portal | None:
        """The portal of that name."""
        return self._by_name.get(name)

    def get(self, name: str, noun: str = "portal") -> Portal:
        """Raises UndefinedCursor (34000) if there is none; FETCH, MOVE and CLOSE call it a cursor."""
        found = self._by_name.get(name)
        if found is None:
            raise UndefinedCursor(f'{noun} "{name}" does not exist')
        return found

    def discard(self, name: str) -> None:
        """Drop it, if there is one."""
        portal = self._by_name.pop(name, None)
        if portal is not None:
            self._params_bytes -= portal.params_bytes
            self.give_back(portal)

    def clear(self) -> None:
        """Drop all, held cursors too."""
        for name in list(self._by_name):
            self.discard(name)

    def end_transaction(self, *, committed: bool) -> None:
        """Drop all but held cursors; those declared in a transaction that failed go too."""
        for name, portal in list(self._by_name.items()):
            if not portal.hold or (portal.level >= 0 and not committed):
                self.discard(name)
            else:
                portal.level = -1

    def end_level(self, level: int) -> None:
        """Drop those made since the savepoint of that level."""
        for name, portal in list(self._by_name.items()):
            if portal.level >= level:
                self.discard(name)

    def give_back(self, portal: Portal) -> None:
        """End what it runs, be it kept here or not; more than once, too."""
        if portal.cursor is not None:
            self._runtime.close(portal.cursor.stream)
        elif portal.stream is not None:
            self._runtime.close(portal.stream)


def _held(portal: Portal) -> HeldCursor:
    cursor = portal.cursor
    binary = cursor is not None and bool(portal.formats) and portal.formats[0] == BINARY
    scroll = cursor is not None and cursor.scroll
    return HeldCursor(
        portal.name, portal.statement.sql, portal.made_us, is_holdable=portal.hold, is_binary=binary, is_scrollable=scroll
    )
