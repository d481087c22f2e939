"""Settings: what PostgreSQL 15 says of its own, Tidegate's own, and the rows of pg_settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.facts import ANSWERS
from gateway.catalog.relations import Row, copied_rows, fixed_rows, table
from gateway.contract.bounds import MAX_STALENESS, MIN_VERSION, NONE, PARTIAL_RESULTS, READ_VERSION, checked
from gateway.contract.remote import FORWARDED
from gateway.contract.setting import BOOL, INTEGER, STRING, Setting, SettingContext, in_base_unit

#: 0 asks for nothing (gateway.contract.bounds).
TIDEGATE: Final = (
    Setting(FORWARDED, BOOL, "off", SettingContext.BACKEND, description="Tells that another node asks, for what lies on this one."),
    Setting(
        MAX_STALENESS, INTEGER, NONE, unit="ms", high=2**31 - 1,
        description="Sets how long ago the first commit that an answer lacks may have been.",
    ),
    Setting(
        MIN_VERSION, STRING, NONE, read=partial(checked, MIN_VERSION),
        description="Sets the versions that views have to have reached to be read.",
    ),
    Setting(PARTIAL_RESULTS, BOOL, "off", description="Lets answers lack the rows of shards that no node has, with a warning."),
    Setting(READ_VERSION, STRING, NONE, read=partial(checked, READ_VERSION), description="Sets the versions to read views at."),
    Setting("tidegate.version", STRING, "", SettingContext.INTERNAL, description="Shows the versions of the views served."),
)  # fmt: skip
#: Of a setting that a client has invented.
_INVENTED: Final[Row] = {"category": "Tidegate", "short_desc": "", "context": "user", "vartype": "string"}


@cache
def _known() -> dict[str, Row]:
    """Rows without values, by the name in lower case."""
    return {row["name"].lower(): row for row in (*fixed_rows("pg_settings").to_pylist(), *map(_own, TIDEGATE))}


def _own(setting: Setting) -> Row:
    low, high = (f"{limit:.15g}" if setting.kind == INTEGER else None for limit in (setting.low, setting.high))
    return {
        "name": setting.name, "unit": setting.unit, "category": "Tidegate", "short_desc": setting.description,
        "context": setting.context.value, "vartype": setting.kind, "min_val": low, "max_val": high, "boot_val": setting.default,
        "pending_restart": False,
    }  # fmt: skip


def postgres_setting(name: str, **differs: Any) -> Setting:
    """One of PostgreSQL's, with its type, range and default (boot_val), but for the fields that are given. Raises KeyError."""
    row = _known()[name.lower()]
    low, high = float(row["min_val"] or 0), float(row["max_val"] or 0)
    context, choices = SettingContext(row["context"]), tuple(row["enumvals"] or ())
    return replace(Setting(row["name"], row["vartype"], row["boot_val"] or "", context, row["unit"], low, high, choices), **differs)


@cache
def _descriptions() -> dict[str, str]:
    told = {name: row["short_desc"] or "" for name, row in _known().items()}
    return told | {name or "": text or "" for name, text in copied_rows(ANSWERS["setting"])}


def description(name: str) -> str:
    """What a setting is for; nothing of those that neither PostgreSQL nor Tidegate has."""
    return _descriptions().get(name.lower(), "")


def settings(values: Mapping[str, str]) -> pa.Table:
    """One row of pg_settings per setting; *values* are as SHOW prints them."""
    return table("pg_catalog", "pg_settings", [_row(name, value) for name, value in sorted(values.items())])


def _row(name: str, shown: str) -> Row:
    known = _known().get(name.lower())
    if known is None:
        return _INVENTED | {"name": name, "setting": shown, "source": "default", "boot_val": shown, "reset_val": shown}
    value = str(in_base_unit(shown, known["unit"])) if known["vartype"] == INTEGER and known["unit"] else shown
    source = "default" if value == known["boot_val"] else "session"
    return known | {"setting": value, "source": source, "reset_val": value if source == "default" else known["boot_val"]}
