"""Names in the texts of regclass literals, and the relations that they mean."""

from __future__ import annotations

from typing import Final

from planner.errors import SyntaxFault, UndefinedSchema, UndefinedTable, Unsupported
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.udf.object_names import EMPTY_SCHEMA, names_in
from planner.tree.catalog import SCHEMAS, Relation, find_relation

_PARTS_MAX: Final = 3
#: What the names of the views' indexes end in; the planner does not know these relations.
_INDEX_SUFFIX: Final = "_pkey"


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
    if parts[0] not in SCHEMAS and parts[0] != EMPTY_SCHEMA:
        raise UndefinedSchema(f'schema "{parts[0]}" does not exist')
    return catalog.relation(*parts)
