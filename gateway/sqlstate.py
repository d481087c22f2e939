"""What a client is told of an exception: the SQLSTATE of its class. The store knows none; those of its errors are here."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gateway import errors as g
from gateway.wire.writer import Report
from planner.errors import SqlError
from statestore import errors as s

INTERNAL_ERROR: Final = "XX000"
_OF_STORE: Final[dict[type[s.StateStoreError], str]] = {
    s.UnsupportedType: "0A000",
    s.InvalidValue: "22023",
    s.InvalidSchema: "42P16",
    s.IncompatibleSchema: "42P16",
    s.RootNotFound: "58P01",
    s.ViewNotFound: "42P01",
    s.CorruptFile: "XX001",
    s.ShardDamaged: "XX001",
    s.UnsupportedFormat: "0A000",
    s.ConcurrentPublisher: "55006",
    s.DuplicateKey: "23505",
    s.ShardRestoring: "57P03",
    s.ShardNotHeld: "55000",
    s.VersionNotKept: "40001",
    s.VersionNotReached: "40001",
    s.StorageFull: "53100",
    s.StoreLocked: "55006",
    s.StoreOfAnotherRoot: "55000",
    s.CheckpointNotReady: "57P03",
    s.CheckpointGone: "57P03",
    s.CheckpointWithoutState: "55000",
    s.ShardNotReady: "55000",
}

#: Every error that says itself what a client should know.
KnownError = SqlError | s.StateStoreError
KNOWN_ERRORS: Final = (SqlError, s.StateStoreError)


def sqlstate(kind: type[BaseException]) -> str:
    """The code of an exception class."""
    if issubclass(kind, SqlError):
        return kind.sqlstate
    return next((_OF_STORE[base] for base in kind.__mro__ if base in _OF_STORE), INTERNAL_ERROR)


def report(error: KnownError) -> Report:
    """What a client is told. Errors that end the connection are FATAL."""
    severity = "FATAL" if isinstance(error, g.ConnectionFault) else "ERROR"
    code, position = (error.sqlstate, error.position) if isinstance(error, SqlError) else (sqlstate(type(error)), None)
    return Report(severity, code, error.message, error.detail, error.hint, position)


def fatal(error: KnownError) -> Report:
    """What a client is told of an error that ends its connection."""
    return replace(report(error), severity="FATAL")


def internal_error(error: BaseException) -> Report:
    """What a client is told of a bug."""
    return Report("ERROR", INTERNAL_ERROR, f"internal error: {type(error).__name__}", hint="The server's log has the details.")
