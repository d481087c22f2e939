"""PREPARE and DEALLOCATE."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial

from gateway.contract.engine import Prepared
from gateway.session.elsewhere import after, planning
from gateway.session.portals import Portal
from gateway.session.session import Session
from gateway.session.statements import PreparedStatement
from planner.postgres.bind.type_names import bind_type
from planner.tree.statement import DeallocateStatement, PrepareStatement
from planner.tree.types import UNKNOWN


def prepare(session: Session, portal: Portal, statement: PrepareStatement) -> Awaitable[None] | None:
    """PREPARE name [(types)] AS query."""
    portal.tag = "PREPARE"
    session.statements.check_free(statement.name, portal.statement.sql)
    oids = tuple(0 if pg is UNKNOWN else pg.oid for pg in (bind_type(name).pg for name in statement.types))
    waiting = planning(session, statement.query, oids, session.variables.read)
    if waiting is not None:
        return after(waiting, partial(_add, session, portal, statement, oids))
    _add(session, portal, statement, oids)
    return None


def _add(
    session: Session, portal: Portal, statement: PrepareStatement, oids: tuple[int, ...], plan: Prepared | None = None
) -> None:
    settings = session.variables.read
    made = PreparedStatement(statement.name, portal.statement.sql, statement.query, oids, session.engine, settings, plan)
    made.from_sql = True
    session.statements.add(made)


def deallocate(session: Session, portal: Portal, statement: DeallocateStatement) -> None:
    """DEALLOCATE name, DEALLOCATE ALL."""
    if statement.name is None:
        portal.tag = "DEALLOCATE ALL"
        session.statements.clear()
        return
    portal.tag = "DEALLOCATE"
    session.statements.get(statement.name)
    session.statements.discard(statement.name)
