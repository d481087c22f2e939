"""What one statement of a Trino client asks for. The client itself keeps its session, so much of it is only told back to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A query, or EXPLAIN of one, in PostgreSQL's SQL. *schema* has to exist, if it is not None."""

    sql: str
    schema: str | None = None


@dataclass(frozen=True, slots=True)
class UseRequest:
    """USE [catalog.]schema."""

    catalog: str | None
    schema: str


@dataclass(frozen=True, slots=True)
class SetRequest:
    """SET SESSION name = value; value None is RESET SESSION."""

    name: str
    value: str | None


@dataclass(frozen=True, slots=True)
class PrepareRequest:
    """PREPARE name FROM statement; the statement's own text, which has been read once."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class DeallocateRequest:
    """DEALLOCATE PREPARE name."""

    name: str


@dataclass(frozen=True, slots=True)
class BeginRequest:
    """START TRANSACTION; *sql* is PostgreSQL's."""

    sql: str


@dataclass(frozen=True, slots=True)
class EndRequest:
    """COMMIT or ROLLBACK."""

    committed: bool


Request = ReadRequest | UseRequest | SetRequest | PrepareRequest | DeallocateRequest | BeginRequest | EndRequest


@dataclass(frozen=True, slots=True)
class Names:
    """What the names of a statement mean: the client's *catalog* and *schema* ("" where it has none), its *prepared* statements,
    and *relations*: queries in PostgreSQL's SQL that stand in for tables, by "schema.table", or "system.schema.table".

    *home* is the catalog that is the database.
    """

    home: str
    catalog: str = ""
    schema: str = ""
    prepared: Mapping[str, str] = field(default_factory=dict)
    relations: Mapping[str, str] = field(default_factory=dict)
