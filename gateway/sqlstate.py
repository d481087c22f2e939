"""The one table of SQLSTATEs: exception class → code; and what a client is told of an exception.

Codes are those of PostgreSQL 15's appendix A. A class that is not listed has its base class's code.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gateway import errors as g
from gateway.wire.writer import Report
from planner import errors as p
from statestore import errors as s

INTERNAL_ERROR: Final = "XX000"

SQLSTATES: Final[dict[type[Exception], str]] = {
    # connections
    g.ProtocolFault: "08P01",
    g.MessageTooLarge: "54000",
    g.UnsupportedProtocol: "0A000",
    g.AccessDenied: "28000",
    g.InvalidPassword: "28P01",
    g.UndefinedDatabase: "3D000",
    g.TooManyConnections: "53300",
    g.CannotConnectNow: "57P03",
    g.ConnectionTerminated: "57P01",
    g.StartupTimeout: "08006",
    g.ClientStalled: "08006",
    g.InputTooLarge: "53200",
    g.IdleSession: "57P05",
    g.IdleInTransaction: "25P03",
    g.ConnectionFault: "08000",
    # the protocol
    g.MessageFault: "08P01",
    g.InvalidBinary: "22P03",
    g.InvalidBinaryLength: "08P01",
    g.InvalidEncoding: "22021",
    g.FunctionCallRefused: "0A000",
    # sessions
    g.FailedTransaction: "25P02",
    g.ActiveTransaction: "25001",
    g.NoActiveTransaction: "25P01",
    g.UndefinedSavepoint: "3B001",
    g.UndefinedStatement: "26000",
    g.DuplicateStatement: "42P05",
    g.UndefinedCursor: "34000",
    g.DuplicateCursor: "42P03",
    g.CursorNotScrollable: "55000",
    g.CachedPlanChanged: "0A000",
    g.UnsupportedFeature: "0A000",
    g.UndefinedSetting: "42704",
    g.InvalidSetting: "22023",
    g.FixedSetting: "55P02",
    g.InsufficientPrivilege: "42501",
    g.PermissionDenied: "42501",
    g.InvalidName: "42602",
    g.LimitExceeded: "53400",
    # execution
    g.QueryCancelled: "57014",
    g.DivisionByZero: "22012",
    g.ResultTooLarge: "54000",
    g.OutOfMemory: "53200",
    g.DiskFull: "53100",
    g.QueueFull: "53300",
    g.CardinalityViolation: "21000",
    g.InvalidRegularExpression: "2201B",
    g.ValueNotCarried: "22003",
    g.StaleRead: "40001",
    g.ExecutorFault: INTERNAL_ERROR,
    g.GatewayError: INTERNAL_ERROR,
    # between nodes
    g.PeerUnreachable: "08006",
    g.BadStatus: "08P01",
    g.FragmentRefused: "55000",
    g.FragmentFailed: INTERNAL_ERROR,
    g.VersionUnavailable: "40001",
    g.NoReplica: "08006",
    g.FragmentLost: "08006",
    # planning
    p.SyntaxFault: "42601",
    p.UndefinedCatalog: "3D000",
    p.UndefinedTable: "42P01",
    p.ViewNotReady: "55000",
    p.InvalidDefinition: "42P16",
    p.CircularDefinition: "42P17",
    p.InvalidName: "42602",
    p.UndefinedSchema: "3F000",
    p.UndefinedColumn: "42703",
    p.AmbiguousColumn: "42702",
    p.DuplicateAlias: "42712",
    p.UndefinedFunction: "42883",
    p.AmbiguousFunction: "42725",
    p.UndefinedObject: "42704",
    p.UndefinedParameter: "42P02",
    p.IndeterminateType: "42P18",
    p.AmbiguousParameter: "42P08",
    p.DatatypeMismatch: "42804",
    p.CannotCoerce: "42846",
    p.GroupingFault: "42803",
    p.WindowingFault: "42P20",
    p.InvalidColumnReference: "42P10",
    p.WrongObjectType: "42809",
    p.NullNotAllowed: "22004",
    p.PermissionDenied: "42501",
    p.InvalidCursorDefinition: "42P11",
    p.InvalidRecursion: "42P19",
    p.DuplicateColumn: "42701",
    p.InvalidText: "22P02",
    p.InvalidBytes: "22021",
    p.UntranslatableCharacter: "22P05",
    p.InvalidDatetime: "22007",
    p.DatetimeOverflow: "22008",
    p.InvalidZoneDisplacement: "22009",
    p.IntervalOverflow: "22015",
    p.NumericOverflow: "22003",
    p.InvalidArgument: "22023",
    p.InvalidFrameOffset: "22013",
    p.InvalidLimit: "2201W",
    p.InvalidOffset: "2201X",
    p.CardinalityFault: "42601",
    p.ReadOnly: "25006",
    p.Unsupported: "0A000",
    p.TooComplex: "54001",
    p.TooManyColumns: "54011",
    p.TooManyArguments: "54023",
    p.DivisionByZero: "22012",
    p.SubstringFault: "22011",
    p.InvalidRegularExpression: "2201B",
    p.InvalidEscape: "22025",
    p.InvalidLogarithm: "2201E",
    p.InvalidPower: "2201F",
    p.InvalidWidthBucket: "2201G",
    p.InvalidNtile: "22014",
    p.InvalidSampleArgument: "2202H",
    p.InvalidSampleRepeat: "2202G",
    p.InvalidNthValue: "22016",
    p.ArraySubscriptFault: "2202E",
    p.LimitExceeded: "54000",
    p.OutOfMemory: "53200",
    p.PlanError: INTERNAL_ERROR,
    # the store
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
    s.StateStoreError: INTERNAL_ERROR,
}

#: Every error that says itself what a client should know.
KnownError = g.GatewayError | p.PlanError | s.StateStoreError
KNOWN_ERRORS: Final = (g.GatewayError, p.PlanError, s.StateStoreError)


def sqlstate(kind: type[BaseException]) -> str:
    """The code of an exception class."""
    return next((SQLSTATES[base] for base in kind.__mro__ if base in SQLSTATES), INTERNAL_ERROR)


def report(error: KnownError) -> Report:
    """What a client is told. Errors that end the connection are FATAL."""
    severity = "FATAL" if isinstance(error, g.ConnectionFault) else "ERROR"
    position = getattr(error, "position", None)
    code = error.sqlstate if isinstance(error, g.FragmentFailed) else sqlstate(type(error))
    return Report(severity, code, error.message, error.detail, error.hint, position)


def fatal(error: KnownError) -> Report:
    """What a client is told of an error that ends its connection."""
    return replace(report(error), severity="FATAL")


def internal_error(error: BaseException) -> Report:
    """What a client is told of a bug."""
    return Report("ERROR", INTERNAL_ERROR, f"internal error: {type(error).__name__}", hint="The server's log has the details.")
