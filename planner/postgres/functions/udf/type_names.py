"""format_type and its like. Types are the same on every node and in every generation, so no relation is looked into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planner.postgres.functions.function import ANY, POLYMORPHIC
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.literals.interval_fields import FIELD_BITS, FULL_PRECISION, FULL_RANGE
from planner.tree import types as t
from planner.tree.types import PgType, display_name

_CSTRING: Final = PgType("cstring", 2275, -2, "P")
#: Types that functions in pg_proc take and give, besides those that values have.
_PSEUDO: Final = (
    ANY, *POLYMORPHIC, _CSTRING, PgType("cstring[]", 1263, -1, "A", element=_CSTRING), PgType("internal", 2281, 8, "P"),
    PgType("pg_node_tree", 194, -1, "Z"), *(PgType(name, oid, 4, "P") for name, oid in t.PSEUDO_TYPES.items()),
)  # fmt: skip
#: PostgreSQL's other types and the numbers of their arrays: pg_type has them, as drivers look for them there; no value does.
UNSERVED: Final = {
    "bit": (1560, 1561), "varbit": (1562, 1563), "box": (603, 1020), "cid": (29, 1012), "cidr": (650, 651),
    "circle": (718, 719), "gtsvector": (3642, 3644), "inet": (869, 1041), "jsonpath": (4072, 4073), "line": (628, 629),
    "lseg": (601, 1018), "macaddr": (829, 1040), "macaddr8": (774, 775), "money": (790, 791), "path": (602, 1019),
    "pg_lsn": (3220, 3221), "pg_snapshot": (5038, 5039), "point": (600, 1017), "polygon": (604, 1027), "refcursor": (1790, 2201),
    "tid": (27, 1010), "timetz": (1266, 1270), "tsquery": (3615, 3645), "tsvector": (3614, 3643),
    "txid_snapshot": (2970, 2949), "xid": (28, 1011), "xid8": (5069, 271), "xml": (142, 143),
}  # fmt: skip


def _unserved() -> Iterator[PgType]:
    for name, (oid, array_oid) in UNSERVED.items():
        yield (one := PgType(name, oid, -1, "U"))
        yield PgType(f"_{name}", array_oid, -1, "A", element=one)


#: By OID: types that values have, pseudo-types that functions take and give, and those that pg_type has besides.
NAMED: Final = {pg.oid: pg for pg in (*_unserved(), *_PSEUDO)} | t.BY_OID


#: What SQL has no modifier for; of all other types PostgreSQL prints any.
_UNMODIFIED: Final = (t.BOOL, t.INT2, t.INT4, t.INT8, t.FLOAT4, t.FLOAT8)
#: How types are told without a modifier, where their names in SQL would mean one of 1.
_OF_NO_LENGTH: Final = {"character": "bpchar", "bit": '"bit"'}


def format_type(oid: int, modifier: int | None) -> str:
    """The type's name in SQL: *modifier* below 0 is a type's that has none, None where nobody asks for it."""
    if oid == 0:
        return "-"
    pg = NAMED.get(oid)
    if pg is None:
        return "???"
    shown = display_name(pg)
    base = shown.removesuffix("[]")
    brackets = shown[len(base) :]
    if modifier is None:
        return shown
    if modifier < 0:
        return _OF_NO_LENGTH.get(base, base) + brackets
    return _modified(base, (brackets and pg.element) or pg, modifier) + brackets


def _modified(base: str, pg: PgType, modifier: int) -> str:
    if pg in _UNMODIFIED or (pg is t.NUMERIC and modifier < t.TYPMOD_HEADER):
        return base
    if pg is t.NUMERIC:
        return f"numeric({modifier - t.TYPMOD_HEADER >> 16},{modifier - t.TYPMOD_HEADER & 0xFFFF})"
    if pg in (t.VARCHAR, t.BPCHAR):
        return f"{base}({modifier - t.TYPMOD_HEADER})" if modifier > t.TYPMOD_HEADER else base
    if pg is t.INTERVAL:
        return base + _interval(modifier)
    name, zone, rest = base.partition(" with" if base.endswith(" time zone") else "(")
    return f"{name}({modifier}){zone}{rest}"


def _interval(modifier: int) -> str:
    mask, precision = modifier >> 16, modifier & FULL_PRECISION
    named = [] if mask == FULL_RANGE else [name for name, bit in FIELD_BITS.items() if mask & bit]
    fields = " to ".join(dict.fromkeys((named[0], named[-1]))) if named else ""
    return f"{fields and ' ' + fields}{'' if precision == FULL_PRECISION else f'({precision})'}"


def regtype_text(oid: int) -> str:
    """A regtype as it prints: an unknown one as its number."""
    return "-" if oid == 0 else display_name(NAMED[oid]) if oid in NAMED else str(oid)


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_format_type", lambda oid, m, given: format_type(oid, m if given else None), "BIGINT, INTEGER, BOOLEAN", "VARCHAR"),
    udf("py_regtype_text", regtype_text, "BIGINT", "VARCHAR"),
    udf("py_type_known", lambda oid: oid in NAMED or None, "BIGINT", "BOOLEAN"),
)
