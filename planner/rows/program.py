"""A bound query → a program for the row executor, or nothing: views read by their keys, and what Python can make of few rows.

The program changes nothing about the query. It only says that every expression in it has a row form and that its shape is known:

    SELECT items FROM view JOIN … WHERE … GROUP BY … HAVING … ORDER BY … LIMIT … OFFSET …

Subqueries of FROM become part of it first (merging.py), those of a row by its key joins (correlated.py). Those that cannot, and
those of expressions (subqueries.py), have programs of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.prune.constrain import Constraints, KeyConstraint
from planner.prune.lean import KeyOrder, counts, is_direct, key_order
from planner.rows.correlated import joined
from planner.rows.expressions import Forms, each_once
from planner.rows.extremes import with_extremes
from planner.rows.folding import folded
from planner.rows.joins import JoinedRelation, JoinSources, relations_of, sources_of
from planner.rows.merging import WithEntries, merged
from planner.rows.session_values import AskedSetting, SessionValues
from planner.rows.subqueries import Lifted, asked, lifted, with_parameters
from planner.rows.tables import Gives, TableRows, rows_of, with_unions_as_tables
from planner.rows.windows import with_windows_as_tables
from planner.tree.bound import (
    Aggregate,
    BoundQuery,
    Cast,
    ColumnRef,
    Const,
    Expr,
    From,
    Param,
    Query,
    Scan,
    Select,
    SortKey,
    Subquery,
    Window,
)
from planner.tree.correlation import outer_columns
from planner.tree.query_plan import KEYED, AccessPath, PlanSettings, SourceRead
from planner.tree.types import BOOL, TEXT, SqlType
from planner.tree.walk import inside, nodes_in, scans_of
from statestore.schema import ViewSchema

#: Expressions with all that is inside them. Each takes some 40 µs to be compiled; of longer ones fewer rows are computed at once.
NODES_MAX: Final = 400
#: A program with those of its subqueries: each may take some milliseconds.
PROGRAMS_MAX: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class RowProgram:
    """What is done with the rows of *sources*, of which there are no *conditions* where the key says all of it.

    Without sources (a SELECT without FROM) there is one row, of no columns. What *subqueries* give are parameters, after the
    query's own, of which there are *parameters*; the key of the first view *is_late* where it is known with these only.

    Of *distinct* items the first one is kept, and so is the first of rows with the same first *distinct_on* sort keys. With
    *grouped*, items, having and sort keys are over *groups* and *aggregates*.
    Without *sort*, rows come as they are to go out, read against the key's order where *descending* says so (None: in any order).
    *limit* and *offset* are Const or Param (None: none). *nodes* are its expressions with all that is inside them,
    *characters* those of its constants. The last of a statement's *parameters* are the values of *settings*.
    """

    sources: JoinSources | None
    is_late: bool
    subqueries: tuple[RowSubquery, ...]
    parameters: int
    forms: Forms
    items: tuple[Expr, ...]
    distinct: bool
    distinct_on: int
    grouped: bool
    groups: tuple[Expr, ...]
    aggregates: tuple[Aggregate, ...]
    having: Expr | None
    sort: tuple[SortKey, ...]
    descending: bool | None
    limit: Expr | None
    offset: Expr | None
    nodes: int
    characters: int
    settings: tuple[AskedSetting, ...] = ()

    @property
    def views(self) -> tuple[ViewSchema, ...]:
        """What it reads: views of its own sources, the one that is read first before the others, then those of its subqueries."""
        own = () if self.sources is None else self.sources.views
        return (*own, *(view for program in self._inner for view in program.views))

    @property
    def small(self) -> tuple[bool, ...]:
        """For each of the views: is it read whole, so that it has to be small?"""
        own = () if self.sources is None else self.sources.small
        if self.may_stop:
            own = (False, *own[1:])
        return (*own, *(small for program in self._inner for small in program.small))

    @property
    def may_stop(self) -> bool:
        """Are the first rows of its first view all that it needs, where these give as many as LIMIT and OFFSET say?"""
        if self.limit is None or self.sources is None or self.sources.constraint is None or self.is_late:
            return False
        return not (self.sort or self.grouped or self.distinct or self.distinct_on)

    @property
    def reads(self) -> set[int]:
        """The numbers of all sources that are views, those of subqueries too."""
        own = () if self.sources is None else self.sources.relations
        found = {relation.source for relation in own if relation.read is not None}
        return found.union(*(program.reads for program in self._inner))

    @property
    def programs(self) -> int:
        """How many there are, with those of subqueries."""
        return 1 + sum(program.programs for program in self._inner)

    @property
    def asks(self) -> bool:
        """Is there a subquery in it, or in one of its own, that is asked for each row?"""
        return any(one.is_asked or any(program.asks for program in one.programs) for one in self.subqueries)

    @property
    def _inner(self) -> Iterator[RowProgram]:
        return (program for subquery in self.subqueries for program in subquery.programs)


@dataclass(frozen=True, slots=True, eq=False)
class RowSubquery:
    """Programs whose rows, one behind the other, are a parameter of another: each row behind what *windows* are for it.

    What *is_asked* is a function: from a row's values, which follow the query's parameters, to what is found with them.
    """

    programs: tuple[RowProgram, ...]
    gives: Gives
    width: int
    windows: tuple[Window, ...] = ()
    is_asked: bool = False


def row_program(
    bound: BoundQuery, reads: Sequence[SourceRead], settings: PlanSettings, *, ordered: bool = True
) -> RowProgram | None:
    """The query's program; None where something in it has no row form, and of state tables unless views need not be *ordered*."""
    session = SessionValues(settings, len(bound.parameters))
    query, tables = with_windows_as_tables(with_unions_as_tables(folded(bound.query, settings, session)), settings)
    parameters = (*bound.parameters, *[SqlType(TEXT)] * len(session.asked))
    statement = _Statement(reads, parameters, settings, WithEntries(query, tables), ordered)
    if session.asked and reads:
        statement = statement.constrained(query)
    found = statement.program(query)
    if found is None or found.programs > PROGRAMS_MAX or found.reads != {read.source for read in reads}:
        return None
    return replace(found, settings=tuple(session.asked)) if session.asked else found


