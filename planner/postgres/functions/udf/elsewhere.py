"""Where a Python function runs whose arguments may take it long: in another process, which a cancelled query ends.

In DuckDB's thread only what is sure to take a moment is done: it holds the interpreter's lock, and DuckDB hears no interrupt until
the function has been called for all rows of a vector.
"""

from __future__ import annotations

from collections.abc import Container
from contextvars import ContextVar
from typing import Any, Final, Protocol

#: Texts and lists of one call that are longer, all together, are worth the way to another process.
HERE_LENGTH_MAX: Final = 1_024
#: So much processor time may pass in DuckDB's thread until a text is matched, without the interpreter's lock.
HERE_MATCHING_S: Final = 0.005
#: And anywhere: a pattern may ask for exponentially many ways to match.
MATCHING_S: Final[ContextVar[float]] = ContextVar("MATCHING_S", default=1.0)


class Elsewhere(Protocol):
    """The other processes. Any thread."""

    @property
    def stopped(self) -> Container[int | None]:
        """Numbers of queries that have been interrupted."""

    def call(self, query: int | None, name: str, values: tuple[Any, ...]) -> Any:
        """The function's value. Raises what it raises, and Interrupted."""


class Interrupted(Exception):
    """The query has been interrupted; nobody looks at its error."""


def length_of(value: Any) -> int:
    """Of a text, or of a list with the texts in it."""
    if isinstance(value, list):
        return len(value) + sum(length_of(item) for item in value if isinstance(item, str | bytes | list))
    return len(value)
