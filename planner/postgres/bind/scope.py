"""What names mean at one query level: the relations of its FROM, the levels around it, its WITH entries.

It follows Postgres's ParseState: *namespace* is what expressions may refer to at the moment, and changes while FROM is being
bound, so that a join condition sees its own two sides and LATERAL what stands left of it. All levels of a statement
share its Context: catalog, settings, numbers of sources, types of parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from planner.errors import AmbiguousParameter, DuplicateAlias, IndeterminateType, UndefinedObject, Unsupported
from planner.parse.syntax import WindowDef
from planner.postgres.functions.function import Function
from planner.postgres.functions.udf.type_names import NAMED
from planner.tree.bound import ColumnRef, Cte, DefinitionUse, Expr, OutputColumn, Param, Scan
from planner.tree.catalog import Catalog, Relation
from planner.tree.query_plan import PlanSettings
from planner.tree.types import BY_OID, UNKNOWN, VOID, PgType, SqlType, display_name


class Context:
    """State of one binding. Parameter types are filled in as uses of the parameters are met, in Postgres's order."""

    def __init__(
        self,
        catalog: Catalog,
        parameter_types: Sequence[int],
        settings: PlanSettings,
        *,
        defining: bool = False,
        asks_settings: bool = False,
    ) -> None:
        self.catalog = catalog
        #: Does current_setting stand beside set_config?
        self.asks_settings = asks_settings
        #: Is it a view that is being defined, for sessions that are not known yet?
        self.defining = defining
        self.settings = settings
        self.scans: list[Scan] = []
        self.uses: list[DefinitionUse] = []
        #: Sources of subqueries of which it is asked whether an outer join made a row up: they get a column that says so.
        self.marked: set[int] = set()
        self._parameters: list[PgType] = [_declared(number, oid) for number, oid in enumerate(parameter_types, 1)]
        self._undecided: list[tuple[Param, int | None]] = []
        self._sources = 0
        self._ctes = 0

    def new_source(self, count: int = 1) -> int:
        """A number for one relation in one FROM; the first of *count*."""
        self._sources += count
        return self._sources - count

    def new_cte(self, count: int = 1) -> int:
        """A number for one WITH entry; the first of *count*."""
        self._ctes += count
        return self._ctes - count

    @property
    def numbers(self) -> tuple[int, int]:
        """How many sources and WITH entries have one."""
        return self._sources, self._ctes

    # ---------------------------------------------------------------------------------------------------------- parameters

    def is_void(self, number: int) -> bool:
        """Is it the place of a result, as JDBC declares that of a call?"""
        return number <= len(self._parameters) and self._parameters[number - 1] is VOID

    def parameter(self, number: int) -> Param:
        """$number, with the type known so far (UNKNOWN if none)."""
        while len(self._parameters) < number:
            self._parameters.append(UNKNOWN)
        return Param(number - 1, SqlType(self._parameters[number - 1]))

    def decide(self, parameter: Param, target: PgType, position: int | None) -> Expr:
        """A parameter of unknown type is used as *target*. Raises AmbiguousParameter when another use said otherwise."""
        known = self._parameters[parameter.index]
        if known is not UNKNOWN and known is not target:
            raise AmbiguousParameter(
                f"inconsistent types deduced for parameter ${parameter.index + 1}",
                position=position,
                detail=f"{display_name(known)} versus {display_name(target)}",
            )
        self._parameters[parameter.index] = target
        return Param(parameter.index, SqlType(target))

    def leave_undecided(self, parameter: Param, position: int | None) -> Param:
        """A use that says nothing about the type (IS NULL …). Postgres refuses the statement if that was the first use."""
        self._undecided.append((parameter, position))
        return parameter

    def parameters(self) -> tuple[SqlType, ...]:
        """All parameters' types. Raises IndeterminateType when one has none."""
        for index, found in enumerate(self._parameters):
            if found is UNKNOWN:
                raise IndeterminateType(f"could not determine data type of parameter ${index + 1}")
        for parameter, position in self._undecided:
            message = f"could not determine data type of parameter ${parameter.index + 1}"
            raise AmbiguousParameter(message, position=position)
        return tuple(SqlType(p) for p in self._parameters)


def _declared(number: int, oid: int) -> PgType:
    """The type that a client says a parameter is of; 0 says none. Raises Unsupported, UndefinedObject."""
    found = BY_OID.get(oid) if oid else UNKNOWN
    if found is None and oid in NAMED:
        raise Unsupported(f"type {display_name(NAMED[oid])}, of parameter ${number}, is not supported")
    if found is None:
        raise UndefinedObject(f"type with OID {oid}, of parameter ${number}, does not exist")
    return found


@dataclass(frozen=True, slots=True)
class ScopeColumn:
    """A column that a relation in FROM offers: what it is called and what it stands for."""

    name: str
    expr: Expr
    origin: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class TableCall:
    """One call, whose columns begin at *first* among those of the join."""

    function: Function
    args: tuple[Expr, ...]
    result: PgType
    first: int

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """What it gives, by its own names."""
        given = self.function.columns or ((self.function.name, self.result),)
        return tuple(OutputColumn(name, SqlType(pg)) for name, pg in given)

    @property
    def places(self) -> range:
        """Of its columns among those of the join."""
        return range(self.first, self.first + len(self.columns))


