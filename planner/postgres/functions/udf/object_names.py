"""Texts of regproc, regoperator … taken apart as PostgreSQL takes them, and the one spelling that the catalog looks them up by.

That spelling is what the type prints: names quoted where they have to be, pg_catalog left out, arguments by their types' names.
"""

from __future__ import annotations

import re
from typing import Final

from planner import errors
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.strings import quote_ident
from planner.postgres.functions.udf.type_names import NAMED, regtype_text
from planner.postgres.literals.numbers import parse_oid
from planner.tree.catalog import SCHEMAS
from planner.tree.types import BPCHAR, BY_NAME, FLOAT8, NUMERIC, PgType

#: A name of a list: quoted, or whatever has no blank, dot or quote in it.
_NAME: Final = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^\s."][^\s.]*))\s*')
_BLANKS: Final = " \t\n\r\v\f"
_PARTS_MAX: Final = 3
#: The database that a name of three parts may begin with.
_DATABASE: Final = "tidegate"
#: A schema that nothing can be in.
EMPTY_SCHEMA: Final = "pg_toast"
#: Kinds of names whose number 0 is written as such, and that are not quoted.
_OPERATORS: Final = ("oper", "operator")
_WITH_ARGUMENTS: Final = ("procedure", "operator")
#: PostgreSQL's FUNC_MAX_ARGS.
_ARGUMENTS_MAX: Final = 100
#: Type modifiers, which the number of a type does not tell.
_MODIFIERS: Final = re.compile(r"\s*\(\s*-?\d+\s*(?:,\s*-?\d+\s*)?\)")
_BOUNDS: Final = re.compile(r"\s*(?:\[\s*\d*\s*\]\s*)+$|\s+array\s*(?:\[\s*\d+\s*\])?$", re.IGNORECASE)
_QUOTED_TYPE: Final = re.compile(r'"((?:[^"]|"")+)"')
#: What no type's name begins with; of keywords, the one that is also a type's name.
_NO_TYPE: Final = re.compile(r'any$|\d+|[^\w"]', re.IGNORECASE)
#: Reading, connecting and a member's roles.
_FOR_EVERYBODY: Final = ("select", "usage", "connect", "execute", "member")


def _asked(*whats: str, options: tuple[str, ...] = (" with grant option",)) -> dict[str, bool]:
    """What may be asked of a kind of objects, and whether everybody may do that; nobody may admit others."""
    return {what: what in _FOR_EVERYBODY for what in whats} | {f"{what}{o}": False for what in whats for o in options}


_PRIVILEGES: Final = {
    "table": _asked("select", "insert", "update", "delete", "truncate", "references", "trigger", "rule"),
    **dict.fromkeys(("column", "any_column"), _asked("select", "insert", "update", "references")),
    "sequence": _asked("usage", "select", "update"), "database": _asked("create", "temporary", "temp", "connect"),
    "function": _asked("execute"), "language": _asked("usage"), "schema": _asked("create", "usage"),
    "tablespace": _asked("create"), "type": _asked("usage"),
    "role": _asked("usage", "member", options=(" with grant option", " with admin option")),
}  # fmt: skip
#: SQL's own names of types that are no type's name, or another's.
_KEYWORDS: Final = {"char": BPCHAR, "nchar": BPCHAR, "dec": NUMERIC, "float": FLOAT8}
_BY_PG_NAME: Final = {pg.name: pg for pg in NAMED.values()}


def names_in(text: str) -> list[str]:
    """The parts of a qualified name, as PostgreSQL's stringToQualifiedNameList splits them. Raises InvalidName."""
    parts, at = [], 0
    while True:
        found = _NAME.match(text, at)
        if found is None:
            raise errors.InvalidName("invalid name syntax")
        parts.append(found[2].lower() if found[1] is None else found[1].replace('""', '"'))
        at = found.end()
        if at == len(text):
            return parts
        if text[at] != ".":
            raise errors.InvalidName("invalid name syntax")
        at += 1


def object_number(kind: str, text: str) -> int | None:
    """The number that stands for itself, or for nothing: 0 or ``-``. None for names. Raises NumericOverflow."""
    if text == "-" and kind not in _OPERATORS:
        return 0
    return parse_oid(text) if text.isascii() and text.isdigit() else None


def object_name(kind: str, text: str, strict: bool) -> str | None:
    """How something of that *kind* prints; *strict*: as casts read it, with None for numbers and an error for an unknown schema.

    Raises PlanError in the words of PostgreSQL.
    """
    if strict and object_number(kind, text) is not None:
        return None
    if kind in ("role", "namespace"):
        # In no schema.
        name, *more = names_in(text)
        if more:
            raise errors.InvalidName("invalid name syntax")
        return name
    if kind not in _WITH_ARGUMENTS:
        return _qualified(kind, text, strict=strict)
    name, written = _with_arguments(text)
    types = [_argument(kind, argument) for argument in written]
    if kind == "operator" and len(types) == 1:
        hint = "Use NONE to denote the missing argument of a unary operator."
        raise errors.UndefinedParameter("missing argument", hint=hint)
    if kind == "operator" and len(types) != 2:
        raise errors.TooManyArguments("too many arguments", hint="Provide two argument types for operator.")
    qualified = _qualified(kind, name, strict=strict and kind != "operator")
    return None if qualified is None else f"{qualified}({','.join(types)})"


def relation_name(text: str, strict: bool) -> str | None:
    """A relation's possibly qualified name as quote_ident would write its parts: ``Public."a b"`` is ``public."a b"``."""
    schema, name = _schema_and_name(text, "relation name", '"{}"')
    if schema and not _has_schema(schema[0], strict=strict):
        return None
    return ".".join(map(quote_ident, (*schema, name)))


