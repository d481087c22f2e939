"""Views defined by SQL: read from their texts once, and bound to whatever relations there are.

read_definition     a text → its syntax; refuses what can never be a view
check_definitions   names that several of them need: no cycles
bound_definitions   over a catalog: a relation for each one that fits it, or the reason why it does not
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.errors import (
    CircularDefinition,
    DuplicateColumn,
    InvalidDefinition,
    PlanError,
    UndefinedParameter,
    ViewNotReady,
    WrongObjectType,
)
from planner.parse import parse
from planner.parse.syntax import ColumnName, Parameter, QueryNode, SelectCore
from planner.postgres.bind import bind_definition
from planner.postgres.bind.labels import said
from planner.postgres.bind.recursion import references
from planner.tree.bound import OutputColumn
from planner.tree.catalog import Catalog, ColumnDef, Definition, Relation
from planner.tree.statement import SelectStatement
from planner.tree.types import is_record
from planner.tree.walk import nodes

_HINT: Final = "The view is defined in the configuration; it can be read as soon as its query fits the relations that there are."


@dataclass(frozen=True, slots=True)
class DefinedView:
    """A view's name and query. *names* are the relations that the query may mean, with their schemas where it says so."""

    name: str
    sql: str
    statement: SelectStatement
    names: frozenset[tuple[str, ...]]
    comment: str = ""

    @property
    def reads(self) -> frozenset[str]:
        """Names of views that the query may mean."""
        return frozenset(parts[-1] for parts in self.names if len(parts) == 1 or parts[-2] == "public")


def read_definition(name: str, sql: str, comment: str = "") -> DefinedView:
    """Raises PlanError for a text that is no query, or one that no relations could make a view; positions count in *sql*."""
    statements = parse(sql)
    if len(statements) != 1 or not isinstance(statements[0], SelectStatement):
        raise WrongObjectType("a view is defined by one query")
    statement = statements[0]
    try:
        _check_parameters(statement.tree)
        _check_names(statement.tree)
    except PlanError as error:
        error.position = None if error.position is None else error.position + statement.offset
        raise
    return DefinedView(name, statement.text, statement, frozenset(r.parts for r in references(statement.tree)), comment)


def _check_parameters(tree: QueryNode) -> None:
    for node in nodes(tree):
        if isinstance(node, Parameter):
            raise UndefinedParameter(f"there is no parameter ${node.number}", position=node.pos)


def _check_names(tree: QueryNode) -> None:
    """Refuse names that are given twice, as far as the text says them."""
    core = tree.body
    if isinstance(core, SelectCore):
        stars = (isinstance(t.expr, ColumnName) and t.expr.star for t in core.targets)
        if not any(stars):
            _check_distinct([name for t in core.targets if (name := t.label or said(t.expr)) is not None])


def _check_distinct(names: Sequence[str]) -> None:
    for at, name in enumerate(names):
        if name in names[:at]:
            raise DuplicateColumn(f'column "{name}" specified more than once')


# --------------------------------------------------------------------------------------------------------------------- together


def check_definitions(views: Sequence[DefinedView]) -> None:
    """Raises CircularDefinition where some are defined by each other."""
    needs = {view.name: sorted(view.reads) for view in views}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise CircularDefinition(
                f'infinite recursion detected in the definition of view "{name}"',
                detail=" → ".join([*path[path.index(name) :], name]),
            )
        if name in needs and name not in done:
            for needed in needs[name]:
                visit(needed, (*path, name))
            done.add(name)

    for view in views:
        visit(view.name, ())


@dataclass(frozen=True, slots=True)
class BoundDefinitions:
    """What has become of definitions: *relations* can be read; *reasons* says of the others why they cannot."""

    relations: Mapping[str, Relation]
    reasons: Mapping[str, PlanError]


def bound_definitions(views: Sequence[DefinedView], catalog: Catalog, oid_of: Callable[[str], int]) -> BoundDefinitions:
    """The views over the relations of *catalog* and over each other, in any order; they hide relations of the same name."""
    binding = _Binding(views, catalog, oid_of)
    for view in views:
        binding.resolve(view.name)
    return BoundDefinitions(binding.relations, binding.reasons)


def not_ready(name: str, reason: PlanError) -> ViewNotReady:
    """What a statement is told that reads a view which cannot be read yet."""
    why = f"{reason.message}: {reason.detail}" if isinstance(reason, ViewNotReady) else reason.message
    return ViewNotReady(f'view "{name}" cannot be read now', detail=why, hint=reason.hint or _HINT)


class _Binding:
    """Implements planner.tree.catalog.Catalog for the definitions themselves: one sees the others."""

    def __init__(self, views: Sequence[DefinedView], catalog: Catalog, oid_of: Callable[[str], int]) -> None:
        self._views = {view.name: view for view in views}
        self._catalog = catalog
        self._oid_of = oid_of
        self.relations: dict[str, Relation] = {}
        self.reasons: dict[str, PlanError] = {}

    @property
    def generation(self) -> int:
        """See Catalog."""
        return self._catalog.generation

    def relation(self, schema: str | None, name: str) -> Relation | None:
        """See Catalog."""
        if name in self._views and schema in (None, "public"):
            found = self._catalog.relation("pg_catalog", name) if schema is None else None
            return found or self.resolve(name) or self._refused(name)
        return self._catalog.relation(schema, name)

    def _refused(self, name: str) -> Relation:
        raise not_ready(name, self.reasons[name])

    def resolve(self, name: str) -> Relation | None:
        """The view's relation, made when it is first asked for; None if there is a reason why it has none."""
        if name not in self.relations and name not in self.reasons:
            try:
                self.relations[name] = _relation(self._views[name], self, self._oid_of(name))
            except PlanError as error:
                self.reasons[name] = error
        return self.relations.get(name)


def _relation(view: DefinedView, catalog: Catalog, oid: int) -> Relation:
    bound, (sources, ctes) = bind_definition(view.statement, catalog)
    _check_distinct([c.name for c in bound.columns])
    columns = tuple(_column(c) for c in bound.columns)
    return Relation("public", view.name, oid, columns, definition=Definition(view.sql, bound.query, sources, ctes, bound.uses))


def _column(column: OutputColumn) -> ColumnDef:
    if is_record(column.type.pg.element or column.type.pg):
        raise InvalidDefinition(f'column "{column.name}" has pseudo-type {column.type.pg.name}')
    return ColumnDef(column.name, column.type)
