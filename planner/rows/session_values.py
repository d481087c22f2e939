"""What the session says: version(), current_schema() and their like are constants; current_setting and set_config, whose names are
constants, are parameters.

SELECT amount FROM v WHERE tenant = current_setting('app.tenant')::int
SELECT amount FROM v WHERE tenant = $1::int                                 with the setting's value
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planner.postgres.functions.catalog import OF_SESSION
from planner.tree.bound import Call, Const, Expr, Param
from planner.tree.catalog import SUPERUSERS_SETTINGS
from planner.tree.query_plan import PlanSettings
from planner.tree.types import TEXT, SqlType


@dataclass(frozen=True, slots=True)
class AskedSetting:
    """A setting by its name in small letters. That it *may_miss* makes it NULL; what *sets* it gives '' then."""

    name: str
    may_miss: bool = False
    sets: bool = False


def values_of(asked: Sequence[AskedSetting], values: Mapping[str, str]) -> tuple[str | None, ...] | None:
    """Of the session's *values*; None where there is none of a setting that may not miss: the general way words the error."""
    if any(one.name not in values and not (one.may_miss or one.sets) for one in asked):
        return None
    return tuple(values.get(one.name, "" if one.sets else None) for one in asked)


class SessionValues:
    """What calls of a statement are under the session's settings: constants, or parameters from number *parameters* on."""

    def __init__(self, settings: PlanSettings, parameters: int) -> None:
        self._settings, self._parameters = settings, parameters
        #: What the parameters are.
        self.asked: list[AskedSetting] = []

    def of(self, call: Call) -> Expr | None:
        """The call's value; None where it is not the session that says it."""
        if call.function.schema != "pg_catalog":
            return None
        if not call.args and call.name in OF_SESSION:
            return Const(OF_SESSION[call.name](self._settings), call.type)
        one = _asked(call) if call.name in ("current_setting", "set_config") else None
        if one is None:
            return None
        if one not in self.asked:
            self.asked.append(one)
        return Param(self._parameters + self.asked.index(one), SqlType(TEXT))


def _asked(call: Call) -> AskedSetting | None:
    name, *others = [arg.value if isinstance(arg, Const) else None for arg in call.args]
    if not isinstance(name, str) or name.lower() in SUPERUSERS_SETTINGS:
        return None
    if call.name == "set_config":
        return AskedSetting(name.lower(), sets=True)
    may_miss = others[0] if others else False
    return AskedSetting(name.lower(), may_miss) if isinstance(may_miss, bool) else None
