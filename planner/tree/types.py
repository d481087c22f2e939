"""SQL types as Postgres names and numbers them, and the Postgres type of each column type of a view.

OIDs, array OIDs, categories and preferred flags are those of PostgreSQL 15's pg_type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from planner.tree.calendar import interval_us
from planner.tree.values import Interval
from statestore import types as st


@dataclass(frozen=True, slots=True)
class PgType:
    """One row of pg_type, as far as planning and the wire need it.

    *element* is the element's PgType for arrays. *length* is typlen (-1: variable, -2: C string).
    """

    name: str
    oid: int
    length: int
    category: str
    preferred: bool = False
    element: PgType | None = None
    #: Of a composite value: its fields' names and types.
    fields: tuple[tuple[str, PgType], ...] = ()
    #: format_type's name, where it differs from pg_type's; SQL text may use it.
    shown: str = ""
    #: The DuckDB type that stands for it, also in results. That of numeric has digits besides.
    duckdb: str = "VARCHAR"
    #: How Python compares and combines its values (planner.rows.kinds); empty where that takes more than Python's operators.
    kind: str = ""
    #: Do DuckDB's operators compare its values with each other as they stand, and with no other type's?
    is_compared: bool = False

    def __hash__(self) -> int:
        return self.oid

    @property
    def is_array(self) -> bool:
        """Is this an array type?"""
        return self.element is not None


@dataclass(frozen=True, slots=True)
class SqlType:
    """A type with its modifier (numeric(10,2), varchar(5) …); -1 where there is none, as in Postgres's atttypmod."""

    pg: PgType
    typmod: int = -1


_ARRAY_OIDS: Final[dict[PgType, int]] = {}
_SCALARS: Final[list[PgType]] = []


def _scalar(name: str, oid: int, array_oid: int, length: int, category: str, **more: Any) -> PgType:
    """A type that is planned with; *array_oid* is 0 where there are no arrays of it."""
    made = PgType(name, oid, length, category, **more)
    _SCALARS.append(made)
    if array_oid:
        _ARRAY_OIDS[made] = array_oid
    return made


