"""Joins of few rows: one relation is read by what the query says about its key, and each other one by key, for every row so far.

    FROM orders o JOIN customers c ON c.id = o.customer LEFT JOIN notes n ON n.id = o.note AND n.public WHERE o.order_id = $1

reads orders by its constraint (all of it, where that says nothing about the key), then the customer with the key (o.customer), then
the note with the key (o.note), if it is public. What is joined by other columns than its key is searched, if it is small; so are
the rows of subqueries of FROM, which are found before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.prune.constrain import KeyConstraint
from planner.prune.constrain.contexts import conjuncts
from planner.prune.route.router import router
from planner.rows.expressions import Forms
from planner.rows.kinds import INT, TEXT, kind_of
from planner.tree.bound import Call, ColumnRef, CteRef, Expr, From, Join, JoinKind, Scan
from planner.tree.query_plan import KEYED, AccessPath, SourceRead
from planner.tree.walk import columns_in
from statestore.schema import ViewSchema

#: Kinds whose equal values have equal keys.
_KEY_KINDS: Final = frozenset({INT, TEXT, "bool", "bytea", "date", "timestamp", "timestamptz"})
#: What is cheap comes first.
_LADDER: Final = tuple(AccessPath)
#: Rows that are there come before whole views.
_ROWS_RANK: Final = max(map(_LADDER.index, KEYED)) + 0.5
#: More views are DuckDB's.
VIEWS_MAX: Final = 20


@dataclass(frozen=True, slots=True, eq=False)
class JoinedRelation:
    """What the bound query calls *source*: the view of *read*, or, without one, the rows of the program's *table*-th subquery,
    which is asked with these *columns* for each row of what stands before it, if there are any."""

    source: int
    read: SourceRead | None
    table: int = 0
    columns: tuple[ColumnRef, ...] = ()

    @property
    def view(self) -> ViewSchema | None:
        """None where it is no view."""
        return None if self.read is None else self.read.relation.view


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    """Rows of a relation that have *keys* as the values of *columns*, or that it gives where it is asked with *keys*.

    *keyed*: those are its first key columns, by which it is read. Else they are found among all its rows, which have to be few.
    With *left*, rows before it stay where none is found that *conditions* let through. *equalities* are the conditions that say
    what the keys are: rows that are found fulfil them.
    """

    relation: JoinedRelation
    columns: tuple[int, ...]
    keys: tuple[Expr, ...]
    keyed: bool
    left: bool
    conditions: tuple[Expr, ...]
    equalities: tuple[Expr, ...]

    @property
    def is_single(self) -> bool:
        """Is there one row at most?"""
        view = self.relation.view
        return self.keyed and view is not None and len(self.keys) == len(view.key)


@dataclass(frozen=True, slots=True, eq=False)
class JoinSources:
    """*first* is read, a view by *constraint*, then *lookups* in their order; *conditions* are what rows have to fulfil."""

    first: JoinedRelation
    constraint: KeyConstraint | None
    lookups: tuple[Lookup, ...]
    conditions: tuple[Expr, ...]

    @property
    def spread(self) -> bool:
        """Is the first view read from several shards, so that a small one is rather read whole? So are other relations."""
        if self.constraint is None:
            return True
        access = self.constraint.expected_access()
        return access not in KEYED or (access is AccessPath.RANGE and self.constraint.expected_shards() != 1)

    @property
    def relations(self) -> tuple[JoinedRelation, ...]:
        """In the order in which they are read."""
        return (self.first, *(lookup.relation for lookup in self.lookups))

    @property
    def views(self) -> tuple[ViewSchema, ...]:
        """Those of them that are views."""
        return tuple(relation.view for relation in self.relations if relation.view is not None)

    @property
    def small(self) -> tuple[bool, ...]:
        """For each of the views: is it read whole, so that it has to be small?"""
        first = () if self.constraint is None else (self.constraint.expected_access() not in KEYED,)
        return (*first, *(not lookup.keyed for lookup in self.lookups if lookup.relation.view is not None))

    @property
    def expressions(self) -> tuple[Expr, ...]:
        """All that is computed while rows are found."""
        return (*self.conditions, *(e for lookup in self.lookups for e in (*lookup.keys, *lookup.conditions)))

    @property
    def by_source(self) -> dict[int, ViewSchema | None]:
        """The view of each relation, by the number of the source."""
        return {relation.source: relation.view for relation in self.relations}


@dataclass(frozen=True, slots=True)
class _JoinPart:
    relation: JoinedRelation
    left: bool
    conditions: tuple[Expr, ...]


def relations_of(
    from_: From, reads: Sequence[SourceRead], asked: Sequence[tuple[ColumnRef, ...]], *, ordered: bool
) -> dict[int, JoinedRelation] | None:
    """What is joined, by source; None where it is more than views, *ordered* ones if so, and (a CteRef of its number) the program's
    subqueries, which are *asked* with these columns."""
    if isinstance(from_, Join):
        left, right = (relations_of(side, reads, asked, ordered=ordered) for side in (from_.left, from_.right))
        return None if left is None or right is None else left | right
    match from_:
        case Scan(source):
            read = next((read for read in reads if read.source == source), None)
            view = None if read is None else read.relation.view
            return None if view is None or (ordered and not view.ordered) else {source: JoinedRelation(source, read)}
        case CteRef(source, table):
            return {source: JoinedRelation(source, None, table, asked[table])}
    return None


def sources_of(from_: From, where: Expr | None, relations: Mapping[int, JoinedRelation], forms: Forms) -> JoinSources | None:
    """How FROM is read; None where it takes more than keys."""
    parts = _parts(from_, relations)
    if parts is None or not 0 < len(parts) <= VIEWS_MAX:
        return None
    # Of inner joins ON is as good as WHERE.
    pool = [*(c for part in parts if not part.left for c in part.conditions), *conjuncts(where)]
    in_order = any(part.left for part in parts)
    begun = [(part, one) for part in (parts[:1] if in_order else parts) if (one := _begun(part.relation))]
    # Whoever has most conditions of its own is read first.
    mentioned = ({e.source for e in columns_in(condition)} for condition in pool)
    own = Counter(source for sources in mentioned if len(sources) == 1 for source in sources)
    begun.sort(key=lambda pair: (pair[1].rank, -own[pair[0].relation.source]))
    equal = _equalities(pool, forms)
    equal |= {p.relation.source: _equalities(p.conditions, forms).get(p.relation.source, []) for p in parts if p.left}
    # Small views are searched where no order of the joins finds all rows by key.
    for first, one, searched in [*((*pair, False) for pair in begun), *((*pair, True) for pair in begun[:1])]:
        rest = [part for part in parts if part is not first]
        lookups = _lookups(first.relation, rest, _Finding(equal, forms, searched), in_order=in_order)
        if lookups is not None:
            known = [equality for lookup in lookups if not lookup.left for equality in lookup.equalities]
            return JoinSources(first.relation, one.constraint, lookups, tuple(c for c in pool if c not in known))
    return None


def _parts(from_: From, relations: Mapping[int, JoinedRelation]) -> list[_JoinPart] | None:
    """Relations joined from the left; None for other shapes."""
    if isinstance(from_, Scan | CteRef):
        return [_JoinPart(relations[from_.source], False, ())]
    if not isinstance(from_, Join) or from_.kind is JoinKind.FULL:
        return None
    first, second = (from_.right, from_.left) if from_.kind is JoinKind.RIGHT else (from_.left, from_.right)
    before = _parts(first, relations)
    if before is None or not isinstance(second, Scan | CteRef):
        return None
    left = from_.kind in (JoinKind.LEFT, JoinKind.RIGHT)
    return [*before, _JoinPart(relations[second.source], left, tuple(conjuncts(from_.condition)))]


@dataclass(frozen=True, slots=True)
class _Begun:
    """How a relation is read first; a lower *rank* is cheaper."""

    constraint: KeyConstraint | None
    rank: float


def _begun(relation: JoinedRelation) -> _Begun | None:
    """None where that is not known."""
    if relation.read is None:
        return None if relation.columns else _Begun(None, _ROWS_RANK)
    constraint = relation.read.constraint
    return _Begun(constraint, _LADDER.index(constraint.expected_access())) if isinstance(constraint, KeyConstraint) else None


@dataclass(frozen=True, slots=True)
class _Equality:
    """A *condition* that says: the column has this value, which is of other *sources*."""

    column: int
    value: Expr
    sources: frozenset[int]
    condition: Expr


def _equalities(conditions: Sequence[Expr], forms: Forms) -> dict[int, list[_Equality]]:
    """By the source of the column."""
    found: dict[int, list[_Equality]] = {}
    for condition in conditions:
        for column, value in equated(condition):
            if forms.knows(condition):
                sources = frozenset(e.source for e in columns_in(value))
                found.setdefault(column.source, []).append(_Equality(column.column, value, sources, condition))
    return found


def equated(condition: Expr) -> Iterator[tuple[ColumnRef, Expr]]:
    """The columns that the condition has equal something, each with that; equal values have equal keys."""
    if not isinstance(condition, Call) or condition.name != "=" or not condition.function.operator:
        return
    kinds = {kind_of(arg.type.pg) for arg in condition.args}
    if len(kinds) > 1 or not kinds <= _KEY_KINDS:
        return
    for column, value in (condition.args, condition.args[::-1]):
        if isinstance(column, ColumnRef):
            yield column, value


def _lookups(first: JoinedRelation, rest: list[_JoinPart], finding: _Finding, *, in_order: bool) -> tuple[Lookup, ...] | None:
    known, found = {first.source}, list[Lookup]()
    while rest:
        lookup = finding.next(rest[:1] if in_order else rest, known)
        if lookup is None:
            return None
        found.append(lookup)
        known.add(lookup.relation.source)
        rest = [part for part in rest if part.relation.source not in known]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Finding:
    """How rows of one relation after the other are found: by what is *equal* to their columns; *searched*: in all of a view."""

    equal: Mapping[int, Sequence[_Equality]]
    forms: Forms
    searched: bool

    def next(self, parts: Sequence[_JoinPart], known: set[int]) -> Lookup | None:
        """The next one of these: by key if that is possible, else by most columns."""
        found = list[Lookup]()
        for part in parts:
            lookup = self._lookup(part, known)
            if lookup is not None:
                if lookup.keyed:
                    return lookup
                found.append(lookup)
        return max(found, key=lambda lookup: len(lookup.keys), default=None)

    def _lookup(self, part: _JoinPart, known: set[int]) -> Lookup | None:
        source, view = part.relation.source, part.relation.view
        if not all(column.source in known for column in part.relation.columns):
            return None
        equal = {one.column: one for one in reversed(self.equal.get(source, ())) if one.sources <= known}
        columns = list[int]()
        for ordinal in () if view is None else view.key_ordinals:
            if ordinal not in equal:
                break
            columns.append(ordinal)
        keyed = view is not None and len(columns) >= max(1, len(view.shard_key)) and router(view).has_points
        if not keyed:
            if view is not None and not self.searched:
                return None
            columns = [] if part.relation.columns else list(equal)
        used = tuple(equal[column].condition for column in columns)
        conditions = tuple(c for c in part.conditions if c not in used) if part.left else ()
        # What a LEFT JOIN's ON says can only be about the rows so far and its own.
        if not all(self.forms.knows(c) and all(e.source in known | {source} for e in columns_in(c)) for c in conditions):
            return None
        keys: tuple[Expr, ...] = part.relation.columns or tuple(equal[c].value for c in columns)
        return Lookup(part.relation, tuple(columns), keys, keyed, part.left, conditions, used)
