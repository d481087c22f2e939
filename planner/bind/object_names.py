"""Names in the texts of regclass, regtype, regrole … literals, and the relations and types that they mean."""

from __future__ import annotations

import re
from typing import Final

from planner.bind.scope import Scope
from planner.catalog import SCHEMAS, Relation, find_relation
from planner.errors import InvalidName, SyntaxFault, UndefinedObject, UndefinedSchema, UndefinedTable, Unsupported
from planner.types import BY_NAME, PSEUDO_TYPES

#: A name of a list: quoted, or whatever has no blank, dot or quote in it.
_NAME: Final = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^\s."][^\s.]*))\s*')
#: Type modifiers, which the number of a type does not tell.
_MODIFIERS: Final = re.compile(r"\s*\(\s*-?\d+\s*(?:,\s*-?\d+\s*)?\)")
_PARTS_MAX: Final = 3
#: What the names of the views' indexes end in; the planner does not know these relations.
_INDEX_SUFFIX: Final = "_pkey"
#: A schema that nothing can be in.
_EMPTY_SCHEMA: Final = "pg_toast"


def names_in(text: str) -> list[str]:
    """The parts of a qualified name, as PostgreSQL's stringToQualifiedNameList splits them. Raises InvalidName."""
    parts, at = [], 0
    while True:
        found = _NAME.match(text, at)
        if found is None:
            raise InvalidName("invalid name syntax")
        parts.append(found[2].lower() if found[1] is None else found[1].replace('""', '"'))
        at = found.end()
        if at == len(text):
            return parts
        if text[at] != ".":
            raise InvalidName("invalid name syntax")
        at += 1


def single_name(text: str) -> str:
    """A name of something that is in no schema: a role, or a schema itself. Raises InvalidName."""
    parts = names_in(text)
    if len(parts) > 1:
        raise InvalidName("invalid name syntax")
    return parts[0]


def relation_oid(scope: Scope, text: str) -> int | None:
    """The number of a relation; None where only the catalog that executes knows it: indexes. Raises PlanError."""
    parts = names_in(text)
    shown = ".".join(parts)
    if len(parts) > _PARTS_MAX:
        raise SyntaxFault(f"improper relation name (too many dotted names): {shown}")
    if len(parts) == _PARTS_MAX and parts[0] != scope.context.settings.database:
        raise Unsupported(f'cross-database references are not implemented: "{shown}"')
    found = _relation(scope, parts[-_PARTS_MAX + 1 :])
    if found is not None:
        return found.oid
    if parts[-1].endswith(_INDEX_SUFFIX):
        return None
    raise UndefinedTable(f'relation "{shown}" does not exist')


def _relation(scope: Scope, parts: list[str]) -> Relation | None:
    catalog, path = scope.context.catalog, scope.context.settings.search_path
    if len(parts) == 1:
        return find_relation(catalog, path, parts[0])
    if parts[0] not in SCHEMAS and parts[0] != _EMPTY_SCHEMA:
        raise UndefinedSchema(f'schema "{parts[0]}" does not exist')
    return catalog.relation(*parts)


def type_oid(text: str) -> int:
    """The number of a type. Raises UndefinedObject, SyntaxFault."""
    name = " ".join(_MODIFIERS.sub("", text).strip().lower().removeprefix("pg_catalog.").replace('"', "").split())
    if not name:
        raise SyntaxFault(f'invalid type name "{text}"')
    if name in PSEUDO_TYPES:
        return PSEUDO_TYPES[name]
    array = name.endswith("[]")
    found = BY_NAME.get(name.removesuffix("[]"))
    if found is not None and array:
        found = BY_NAME.get(f"_{found.name}")
    if found is None:
        raise UndefinedObject(f'type "{text}" does not exist')
    return found.oid
