"""What a session holds by name: cursors and prepared statements."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HeldCursor:
    """A cursor, or a named portal of the protocol, as pg_cursors shows it; *made_us* in microseconds since 1970, UTC."""

    name: str
    statement: str
    made_us: int
    is_holdable: bool
    is_binary: bool
    is_scrollable: bool


@dataclass(frozen=True, slots=True)
class HeldStatement:
    """A prepared statement as pg_prepared_statements shows it."""

    name: str
    statement: str
    made_us: int
    parameter_oids: tuple[int, ...]
    from_sql: bool


@dataclass(frozen=True, slots=True)
class Held:
    """What a session holds by name."""

    cursors: tuple[HeldCursor, ...] = ()
    statements: tuple[HeldStatement, ...] = ()