@dataclass(frozen=True, slots=True)
class _Statement:
    reads: Sequence[SourceRead]
    parameters: tuple[SqlType, ...]
    settings: PlanSettings
    entries: WithEntries
    ordered: bool

    def program(self, query: Query) -> RowProgram | None:
        """Of the statement's query, or of one inside it."""
        if isinstance(query, Select) and query.distinct and query.grouped and not query.group_by and query.grouping_sets is None:
            query = replace(query, distinct=False)  # it has one row, or none
        found = merged(query, self.entries) if isinstance(query, Select) else None
        if found is None:
            return None
        (query, tables), count = found, len(self.parameters)
        extremes = with_extremes(query, lambda one: self._constraints(one, self.parameters))
        if extremes is not query:
            return self.program(extremes)
        inner, each = tuple[Lifted, ...](), tuple[Lifted, ...]()
        if any(isinstance(node, Subquery) for node in nodes_in(query)):
            query, inner = lifted(joined(query), count + len(tables))
            query, each = asked(query, count, count + len(tables) + len(inner))
        if not _is_plain(query) or counts(query) is None or len(tables) + len(inner) + len(each) >= PROGRAMS_MAX:
            return None
        rows = [rows_of(table) for table in tables]
        named = [each_once(outer_columns(one.queries)) for one in rows]
        wanted = [(with_parameters(one, columns, count), columns) for one, columns in zip(rows, named, strict=True)]
        gives = [(one, Gives.LIST if one.listed else Gives.VALUE) for one in (*inner, *each)]
        wanted += [(TableRows((one.query,), what, 1), one.columns) for one, what in gives]
        subqueries = list[RowSubquery]()
        for table, columns in wanted:
            made = (self._asked(part, columns) if columns else self._values(part) for part in table.queries)
            programs = tuple(program for program in made if program is not None)
            if len(programs) < len(table.queries):
                return None
            subqueries.append(RowSubquery(programs, table.gives, table.width, table.windows, is_asked=bool(columns)))
        return self._over(query, tuple(subqueries), named, self._late(query, len(tables), inner))

    def _late(self, query: Query, tables: int, inner: Sequence[Lifted]) -> Mapping[int, KeyConstraint]:
        """What the values of *inner*, parameters behind those of *tables*, say about keys about which nothing else says enough."""
        if not inner:
            return {}
        types = (one.type for one in inner)
        made = self._constraints(query, (*self.parameters, *[SqlType(BOOL)] * tables, *types))
        return {
            read.source: made[read.source]
            for read in self.reads
            if read.source in made and _access(read.constraint) not in KEYED and _access(made[read.source]) in KEYED
        }

    def _constraints(self, query: Query, parameters: tuple[SqlType, ...]) -> dict[int, KeyConstraint]:
        """What the query by itself says about the keys of its views, by source."""
        scans = scans_of(query)
        constraints = Constraints(BoundQuery(query, parameters, tuple(scans)), self.settings)
        return {scan.source: constraints.of(scan) for scan in scans if scan.relation.view is not None}

    def constrained(self, query: Query) -> _Statement:
        """The same with what the query as it is now says about the keys of its views."""
        return replace(self, reads=self._constrained(self._constraints(query, self.parameters)))

    def _constrained(self, constraints: Mapping[int, KeyConstraint]) -> list[SourceRead]:
        """The reads, with these constraints in place of their own."""
        return [
            replace(read, constraint=constraints[read.source], first=None) if read.source in constraints else read
            for read in self.reads
        ]

    def _asked(self, query: Query, columns: Sequence[ColumnRef]) -> RowProgram | None:
        """Of a query that is asked for each row, whose *columns* are its last parameters: its views are read by them, too."""
        parameters = (*self.parameters, *(column.type for column in columns))
        reads = self._constrained(self._constraints(query, parameters))
        found = replace(self, reads=reads, parameters=parameters)._values(query)
        return None if found is None or found.asks else found

    def _values(self, query: Query) -> RowProgram | None:
        """Of a query whose rows are values."""
        # What is around it says nothing about rows that LIMIT chooses; by itself its condition may be all of a range of keys.
        is_first = isinstance(query, Select) and isinstance(query.from_, Scan) and query.limit is not None
        program = (self.constrained(query) if is_first else self).program(query)
        is_known = program is not None and all(map(program.forms.knows, program.items if not program.grouped else ()))
        return program if is_known else None

    def _over(
        self,
        query: Select,
        subqueries: tuple[RowSubquery, ...],
        named: Sequence[tuple[ColumnRef, ...]],
        late: Mapping[int, KeyConstraint],
    ) -> RowProgram | None:
        """Of a query whose subqueries are parameters; those of its tables are asked with the columns that they have *named*.

        *late* are constraints that name what subqueries give.
        """
        scanned = {scan.source for scan in scans_of(query)}
        reads = [read for read in self._constrained(late) if read.source in scanned]
        relations = {} if query.from_ is None else relations_of(query.from_, reads, named, ordered=self.ordered)
        if relations is None:
            return None
        forms = Forms(self.settings, {number: relation.view for number, relation in relations.items()})
        sources, order = None, None
        if query.from_ is not None:
            found = _read_for(query, query.from_, relations, forms)
            if found is None:
                return None
            sources, order = found
        elif reads or query.where is not None:
            return None
        tops = (*query.items, *(key.expr for key in query.order_by), *([] if query.having is None else [query.having]))
        aggregates = each_once(e for top in tops for e in inside(top) if isinstance(e, Aggregate))
        used = (*tops, *query.group_by, *(() if sources is None else sources.expressions))
        every = [e for top in used for e in inside(top)]
        if len(every) > NODES_MAX or not _are_known(query, sources, forms, aggregates):
            return None
        window = counts(query)
        assert window is not None, "has been looked at"
        return RowProgram(
            sources,
            sources is not None and sources.constraint is not None and sources.first.source in late,
            subqueries,
            len(self.parameters),
            forms,
            query.items,
            query.distinct,
            len(query.distinct_on),
            query.grouped,
            query.group_by,
            aggregates,
            query.having,
            query.order_by if order is None else (),
            None if order is None else order.descending,
            *window,
            len(every),
            sum(len(e.value) for e in every if isinstance(e, Const) and isinstance(e.value, str | bytes)),
        )


