"""A text with other constants in it."""

from __future__ import annotations

import random

from planner.parse.template import cut, kind_of

_STRINGS = (
    "'x'", "''", "'it''s'", "'5'", "'-7'", "'2013-07-03'", "'2013-07-02 11:00:00+00'", "'today'", "'NaN'", "'t'", "'1e400'",
    "' 8 '", "'9999999999999'", "'Köln'", "'--'", "'2013-02-30'", "'550e8400-e29b-41d4-a716-446655440000'",
)  # fmt: skip


def with_other_constants(text: str, rng: random.Random) -> str:
    """Each may be another one of its kind, and some of another kind."""
    parts = cut(text) or [text]
    for i in range(1, len(parts), 2):
        if rng.random() < 0.7:
            kind = kind_of(parts[i]) if rng.random() < 0.9 else rng.choice(("s", "i", "b", "n", "-i", "-b", "-n"))
            parts[i] = _constant(kind, rng)
    return "".join(parts)


def _constant(kind: str, rng: random.Random) -> str:
    if kind[0] == "-":
        return f"-{_constant(kind[1:], rng)}"
    match kind:
        case "s":
            return rng.choice(_STRINGS)
        case "i":
            return str(rng.choice((0, 1, 2, rng.randrange(100), 2**31 - 1)))
        case "b":
            return str(rng.choice((2**31, rng.randrange(2**31, 2**40), 10**18 - 1)))
        case _:
            return rng.choice(("0.0", "1.50", "2.000000000000000001", str(rng.randrange(10_000) / 100)))
