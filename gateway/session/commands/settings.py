"""SET, SHOW, RESET, DISCARD, UNLISTEN."""

from __future__ import annotations

from gateway.catalog.settings import description
from gateway.contract.bounds import NONE, READ_VERSION, read_versions
from gateway.engine.keyed.block_rows import BlockRows
from gateway.errors import ActiveTransaction, InvalidSetting
from gateway.session.definitions import TRANSACTION_SETTINGS
from gateway.session.portals import Portal
from gateway.session.session import Session
from gateway.wire.writer import data_row
from planner.errors import Unsupported
from planner.tree.statement import SNAPSHOT, DiscardStatement, ResetStatement, SetStatement, ShowStatement, UnlistenStatement


def set_(session: Session, portal: Portal, statement: SetStatement) -> None:
    """SET, SET LOCAL, SET TRANSACTION, SET SESSION CHARACTERISTICS. Raises InvalidSetting (22023), ActiveTransaction (25001)."""
    portal.tag = "SET"
    if statement.several:
        raise InvalidSetting(f"SET {statement.name} takes only one argument")
    if statement.local and not session.transaction.in_block:
        what = "SET TRANSACTION" if statement.name in (*TRANSACTION_SETTINGS, SNAPSHOT) else "SET LOCAL"
        session.warn("25P01", f"{what} can only be used in transaction blocks")
    if statement.name == SNAPSHOT:
        _read_snapshot(session, statement.value or "")
        return
    for name, value in ((statement.name, statement.value), *statement.also):
        _set(session, name, value, local=statement.local)


def _set(session: Session, name: str, value: str | None, *, local: bool) -> None:
    transactional = name in TRANSACTION_SETTINGS
    if transactional and session.transaction.queried:
        _check_before_queries(session, name, value)
    session.variables.set(name, value, local=local or transactional)


def _read_snapshot(session: Session, name: str) -> None:
    """A snapshot's name is a list of versions, so nothing is held for it; that one is not kept is told by who reads it (40001).

    Raises ActiveTransaction (25001), Unsupported (0A000), InvalidSetting (22023).
    """
    if session.transaction.queried or session.transaction.savepoints:
        raise ActiveTransaction("SET TRANSACTION SNAPSHOT must be called before any query")
    if session.variables.read.values["transaction_isolation"] not in ("repeatable read", "serializable"):
        raise Unsupported("a snapshot-importing transaction must have isolation level SERIALIZABLE or REPEATABLE READ")
    try:
        is_known = name == NONE or bool(read_versions(READ_VERSION, name).named)
    except InvalidSetting:
        is_known = False
    if not is_known:
        raise InvalidSetting(f'invalid snapshot identifier: "{name}"')
    session.variables.set(READ_VERSION, name, local=True)


def _check_before_queries(session: Session, name: str, value: str | None) -> None:
    """25001 for what a transaction may not change any more; back to read-only is allowed."""
    if name == "transaction_deferrable":
        raise ActiveTransaction("SET TRANSACTION [NOT] DEFERRABLE must be called before any query")
    if value == session.variables.show(name):
        return
    if name == "transaction_isolation":
        raise ActiveTransaction("SET TRANSACTION ISOLATION LEVEL must be called before any query")
    if value == "off":
        raise ActiveTransaction("transaction read-write mode must be set before any query")


def show(session: Session, portal: Portal, statement: ShowStatement) -> None:
    """SHOW name, SHOW ALL."""
    portal.tag = "SHOW"
    if statement.name == "all":
        rows = [data_row([n.encode(), value.encode(), description(n).encode()]) for n, value in session.variables.all()]
    else:
        rows = [data_row([session.show(statement.name).encode()])]
    portal.rows = BlockRows(rows)


def reset(session: Session, portal: Portal, statement: ResetStatement) -> None:
    """RESET name, RESET ALL."""
    portal.tag = "RESET"
    if statement.name == "all":
        session.variables.reset_all()
    else:
        _set(session, statement.name, None, local=False)


def discard(session: Session, portal: Portal, statement: DiscardStatement) -> None:
    """DISCARD ALL forgets everything; plans, sequences and temporary tables are nothing that a session keeps here.

    Raises ActiveTransaction.
    """
    portal.tag = f"DISCARD {statement.what}"
    if statement.what == "ALL":
        if session.transaction.in_block:
            raise ActiveTransaction("DISCARD ALL cannot run inside a transaction block")
        session.portals.clear()
        session.statements.clear()
        session.variables.reset_all()


def unlisten(_session: Session, portal: Portal, _statement: UnlistenStatement) -> None:
    """UNLISTEN: nobody listens."""
    portal.tag = "UNLISTEN"
