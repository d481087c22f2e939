"""PREPARE and DEALLOCATE."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from gateway.engine.contract import Prepared
from gateway.session.elsewhere import planning
from gateway.session.statements import PreparedStatement
from planner import types as t
from planner.errors import UndefinedObject
from planner.statement import DeallocateStatement, PrepareStatement

if TYPE_CHECKING:
    from gateway.session.portals import Portal
    from gateway.session.session import Session


def prepare(session: Session, portal: Portal, statement: PrepareStatement) -> Awaitable[None] | None:
    """PREPARE name [(types)] AS query."""
    portal.tag = lambda _: "PREPARE"
    session.statements.check_free(statement.name)
    oids = tuple(_type_oid(name, portal.statement.sql) for name in statement.type_names)
    waiting = planning(session, statement.query, oids, session.variables.read)
    if waiting is not None:
        return _planned(session, portal, statement, oids, waiting)
    _add(session, portal, statement, oids)
    return None


async def _planned(
    session: Session, portal: Portal, statement: PrepareStatement, oids: tuple[int, ...], waiting: Awaitable[Prepared]
) -> None:
    _add(session, portal, statement, oids, await waiting)


def _add(
    session: Session, portal: Portal, statement: PrepareStatement, oids: tuple[int, ...], plan: Prepared | None = None
) -> None:
    settings = session.variables.read
    made = PreparedStatement(statement.name, portal.statement.sql, statement.query, oids, session.engine, settings, plan)
    session.statements.add(made)


def _type_oid(text: str, sql: str) -> int:
    """The OID of a type name as PREPARE has it in *sql*; modifiers do not matter to parameters."""
    name = " ".join(text.lower().split())
    array = name.endswith("]") or name.endswith(" array")
    base = name.partition("[")[0].removesuffix(" array").partition("(")
    plain = (base[0] + base[2].partition(")")[2]).strip().removeprefix("pg_catalog.").strip('"')
    pg = t.BPCHAR if plain == "char" and '"' not in name else t.BY_NAME.get(plain)
    if array and pg is not None:
        pg = t.ARRAY_OF.get(pg)
    if pg is None:
        raise UndefinedObject(f'type "{text.strip(chr(34))}" does not exist', position=sql.find(text) + 1 or None)
    return 0 if pg is t.UNKNOWN else pg.oid


def deallocate(session: Session, portal: Portal, statement: DeallocateStatement) -> None:
    """DEALLOCATE name, DEALLOCATE ALL."""
    if statement.name is None:
        portal.tag = lambda _: "DEALLOCATE ALL"
        session.statements.clear()
        return
    portal.tag = lambda _: "DEALLOCATE"
    session.statements.get(statement.name)
    session.statements.discard(statement.name)
