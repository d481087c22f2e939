"""What a session holds by name, for pg_cursors and pg_prepared_statements. Any thread may look.

Unnamed portals and statements are left out: they are those of the query that looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gateway.contract.engine import BINARY
from gateway.contract.held import Held, HeldCursor, HeldStatement

if TYPE_CHECKING:
    from gateway.session.portals import Portal
    from gateway.session.session import Session
    from gateway.session.statements import PreparedStatement


def held_by(session: Session) -> Held:
    """What there is at this moment."""
    cursors = tuple(_cursor(portal) for portal in session.portals.named())
    return Held(cursors, tuple(_statement(statement) for statement in session.statements.named()))


def _cursor(portal: Portal) -> HeldCursor:
    declared = portal.cursor is not None
    binary = declared and bool(portal.formats) and portal.formats[0] == BINARY
    scroll = portal.cursor is not None and portal.cursor.scroll
    return HeldCursor(
        portal.name, portal.statement.sql, portal.made_us, is_holdable=portal.hold, is_binary=binary, is_scrollable=scroll
    )


def _statement(statement: PreparedStatement) -> HeldStatement:
    return HeldStatement(statement.name, statement.sql, statement.made_us, statement.parameter_oids, from_sql=statement.from_sql)