BOOL: Final = _scalar("bool", 16, 1000, 1, "B", preferred=True, shown="boolean", duckdb="BOOLEAN", kind="bool", is_compared=True)
BYTEA: Final = _scalar("bytea", 17, 1001, -1, "U", duckdb="BLOB", kind="bytea", is_compared=True)
CHAR_: Final = _scalar("char", 18, 1002, 1, "Z", shown='"char"', is_compared=True)
NAME: Final = _scalar("name", 19, 1003, 64, "S", kind="text")
INT2: Final = _scalar("int2", 21, 1005, 2, "N", shown="smallint", duckdb="SMALLINT", kind="int")
INT4: Final = _scalar("int4", 23, 1007, 4, "N", shown="integer", duckdb="INTEGER", kind="int")
REGPROC: Final = _scalar("regproc", 24, 1008, 4, "N", duckdb="BIGINT")
TEXT: Final = _scalar("text", 25, 1009, -1, "S", preferred=True, kind="text", is_compared=True)
OID: Final = _scalar("oid", 26, 1028, 4, "N", preferred=True, duckdb="BIGINT", is_compared=True)
BPCHAR: Final = _scalar("bpchar", 1042, 1014, -1, "S", shown="character")
VARCHAR: Final = _scalar("varchar", 1043, 1015, -1, "S", shown="character varying", kind="text")
INT8: Final = _scalar("int8", 20, 1016, 8, "N", shown="bigint", duckdb="BIGINT", kind="int")
FLOAT4: Final = _scalar("float4", 700, 1021, 4, "N", shown="real", duckdb="FLOAT", kind="float")
FLOAT8: Final = _scalar("float8", 701, 1022, 8, "N", preferred=True, shown="double precision", duckdb="DOUBLE", kind="float")
TIMESTAMP: Final = _scalar(
    "timestamp", 1114, 1115, 8, "D", shown="timestamp without time zone", duckdb="TIMESTAMP", kind="timestamp"
)
DATE: Final = _scalar("date", 1082, 1182, 4, "D", duckdb="DATE", kind="date")
TIME: Final = _scalar("time", 1083, 1183, 8, "D", shown="time without time zone", duckdb="TIME", is_compared=True)
TIMESTAMPTZ: Final = _scalar(
    "timestamptz",
    1184,
    1185,
    8,
    "D",
    preferred=True,
    shown="timestamp with time zone",
    duckdb="TIMESTAMP WITH TIME ZONE",
    kind="timestamptz",
)
INTERVAL: Final = _scalar("interval", 1186, 1187, 16, "T", preferred=True, duckdb="INTERVAL", kind="interval", is_compared=True)
NUMERIC: Final = _scalar("numeric", 1700, 1231, -1, "N", kind="numeric")
JSON: Final = _scalar("json", 114, 199, -1, "U", kind="json")
UUID: Final = _scalar("uuid", 2950, 2951, 16, "U", is_compared=True)
JSONB: Final = _scalar("jsonb", 3802, 3807, -1, "U", kind="jsonb")
ACLITEM: Final = _scalar("aclitem", 1033, 1034, 12, "U")
RECORD: Final = _scalar("record", 2249, 2287, -1, "P", is_compared=True)
REGPROCEDURE: Final = _scalar("regprocedure", 2202, 2207, 4, "N", duckdb="BIGINT")
REGOPER: Final = _scalar("regoper", 2203, 2208, 4, "N", duckdb="BIGINT")
REGOPERATOR: Final = _scalar("regoperator", 2204, 2209, 4, "N", duckdb="BIGINT")
REGCLASS: Final = _scalar("regclass", 2205, 2210, 4, "N", duckdb="BIGINT")
REGTYPE: Final = _scalar("regtype", 2206, 2211, 4, "N", duckdb="BIGINT")
REGCONFIG: Final = _scalar("regconfig", 3734, 3735, 4, "N", duckdb="BIGINT")
REGDICTIONARY: Final = _scalar("regdictionary", 3769, 3770, 4, "N", duckdb="BIGINT")
REGNAMESPACE: Final = _scalar("regnamespace", 4089, 4090, 4, "N", duckdb="BIGINT")
REGROLE: Final = _scalar("regrole", 4096, 4097, 4, "N", duckdb="BIGINT")
REGCOLLATION: Final = _scalar("regcollation", 4191, 4192, 4, "N", duckdb="BIGINT")
UNKNOWN: Final = _scalar("unknown", 705, 0, -2, "X")
VOID: Final = _scalar("void", 2278, 0, 4, "P")
#: Numbers that print as names.
NAMED_NUMBERS: Final = (
    REGPROC, REGPROCEDURE, REGOPER, REGOPERATOR, REGCLASS, REGTYPE, REGCONFIG, REGDICTIONARY, REGNAMESPACE, REGROLE, REGCOLLATION,
)  # fmt: skip
#: Vectors count as arrays (category A, as in pg_type) and print as numbers with spaces between.
INT2VECTOR: Final = _scalar("int2vector", 22, 0, -1, "A", element=INT2)
OIDVECTOR: Final = _scalar("oidvector", 30, 0, -1, "A", element=OID)
#: Arrays whose first subscript is 0; all others begin with 1.
VECTORS: Final = (INT2VECTOR, OIDVECTOR)

ARRAY_OF: Final = {e: PgType(f"_{e.name}", oid, -1, "A", element=e) for e, oid in _ARRAY_OIDS.items()}
SCALARS: Final = tuple(_SCALARS)
BY_OID: Final = {t.oid: t for t in (*SCALARS, *ARRAY_OF.values())}

#: Names that SQL text may use for a type besides pg_type's own.
ALIASES: Final = {t.shown: t for t in SCALARS if t.shown and t is not CHAR_} | {"int": INT4, "decimal": NUMERIC}
BY_NAME: Final = {**{t.name: t for t in BY_OID.values()}, **ALIASES}


_RECORDS_MAX: Final = 4096


@lru_cache(_RECORDS_MAX)
def record_of(fields: tuple[tuple[str, PgType], ...]) -> PgType:
    """The type of records of these fields, of which all that clients see is that they are records."""
    return replace(RECORD, fields=fields)


def is_record(pg: PgType) -> bool:
    """Is it record, its fields known or not?"""
    return pg.oid == RECORD.oid


