"""BEGIN, COMMIT, ROLLBACK and savepoints: the transaction's state, with the settings and portals that follow it."""

from __future__ import annotations

from gateway.errors import NoActiveTransaction
from gateway.session.portals import Portal
from gateway.session.session import Session
from planner.tree.statement import TransactionStatement


def transaction(session: Session, portal: Portal, statement: TransactionStatement) -> None:
    """Any of them."""
    match statement.kind:
        case "begin" | "start":
            tag = "BEGIN" if statement.kind == "begin" else "START TRANSACTION"
            _begin(session, statement)
        case "commit" | "rollback":
            tag = _end(session, statement)
        case "savepoint":
            tag = "SAVEPOINT"
            _savepoint(session, statement.name or "")
        case "release":
            tag = "RELEASE"
            _require_explicit(session, "RELEASE SAVEPOINT")
            session.transaction.release(statement.name or "")
        case "rollback to":
            tag = "ROLLBACK"
            _rollback_to(session, statement.name or "")
    portal.tag = tag


def _begin(session: Session, statement: TransactionStatement) -> None:
    if session.transaction.status != "I":
        session.warn("25001", "there is already a transaction in progress")
    else:
        session.transaction.begin()
        session.transaction.now_us()  # now() is the block's start from here on
        for name in ("transaction_isolation", "transaction_read_only", "transaction_deferrable"):
            session.variables.set(name, session.variables.show(f"default_{name}"), local=True)
    for name, value in statement.modes:
        session.variables.set(name, value, local=True)


def _end(session: Session, statement: TransactionStatement) -> str:
    """COMMIT or ROLLBACK; the tag says which of them happened."""
    word = statement.kind.upper()
    failed = session.transaction.status == "E"
    if session.transaction.status == "I":
        if statement.chain:
            raise NoActiveTransaction(f"{word} AND CHAIN can only be used in transaction blocks")
        session.warn("25P01", "there is no transaction in progress")
    modes = [(name, session.variables.show(name)) for name in ("transaction_isolation", "transaction_read_only")]
    committed = statement.kind == "commit" and not failed
    session.end_transaction(committed=committed)
    if statement.chain:
        session.transaction.begin()
        for name, value in modes:
            session.variables.set(name, value, local=True)
    return "COMMIT" if committed else "ROLLBACK"


def _require_explicit(session: Session, what: str) -> None:
    """Savepoints need a block of their own, not just a Query of several statements."""
    if session.transaction.status == "I":
        raise NoActiveTransaction(f"{what} can only be used in transaction blocks")


def _savepoint(session: Session, name: str) -> None:
    _require_explicit(session, "SAVEPOINT")
    session.transaction.save(name, session.variables.layers)


def _rollback_to(session: Session, name: str) -> None:
    _require_explicit(session, "ROLLBACK TO SAVEPOINT")
    savepoint = session.transaction.rollback_to(name)
    session.variables.restore(savepoint.layers)
    session.portals.end_level(savepoint.level)
