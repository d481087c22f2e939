"""A planned SUBSCRIBE. Implements contract.Prepared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import PointReader, QueryContext, ReadSettings
from gateway.engine.changes.condition import ConditionedRows, conditioned_read, row_condition
from gateway.engine.changes.rows import STORED_COLUMNS, ChangeRows, StoredChangeRows, subscribed_columns
from gateway.engine.keyed.lean import LeanSource
from gateway.engine.keyed.reading import within
from gateway.errors import CachedPlanChanged
from planner.errors import Unsupported
from planner.plan.planner import as_declared
from planner.rows import RowProgram
from planner.tree.bound import DefinitionUse, OutputColumn
from planner.tree.query_plan import KeySet, LeanRead, PlanSettings, QueryPlan
from planner.tree.statement import SubscribeStart, SubscribeStatement
from planner.tree.types import SqlType
from planner.tree.values import Value
from statestore.node import ViewVersion
from statestore.schema import ViewSchema
from statestore.version_id import VersionId

if TYPE_CHECKING:
    from gateway.engine.engine import ReadEngine

_HINT: Final = (
    "Plain columns are possible, and conditions on the view's columns, those on its key at the least cost: "
    "SUBSCRIBE TO view WHERE …, or SUBSCRIBE TO (SELECT column, … FROM view WHERE …)."
)


@dataclass(frozen=True, slots=True)
class FollowedRows:
    """The rows that a subscription follows, as they were planned with one state of the catalog."""

    read: LeanRead
    schema: ViewSchema
    rows: ChangeRows | StoredChangeRows | ConditionedRows
    generation: int
    #: What has the condition that keys do not say.
    program: RowProgram | None

    @property
    def view(self) -> str:
        """The view's name."""
        return self.schema.name

    def with_schema(self, schema: ViewSchema) -> FollowedRows:
        """For rows of a version with *schema*, which may have more columns than were planned with."""
        rows = self.rows.with_schema(schema)
        return self if rows is self.rows else replace(self, rows=rows)

    def given(self, params: tuple[Value, ...], now_us: int) -> FollowedRows:
        """With the condition of one execution, if there is one."""
        if self.program is None:
            return self
        assert isinstance(self.rows, ChangeRows), "they are as planned"
        condition = row_condition(self.program, self.schema, params, now_us)
        return replace(self, rows=ConditionedRows(self.rows, condition, self.read.outputs))

    def stored(self) -> FollowedRows:
        """The rows as they are stored, all columns of them."""
        return replace(self, rows=self.rows.stored())

    def source(self, version: ViewVersion, keys: KeySet, cancel: CancelToken) -> LeanSource:
        """What reads the rows of *version*, for of_rows()."""
        stored = self.program is not None or isinstance(self.rows, StoredChangeRows)
        return LeanSource(self.read, version, keys, (0, None), cancel, stored=stored)


