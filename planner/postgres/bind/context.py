"""What is shared by all query levels of one statement: catalog, settings, numbers of sources, types of parameters."""

from __future__ import annotations

from collections.abc import Sequence

from planner.errors import AmbiguousParameter, IndeterminateType
from planner.tree.bound import DefinitionUse, Expr, Param, Scan
from planner.tree.catalog import Catalog
from planner.tree.query_plan import PlanSettings
from planner.tree.types import BY_OID, UNKNOWN, PgType, SqlType, display_name


class Context:
    """State of one binding. Parameter types are filled in as uses of the parameters are met, in Postgres's order."""

    def __init__(self, catalog: Catalog, parameter_types: Sequence[int], settings: PlanSettings, *, defining: bool = False) -> None:
        self.catalog = catalog
        #: Is it a view that is being defined, for sessions that are not known yet?
        self.defining = defining
        self.settings = settings
        self.scans: list[Scan] = []
        self.uses: list[DefinitionUse] = []
        self._parameters: list[PgType] = [BY_OID.get(oid, UNKNOWN) for oid in parameter_types]
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
