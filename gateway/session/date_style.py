"""DateStyle: how dates are written, and what the first of three numbers is. Rules are those of PostgreSQL's check_datestyle."""

from __future__ import annotations

from typing import Final

from gateway.errors import InvalidSetting, UnsupportedFeature
from planner.plan import ISO_MDY

_ORDERS: Final = {"ymd": "YMD", "dmy": "DMY", "mdy": "MDY", "us": "MDY"}
_ORDER_PREFIXES: Final = (("euro", "DMY"), ("noneuro", "MDY"))
_STYLES: Final = {"iso": "ISO", "sql": "SQL", "german": "German"}
_SERVED: Final = ("ISO",)


def date_style(text: str, present: str = ISO_MDY, default: str = ISO_MDY) -> str:
    """What DateStyle becomes of the words in *text*: what they do not say stays as it is at *present*."""
    styles: list[str] = []
    orders: list[str] = []
    style, order = present.split(", ")
    for word in (part.strip() for part in text.lower().split(",") if text.strip()):
        if word == "default":
            style, order = default.split(", ")
        elif (found := _order(word)) is not None:
            orders.append(found)
        elif (found := _style(word)) is not None:
            styles.append(found)
        else:
            raise _invalid(text, f'Unrecognized key word: "{word}".')
    if len(set(styles)) > 1 or len(set(orders)) > 1:
        raise _invalid(text, 'Conflicting "datestyle" specifications.')
    if styles:
        style = styles[0]
    if orders or styles[:1] == ["German"]:
        order = orders[0] if orders else "DMY"
    if style not in _SERVED:
        raise UnsupportedFeature(f'DateStyle "{style}, {order}" is not supported', hint=f"Tidegate serves {', '.join(_SERVED)}.")
    return f"{style}, {order}"


def _order(word: str) -> str | None:
    return _ORDERS.get(word) or next((order for prefix, order in _ORDER_PREFIXES if word.startswith(prefix)), None)


def _style(word: str) -> str | None:
    return "Postgres" if word.startswith("postgres") else _STYLES.get(word)


def _invalid(text: str, detail: str) -> InvalidSetting:
    return InvalidSetting(f'invalid value for parameter "DateStyle": "{text}"', detail=detail)
