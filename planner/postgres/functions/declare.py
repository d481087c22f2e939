"""Short ways to write registry entries, so that the family modules read as tables.

A signature is written ``"round(numeric, int4) -> numeric"`` with pg_type's names; ``[]`` may be written after an element's name,
``...`` after the last argument marks it variadic, ``?`` after an argument says that it may be left out. In a table one line may
stand for several functions: ``"ceil|ceiling(float8) -> float8"`` has two names, ``"lpad(text, int4[, text]) -> text"`` is a
function of two arguments and one of three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypedDict, Unpack

from planner.postgres.functions.function import ANY, POLYMORPHIC, Function, Kind, LowerFunction, Volatility
from planner.tree.types import BY_OID, PgType

TYPES: Final[dict[str, PgType]] = {t.name: t for t in (*BY_OID.values(), ANY, *POLYMORPHIC)}
_SIGNATURE: Final = re.compile(r"(?P<name>\S+?)\((?P<args>.*)\) -> (?P<result>\S+)")
_OPTIONAL: Final = re.compile(r"(.*?)\[, (.*)\](\) -> \S+)")
_DEFAULT: Final = re.compile(r"\{(\d+)=([^}]*)\}")

#: Signatures (of operators: ``"text || text -> text"``, ``"- int4 -> int4"``) and what they are lowered to.
Table = Mapping[str, str | LowerFunction]


class Extras(TypedDict, total=False):
    """The optional fields of Function that entries may set."""

    kind: Kind
    schema: str
    strict: bool
    volatility: Volatility
    within_group: bool
    columns: tuple[tuple[str, PgType], ...]
    output: str


def pg_type(name: str) -> PgType:
    """The type of that name; ``text[]`` for ``_text``."""
    return TYPES[f"_{name[:-2]}" if name.endswith("[]") else name]


def function(signature: str, lower: str | LowerFunction, **extras: Unpack[Extras]) -> Function:
    """A function from its signature. Raises ValueError."""
    found = _SIGNATURE.fullmatch(signature)
    if found is None:
        raise ValueError(f"not a signature: {signature}")
    written = found["args"].split(", ") if found["args"] else []
    args = tuple(pg_type(a.removesuffix("...").removesuffix("?")) for a in written)
    return Function(
        found["name"],
        args,
        pg_type(found["result"]),
        lower,
        variadic=bool(written) and written[-1].endswith("..."),
        defaults=sum(a.endswith("?") for a in written),
        **extras,
    )


def functions(table: Table, **extras: Unpack[Extras]) -> tuple[Function, ...]:
    """Functions from a table, which share *extras*."""
    return tuple(
        function(name + rest, lowered, **extras)
        for signature, lower in table.items()
        for names, bracket, arguments in [signature.partition("(")]
        for rest, lowered in _by_count(bracket + arguments, lower)
        for name in names.split("|")
    )


def _by_count(arguments: str, lower: str | LowerFunction) -> Iterator[tuple[str, str | LowerFunction]]:
    """One for each number of those arguments that stand in ``[, …]``; in templates their defaults are put in."""
    found = _OPTIONAL.fullmatch(arguments)
    if found is None:
        yield arguments, lower
        return
    required, optional, result = found.groups()
    more = optional.split(", ")
    for given in range(len(more) + 1):
        count = required.count(",") + 1 + given
        written = ", ".join((required, *more[:given])) + result
        yield written, _with_defaults(lower, count) if isinstance(lower, str) else lower


def _with_defaults(template: str, count: int) -> str:
    return _DEFAULT.sub(lambda hole: f"{{{hole[1]}}}" if int(hole[1]) < count else hole[2], template)


def operators(table: Table) -> tuple[Function, ...]:
    """Operators from a table."""
    return tuple(_operator(signature, lower) for signature, lower in table.items())


def _operator(signature: str, lower: str | LowerFunction) -> Function:
    *left, name, right, _arrow, result = signature.split()
    return Function(name, tuple(map(pg_type, (*left, right))), pg_type(result), lower, operator=True)
