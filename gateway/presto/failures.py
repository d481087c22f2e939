"""What went wrong, as a Trino client is told: the names and numbers of Trino's StandardErrorCode, by SQLSTATE."""

from __future__ import annotations

from typing import Final, NamedTuple

from buenavista.http.schemas import CamelModel, QueryError

from gateway.wire.writer import Report

_INTERNAL_FROM: Final = 65_536
_RESOURCES_FROM: Final = 131_072


class Code(NamedTuple):
    """One of Trino's."""

    name: str
    number: int

    @property
    def kind(self) -> str:
        """USER_ERROR, INTERNAL_ERROR or INSUFFICIENT_RESOURCES: the number's range says it."""
        if self.number >= _RESOURCES_FROM:
            return "INSUFFICIENT_RESOURCES"
        return "INTERNAL_ERROR" if self.number >= _INTERNAL_FROM else "USER_ERROR"


SYNTAX_ERROR: Final = Code("SYNTAX_ERROR", 1)
USER_CANCELED: Final = Code("USER_CANCELED", 3)
_GENERIC_USER: Final = Code("GENERIC_USER_ERROR", 0)
_INTERNAL: Final = Code("GENERIC_INTERNAL_ERROR", 65_536)

CODES: Final[dict[str, Code]] = {
    "3D000": Code("CATALOG_NOT_FOUND", 44),
    "3F000": Code("SCHEMA_NOT_FOUND", 45),
    "42P01": Code("TABLE_NOT_FOUND", 46),
    "42703": Code("COLUMN_NOT_FOUND", 47),
    "42702": Code("AMBIGUOUS_NAME", 62),
    "42883": Code("FUNCTION_NOT_FOUND", 6),
    "42725": Code("AMBIGUOUS_FUNCTION_CALL", 32),
    "42601": SYNTAX_ERROR,
    "42804": Code("TYPE_MISMATCH", 58),
    "42846": Code("TYPE_MISMATCH", 58),
    "42803": Code("MISSING_GROUP_BY", 64),
    "42704": Code("INVALID_SESSION_PROPERTY", 14),
    "22P02": Code("INVALID_CAST_ARGUMENT", 9),
    "22007": Code("INVALID_CAST_ARGUMENT", 9),
    "22008": Code("INVALID_CAST_ARGUMENT", 9),
    "22012": Code("DIVISION_BY_ZERO", 8),
    "22003": Code("NUMERIC_VALUE_OUT_OF_RANGE", 19),
    "22015": Code("NUMERIC_VALUE_OUT_OF_RANGE", 19),
    "22023": Code("INVALID_FUNCTION_ARGUMENT", 7),
    "2201B": Code("INVALID_FUNCTION_ARGUMENT", 7),
    "21000": Code("SUBQUERY_MULTIPLE_ROWS", 28),
    "25006": Code("READ_ONLY_VIOLATION", 23),
    "25P01": Code("NOT_IN_TRANSACTION", 21),
    "25P02": Code("TRANSACTION_ALREADY_ABORTED", 22),
    "26000": Code("NOT_FOUND", 5),
    "0A000": Code("NOT_SUPPORTED", 13),
    "28000": Code("PERMISSION_DENIED", 4),
    "28P01": Code("PERMISSION_DENIED", 4),
    "42501": Code("PERMISSION_DENIED", 4),
    "54001": Code("QUERY_TEXT_TOO_LARGE", 35),
    "40001": Code("TRANSACTION_CONFLICT", 17),
    "57P01": Code("SERVER_SHUTTING_DOWN", 65_545),
    "57P03": Code("SERVER_STARTING_UP", 65_548),
    "08006": Code("NO_NODES_AVAILABLE", 65_541),
    "53000": Code("GENERIC_INSUFFICIENT_RESOURCES", 131_072),
    "53100": Code("EXCEEDED_SPILL_LIMIT", 131_078),
    "53200": Code("CLUSTER_OUT_OF_MEMORY", 131_076),
    "53300": Code("QUERY_QUEUE_FULL", 131_074),
    "53400": Code("GENERIC_INSUFFICIENT_RESOURCES", 131_072),
    "54000": Code("GENERIC_INSUFFICIENT_RESOURCES", 131_072),
}
_TIMED_OUT: Final = Code("EXCEEDED_TIME_LIMIT", 131_075)
_USER_CLASSES: Final = frozenset(("22", "42", "25", "34", "55", "3B"))


class FailureInfo(CamelModel):  # type: ignore[misc]
    """What Trino says of its exceptions; clients want it there."""

    type: str
    message: str
    suppressed: tuple[str, ...] = ()
    stack: tuple[str, ...] = ()


class ErrorLocation(CamelModel):  # type: ignore[misc]
    """Line and column, from 1."""

    line_number: int
    column_number: int


class PrestoFailure(QueryError):  # type: ignore[misc]
    """QueryError with contents where buenavista's model has empty classes."""

    error_location: ErrorLocation | None = None
    failure_info: FailureInfo | None = None


def code_of(report: Report) -> Code:
    """Trino's code for a SQLSTATE."""
    if report.sqlstate == "57014":
        return _TIMED_OUT if "timeout" in report.message else USER_CANCELED
    found = CODES.get(report.sqlstate)
    if found is None:
        found = _GENERIC_USER if report.sqlstate[:2] in _USER_CLASSES else _INTERNAL
    return found


def failure(report: Report, text: str = "") -> PrestoFailure:
    """The error of a query; *text* is what positions count in."""
    code = code_of(report)
    message = "\n".join(part for part in (report.message, report.detail, report.hint) if part)
    location = None
    if report.position is not None:
        before = text[: report.position - 1]
        location = ErrorLocation(line_number=before.count("\n") + 1, column_number=len(before) - (before.rfind("\n") + 1) + 1)
        message = f"line {location.line_number}:{location.column_number}: {message}"
    return PrestoFailure(
        message=message,
        sql_state=report.sqlstate,
        error_code=code.number,
        error_name=code.name,
        error_type=code.kind,
        retriable=code.kind == "INSUFFICIENT_RESOURCES",
        error_location=location,
        failure_info=FailureInfo(type=f"tidegate.{code.name}", message=message),
    )