@dataclass(slots=True)
class Item:
    """One relation in a namespace. *alias* None is a join without a name, which only offers columns.

    *scalar*: a function of one column, which the alias means as well.
    *lateral_only*: seen from LATERAL items of the same FROM only; *lateral_ok* false: not even from those (RIGHT and FULL JOIN).
    """

    alias: str | None
    columns: tuple[ScopeColumn, ...]
    relation: Relation | None = None
    aliased: bool = False
    rel_visible: bool = True
    cols_visible: bool = True
    lateral_only: bool = False
    lateral_ok: bool = True
    scalar: bool = False
    #: May an outer join make its rows up, of NULLs? Have those that are there a column that is none?
    nullable: bool = False
    matched: bool = False
    #: The source of a subquery that may be marked.
    subquery: int | None = None

    @property
    def is_table(self) -> bool:
        """Is it a relation with rows of its own, which have system columns?"""
        return self.relation is not None and self.relation.definition is None


@dataclass(slots=True)
class CteEntry:
    """A WITH entry that can be referred to. *columns* are set before *cte* is, for the recursive part of itself."""

    name: str
    number: int
    columns: tuple[OutputColumn, ...]
    cte: Cte | None = None


@dataclass(slots=True, eq=False)
class Meanwhile:
    """A with block in which something is bound; at its end the level is told again what was bound before. (contextlib's are
    slower, and there are several of them in each statement.)"""

    scope: Scope
    clause: str
    lateral_active: bool
    pops: bool = False

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        self.scope.clause, self.scope.lateral_active = self.clause, self.lateral_active
        if self.pops:
            self.scope.inside.pop()


@dataclass(slots=True, eq=False)
class Scope:
    """One query level. *clause* is what is being bound, as Postgres names it in errors ("WHERE", "JOIN conditions" …)."""

    context: Context
    parent: Scope | None = None
    namespace: list[Item] = field(default_factory=list)
    all_items: list[Item] = field(default_factory=list)
    sources: set[int] = field(default_factory=set)
    ctes: dict[str, CteEntry] = field(default_factory=dict)
    hidden_ctes: set[str] = field(default_factory=set)
    lateral_active: bool = False
    clause: str = ""
    windows: dict[str, WindowDef] = field(default_factory=dict)
    #: What stands around the expression being bound: "aggregate", "window", "filter".
    inside: list[str] = field(default_factory=list)
    #: Where they stand.
    aggregates: list[int] = field(default_factory=list)
    #: Is an entry of WITH RECURSIVE that refers to itself here in FROM?
    refers_to_itself: bool = False
    window_calls: int = 0
    #: Set-returning calls of the select list, in order, and the source that gives their columns.
    table_calls: list[TableCall] = field(default_factory=list)
    table_source: int | None = None
    #: How many set-returning calls have been met, and where the last one is.
    set_calls: int = 0
    set_pos: int = 0
    #: Where each column reference stands, for errors found after binding. Compared by identity.
    positions: list[tuple[ColumnRef, int]] = field(default_factory=list)

    def position_of(self, column: ColumnRef) -> int | None:
        """Where that very reference stands in the text."""
        return next((p for c, p in self.positions if c is column), None)

    def levels(self) -> Iterator[Scope]:
        """This query level and those around it."""
        level: Scope | None = self
        while level is not None:
            yield level
            level = level.parent

    def binding(self, clause: str, *, lateral: bool | None = None) -> Meanwhile:
        """*clause* is being bound meanwhile; *lateral* says whether what stands left in FROM is seen, if that changes."""
        meanwhile = Meanwhile(self, self.clause, self.lateral_active)
        self.clause, self.lateral_active = clause, self.lateral_active if lateral is None else lateral
        return meanwhile

    def within(self, what: str) -> Meanwhile:
        """What is bound meanwhile is inside *what*."""
        self.inside.append(what)
        return Meanwhile(self, self.clause, self.lateral_active, pops=True)

    def find_cte(self, name: str) -> CteEntry | None:
        """The WITH entry of that name that is visible here."""
        return next((level.ctes[name] for level in self.levels() if name in level.ctes), None)

    def cte_is_hidden(self, name: str) -> bool:
        """Is there a WITH entry of that name that may not be referred to from here?"""
        return any(name in level.hidden_ctes for level in self.levels())

    def add_item(self, item: Item) -> Item:
        """Remember a relation of this level's FROM, for hints."""
        self.all_items.append(item)
        for column in item.columns:
            if isinstance(column.expr, ColumnRef):
                self.sources.add(column.expr.source)
        return item

    def offer(
        self,
        alias: str,
        columns: Sequence[OutputColumn],
        values: Sequence[Expr],
        relation: Relation | None = None,
        *,
        aliased: bool = True,
    ) -> Item:
        """A relation of this level's FROM, whose columns stand for *values*."""
        offered = tuple(ScopeColumn(c.name, value, c.origin) for c, value in zip(columns, values, strict=True))
        return self.add_item(Item(alias, offered, relation, aliased))


def merge_namespace(scope: Scope, added: Sequence[Item], pos: int) -> None:
    """Put *added* into the namespace. Raises DuplicateAlias when two relations share a name."""
    check_conflicts(scope.namespace, added, pos)
    scope.namespace.extend(added)


def check_conflicts(present: Sequence[Item], added: Sequence[Item], pos: int) -> None:
    """Refuse two relations of one name, unless both are tables of different schemas. Raises DuplicateAlias."""
    for item in added:
        for other in present:
            if not (item.rel_visible and other.rel_visible) or item.alias != other.alias or item.alias is None:
                continue
            tables = item.relation is not None and other.relation is not None and not (item.aliased or other.aliased)
            if tables and item.relation != other.relation:
                continue
            raise DuplicateAlias(f'table name "{item.alias}" specified more than once')
