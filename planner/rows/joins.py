"""Joins of few rows: one view is read by what the query says about its key, and each other one by key, for every row so far.

    FROM orders o JOIN customers c ON c.id = o.customer LEFT JOIN notes n ON n.id = o.note AND n.public WHERE o.order_id = $1

reads orders by its constraint (all of it, where that says nothing about the key), then the customer with the key (o.customer), then
the note with the key (o.note), if it is public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.bound import Call, ColumnRef, Expr, From, Join, JoinKind, Scan
from planner.constrain import KeyConstraint
from planner.constrain.children import columns_in
from planner.constrain.conjuncts import conjuncts
from planner.plan import KEYED, Access, SourceRead
from planner.route.router import router
from planner.rows.expressions import Forms
from planner.rows.kinds import INT, TEXT, kind_of
from statestore.schema import ViewSchema

#: Kinds whose equal values have equal keys.
_KEY_KINDS: Final = frozenset({INT, TEXT, "bool", "bytea", "date", "timestamp", "timestamptz"})
#: What is cheap comes first.
_LADDER: Final = tuple(Access)
#: More views are DuckDB's.
VIEWS_MAX: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    """Rows of a view that have *keys* as the values of its first key columns: one at most, where those are all.

    With *left*, rows before it stay where none is found that *conditions* let through. There are none where *keys* are a prefix.
    """

    read: SourceRead
    view: ViewSchema
    keys: tuple[Expr, ...]
    left: bool
    conditions: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """*read* is read by *constraint*, then *lookups* in their order; *conditions* are what rows have to fulfil in the end."""

    read: SourceRead
    constraint: KeyConstraint
    view: ViewSchema
    lookups: tuple[Lookup, ...]
    conditions: tuple[Expr, ...]

    @property
    def is_whole(self) -> bool:
        """Does it read all of its first view, which only few views are small enough for?"""
        return self.constraint.expected_access() not in KEYED

    @property
    def expressions(self) -> tuple[Expr, ...]:
        """All that is computed while rows are found."""
        return (*self.conditions, *(e for lookup in self.lookups for e in (*lookup.keys, *lookup.conditions)))

    @property
    def views(self) -> dict[int, ViewSchema]:
        """By the number of the source."""
        return {self.read.source: self.view, **{lookup.read.source: lookup.view for lookup in self.lookups}}


@dataclass(frozen=True, slots=True)
class _Part:
    scan: Scan
    left: bool
    conditions: tuple[Expr, ...]


def sources_of(from_: From, where: Expr | None, reads: Sequence[SourceRead], forms: Forms) -> Sources | None:
    """How FROM is read; None where it takes more than keys."""
    parts = _parts(from_)
    if parts is None or not 0 < len(parts) <= VIEWS_MAX or len(parts) != len(reads):
        return None
    by_source = {read.source: read for read in reads}
    # Of inner joins ON is as good as WHERE.
    pool = [*(c for part in parts if not part.left for c in part.conditions), *conjuncts(where)]
    in_order = any(part.left for part in parts)
    begun = [(part, one) for part in (parts[:1] if in_order else parts) if (one := _begun(by_source[part.scan.source]))]
    for first, one in sorted(begun, key=lambda pair: _LADDER.index(pair[1][1].expected_access())):
        rest = [part for part in parts if part is not first]
        lookups = _lookups(first.scan, rest, pool, by_source, forms, in_order=in_order)
        if lookups is not None:
            return Sources(*one, lookups, tuple(pool))
    return None


def _parts(from_: From) -> list[_Part] | None:
    """Views joined from the left; None for other shapes."""
    if isinstance(from_, Scan):
        return [_Part(from_, False, ())]
    if not isinstance(from_, Join) or from_.lateral or not isinstance(from_.right, Scan):
        return None
    if from_.kind not in (JoinKind.INNER, JoinKind.CROSS, JoinKind.LEFT):
        return None
    before = _parts(from_.left)
    left = from_.kind is JoinKind.LEFT
    return None if before is None else [*before, _Part(from_.right, left, tuple(conjuncts(from_.condition)))]


def _begun(read: SourceRead) -> tuple[SourceRead, KeyConstraint, ViewSchema] | None:
    constraint, view = read.constraint, read.relation.view
    if not isinstance(constraint, KeyConstraint) or view is None or not view.ordered:
        return None
    return read, constraint, view


def _lookups(
    first: Scan, rest: list[_Part], pool: Sequence[Expr], reads: Mapping[int, SourceRead], forms: Forms, *, in_order: bool
) -> tuple[Lookup, ...] | None:
    known, found = {first.source}, list[Lookup]()
    while rest:
        for part in rest[:1] if in_order else rest:
            lookup = _lookup(part, pool, reads[part.scan.source], known, forms)
            if lookup is not None:
                found.append(lookup)
                known.add(part.scan.source)
                rest.remove(part)
                break
        else:
            return None
    return tuple(found)


def _lookup(part: _Part, pool: Sequence[Expr], read: SourceRead, known: set[int], forms: Forms) -> Lookup | None:
    view = read.relation.view
    if view is None or not view.ordered or not router(view).has_points:
        return None
    keys, used = list[Expr](), list[Expr]()
    for ordinal in view.key_ordinals:
        found = next(_equal(part.scan.source, ordinal, part.conditions if part.left else pool, known, forms), None)
        if found is None:
            break
        keys.append(found[0])
        used.append(found[1])
    conditions = tuple(c for c in part.conditions if c not in used) if part.left else ()
    whole = len(keys) == len(view.key)
    if not keys or len(keys) < len(view.shard_key) or (conditions and not whole) or not all(map(forms.knows, conditions)):
        return None
    # What a LEFT JOIN's ON says can only be about the rows so far and its own.
    if any(e.source not in known | {part.scan.source} for c in conditions for e in columns_in(c)):
        return None
    return Lookup(read, view, tuple(keys), part.left, conditions)


def _equal(source: int, ordinal: int, conditions: Sequence[Expr], known: set[int], forms: Forms) -> Iterator[tuple[Expr, Expr]]:
    """Values that the column has to equal, of known rows and parameters, and the condition that says so."""
    for condition in conditions:
        if (
            not isinstance(condition, Call)
            or condition.name != "="
            or not condition.function.operator
            or not forms.knows(condition)
        ):
            continue
        for column, value in (condition.args, condition.args[::-1]):
            is_column = isinstance(column, ColumnRef) and (column.source, column.column) == (source, ordinal)
            kinds = {kind_of(column.type.pg), kind_of(value.type.pg)}
            if is_column and len(kinds) == 1 and kinds <= _KEY_KINDS and all(e.source in known for e in columns_in(value)):
                yield value, condition
