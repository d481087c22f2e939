"""Plans of statements: kept by text, least recently used ones going first, and made in another thread where that takes long."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Generic, TypeVar

from gateway.access.grants import UserGrants
from gateway.catalog.guard import GuardedCatalog, check_columns
from gateway.catalog.live import LiveCatalog
from gateway.contract.cancel import CancelToken
from gateway.engine.options import PLAN_CACHE_BYTES
from gateway.engine.threads.planning import Planners, is_costly
from gateway.errors import StaleRead
from planner.errors import UndefinedFunction, UndefinedTable
from planner.plan.planner import are_interchangeable, plan_query, widest
from planner.tree.catalog import Catalog
from planner.tree.query_plan import PlanSettings, QueryPlan
from planner.tree.statement import Constants, SelectStatement
from planner.tree.values import Value

#: How often a long statement is planned because the catalog has changed meanwhile.
PLANNING_ATTEMPTS: Final = 3


class Plans:
    """Plans over a catalog's present state. For the event loop's thread, the only one under which the catalog changes."""

    def __init__(self, catalog: LiveCatalog, bytes_max: int) -> None:
        self._catalog = catalog
        self._kept: PlanCache[QueryPlan] = PlanCache(bytes_max=bytes_max)
        #: By texts with the widest integers: would a plan for those do for all?
        self._any_integers: PlanCache[bool] = PlanCache()
        #: Hashes of the keys of statements that were asked once, with a shared plan that DuckDB runs.
        self._asked: set[int] = set()

    def of(self, query: SelectStatement, parameter_oids: tuple[int, ...], settings: PlanSettings) -> QueryPlan:
        """The query's plan, made here and now unless it is kept. Raises PlanError.

        Its integer parameters may be wider than the declared ones, where that makes no difference to the result.
        """
        key = self._key(query, parameter_oids, settings)
        plan = self._kept.get(key)
        if plan is not None:
            return plan
        wide = self._key(query, widest(parameter_oids), settings)
        if wide != key and self._any_integers.get(wide):
            return self.of(query, wide.parameter_types, settings)
        plan = self._made(key, query, None)
        if any(parameter_oids):
            self._any_integers.put(wide, are_interchangeable(plan.bound))
        return plan

    def shared(self, query: SelectStatement, settings: PlanSettings) -> tuple[QueryPlan, tuple[Value, ...]] | None:
        """A plan with parameters for constants of the query, and their values; None where it is better planned by itself.

        That is what DuckDB runs and is asked a second time, since it may be kept ready then (ready.py). Raises PlanError.
        """
        constants, key = query.constants, self._key(query, (), settings)
        # It has no parameters of its own.
        if constants is None or "$" in query.text or key in self._kept or hash(key) in self._asked:
            return None
        plan = self._shared(query, constants, replace(key, text=constants.template))
        values = None if plan.taken is None else plan.taken.values(constants)
        if values is None:
            return None
        return plan, values

    def note_asked(self, text: str, settings: PlanSettings) -> None:
        """DuckDB runs the statement with a shared plan."""
        if len(self._asked) >= ENTRIES_MAX:
            self._asked.clear()
        self._asked.add(hash(PlanKey(text, (), settings, self._catalog.generation)))

    def _shared(self, query: SelectStatement, constants: Constants, key: PlanKey) -> QueryPlan:
        plan = self._kept.get(key)
        if plan is not None and plan.taken is not None and (rest := plan.taken.rest_of(constants)) != plan.taken.rest:
            key = replace(key, text="\0".join((key.text, *rest)))
            plan = self._kept.get(key)
        return plan or self._made(key, query, constants)

    def _made(self, key: PlanKey, query: SelectStatement, constants: Constants | None) -> QueryPlan:
        grants = self._catalog.guard.of(key.settings.user)
        try:
            plan = _planned(query, self._catalog, grants, key.parameter_types, key.settings, constants)
        except (UndefinedFunction, UndefinedTable) as error:
            self._catalog.note_missing(error)
            raise
        self._kept.put(key, plan)
        return plan

    def __len__(self) -> int:
        return len(self._kept)

    def takes_long(self, query: SelectStatement, parameter_oids: tuple[int, ...], settings: PlanSettings) -> bool:
        """Would of() hold up the event loop?"""
        return is_costly(query.text) and self._key(query, parameter_oids, settings) not in self._kept

    async def made_elsewhere(
        self,
        planners: Planners,
        query: SelectStatement,
        parameter_oids: tuple[int, ...],
        settings: PlanSettings,
        cancel: CancelToken,
    ) -> tuple[QueryPlan, float]:
        """The query's plan from a thread, and how many milliseconds it took. Raises as of() and Planners.run(), and StaleRead."""
        for _ in range(PLANNING_ATTEMPTS):
            # The catalog changes under the loop's thread only; its states never do.
            state, started_s = self._catalog.state, time.perf_counter()
            grants = self._catalog.guard.of(settings.user)
            plan = await planners.run(partial(_planned, query, state, grants, parameter_oids, settings), cancel, len(query.text))
            planning_ms = (time.perf_counter() - started_s) * 1000
            self._kept.put(PlanKey(query.text, parameter_oids, settings, plan.catalog_generation), plan)
            if plan.catalog_generation == self._catalog.generation:
                return plan, planning_ms
        raise StaleRead("views came and went while the statement was planned", hint="Try again.")

    def _key(self, query: SelectStatement, parameter_oids: tuple[int, ...], settings: PlanSettings) -> PlanKey:
        return PlanKey(query.text, parameter_oids, settings, self._catalog.generation)


