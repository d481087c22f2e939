"""Short ways to write registry entries, so that the family modules read as tables.

A signature is written ``"round(numeric, int4) -> numeric"`` with pg_type's names; ``[]`` may be written after an element's name,
``...`` after the last argument marks it variadic, ``?`` after an argument says that it may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypedDict, Unpack

from planner.postgres.functions.function import ANY, POLYMORPHIC, Function, Kind, LowerFunction, Volatility
from planner.tree.types import BY_OID, PgType

TYPES: Final[dict[str, PgType]] = {t.name: t for t in (*BY_OID.values(), ANY, *POLYMORPHIC)}
_SIGNATURE: Final = re.compile(r"(?P<name>\S+?) ?\((?P<args>.*)\) -> (?P<result>\S+)")


class Extras(TypedDict, total=False):
    """The optional fields of Function that entries may set."""

    kind: Kind
    schema: str
    strict: bool
    volatility: Volatility
    operator: bool
    within_group: bool
    columns: tuple[tuple[str, PgType], ...]
    output: str


def pg_type(name: str) -> PgType:
    """The type of that name; ``text[]`` for ``_text``."""
    return TYPES[f"_{name[:-2]}" if name.endswith("[]") else name]


def function(signature: str, lower: str | LowerFunction, **extras: Unpack[Extras]) -> Function:
    """A function from its signature."""
    found = _SIGNATURE.fullmatch(signature)
    if found is None:
        raise ValueError(f"not a signature: {signature}")
    written = [a.strip() for a in found["args"].split(",")] if found["args"] else []
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


def functions(table: Mapping[str, str | LowerFunction], **extras: Unpack[Extras]) -> tuple[Function, ...]:
    """Functions from a table of signatures and lowerings that share *extras*."""
    return tuple(function(signature, lower, **extras) for signature, lower in table.items())


def operator(name: str, left: PgType | None, right: PgType, result: PgType, lower: str | LowerFunction) -> Function:
    """An operator; prefix when *left* is None."""
    args = (right,) if left is None else (left, right)
    return Function(name, args, result, lower, operator=True)


def operators(table: Mapping[str, str | LowerFunction]) -> tuple[Function, ...]:
    """Operators from signatures such as ``"text || text -> text"`` or ``"- int4 -> int4"``."""
    return tuple(_operator(signature, lower) for signature, lower in table.items())


def _operator(signature: str, lower: str | LowerFunction) -> Function:
    *left, name, right, _arrow, result = signature.split()
    return operator(name, pg_type(left[0]) if left else None, pg_type(right), pg_type(result), lower)
