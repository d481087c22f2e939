"""Type names in SQL text → SqlType with its modifier."""

from __future__ import annotations

from typing import Final

from planner.errors import InvalidArgument, SyntaxFault, UndefinedObject, UndefinedSchema, Unsupported
from planner.parse.keywords import words
from planner.parse.syntax import Literal, TypeName
from planner.postgres.literals.interval_fields import FIELD_BITS, FULL_PRECISION, FULL_RANGE
from planner.tree.catalog import SCHEMAS
from planner.tree.types import (
    ARRAY_OF,
    BPCHAR,
    BY_NAME,
    INT4,
    INTERVAL,
    NAME,
    NUMERIC,
    TIME,
    TIMESTAMP,
    TIMESTAMPTZ,
    TYPMOD_HEADER,
    VARCHAR,
    PgType,
    SqlType,
    display_name,
    numeric_typmod,
)
from planner.tree.types import array_of as array_type

NUMERIC_PRECISION_MAX: Final = 1000
NUMERIC_SCALE_MAX: Final = 1000
CHARACTERS_MAX: Final = 10485760
FRACTION_DIGITS_MAX: Final = 6
#: The domains of information_schema, by what they are made of.
_DOMAINS: Final = {"sql_identifier": NAME, "character_data": VARCHAR, "yes_or_no": VARCHAR, "cardinal_number": INT4}
#: Types of PostgreSQL that Tidegate does not have.
_UNSUPPORTED: Final = words("""
    abstime bit box cid cidr circle cstring daterange gtsvector inet int4range int8range internal jsonpath line
    lseg macaddr macaddr8 money numrange path pg_lsn pg_snapshot point polygon tid timetz tsquery
    tsrange tstzrange tsvector txid_snapshot varbit xid xid8 xml
    int4multirange int8multirange nummultirange datemultirange tsmultirange tstzmultirange anyelement anyarray any trigger
""")
_FIELDS: Final = ("year", "month", "day", "hour", "minute", "second")


def bind_type(name: TypeName) -> SqlType:
    """The type that *name* means. Raises UndefinedObject, UndefinedSchema, Unsupported, InvalidArgument, SyntaxFault."""
    element = _named(name)
    typmod = _typmod(name, element)
    if name.dimensions == 0:
        return SqlType(element, typmod)
    if element not in ARRAY_OF:
        shown = ".".join(name.parts)
        raise UndefinedObject(f'type "{shown}[]" does not exist', position=name.pos)
    return SqlType(ARRAY_OF[element], typmod)


def _named(name: TypeName) -> PgType:
    *schema, last = name.parts
    if schema == ["information_schema"] and last in _DOMAINS:
        return _DOMAINS[last]
    if schema in ([], ["pg_catalog"]):
        found = BY_NAME.get(last)
        if found is not None and (found.name == last or not schema) and " " not in last:
            return found
        if last in _UNSUPPORTED:
            raise Unsupported(f"type {last} is not supported", position=name.pos)
    if schema and schema[0] not in SCHEMAS:
        raise UndefinedSchema(f'schema "{schema[0]}" does not exist', position=name.pos)
    raise UndefinedObject(f'type "{".".join(name.parts)}" does not exist', position=name.pos)


def _typmod(name: TypeName, pg: PgType) -> int:
    if pg is INTERVAL:
        return _interval_typmod(name)
    if not name.modifiers:
        return -1
    values = [_integer(m, name) for m in name.modifiers]
    if pg is NUMERIC:
        return _numeric_typmod(values, name.pos)
    if pg in (VARCHAR, BPCHAR):
        return _character_typmod(values, pg, name.pos)
    if pg in (TIME, TIMESTAMP, TIMESTAMPTZ):
        return _digits(values[0])
    raise SyntaxFault(f'type modifier is not allowed for type "{pg.name}"', position=name.pos)


def _integer(modifier: object, name: TypeName) -> int:
    if not isinstance(modifier, Literal):
        raise SyntaxFault("type modifiers must be simple constants or identifiers", position=name.pos)
    if modifier.kind != "integer":
        raise InvalidArgument(f'invalid input syntax for type integer: "{modifier.text}"', position=modifier.pos)
    return int(modifier.text)


def _numeric_typmod(values: list[int], pos: int) -> int:
    if len(values) > 2:
        raise InvalidArgument("invalid NUMERIC type modifier", position=pos)
    precision, scale = values[0], values[1] if len(values) == 2 else 0
    if not 1 <= precision <= NUMERIC_PRECISION_MAX:
        raise InvalidArgument(f"NUMERIC precision {precision} must be between 1 and {NUMERIC_PRECISION_MAX}", position=pos)
    if not -NUMERIC_SCALE_MAX <= scale <= NUMERIC_SCALE_MAX:
        message = f"NUMERIC scale {scale} must be between -{NUMERIC_SCALE_MAX} and {NUMERIC_SCALE_MAX}"
        raise InvalidArgument(message, position=pos)
    if scale < 0:
        raise Unsupported("a negative scale of numeric is not supported", position=pos)
    if scale > precision:
        raise Unsupported("a scale of numeric beyond its precision is not supported", position=pos)
    return numeric_typmod(precision, scale)


def _character_typmod(values: list[int], pg: PgType, pos: int) -> int:
    shown = "varchar" if pg is VARCHAR else "char"
    if len(values) != 1:
        raise InvalidArgument("invalid type modifier", position=pos)
    if values[0] < 1:
        raise InvalidArgument(f"length for type {shown} must be at least 1", position=pos)
    if values[0] > CHARACTERS_MAX:
        raise InvalidArgument(f"length for type {shown} cannot exceed {CHARACTERS_MAX}", position=pos)
    return values[0] + TYPMOD_HEADER


def _digits(value: int) -> int:
    # Postgres takes more with a WARNING and reduces them.
    return min(value, FRACTION_DIGITS_MAX)


def _interval_typmod(name: TypeName) -> int:
    if not name.fields and not name.modifiers:
        return -1
    digits = _digits(_integer(name.modifiers[0], name)) if name.modifiers else FULL_PRECISION
    if not name.fields:
        return (FULL_RANGE << 16) | digits
    first, _, last = name.fields.partition(" to ")
    wanted = _FIELDS[_FIELDS.index(first) : _FIELDS.index(last or first) + 1]
    return (sum(FIELD_BITS[f] for f in wanted) << 16) | digits


def array_of(element: PgType, pos: int) -> PgType:
    """The array type of *element*. Raises UndefinedObject."""
    found = array_type(element)
    if found is None:
        raise UndefinedObject(f"could not find array type for data type {display_name(element)}", position=pos)
    return found
