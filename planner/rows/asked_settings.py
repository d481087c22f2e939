"""Settings of the session as parameters: current_setting and set_config, whose names are constants.

SELECT amount FROM v WHERE tenant = current_setting('app.tenant')::int
SELECT amount FROM v WHERE tenant = $1::int                                 with the setting's value
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner.tree.bound import Call, Const, Expr, Param, Query
from planner.tree.catalog import SUPERUSERS_SETTINGS
from planner.tree.types import TEXT, SqlType
from planner.tree.walk import changed


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


def with_settings(query: Query, parameters: int) -> tuple[Query, tuple[AskedSetting, ...]]:
    """The query with parameters, from number *parameters* on, for such calls, and what they are."""
    found = list[AskedSetting]()

    def visit(node: Any) -> Expr | None:
        one = _asked(node) if isinstance(node, Call) else None
        if one is None:
            return None
        if one not in found:
            found.append(one)
        return Param(parameters + found.index(one), SqlType(TEXT))

    return changed(query, visit), tuple(found)


def _asked(call: Call) -> AskedSetting | None:
    if call.function.schema != "pg_catalog" or call.name not in ("current_setting", "set_config"):
        return None
    name, *others = [arg.value if isinstance(arg, Const) else None for arg in call.args]
    if not isinstance(name, str) or name.lower() in SUPERUSERS_SETTINGS:
        return None
    if call.name == "set_config":
        return AskedSetting(name.lower(), sets=True)
    may_miss = others[0] if others else False
    return AskedSetting(name.lower(), may_miss) if isinstance(may_miss, bool) else None