def may(kind: str, text: str) -> bool:
    """May everybody do one of these things with objects of the kind, or a member with a role? Raises InvalidArgument."""
    known, parts = _PRIVILEGES[kind], [part.strip(_BLANKS) for part in text.split(",")]
    for part in parts:
        if part.lower() not in known:
            raise errors.InvalidArgument(f'unrecognized privilege type: "{part}"')
    return any(known[part.lower()] for part in parts)


def _schema_and_name(text: str, what: str, shown: str) -> tuple[list[str], str]:
    """The schema, if there is one, and the name in it. *shown* is how a message has a name of another database."""
    parts = names_in(text)
    dotted_ = ".".join(parts)
    if len(parts) > _PARTS_MAX:
        raise errors.SyntaxFault(f"improper {what} (too many dotted names): {dotted_}")
    if len(parts) == _PARTS_MAX and parts[0] != _DATABASE:
        raise errors.Unsupported(f"cross-database references are not implemented: {shown.format(dotted_)}")
    *schema, name = parts[-2:]
    return schema, name


def _qualified(kind: str, text: str, *, strict: bool) -> str | None:
    schema, name = _schema_and_name(text, "qualified name", "{}")
    shown = name if kind in _OPERATORS else quote_ident(name)
    if not schema:
        return shown
    if not _has_schema(schema[0], strict=strict):
        return None
    return shown if schema == ["pg_catalog"] else f"{quote_ident(schema[0])}.{shown}"


def _has_schema(name: str, *, strict: bool) -> bool:
    if strict and name not in SCHEMAS and name != EMPTY_SCHEMA:
        raise errors.UndefinedSchema(f'schema "{name}" does not exist')
    return name in SCHEMAS


# ------------------------------------------------------------------------------------------------------------------- arguments


def _with_arguments(text: str) -> tuple[str, list[str]]:
    """A name and what is between the parentheses behind it, split at commas."""
    start = next((i for i, c in _outside_quotes(text) if c == "("), None)
    if start is None:
        raise errors.InvalidText("expected a left parenthesis")
    rest = text[start + 1 :].rstrip(_BLANKS)
    if not rest.endswith(")"):
        raise errors.InvalidText("expected a right parenthesis")
    return text[:start], _split(rest[:-1])


def _outside_quotes(text: str) -> list[tuple[int, str]]:
    found, quoted = [], False
    for i, c in enumerate(text):
        quoted ^= c == '"'
        if not quoted:
            found.append((i, c))
    return found


def _split(text: str) -> list[str]:
    if not text.strip(_BLANKS):
        return []
    parts, start, depth = [], 0, 0
    for i, c in _outside_quotes(text):
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append(text[start:i].strip(_BLANKS))
            start = i + 1
    last = text[start:].strip(_BLANKS)
    if text.count('"') % 2 or depth:
        raise errors.InvalidText("improper type name")
    if not last:
        raise errors.InvalidText("expected a type name")
    if len(parts) >= _ARGUMENTS_MAX:
        raise errors.TooManyArguments("too many arguments")
    return [*parts, last]


def _argument(kind: str, text: str) -> str:
    return "NONE" if kind == "operator" and text.lower() == "none" else regtype_text(type_oid(text))


# ----------------------------------------------------------------------------------------------------------------------- types


def type_oid(text: str) -> int:
    """The number of a type. Raises UndefinedObject, SyntaxFault."""
    bare = _MODIFIERS.sub("", text).strip()
    element = _BOUNDS.sub("", bare)
    if not element:
        raise errors.SyntaxFault(f'invalid type name "{text}"')
    found = _type(element)
    if found is not None and element != bare:
        found = _BY_PG_NAME.get(f"_{found.name}") or _BY_PG_NAME.get(f"{found.name}[]")
    if found is None:
        raise errors.UndefinedObject(f'type "{text.strip(chr(34))}" does not exist')
    return found.oid


def _type(name: str) -> PgType | None:
    begin = _NO_TYPE.match(name)
    if begin is not None:
        raise errors.SyntaxFault(f'syntax error at or near "{begin[0]}"')
    schema, dot, last = name.rpartition(".")
    if dot and schema.strip().strip('"').lower() != "pg_catalog":
        return None
    quoted = _QUOTED_TYPE.fullmatch(last.strip())
    if quoted is not None:
        return _BY_PG_NAME.get(quoted[1].replace('""', '"'))
    plain = " ".join(last.lower().split())
    keyword = None if dot else _KEYWORDS.get(plain)
    return keyword or BY_NAME.get(plain) or _BY_PG_NAME.get(plain)


def type_number(text: str, strict: bool) -> int | None:
    """The number of a type, as a cast (*strict*) or to_regtype finds it."""
    try:
        number = object_number("type", text) if strict else None
        return type_oid(text) if number is None else number
    except errors.UndefinedObject:
        if strict:
            raise
        return None


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_object_number", object_number, "VARCHAR, VARCHAR", "BIGINT"),
    udf("py_object_name", object_name, "VARCHAR, VARCHAR, BOOLEAN", "VARCHAR"),
    udf("py_relation_name", relation_name, "VARCHAR, BOOLEAN", "VARCHAR"),
    udf("py_may", may, "VARCHAR, VARCHAR", "BOOLEAN"),
    # As messages name them.
    udf("py_dotted", lambda text: ".".join(names_in(text)), "VARCHAR", "VARCHAR"),
    udf("py_type_number", type_number, "VARCHAR, BOOLEAN", "BIGINT"),
)
