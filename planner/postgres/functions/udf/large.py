"""How large a result of a Python function may be."""

from __future__ import annotations

from typing import Any, Final

from planner.errors import LimitExceeded

#: PostgreSQL's limit is 1 GiB. But DuckDB evaluates a constant expression that fails once more for each call around it, and stops
#: for nobody meanwhile: texts of 64 MiB, doubled in each of 60 calls, took a minute.
RESULT_BYTES_MAX: Final = 1 << 24
#: Nobody looks at shorter results: those of a vector of rows have 16 MiB.
SMALL_LENGTH: Final = 1 << 13
#: Of to_char's and its like: what is read and written by one takes a time that grows by the product of its length and the text's.
TEMPLATE_LENGTH_MAX: Final = 1_000
#: What an element of a list takes at least, in Python.
_ELEMENT_BYTES: Final = 64


class Ledger:
    """Who counts what functions make; this one counts nothing. All may raise a PlanError."""

    def made(self, size_bytes: int) -> None:
        """A result beyond SMALL_LENGTH."""

    def joining(self, size_bytes: int) -> None:
        """DuckDB is going to make a text so large for this row, when it has asked for all rows of the vector."""

    def remaking(self, size_bytes: int) -> None:
        """The same of one that is made of another as long, which may be the same in all rows."""

    def promised(self, size_bytes: int) -> None:
        """The same of a list, whose elements are more than that."""


def bytes_of(result: str | bytes | list[Any]) -> int:
    """What it takes, about."""
    return len(result) * _ELEMENT_BYTES if isinstance(result, list) else len(result)


def check(length: int) -> None:
    """Raises LimitExceeded for a result of so many bytes or characters; to be asked before it is made, where that is known."""
    if length > RESULT_BYTES_MAX:
        raise LimitExceeded("requested length too large", detail=f"A function's result can have at most {RESULT_BYTES_MAX} bytes.")


def check_elements(count: int) -> None:
    """Raises LimitExceeded for a list of so many elements. DuckDB takes a microsecond for each while it folds a constant one."""
    check(count * _ELEMENT_BYTES)


def check_doubled(text: str, characters: str) -> None:
    """Raises what check() does for a text in which these characters are doubled; much sooner than that is made."""
    if len(text) > SMALL_LENGTH:
        check(len(text) + sum(map(text.count, characters)))


def check_template(template: str) -> None:
    """Raises LimitExceeded for a template that nobody needs."""
    if len(template) > TEMPLATE_LENGTH_MAX:
        raise LimitExceeded("template is too long", detail=f"It can have at most {TEMPLATE_LENGTH_MAX} characters.")
