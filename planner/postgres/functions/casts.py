"""Which casts exist and in which contexts, and the common type of several expressions: Postgres's pg_cast and its rules.

Source: PostgreSQL 15's pg_cast (checked against a live server by the tests) and the manual's chapter "Type Conversion".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from planner.errors import DatatypeMismatch, Unsupported
from planner.tree.types import BY_OID, NAMED_NUMBERS, RECORD, TEXT, UNKNOWN, VOID, PgType, display_name, is_record

Context = Literal["implicit", "assignment", "explicit"]
#: Implicit casts may stand anywhere, assignment casts in assignments and explicit casts, explicit ones only where written.
_RANK: Final = {"i": 0, "implicit": 0, "a": 1, "assignment": 1, "e": 2, "explicit": 2}

#: reg* is all of NAMED_NUMBERS.
_CASTS_TEXT: Final = """
bool          int4:e text:a bpchar:a varchar:a
char          int4:e text:i bpchar:a varchar:a
name          text:i bpchar:a varchar:a
int8          int2:a int4:a oid:i float4:i float8:i numeric:i reg*:i
int2          int8:i int4:i oid:i float4:i float8:i numeric:i reg*:i
int4          bool:e char:e int8:i int2:a oid:i float4:i float8:i numeric:i reg*:i
text          char:a name:i bpchar:i varchar:i regclass:i
oid           int8:a int4:a reg*:i
json          jsonb:a
float4        int8:a int2:a int4:a float8:i numeric:a
float8        int8:a int2:a int4:a float4:a numeric:a
bpchar        char:a name:i text:i varchar:i
varchar       char:a name:i text:i bpchar:i regclass:i
date          timestamp:i timestamptz:i
time          interval:i
timestamp     date:a time:a timestamptz:i
timestamptz   date:a time:a timestamp:a
interval      time:a
numeric       int8:a int2:a int4:a float4:i float8:i
jsonb         bool:e int8:e int2:e int4:e json:a float4:e float8:e numeric:e
int2vector    _int2:i
oidvector     _oid:i
reg*          int8:a int4:a oid:i
regproc       regprocedure:i
regprocedure  regproc:i
regoper       regoperator:i
regoperator   regoper:i
"""


def _parse_casts() -> dict[tuple[PgType, PgType], str]:
    table: dict[tuple[PgType, PgType], str] = {}
    for line in _CASTS_TEXT.split("\n"):
        if line:
            source, *targets = line.split()
            for target in targets:
                name, context = target.split(":")
                table.update({(s, t): context for s in _pg_types(source) for t in _pg_types(name)})
    return table


def _pg_types(name: str) -> tuple[PgType, ...]:
    # "char" is the one-byte type here, and no name of SQL's.
    return NAMED_NUMBERS if name == "reg*" else tuple(t for t in BY_OID.values() if t.name == name)


#: (source, target) → "i", "a" or "e".
CASTS: Final = _parse_casts()


def can_cast(source: PgType, target: PgType, context: Context) -> bool:
    """May *source* become *target* in that context? A type goes into itself; an unknown literal into anything."""
    if source is target or source is UNKNOWN:
        return True
    if is_record(source) and not is_record(target):
        return _io_conversion(source, target, context)
    if target is UNKNOWN or is_record(target) or VOID in (source, target):
        return is_record(source) and target in (source, RECORD)
    if (found := CASTS.get((source, target))) is not None:
        return _RANK[found] <= _RANK[context]
    if source.element is not None and target.element is not None:
        return can_cast(source.element, target.element, context)
    return _io_conversion(source, target, context)


def _io_conversion(source: PgType, target: PgType, context: Context) -> bool:
    """Every type goes to text types by assignment and from them explicitly, through its output and input syntax."""
    if target.category == "S":
        return _RANK[context] >= _RANK["assignment"]
    return source.category == "S" and context == "explicit"


def select_common_type(types: Sequence[PgType], what: str, *, position: int | None = None) -> PgType:
    """The type that CASE branches, UNION columns, VALUES columns, IN lists … are converted to.

    *what* is how Postgres names the construct in its message: "CASE", "UNION", "VALUES", "COALESCE", "ARRAY" …
    Only unknown literals give text. Raises DatatypeMismatch when two types are of different categories or neither goes into the
    other, Unsupported for records of different fields.
    """
    if all(t is types[0] for t in types):
        return TEXT if types[0] is UNKNOWN else types[0]
    if len({t for t in types if is_record(t)}) > 1:
        raise Unsupported(f"{what} of records with different fields is not supported", position=position)
    chosen = UNKNOWN
    for candidate in types:
        if candidate is UNKNOWN or candidate is chosen:
            continue
        if chosen is UNKNOWN:
            chosen = candidate
        elif candidate.category != chosen.category:
            message = f"{what} types {display_name(chosen)} and {display_name(candidate)} cannot be matched"
            raise DatatypeMismatch(message, position=position)
        elif not chosen.preferred and can_cast(chosen, candidate, "implicit") and not can_cast(candidate, chosen, "implicit"):
            chosen = candidate
    for candidate in types:
        if not can_cast(candidate, chosen, "implicit"):
            message = f"{what} could not convert type {display_name(candidate)} to {display_name(chosen)}"
            raise DatatypeMismatch(message, position=position)
    return TEXT if chosen is UNKNOWN else chosen
