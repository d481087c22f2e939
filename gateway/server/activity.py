"""What pg_stat_activity shows of a server's sessions."""

from __future__ import annotations

from gateway.catalog.activity import SessionRow
from gateway.server.registry import Registry
from gateway.session.session import Session


def sessions_of(registry: Registry) -> tuple[SessionRow, ...]:
    """The sessions there are now, by number. Any thread."""
    return tuple(_row(c.session) for c in sorted(registry.sessions(), key=lambda c: c.pid) if c.session is not None)


def _row(session: Session) -> SessionRow:
    who, transaction = session.info, session.transaction
    return SessionRow(
        who.pid,
        who.user,
        session.variables.show("application_name"),
        who.client_address,
        who.client_port,
        who.started_us,
        transaction.status,
        transaction.began_us if transaction.in_block else None,
    )
