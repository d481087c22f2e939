"""Local times in the session's zone, as row forms."""

from __future__ import annotations

from planner.tree.query_plan import PlanSettings
from planner.tree.types import TIMESTAMPTZ, PgType


def session(settings: PlanSettings) -> str | None:
    """The session's zone in a form; None where its name could be taken for a part of one."""
    return None if "{" in settings.timezone else f"session_zone({settings.timezone!r})"


def local_form(pg: PgType, value: str, settings: PlanSettings) -> str | None:
    """The local time of a timestamp, which is one already, or of a timestamptz."""
    if pg is not TIMESTAMPTZ or settings.timezone == "UTC":
        return f"near({value})"
    zone = session(settings)
    return None if zone is None else f"to_local({value}, {zone})"
