"""SQL types as Postgres names and numbers them, and the Postgres type of each column type of a view.

OIDs, array OIDs, categories and preferred flags are those of PostgreSQL 15's pg_type.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

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


BOOL: Final = PgType("bool", 16, 1, "B", preferred=True)
BYTEA: Final = PgType("bytea", 17, -1, "U")
CHAR_: Final = PgType("char", 18, 1, "Z")
NAME: Final = PgType("name", 19, 64, "S")
INT8: Final = PgType("int8", 20, 8, "N")
INT2: Final = PgType("int2", 21, 2, "N")
INT4: Final = PgType("int4", 23, 4, "N")
REGPROC: Final = PgType("regproc", 24, 4, "N")
TEXT: Final = PgType("text", 25, -1, "S", preferred=True)
OID: Final = PgType("oid", 26, 4, "N", preferred=True)
JSON: Final = PgType("json", 114, -1, "U")
FLOAT4: Final = PgType("float4", 700, 4, "N")
FLOAT8: Final = PgType("float8", 701, 8, "N", preferred=True)
UNKNOWN: Final = PgType("unknown", 705, -2, "X")
ACLITEM: Final = PgType("aclitem", 1033, 12, "U")
BPCHAR: Final = PgType("bpchar", 1042, -1, "S")
VARCHAR: Final = PgType("varchar", 1043, -1, "S")
DATE: Final = PgType("date", 1082, 4, "D")
TIME: Final = PgType("time", 1083, 8, "D")
TIMESTAMP: Final = PgType("timestamp", 1114, 8, "D")
TIMESTAMPTZ: Final = PgType("timestamptz", 1184, 8, "D", preferred=True)
INTERVAL: Final = PgType("interval", 1186, 16, "T", preferred=True)
NUMERIC: Final = PgType("numeric", 1700, -1, "N")
REGPROCEDURE: Final = PgType("regprocedure", 2202, 4, "N")
REGOPER: Final = PgType("regoper", 2203, 4, "N")
REGOPERATOR: Final = PgType("regoperator", 2204, 4, "N")
REGCLASS: Final = PgType("regclass", 2205, 4, "N")
REGTYPE: Final = PgType("regtype", 2206, 4, "N")
RECORD: Final = PgType("record", 2249, -1, "P")
VOID: Final = PgType("void", 2278, 4, "P")
UUID: Final = PgType("uuid", 2950, 16, "U")
REGCONFIG: Final = PgType("regconfig", 3734, 4, "N")
REGDICTIONARY: Final = PgType("regdictionary", 3769, 4, "N")
JSONB: Final = PgType("jsonb", 3802, -1, "U")
REGNAMESPACE: Final = PgType("regnamespace", 4089, 4, "N")
REGROLE: Final = PgType("regrole", 4096, 4, "N")
REGCOLLATION: Final = PgType("regcollation", 4191, 4, "N")
#: Numbers that print as names.
NAMED_NUMBERS: Final = (
    REGPROC, REGPROCEDURE, REGOPER, REGOPERATOR, REGCLASS, REGTYPE, REGCONFIG, REGDICTIONARY, REGNAMESPACE, REGROLE, REGCOLLATION,
)  # fmt: skip
#: Vectors count as arrays (category A, as in pg_type) and print as numbers with spaces between.
INT2VECTOR: Final = PgType("int2vector", 22, -1, "A", element=INT2)
OIDVECTOR: Final = PgType("oidvector", 30, -1, "A", element=OID)
#: Arrays whose first subscript is 0; all others begin with 1.
VECTORS: Final = (INT2VECTOR, OIDVECTOR)

_ARRAY_OIDS: Final = {
    BOOL: 1000, BYTEA: 1001, CHAR_: 1002, NAME: 1003, INT2: 1005, INT4: 1007, REGPROC: 1008, TEXT: 1009, OID: 1028, BPCHAR: 1014,
    VARCHAR: 1015, INT8: 1016, FLOAT4: 1021, FLOAT8: 1022, TIMESTAMP: 1115, DATE: 1182, TIME: 1183, TIMESTAMPTZ: 1185,
    INTERVAL: 1187, NUMERIC: 1231, JSON: 199, UUID: 2951, JSONB: 3807, ACLITEM: 1034, RECORD: 2287,
    REGPROCEDURE: 2207, REGOPER: 2208, REGOPERATOR: 2209, REGCLASS: 2210, REGTYPE: 2211, REGCONFIG: 3735, REGDICTIONARY: 3770,
    REGNAMESPACE: 4090, REGROLE: 4097, REGCOLLATION: 4192,
}  # fmt: skip
ARRAY_OF: Final = {e: PgType(f"_{e.name}", oid, -1, "A", element=e) for e, oid in _ARRAY_OIDS.items()}
SCALARS: Final = (*_ARRAY_OIDS, UNKNOWN, VOID, INT2VECTOR, OIDVECTOR)
BY_OID: Final = {t.oid: t for t in (*SCALARS, *ARRAY_OF.values())}

#: Names that SQL text may use for a type besides pg_type's own.
ALIASES: Final = {
    "boolean": BOOL, "smallint": INT2, "integer": INT4, "int": INT4, "bigint": INT8, "real": FLOAT4,
    "double precision": FLOAT8, "decimal": NUMERIC, "character varying": VARCHAR, "character": BPCHAR,
    "time without time zone": TIME, "timestamp without time zone": TIMESTAMP, "timestamp with time zone": TIMESTAMPTZ,
}  # fmt: skip
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


_COLUMN_TYPES: Final[dict[type, PgType]] = {
    st.Boolean: BOOL, st.Byte: INT2, st.Short: INT2, st.Int: INT4, st.Long: INT8, st.Float: FLOAT4, st.Double: FLOAT8,
    st.String: TEXT, st.Binary: BYTEA, st.Date: DATE, st.Timestamp: TIMESTAMPTZ, st.TimestampNtz: TIMESTAMP,
    st.DayTimeInterval: INTERVAL, st.YearMonthInterval: INTERVAL, st.Map: JSONB, st.Struct: JSONB,
}  # fmt: skip


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
        case _:
            return SqlType(_COLUMN_TYPES[type(data_type)])


#: format_type's names, where they differ from pg_type's.
_DISPLAY: Final = {
    "bool": "boolean", "int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision",
    "varchar": "character varying", "bpchar": "character", "time": "time without time zone",
    "timestamp": "timestamp without time zone", "timestamptz": "timestamp with time zone", "timetz": "time with time zone",
    "varbit": "bit varying", "char": '"char"', "any": '"any"',
}  # fmt: skip


def display_name(pg: PgType) -> str:
    """A type's name as format_type prints it and error messages show it."""
    if pg.element is not None and pg not in (INT2VECTOR, OIDVECTOR):
        return f"{display_name(pg.element)}[]"
    return _DISPLAY.get(pg.name, pg.name)
