"""BEGIN, COMMIT, ROLLBACK, SAVEPOINT and their like; UNLISTEN."""

from __future__ import annotations

from typing import NoReturn

from planner.errors import ReadOnly, Unsupported
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import END, STRING
from planner.tree.statement import TransactionStatement, UnlistenStatement


def transaction_modes(cursor: TokenCursor) -> list[tuple[str, str]]:
    """ISOLATION LEVEL …, READ ONLY …, as settings, with or without commas between."""
    modes: list[tuple[str, str]] = []
    while (mode := _mode(cursor)) is not None:
        modes.append(mode)
        if cursor.take_symbol(",") and not cursor.is_word("isolation", "read", "deferrable", "not"):
            cursor.fail()
    return modes


def _mode(cursor: TokenCursor) -> tuple[str, str] | None:
    if cursor.take_word("isolation"):
        cursor.expect_word("level")
        return "transaction_isolation", _level(cursor)
    if cursor.take_word("read"):
        return "transaction_read_only", "on" if cursor.expect_word("only", "write") == "only" else "off"
    if cursor.take_words("not", "deferrable"):
        return "transaction_deferrable", "off"
    if cursor.take_word("deferrable"):
        return "transaction_deferrable", "on"
    return None


def _level(cursor: TokenCursor) -> str:
    word = cursor.expect_word("serializable", "repeatable", "read")
    if word == "serializable":
        return word
    if word == "repeatable":
        return f"repeatable {cursor.expect_word('read')}"
    return f"read {cursor.expect_word('committed', 'uncommitted')}"


def begin(cursor: TokenCursor) -> TransactionStatement:
    """BEGIN [WORK | TRANSACTION] modes; START TRANSACTION modes."""
    if cursor.advance().value == "start":
        cursor.expect_word("transaction")
        return TransactionStatement("start", modes=tuple(transaction_modes(cursor)))
    cursor.take_word("work", "transaction")
    return TransactionStatement("begin", modes=tuple(transaction_modes(cursor)))


def commit(cursor: TokenCursor) -> TransactionStatement:
    """COMMIT | END [WORK | TRANSACTION] [AND [NO] CHAIN]."""
    cursor.advance()
    _refuse_two_phase(cursor)
    cursor.take_word("work", "transaction")
    return TransactionStatement("commit", chain=_chain(cursor))


def rollback(cursor: TokenCursor) -> TransactionStatement:
    """ROLLBACK | ABORT, ROLLBACK TO [SAVEPOINT] name."""
    cursor.advance()
    _refuse_two_phase(cursor)
    cursor.take_word("work", "transaction")
    if cursor.take_word("to"):
        _take_savepoint(cursor)
        return TransactionStatement("rollback to", cursor.column_name())
    return TransactionStatement("rollback", chain=_chain(cursor))


def _refuse_two_phase(cursor: TokenCursor) -> None:
    if cursor.is_word("prepared"):
        raise Unsupported("prepared transactions are not supported", position=cursor.token.start + 1)


def _chain(cursor: TokenCursor) -> bool:
    if not cursor.take_word("and"):
        return False
    no = cursor.take_word("no") is not None
    cursor.expect_word("chain")
    return not no


def savepoint(cursor: TokenCursor) -> TransactionStatement:
    """SAVEPOINT name."""
    cursor.advance()
    return TransactionStatement("savepoint", cursor.column_name())


def release(cursor: TokenCursor) -> TransactionStatement:
    """RELEASE [SAVEPOINT] name."""
    cursor.advance()
    _take_savepoint(cursor)
    return TransactionStatement("release", cursor.column_name())


def _take_savepoint(cursor: TokenCursor) -> None:
    """The word may be missing, and may be the savepoint's name."""
    if cursor.ahead().kind != END:
        cursor.take_word("savepoint")


def listen(cursor: TokenCursor) -> NoReturn:
    """LISTEN channel, NOTIFY channel [, 'payload'], which a server in recovery refuses as well. Raises ReadOnly."""
    first = cursor.advance()
    cursor.column_name()
    if first.value == "notify" and cursor.take_symbol(","):
        cursor.expect_string()
    cursor.expect_end()
    raise ReadOnly(f"cannot execute {first.value.upper()}: tidegate is read-only", position=first.start + 1)


def unlisten(cursor: TokenCursor) -> UnlistenStatement:
    """UNLISTEN name | *."""
    cursor.advance()
    return UnlistenStatement(None if cursor.take_symbol("*") else cursor.column_name())


def refuse_prepare_transaction(cursor: TokenCursor) -> None:
    """PREPARE TRANSACTION is the first half of a two-phase commit. Raises ReadOnly."""
    if cursor.is_word("transaction") and cursor.ahead().kind == STRING:
        raise ReadOnly("cannot execute PREPARE TRANSACTION: tidegate is read-only", position=cursor.token.start + 1)
