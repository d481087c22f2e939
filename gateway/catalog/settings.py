"""Rows of pg_settings: the session's values, beside what PostgreSQL 15 says of settings of that name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.facts import ANSWERS
from gateway.catalog.relations import copied_rows, fixed_rows, table

Row = dict[str, Any]

_QUANTITY: Final = re.compile(r"(-?\d+(?:\.\d+)?)(us|ms|s|min|h|d|B|kB|MB|GB|TB)")
#: Units in the smallest one of their family: microseconds, bytes.
_SIZES: Final = {
    "us": 1, "ms": 1_000, "s": 1_000_000, "min": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000,
    "B": 1, "kB": 1 << 10, "8kB": 8 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40,
}  # fmt: skip
_OWN: Final[Row] = {"category": "Tidegate", "short_desc": "", "context": "user", "vartype": "string"}


@cache
def _known() -> dict[str, Row]:
    return {row["name"].lower(): row for row in fixed_rows("pg_settings").to_pylist()}


@cache
def _descriptions() -> dict[str, str]:
    told = {name: row["short_desc"] or "" for name, row in _known().items()}
    return told | {name or "": text or "" for name, text in copied_rows(ANSWERS["setting"])}


def description(name: str) -> str:
    """What PostgreSQL says of a setting; nothing of those that it does not have."""
    return _descriptions().get(name.lower(), "")


def settings(values: Mapping[str, str]) -> pa.Table:
    """One row per setting; *values* are as SHOW prints them."""
    return table("pg_catalog", "pg_settings", [_row(name, value) for name, value in sorted(values.items())])


def _row(name: str, shown: str) -> Row:
    known = _known().get(name.lower())
    if known is None:
        return _OWN | {"name": name, "setting": shown, "source": "default", "boot_val": shown, "reset_val": shown}
    value = in_base_unit(shown, known["unit"])
    source = "default" if value == known["boot_val"] else "session"
    return known | {"setting": value, "source": source, "reset_val": value if source == "default" else known["boot_val"]}


def in_base_unit(shown: str, unit: str | None) -> str:
    """pg_settings.setting of a value as SHOW prints it: "4MB" is "4096" where the unit is kB."""
    found = _QUANTITY.fullmatch(shown) if unit in _SIZES else None
    if found is None or unit is None:
        return shown
    exact = float(found[1]) * _SIZES[found[2]] / _SIZES[unit]
    return str(int(exact)) if exact == int(exact) else str(exact)
