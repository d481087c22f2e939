"""Types whose physical values Python compares and combines as Postgres does its own, by kind; local times in forms.

Values of one kind compare with each other directly. Floats and numerics do, too, but for NaN, which no form here takes.
"""

from __future__ import annotations

from typing import Final

from planner.tree import types as t
from planner.tree.query_plan import PlanSettings
from planner.tree.types import PgType

INT: Final = "int"
FLOAT: Final = "float"
TEXT: Final = "text"
NUMERIC: Final = "numeric"
#: Not compared here: documents, whose equal numbers have several texts, intervals, and lists of anything.
OPAQUE: Final = frozenset({"json", "jsonb", "interval", "array"})

#: What integers of a type hold.
LEAST: Final = {t.INT2: -(2**15), t.INT4: -(2**31), t.INT8: -(2**63)}


def kind_of(pg: PgType) -> str | None:
    """The type's kind; None where its values take more than Python's operators."""
    if pg.element is not None:
        return "array" if pg.element.kind and pg not in t.VECTORS else None
    return pg.kind or None


def is_partial(kind: str) -> bool:
    """Has the kind values that do not compare (NaN)?"""
    return kind in (FLOAT, NUMERIC)


def session(settings: PlanSettings) -> str | None:
    """The session's zone in a form; None where its name could be taken for a part of one."""
    return None if "{" in settings.timezone else f"session_zone({settings.timezone!r})"


def local_form(pg: PgType, value: str, settings: PlanSettings) -> str | None:
    """The local time of a timestamp, which is one already, or of a timestamptz."""
    if pg is not t.TIMESTAMPTZ or settings.timezone == "UTC":
        return f"near({value})"
    zone = session(settings)
    return None if zone is None else f"to_local({value}, {zone})"