def _access(constraint: object) -> AccessPath | None:
    return constraint.expected_access() if isinstance(constraint, KeyConstraint) else None


def _read_for(
    query: Select, from_: From, relations: Mapping[int, JoinedRelation], forms: Forms
) -> tuple[JoinSources, KeyOrder | None] | None:
    """What FROM reads, without conditions that the keys have met already, and how ORDER BY stands to the key."""
    sources = sources_of(from_, query.where, relations, forms)
    if sources is None:
        return None
    order = _key_order(query, sources)
    is_first = query.limit is not None and not query.distinct and order is not None
    is_exact = not sources.lookups and sources.constraint is not None and sources.constraint.exact
    if is_exact and (is_first or not sources.spread):
        sources = replace(sources, conditions=())
    return sources, order


def _key_order(query: Select, sources: JoinSources) -> KeyOrder | None:
    """How ORDER BY stands to the key of the one view that is read, if it does."""
    if query.grouped or query.distinct_on:
        return None
    if sources.constraint is None or sources.first.view is None or not isinstance(query.from_, Scan):
        return None
    return key_order(query.order_by, query.from_, sources.first.view, sources.constraint.fixed)


def _are_known(query: Select, sources: JoinSources | None, forms: Forms, aggregates: tuple[Aggregate, ...]) -> bool:
    if sources is not None and not all(map(forms.knows, sources.conditions)):
        return False
    if not all(map(forms.knows, query.group_by)) or not all(map(forms.knows_aggregate, aggregates)):
        return False
    given = (*query.group_by, *aggregates) if query.grouped else None
    if query.having is not None and not forms.knows(query.having, given):
        return False
    if not all(forms.sorts(key.expr) and forms.knows(key.expr, given) for key in query.order_by):
        return False
    if query.distinct and not all(map(forms.identifies, query.items)):
        return False
    if query.grouped or query.distinct:
        return all(map(forms.groups, query.group_by)) and all(forms.knows(item, given) for item in query.items)
    return all((sources is not None and is_stored(item, sources.by_source)) or forms.knows(item) for item in query.items)


def _is_plain(query: Select) -> bool:
    """Nothing but what RowProgram has."""
    orders = (*query.group_by, *(key.expr for key in query.order_by))
    first = [key.expr for key in query.order_by[: len(query.distinct_on)]]
    if query.distinct_on and (query.grouped or any(expr not in first for expr in query.distinct_on)):
        return False
    return not (query.with_ or query.grouping_sets is not None or any(map(_is_constant, orders)))


def _is_constant(expr: Expr) -> bool:
    while isinstance(expr, Cast):
        expr = expr.operand
    return isinstance(expr, Const | Param)


def is_stored(item: Expr, views: Mapping[int, ViewSchema | None]) -> bool:
    """Is it a column that goes out as it is stored? *views* are by the numbers of their sources; None: it is no view."""
    view = views[item.source] if isinstance(item, ColumnRef) else None
    return isinstance(item, ColumnRef) and view is not None and is_direct(view.columns[item.column].type)
