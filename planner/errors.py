"""Everything a statement can be refused for, one class per condition.

The SQLSTATE of each class is in gateway/sqlstate.py and nowhere else. *position* is the 1-based character offset in the
statement's text that Postgres would point at, or None.
"""

from __future__ import annotations


class PlanError(Exception):
    """Base of all errors of this package."""

    def __init__(self, message: str, *, position: int | None = None, detail: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.detail = detail
        self.hint = hint


class SyntaxFault(PlanError):
    """Not SQL (42601)."""


class UndefinedCatalog(PlanError):
    """No such catalog, where a front end has several (3D000)."""


class UndefinedTable(PlanError):
    """No such relation (42P01)."""


class ViewNotReady(PlanError):
    """A view defined by SQL whose query does not fit what there is now; the detail says why (55000)."""


class InvalidDefinition(PlanError):
    """A view whose columns cannot be a view's (42P16)."""


class CircularDefinition(PlanError):
    """Views defined by each other (42P17)."""


class UndefinedColumn(PlanError):
    """No such column (42703)."""


class AmbiguousColumn(PlanError):
    """A column name that more than one relation has (42702)."""


class DuplicateAlias(PlanError):
    """A table name or alias is given twice in one FROM (42712)."""


class UndefinedFunction(PlanError):
    """No function or operator of that name takes these types (42883)."""


class AmbiguousFunction(PlanError):
    """More than one function or operator fits (42725)."""


class UndefinedObject(PlanError):
    """No such type, setting, cursor … (42704)."""


class UndefinedParameter(PlanError):
    """A $n beyond what can be (42P02)."""


class IndeterminateType(PlanError):
    """The type of a parameter cannot be inferred (42P18)."""


class DatatypeMismatch(PlanError):
    """Types that do not go together (42804)."""


class CannotCoerce(PlanError):
    """No such cast (42846)."""


class GroupingFault(PlanError):
    """A column that is neither grouped nor aggregated, an aggregate where none may stand (42803)."""


class WindowingFault(PlanError):
    """A window function where none may stand (42P20)."""


class InvalidColumnReference(PlanError):
    """ORDER BY/GROUP BY position or DISTINCT rule violated (42P10)."""


class InvalidText(PlanError):
    """A constant that is not of its type (22P02)."""


class InvalidBytes(PlanError):
    """Bytes that are no text in UTF-8 (22021)."""


class UntranslatableCharacter(PlanError):
    """A character that no text can hold: U+0000 (22P05)."""


class InvalidDatetime(PlanError):
    """A constant that is no date or time (22007)."""


class DatetimeOverflow(PlanError):
    """A date or time field out of range (22008)."""


class NumericOverflow(PlanError):
    """A number out of its type's range (22003)."""


class InvalidArgument(PlanError):
    """A value that a clause or function does not take (22023)."""


class NullNotAllowed(PlanError):
    """NULL where there has to be a value (22004)."""


class InvalidFrameOffset(PlanError):
    """A negative offset of a window's frame (22013)."""


class InvalidLimit(PlanError):
    """Negative LIMIT (2201W)."""


class InvalidOffset(PlanError):
    """Negative OFFSET (2201X)."""


class CardinalityFault(PlanError):
    """A scalar subquery of several columns or rows (42601 at planning)."""


class AmbiguousParameter(PlanError):
    """Two uses of a parameter ask for different types (42P08)."""


class WrongObjectType(PlanError):
    """A function of a kind that cannot stand there: a window function without OVER … (42809)."""


class InvalidCursorDefinition(PlanError):
    """Options of DECLARE that exclude each other (42P11)."""


class InvalidRecursion(PlanError):
    """A recursive WITH entry that refers to itself in a wrong place (42P19)."""


class InvalidName(PlanError):
    """A text that is no name (42602)."""


class UndefinedSchema(PlanError):
    """No such schema (3F000)."""


class DuplicateColumn(PlanError):
    """A column name that is given twice (42701)."""


class ReadOnly(PlanError):
    """Any write or DDL (25006)."""


class PermissionDenied(PlanError):
    """Not this user's to do (42501)."""


class Unsupported(PlanError):
    """Valid SQL that Tidegate does not do; the message names it (0A000)."""


class TooComplex(PlanError):
    """Beyond a named limit of depth, length or count (54001)."""


class TooManyColumns(PlanError):
    """A target list longer than Postgres takes (54011)."""


class TooManyArguments(PlanError):
    """More arguments than there can be (54023)."""


class DivisionByZero(PlanError):
    """x / 0 (22012)."""


class SubstringFault(PlanError):
    """Negative substring length (22011)."""


class InvalidRegularExpression(PlanError):
    """A pattern that cannot be compiled (2201B)."""


class InvalidEscape(PlanError):
    """A LIKE pattern that ends in its escape character, an escape longer than one character, a bad escape in a literal (22025)."""


class InvalidLogarithm(PlanError):
    """Logarithm of zero or a negative number (2201E)."""


class InvalidPower(PlanError):
    """Root of a negative number, zero to a negative power (2201F)."""


class InvalidWidthBucket(PlanError):
    """width_bucket without buckets or with equal bounds (2201G)."""


class InvalidSampleArgument(PlanError):
    """A percentage of TABLESAMPLE that is none (2202H)."""


class InvalidSampleRepeat(PlanError):
    """A seed of TABLESAMPLE that is NULL (2202G)."""


class InvalidNtile(PlanError):
    """ntile() of less than one bucket (22014)."""


class InvalidNthValue(PlanError):
    """nth_value() of a position below one (22016)."""


class ArraySubscriptFault(PlanError):
    """Arrays that do not fit together (2202E)."""


class OutOfMemory(PlanError):
    """A function's call needs more memory than it may have (53200)."""


class LimitExceeded(PlanError):
    """A value larger than can be made (54000)."""


class InvalidZoneDisplacement(PlanError):
    """A time zone offset beyond what is possible (22009)."""


class IntervalOverflow(PlanError):
    """An interval field out of range (22015)."""
