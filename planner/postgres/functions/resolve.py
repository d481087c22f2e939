"""Choosing among functions or operators of one name by argument types: the manual's chapters 10.2 and 10.3.

Exact match first; then those whose arguments can be converted implicitly; then most exact matches, most preferred types, the
string category for unknown literals, and last the assumption that unknown literals have the type of the known arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from planner.errors import DatatypeMismatch
from planner.postgres.functions import function as fn
from planner.postgres.functions.casts import can_cast, select_common_type
from planner.postgres.functions.function import ANY, POLYMORPHIC, Function
from planner.tree.types import TEXT, UNKNOWN, PgType, array_of


@dataclass(frozen=True, slots=True)
class Resolution:
    """A chosen function: the type each argument is to be converted to, and the type of the result.

    *args* has one entry per actual argument. An unknown literal that nothing decides (an ``"any"`` argument) becomes text.
    """

    function: Function
    args: tuple[PgType, ...]
    result: PgType


class _Candidate(NamedTuple):
    """A function with its declared argument types spread over the actual number of arguments."""

    function: Function
    args: tuple[PgType, ...]


_T = TypeVar("_T")
#: Polymorphic types that must agree exactly.
_ELEMENT_FAMILY: Final = frozenset({fn.ANYELEMENT, fn.ANYNONARRAY, fn.ANYARRAY})


def choose(functions: Iterable[Function], actual: Sequence[PgType]) -> list[Resolution]:
    """The functions that fit best: one if the call is clear, none if nothing fits, more if it is ambiguous.

    Raises DatatypeMismatch where nothing says what the one's polymorphic types stand for.
    """
    candidates = [c for function in functions if (c := _spread(function, len(actual))) is not None]
    exact = [c for c in candidates if c.args == tuple(actual) and not c.function.variadic]
    best = exact or _narrow([c for c in candidates if _fits(c, actual)], actual)
    if len(best) == 1:
        _check_known(best[0], actual)
    return [r for c in best if (r := _resolution(c, actual)) is not None]


def _check_known(candidate: _Candidate, actual: Sequence[PgType]) -> None:
    given = {source for target, source in zip(candidate.args, actual, strict=True) if target in _ELEMENT_FAMILY}
    if given == {UNKNOWN}:
        raise DatatypeMismatch("could not determine polymorphic type because input has type unknown")


def _spread(function: Function, count: int) -> _Candidate | None:
    declared = function.args
    if function.variadic and count >= len(declared):
        return _Candidate(function, declared[:-1] + declared[-1:] * (count - len(declared) + 1))
    if len(declared) - function.defaults <= count <= len(declared):
        return _Candidate(function, declared[:count])
    return None


def _converts(source: PgType, target: PgType) -> bool:
    return target is ANY or target in POLYMORPHIC or can_cast(source, target, "implicit")


def _fits(candidate: _Candidate, actual: Sequence[PgType]) -> bool:
    return all(map(_converts, actual, candidate.args)) and concrete(candidate.args, actual) is not None


# ---------------------------------------------------------------------------------------------------------------- polymorphism


def concrete(declared: Sequence[PgType], actual: Sequence[PgType]) -> dict[PgType, PgType] | None:
    """What each polymorphic type stands for in a call; None when the arguments contradict each other."""
    element = _element_of_family(declared, actual)
    compatible = _common_of_family(declared, actual)
    if element is None or compatible is None:
        return None
    found = {fn.ANYELEMENT: element, fn.ANYNONARRAY: element, fn.ANYARRAY: array_of(element) or UNKNOWN}
    return {**found, fn.ANYCOMPATIBLE: compatible, fn.ANYCOMPATIBLEARRAY: array_of(compatible) or UNKNOWN}


def _element_of_family(declared: Sequence[PgType], actual: Sequence[PgType]) -> PgType | None:
    """anyelement and anyarray must agree exactly; text when nothing says."""
    chosen: PgType | None = None
    for target, source in zip(declared, actual, strict=True):
        if source is UNKNOWN or target not in _ELEMENT_FAMILY:
            continue
        element = source.element if target is fn.ANYARRAY else source
        if element is None or (chosen is not None and element is not chosen) or (target is fn.ANYNONARRAY and source.is_array):
            return None
        chosen = element
    return chosen or TEXT


def _common_of_family(declared: Sequence[PgType], actual: Sequence[PgType]) -> PgType | None:
    """anycompatible and anycompatiblearray take the common type of their arguments."""
    seen: list[PgType] = []
    for target, source in zip(declared, actual, strict=True):
        if target is fn.ANYCOMPATIBLE:
            seen.append(source)
        elif target is fn.ANYCOMPATIBLEARRAY and source is not UNKNOWN:
            if source.element is None:
                return None
            seen.append(source.element)
    try:
        return select_common_type(seen, "arguments") if seen else TEXT
    except DatatypeMismatch:
        return None


def _resolution(candidate: _Candidate, actual: Sequence[PgType]) -> Resolution | None:
    stands_for = concrete(candidate.args, actual)
    if stands_for is None:
        return None

    def target(declared: PgType, source: PgType) -> PgType:
        if declared is ANY:
            return TEXT if source is UNKNOWN else source
        return stands_for.get(declared, declared)

    args = tuple(target(d, s) for d, s in zip(candidate.args, actual, strict=True))
    if UNKNOWN in args:
        return None
    result = candidate.function.result
    return Resolution(candidate.function, args, stands_for.get(result, result))


# ------------------------------------------------------------------------------------------------------------------- narrowing


def _narrow(candidates: list[_Candidate], actual: Sequence[PgType]) -> list[_Candidate]:
    for step in (_prefer_fixed, _most_exact, _most_preferred, _by_category, _by_known_type):
        if len(candidates) <= 1:
            break
        candidates = step(candidates, actual)
    return candidates


def _prefer_fixed(candidates: list[_Candidate], _actual: Sequence[PgType]) -> list[_Candidate]:
    """Of functions that look alike, those without VARIADIC win."""
    fixed = {c.args for c in candidates if not c.function.variadic}
    return [c for c in candidates if not c.function.variadic or c.args not in fixed]


def _best(candidates: list[_T], score: Callable[[_T], int]) -> list[_T]:
    top = max(score(c) for c in candidates)
    return [c for c in candidates if score(c) == top]


def _most_exact(candidates: list[_Candidate], actual: Sequence[PgType]) -> list[_Candidate]:
    return _best(candidates, lambda c: sum(a is not UNKNOWN and a is t for a, t in zip(actual, c.args, strict=True)))


def _most_preferred(candidates: list[_Candidate], actual: Sequence[PgType]) -> list[_Candidate]:
    def score(candidate: _Candidate) -> int:
        pairs = zip(actual, candidate.args, strict=True)
        return sum(a is not UNKNOWN and (a is t or (t.preferred and t.category == a.category)) for a, t in pairs)

    return _best(candidates, score)


def _by_category(candidates: list[_Candidate], actual: Sequence[PgType]) -> list[_Candidate]:
    """Unknown literals are taken for strings where any candidate takes a string, else for the one category there is."""
    kept = candidates
    for i, source in enumerate(actual):
        if source is not UNKNOWN:
            continue
        categories = {c.args[i].category for c in candidates}
        if "S" not in categories and len(categories) > 1:
            return candidates
        category = "S" if "S" in categories else categories.pop()
        with_preferred = any(c.args[i].category == category and c.args[i].preferred for c in candidates)
        kept = [c for c in kept if c.args[i].category == category and (c.args[i].preferred or not with_preferred)]
    return kept or candidates


def _by_known_type(candidates: list[_Candidate], actual: Sequence[PgType]) -> list[_Candidate]:
    known = {a for a in actual if a is not UNKNOWN}
    if len(known) != 1 or UNKNOWN not in actual:
        return candidates
    same = [known.pop()] * len(actual)
    fitting = [c for c in candidates if _fits(c, same)]
    return fitting if len(fitting) == 1 else candidates