@dataclass(frozen=True)
class SubscribeQuery:
    """*plan* is the query's, by *settings* and parameters *declared* as OIDs. Raises Unsupported where it is no keyed read."""

    engine: ReadEngine
    statement: SubscribeStatement
    plan: QueryPlan
    settings: PlanSettings
    declared: tuple[int, ...]

    def __post_init__(self) -> None:
        _ = self._planned

    @cached_property
    def _planned(self) -> FollowedRows:
        return _followed(self.plan, self.settings)

    @cached_property
    def columns(self) -> tuple[OutputColumn, ...]:
        """See contract.Prepared."""
        return subscribed_columns(self.plan.columns)

    @property
    def parameters(self) -> tuple[SqlType, ...]:
        """See contract.Prepared."""
        return as_declared(self.plan.parameters, self.declared)

    @property
    def generation(self) -> int:
        """See contract.Prepared."""
        return self.plan.catalog_generation

    @property
    def keyed_view(self) -> str | None:
        """See contract.Prepared: it is not answered by a lookup."""
        return None

    @property
    def is_point(self) -> bool:
        """See contract.Prepared."""
        return False

    @property
    def shared(self) -> QueryPlan | None:
        """See contract.Prepared."""
        return None

    def point_reader(self, formats: tuple[int, ...], settings: ReadSettings, now_us: Callable[[], int]) -> PointReader | None:
        """See contract.Prepared."""
        return None

    def subscription(self, params: tuple[Value, ...], context: QueryContext) -> Subscription:
        """One execution. Raises as followed() does."""
        followed = self.followed()
        keys = followed.read.read.constraint.resolve(params, context.now_us)
        if context.fragment is not None:
            keys = within(keys, context.fragment.shards.get(followed.view))
        start, now_us = self.statement.start, context.now_us
        return Subscription(self, followed.given(params, now_us), keys, start, params, now_us, progress=self.statement.progress)

    def followed(self, *, may_change: bool = False) -> FollowedRows:
        """What is followed by the catalog as it is now; *may_change*: its columns. Raises CachedPlanChanged, UndefinedTable,
        PermissionDenied."""
        if self.plan.catalog_generation == self.engine.generation:
            return self._planned
        plan = self.engine.plans.of(self.statement.query, self.declared, self.settings)
        if not may_change and [(c.name, c.type) for c in plan.columns] != [(c.name, c.type) for c in self.plan.columns]:
            raise CachedPlanChanged(
                "the columns of what is subscribed to have changed",
                hint="Subscribe again, FROM VERSION with the last version that was told.",
            )
        if _definitions(plan.bound.uses) != _definitions(self.plan.bound.uses):
            raise CachedPlanChanged(
                "the definition of what is subscribed to has changed", hint="Subscribe again: all rows may be others."
            )
        return _followed(plan, self.settings)


@dataclass(frozen=True, slots=True)
class Subscription:
    """One execution of a SUBSCRIBE: the *keys* that it is about, and whether a row says when a version is complete.

    With *is_stored* the rows are as they are stored, whatever columns the view gets meanwhile.
    """

    query: SubscribeQuery
    followed: FollowedRows
    keys: KeySet
    start: VersionId | SubscribeStart
    params: tuple[Value, ...]
    now_us: int
    progress: bool = field(kw_only=True)
    is_stored: bool = field(default=False, kw_only=True)

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """Of the rows."""
        return STORED_COLUMNS if self.is_stored else self.query.columns

    def followed_now(self) -> FollowedRows:
        """What is followed by the catalog as it is now. Raises as SubscribeQuery.followed() does."""
        found = self.query.followed(may_change=self.is_stored).given(self.params, self.now_us)
        return found.stored() if self.is_stored else found

    def stored(self) -> Subscription:
        """The same with rows as they are stored, and when a version is complete. Whoever gets them may read all columns."""
        return replace(self, followed=self.followed.stored(), progress=True, is_stored=True)

    def part(self, shards: frozenset[int], start: VersionId | SubscribeStart) -> Subscription:
        """What it is about in *shards*, and when a version is complete there."""
        return replace(self, keys=within(self.keys, shards), start=start, progress=True)


def _definitions(uses: Sequence[DefinitionUse]) -> set[tuple[str, str]]:
    """The views in SQL that stand behind a query."""
    found = set[tuple[str, str]]()
    for use in uses:
        assert use.relation.definition is not None, "that is what a use is of"
        found |= {(use.relation.name, use.relation.definition.sql), *_definitions(use.relation.definition.uses)}
    return found


def _followed(plan: QueryPlan, settings: PlanSettings) -> FollowedRows:
    read, program = plan.lean, None
    if read is None and (found := conditioned_read(plan, settings)) is not None:
        read, program = found
    if read is None or read.descending is not None or read.limit is not None or read.offset is not None:
        raise Unsupported("SUBSCRIBE follows rows of one view as they are stored, and all that its condition says", hint=_HINT)
    schema = read.read.relation.view
    if schema is None:
        raise Unsupported("SUBSCRIBE follows published views and tables of attached checkpoints, no catalogs")
    return FollowedRows(read, schema, ChangeRows(schema, read.outputs), plan.catalog_generation, program)
