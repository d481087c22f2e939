"""DateStyle: how dates are written, and what the first of three numbers is. Rules are those of PostgreSQL's check_datestyle."""

from __future__ import annotations

from typing import Final

from gateway.errors import InvalidSetting
from planner.tree.query_plan import ISO_MDY

_ORDERS: Final = {"ymd": "YMD", "dmy": "DMY", "mdy": "MDY", "us": "MDY"}
_ORDER_PREFIXES: Final = (("euro", "DMY"), ("noneuro", "MDY"))
_STYLES: Final = {"iso": "ISO", "sql": "SQL", "german": "German"}


def date_style(text: str, present: str = ISO_MDY, default: str = ISO_MDY) -> str:
    """What DateStyle becomes of the words in *text*: what they do not say stays as it is at *present*.

    Raises InvalidSetting."""
    styles: set[str] = set()
    orders: set[str] = set()
    style, order = present.split(", ")
    for word in (part.strip() for part in text.lower().split(",") if text.strip()):
        if word == "default":
            style, order = (said or by for said, by in zip((_one(styles), _one(orders)), default.split(", "), strict=True))
        elif (found := _order(word)) is not None:
            orders.add(found)
            order = found
        elif (found := _style(word)) is not None:
            styles.add(found)
            style = found
            order = "DMY" if found == "German" and not orders else order
        else:
            raise _invalid(text, f'Unrecognized key word: "{word}".')
    if len(styles) > 1 or len(orders) > 1:
        raise _invalid(text, 'Conflicting "datestyle" specifications.')
    return f"{style}, {order}"


def _one(said: set[str]) -> str | None:
    return next(iter(said), None)


def _order(word: str) -> str | None:
    return _ORDERS.get(word) or next((order for prefix, order in _ORDER_PREFIXES if word.startswith(prefix)), None)


def _style(word: str) -> str | None:
    return "Postgres" if word.startswith("postgres") else _STYLES.get(word)


def _invalid(text: str, detail: str) -> InvalidSetting:
    return InvalidSetting(f'invalid value for parameter "DateStyle": "{text}"', detail=detail)