@lru_cache(_RECORDS_MAX)
def array_of(element: PgType) -> PgType | None:
    """The type of arrays of *element*, if there is one."""
    if is_record(element) and element != RECORD:
        return replace(ARRAY_OF[RECORD], category="P", element=element)
    return ARRAY_OF.get(element)


#: Types that are only named, as what functions return that cannot be called here: '…'::regtype.
PSEUDO_TYPES: Final = {
    "trigger": 2279,
    "event_trigger": 3838,
    "language_handler": 2280,
    "index_am_handler": 325,
    "table_am_handler": 269,
}


#: What modifiers of lengths and precisions are too large by: PostgreSQL's VARHDRSZ.
TYPMOD_HEADER: Final = 4


def numeric_typmod(precision: int, scale: int) -> int:
    """atttypmod of numeric(precision, scale)."""
    return (precision << 16 | scale) + TYPMOD_HEADER


def numeric_precision_scale(typmod: int) -> tuple[int, int] | None:
    """Inverse of numeric_typmod; None for plain numeric."""
    bits = typmod - TYPMOD_HEADER
    return (bits >> 16, bits & 0xFFFF) if bits >= 0 else None


@dataclass(frozen=True, slots=True)
class ColumnKind:
    """How SQL sees the columns of a type without parts."""

    pg: PgType
    cast: bool = False
    """Is DuckDB's type of the Arrow values another than that of the SQL type?"""
    value: Callable[[Any], Any] | None = None
    """The SQL value of a stored one; None where the stored value is the SQL value."""
    stored: Callable[[Any], Any] | None = None
    """The inverse of *value*."""
    unit: Fraction = Fraction(1)
    """Where the stored number 1 lies on the line that SQL compares values on (planner.prune.keyspace.key_column)."""


COLUMN_KINDS: Final[dict[type, ColumnKind]] = {
    st.Boolean: ColumnKind(BOOL),
    st.Byte: ColumnKind(INT2, cast=True),
    st.Short: ColumnKind(INT2),
    st.Int: ColumnKind(INT4),
    st.Long: ColumnKind(INT8),
    st.Float: ColumnKind(FLOAT4),
    st.Double: ColumnKind(FLOAT8),
    st.String: ColumnKind(TEXT),
    st.Binary: ColumnKind(BYTEA),
    st.Date: ColumnKind(DATE),
    st.Timestamp: ColumnKind(TIMESTAMPTZ),
    st.TimestampNtz: ColumnKind(TIMESTAMP),
    st.DayTimeInterval: ColumnKind(INTERVAL, cast=True, value=lambda us: Interval(0, 0, us), stored=interval_us),
    st.YearMonthInterval: ColumnKind(
        INTERVAL,
        cast=True,
        value=lambda months: Interval(months, 0, 0),
        stored=lambda value: value.months,
        unit=Fraction(interval_us(Interval(1, 0, 0))),
    ),
}


def sql_value(data_type: st.DataType) -> Callable[[Any], Any] | None:
    """What makes SQL's values of the stored ones of a type without parts; None where they are those."""
    return COLUMN_KINDS[type(data_type)].value if isinstance(data_type, st.Atomic) else None


def column_type(data_type: st.DataType) -> SqlType:
    """The SQL type under which a view's column is served.

    An array of scalars is a Postgres array; maps, structs and arrays of those (or of arrays) are jsonb.
    """
    match data_type:
        case st.Decimal(precision, scale):
            return SqlType(NUMERIC, numeric_typmod(precision, scale))
        case st.Array(st.Array() | st.Map() | st.Struct()):
            return SqlType(JSONB)
        case st.Array(element):
            scalar = column_type(element)
            return SqlType(ARRAY_OF[scalar.pg], scalar.typmod)
        case st.Map() | st.Struct():
            return SqlType(JSONB)
        case _:
            return SqlType(COLUMN_KINDS[type(data_type)].pg)


#: The same of types that are not planned with.
_SHOWN: Final = {"timetz": "time with time zone", "varbit": "bit varying", "any": '"any"'}


def display_name(pg: PgType) -> str:
    """A type's name as format_type prints it and error messages show it."""
    if pg.element is not None and pg not in VECTORS:
        return f"{display_name(pg.element)}[]"
    return pg.shown or _SHOWN.get(pg.name, pg.name)
