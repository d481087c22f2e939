"""Errors that lowered SQL raises itself, as they look inside DuckDB's message: ``tidegate:<class of planner.errors>:<message>``.

Behind the message there may be a detail and a hint, each in record separators (U+001E), which no message has.
"""

from __future__ import annotations

import re
from typing import Final

from planner import errors
from planner.errors import PlanError

_MARK: Final = re.compile(
    r"tidegate:(?P<kind>[A-Z][A-Za-z]+):(?P<message>[^\n\x1e]*)(?:\x1e(?P<detail>[^\x1e]*)\x1e(?P<hint>[^\x1e]*)\x1e)?"
)


def fault(kind: type[PlanError], message: str) -> str:
    """SQL that raises an error of that class. Quotes in *message* end the text, so that it may have values in it."""
    return f"error('tidegate:{kind.__name__}:{message}')"


def marked(error: PlanError) -> ValueError:
    """What a Python function raises so that the error gets through DuckDB."""
    more = f"\x1e{error.detail or ''}\x1e{error.hint or ''}\x1e" if error.detail or error.hint else ""
    return ValueError(f"tidegate:{type(error).__name__}:{error.message}{more}")


def fault_of(message: str) -> PlanError | None:
    """The error that a DuckDB message carries; None when it is DuckDB's own."""
    found = _MARK.search(message)
    kind = getattr(errors, found["kind"], None) if found else None
    if found is None or not isinstance(kind, type) or not issubclass(kind, PlanError):
        return None
    return kind(found["message"], detail=found["detail"] or None, hint=found["hint"] or None)