def _planned(
    query: SelectStatement,
    catalog: Catalog,
    grants: UserGrants | None,
    parameter_oids: tuple[int, ...],
    settings: PlanSettings,
    constants: Constants | None = None,
) -> QueryPlan:
    """The plan of a query that the user may ask. Any thread, if the catalog is for any. Raises PlanError, PermissionDenied."""
    if grants is None:
        return plan_query(query, catalog, parameter_oids, settings, constants)
    plan = plan_query(query, GuardedCatalog(catalog, grants), parameter_oids, settings, constants)
    check_columns(plan.bound, grants)
    return plan


# ---------------------------------------------------------------------------------------------------------- kept plans

ENTRIES_MAX: Final = 4096
#: What a small plan weighs, and what each byte of its text adds: trees and compiled sets take many times the text's length.
_PLAN_BYTES: Final = 8 * 1024
_PER_TEXT_BYTE: Final = 50

Plan = TypeVar("Plan")


@dataclass(frozen=True, slots=True)
class PlanKey:
    """What a plan depends on. *parameter_types* are the declared OIDs (0: inferred)."""

    text: str
    parameter_types: tuple[int, ...]
    settings: PlanSettings
    generation: int


class PlanCache(Generic[Plan]):
    """Not locked: it belongs to one thread, which may put in what others have planned.

    A plan that weighs more than a quarter of *bytes_max* is not kept.
    """

    def __init__(self, entries_max: int = ENTRIES_MAX, bytes_max: int = PLAN_CACHE_BYTES) -> None:
        self._entries_max = entries_max
        self._bytes_max = bytes_max
        # A dict keeps insertion order: the first entry is the one that was not used for longest.
        self._plans: dict[PlanKey, Plan] = {}
        self._bytes = 0

    def get(self, key: PlanKey) -> Plan | None:
        """The plan, which counts as used now; None if there is none."""
        plan = self._plans.pop(key, None)
        if plan is not None:
            self._plans[key] = plan
        return plan

    def put(self, key: PlanKey, plan: Plan) -> None:
        """Keep a plan, at the cost of those that were not used for longest."""
        if weight_bytes(key) > self._bytes_max // 4:
            return
        if key in self._plans:
            self._drop(key)
        self._plans[key] = plan
        self._bytes += weight_bytes(key)
        while len(self._plans) > self._entries_max or self._bytes > self._bytes_max:
            self._drop(next(iter(self._plans)))

    def __contains__(self, key: PlanKey) -> bool:
        return key in self._plans

    def __len__(self) -> int:
        return len(self._plans)

    @property
    def bytes(self) -> int:
        """What all plans weigh, estimated."""
        return self._bytes

    def _drop(self, key: PlanKey) -> None:
        del self._plans[key]
        self._bytes -= weight_bytes(key)


def weight_bytes(key: PlanKey) -> int:
    """What a plan for this text takes, roughly."""
    return _PLAN_BYTES + _PER_TEXT_BYTE * len(key.text)
