"""Everything a statement can be refused for, one class per condition, with its SQLSTATE of PostgreSQL 15's appendix A.

What only a running gateway finds is in gateway.errors, under the same root. A class without a code has its base's.
"""

from __future__ import annotations


class SqlError(Exception):
    """Base of what a client is told; *position* is the character, from 1, that Postgres would point at in the statement."""

    sqlstate = "XX000"

    def __init_subclass__(cls, sqlstate: str = "") -> None:
        cls.sqlstate = sqlstate or cls.sqlstate

    def __init__(self, message: str, *, position: int | None = None, detail: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.detail = detail
        self.hint = hint


class PlanError(SqlError):
    """Base of this module's errors."""


class SyntaxFault(PlanError, sqlstate="42601"):
    """Not SQL."""


class UndefinedCatalog(PlanError, sqlstate="3D000"):
    """No such catalog, where a front end has several."""


class UndefinedTable(PlanError, sqlstate="42P01"):
    """No such relation."""


class ViewNotReady(PlanError, sqlstate="55000"):
    """A view defined by SQL whose query does not fit what there is now; the detail says why."""


class InvalidDefinition(PlanError, sqlstate="42P16"):
    """A view whose columns cannot be a view's."""


class CircularDefinition(PlanError, sqlstate="42P17"):
    """Views defined by each other."""


class UndefinedColumn(PlanError, sqlstate="42703"):
    """No such column."""


class AmbiguousColumn(PlanError, sqlstate="42702"):
    """A column name that more than one relation has."""


class DuplicateAlias(PlanError, sqlstate="42712"):
    """A table name or alias is given twice in one FROM."""


class UndefinedFunction(PlanError, sqlstate="42883"):
    """No function or operator of that name takes these types."""


class AmbiguousFunction(PlanError, sqlstate="42725"):
    """More than one function or operator fits."""


class UndefinedObject(PlanError, sqlstate="42704"):
    """No such type, setting, cursor …"""


class UndefinedParameter(PlanError, sqlstate="42P02"):
    """A $n beyond what can be."""


class IndeterminateType(PlanError, sqlstate="42P18"):
    """The type of a parameter cannot be inferred."""


class DatatypeMismatch(PlanError, sqlstate="42804"):
    """Types that do not go together."""


class CannotCoerce(PlanError, sqlstate="42846"):
    """No such cast."""


class GroupingFault(PlanError, sqlstate="42803"):
    """A column that is neither grouped nor aggregated, an aggregate where none may stand."""


class WindowingFault(PlanError, sqlstate="42P20"):
    """A window function where none may stand."""


class InvalidColumnReference(PlanError, sqlstate="42P10"):
    """ORDER BY/GROUP BY position or DISTINCT rule violated."""


class InvalidText(PlanError, sqlstate="22P02"):
    """A constant that is not of its type."""


class InvalidBytes(PlanError, sqlstate="22021"):
    """Bytes that are no text in UTF-8."""


class UntranslatableCharacter(PlanError, sqlstate="22P05"):
    """A character that no text can hold: U+0000."""


class InvalidDatetime(PlanError, sqlstate="22007"):
    """A constant that is no date or time."""


class DatetimeOverflow(PlanError, sqlstate="22008"):
    """A date or time field out of range."""


class NumericOverflow(PlanError, sqlstate="22003"):
    """A number out of its type's range."""


class InvalidArgument(PlanError, sqlstate="22023"):
    """A value that a clause or function does not take."""


class NullNotAllowed(PlanError, sqlstate="22004"):
    """NULL where there has to be a value."""


class InvalidFrameOffset(PlanError, sqlstate="22013"):
    """A negative offset of a window's frame."""


class InvalidLimit(PlanError, sqlstate="2201W"):
    """Negative LIMIT."""


class InvalidOffset(PlanError, sqlstate="2201X"):
    """Negative OFFSET."""


class AmbiguousParameter(PlanError, sqlstate="42P08"):
    """Two uses of a parameter ask for different types."""


class WrongObjectType(PlanError, sqlstate="42809"):
    """A function of a kind that cannot stand there: a window function without OVER …."""


class InvalidCursorDefinition(PlanError, sqlstate="42P11"):
    """Options of DECLARE that exclude each other."""


class InvalidRecursion(PlanError, sqlstate="42P19"):
    """A recursive WITH entry that refers to itself in a wrong place."""


class InvalidName(PlanError, sqlstate="42602"):
    """A text that is no name, or a name that cannot be used."""


class UndefinedSchema(PlanError, sqlstate="3F000"):
    """No such schema."""


class DuplicateColumn(PlanError, sqlstate="42701"):
    """A column name that is given twice."""


class ReadOnly(PlanError, sqlstate="25006"):
    """Any write or DDL."""


class PermissionDenied(PlanError, sqlstate="42501"):
    """Not this user's to do, to set or to read: a view, or a column of one, that is not granted."""


class Unsupported(PlanError, sqlstate="0A000"):
    """Valid SQL that Tidegate does not do; the message names it."""


class TooComplex(PlanError, sqlstate="54001"):
    """Beyond a named limit of depth, length or count."""


class TooManyColumns(PlanError, sqlstate="54011"):
    """A target list longer than Postgres takes."""


class TooManyArguments(PlanError, sqlstate="54023"):
    """More arguments than there can be."""


class DivisionByZero(PlanError, sqlstate="22012"):
    """x / 0."""


class SubstringFault(PlanError, sqlstate="22011"):
    """Negative substring length."""


class InvalidRegularExpression(PlanError, sqlstate="2201B"):
    """A pattern that is no regular expression."""


class InvalidEscape(PlanError, sqlstate="22025"):
    """A LIKE pattern that ends in its escape character, an escape longer than one character, a bad escape in a literal."""


class InvalidLogarithm(PlanError, sqlstate="2201E"):
    """Logarithm of zero or a negative number."""


class InvalidPower(PlanError, sqlstate="2201F"):
    """Root of a negative number, zero to a negative power."""


class InvalidWidthBucket(PlanError, sqlstate="2201G"):
    """width_bucket without buckets or with equal bounds."""


class InvalidSampleArgument(PlanError, sqlstate="2202H"):
    """A percentage of TABLESAMPLE that is none."""


class InvalidSampleRepeat(PlanError, sqlstate="2202G"):
    """A seed of TABLESAMPLE that is NULL."""


class InvalidNtile(PlanError, sqlstate="22014"):
    """ntile() of less than one bucket."""


class InvalidNthValue(PlanError, sqlstate="22016"):
    """nth_value() of a position below one."""


class ArraySubscriptFault(PlanError, sqlstate="2202E"):
    """Arrays that do not fit together."""


class OutOfMemory(PlanError, sqlstate="53200"):
    """A query, or a function's call, needs more memory than it may have."""


class LimitExceeded(PlanError, sqlstate="54000"):
    """A value larger than can be made."""


class InvalidZoneDisplacement(PlanError, sqlstate="22009"):
    """A time zone offset beyond what is possible."""


class IntervalOverflow(PlanError, sqlstate="22015"):
    """An interval field out of range."""
