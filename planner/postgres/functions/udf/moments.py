"""Variances, covariances and regressions: Youngs and Cramer's sums, as float8_accum and float8_regr_accum of PostgreSQL keep them.

A part is N, Sx and Sxx = sum((x - Sx / N)²), of pairs N, Sx, Sxx, Sy, Syy and Sxy. Parts are put together as
float8_combine and float8_regr_combine do; so a node's part is PostgreSQL's parallel worker's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import reduce
from math import isfinite, isinf, nan, sqrt
from typing import Final

from planner.errors import NumericOverflow
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.numerics import EXACT, divide, root, scale_of

Part = Sequence[float]
#: Numbers of more digits are squared in parts of so many: sums of products have 38 digits.
PART_DIGITS: Final = 13
_PART: Final = 10**PART_DIGITS


def _overflow() -> NumericOverflow:
    return NumericOverflow("value out of range: overflow")


#: Of which sums the numbers of a part are the squared deviations, or products of such.
_SQUARES: Final = (None, None, (1, 1), None, (3, 3), (1, 3))


def _written(part: Part) -> str:
    """DuckDB takes a NaN in a list from Python for NULL, so parts are texts."""
    return " ".join(map(repr, part))


def _read(written: str) -> Part:
    return [float(number) for number in written.split()]


def part(values: Sequence[float | None]) -> str:
    """N, Sx, Sxx, written. Raises NumericOverflow where finite values have no finite sums."""
    return _written(sums(values))


def sums(values: Sequence[float | None]) -> Part:
    """What part() writes. Raises NumericOverflow."""
    n = sx = sxx = 0.0
    for x in values:
        if x is None:
            continue
        before, before_x = n, sx
        n += 1.0
        sx += x
        if not before:
            sxx = 0.0 if isfinite(x) else nan
            continue
        deviation = x * n - sx
        sxx += deviation * deviation / (n * before)
        if isinf(sx) or isinf(sxx):
            if not isinf(before_x) and not isinf(x):
                raise _overflow()
            sxx = nan
    return n, sx, sxx


def pair_part(pairs: Sequence[Sequence[float] | None]) -> str:
    """N, Sx, Sxx, Sy, Syy, Sxy of pairs (y, x), written. Raises NumericOverflow where finite values have no finite sums."""
    return _written(pair_sums(pairs))


def pair_sums(pairs: Sequence[Sequence[float] | None]) -> Part:
    """What pair_part() writes. Raises NumericOverflow."""
    n = sx = sxx = sy = syy = sxy = 0.0
    for pair in pairs:
        if pair is None:
            continue
        y, x = pair
        before, known_x, known_y = n, not (isinf(sx) or isinf(x)), not (isinf(sy) or isinf(y))
        n += 1.0
        sx += x
        sy += y
        if not before:
            sxx, syy = (0.0 if isfinite(value) else nan for value in (x, y))
            sxy = sxx + syy
            continue
        of_x, of_y, scale = x * n - sx, y * n - sy, 1.0 / (n * before)
        sxx += of_x * of_x * scale
        syy += of_y * of_y * scale
        sxy += of_x * of_y * scale
        infinite = (isinf(sx) or isinf(sxx), isinf(sy) or isinf(syy), isinf(sxy))
        if any(i and k for i, k in zip(infinite, (known_x, known_y, known_x and known_y), strict=True)):
            raise _overflow()
        sxx, syy, sxy = (nan if isinf(s) else s for s in (sxx, syy, sxy))
    return n, sx, sxx, sy, syy, sxy


def _between(left: Part, right: Part, i: int, j: int) -> float:
    """What the distance of both means adds, as PostgreSQL has it, but exactly of whole numbers where that does not overflow."""
    n, m = left[0], right[0]
    exact = (left[i] * m - right[i] * n) * (left[j] * m - right[j] * n) / (n * m * (n + m))
    if isfinite(exact):
        return exact
    return n * m * (left[i] / n - right[i] / m) * (left[j] / n - right[j] / m) / (n + m)


def _combined(left: Part, right: Part) -> Part:
    """Both as one."""
    if not left[0] or not right[0]:
        return left if left[0] else right
    found = [a + b for a, b in zip(left, right, strict=True)]
    for i, of in enumerate(_SQUARES[: len(found)]):
        found[i] += _between(left, right, *of) if of else 0.0
    if any(isinf(new) and not isinf(a) and not isinf(b) for new, a, b in zip(found, left, right, strict=True)):
        raise _overflow()
    return found


def _root(value: float) -> float:
    return sqrt(value) if value == value else nan


def _quotient(dividend: float, divisor: float) -> float:
    """C's."""
    return dividend / divisor if divisor else nan


#: Each of a part whose N is not less than the number; None where PostgreSQL says NULL.
_RESULTS: Final[dict[str, tuple[int, Callable[[Part], float | None]]]] = {
    "var_pop": (1, lambda p: p[2] / p[0]),
    "var_samp": (2, lambda p: p[2] / (p[0] - 1.0)),
    "stddev_pop": (1, lambda p: _root(p[2] / p[0])),
    "stddev_samp": (2, lambda p: _root(p[2] / (p[0] - 1.0))),
    "regr_sxx": (1, lambda p: p[2]),
    "regr_syy": (1, lambda p: p[4]),
    "regr_sxy": (1, lambda p: p[5]),
    "regr_avgx": (1, lambda p: p[1] / p[0]),
    "regr_avgy": (1, lambda p: p[3] / p[0]),
    "covar_pop": (1, lambda p: p[5] / p[0]),
    "covar_samp": (2, lambda p: p[5] / (p[0] - 1.0)),
    "corr": (1, lambda p: _quotient(p[5], _root(p[2] * p[4])) if p[2] and p[4] else None),
    "regr_r2": (1, lambda p: None if not p[2] else 1.0 if not p[4] else _quotient(p[5] * p[5], p[2] * p[4])),
    "regr_slope": (1, lambda p: p[5] / p[2] if p[2] else None),
    "regr_intercept": (1, lambda p: (p[3] - p[1] * p[5] / p[2]) / p[0] if p[2] else None),
}
#: Their names, by the number of their arguments.
OF_ONE: Final = ("var_pop", "var_samp", "stddev_pop", "stddev_samp")
OF_TWO: Final = tuple(name for name in _RESULTS if name not in OF_ONE)


def statistic(parts: Sequence[str], kind: str) -> float | None:
    """The aggregate named *kind* of all parts together. Raises NumericOverflow."""
    return result_of(reduce(_combined, map(_read, parts)), kind)


def result_of(whole: Part, kind: str) -> float | None:
    """The aggregate named *kind* of the sums of all values."""
    least, result = _RESULTS[kind]
    return result(whole) if whole[0] >= least else None


def variance(count: int, total: Decimal, squares: Decimal, kind: str) -> str | None:
    """As numeric_stddev_internal: (N * sum(x²) - sum(x)²) over N * (N - 1) or N²; the arguments have the scales that it has."""
    sample = kind.endswith("samp")
    if count == 0 or (sample and count == 1):
        return None
    numerator = EXACT.subtract(EXACT.multiply(Decimal(count), squares), EXACT.multiply(total, total))
    if numerator <= 0:
        return "0"
    found = divide(format(numerator, "f"), str(count * (count - 1 if sample else count)))
    return root(Decimal(found), scale_of(Decimal(found))) if kind.startswith("stddev") else found


def of_sums(count: int, total: str, squares: str, kind: str) -> str | None:
    """A variance or deviation of exact numbers, of their sum and that of their squares."""
    return variance(count, Decimal(total), Decimal(squares), kind)


def of_units(total: str, squares: list[str], scales: list[int], kind: str) -> str | None:
    """The same of sums over whole numbers of units, 10 ** -scales[1] each, that show scales[2] digits; there are scales[0] numbers.

    *squares* are the sums of products of the number's parts (planner.postgres.functions.moments), most significant first.
    """
    count, unit, shown = scales
    whole = 0
    for product in squares:
        whole = whole * _PART + int(product)
    return variance(count, _shown(int(total), unit, shown), _shown(whole, 2 * unit, 2 * shown), kind)


def _shown(units: int, scale: int, shown: int) -> Decimal:
    """So many units of 10 ** -scale, with *shown* digits behind the point: the others are zeros."""
    return Decimal(units).scaleb(-scale, EXACT).quantize(Decimal(1).scaleb(-shown), context=EXACT)


def of_texts(texts: Sequence[str | None], kind: str, distinct: bool) -> str | None:
    """The same of the numbers themselves, or their sum."""
    values = [Decimal(text) for text in texts if text is not None]
    if distinct:
        values = list(set(values))
    total = reduce(EXACT.add, values, Decimal(0))
    if kind == "sum":
        return format(total, "f") if values else None
    squares = reduce(EXACT.add, (EXACT.multiply(value, value) for value in values), Decimal(0))
    return variance(len(values), total, squares, kind)


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_part", part, "DOUBLE[]", "VARCHAR"),
    udf("py_pair_part", pair_part, "DOUBLE[][]", "VARCHAR"),
    udf("py_statistic", statistic, "VARCHAR[], VARCHAR", "DOUBLE"),
    udf("py_statistic_of_sums", of_sums, "BIGINT, VARCHAR, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_statistic_of_units", of_units, "VARCHAR, VARCHAR[], BIGINT[], VARCHAR", "VARCHAR"),
    udf("py_statistic_of_texts", of_texts, "VARCHAR[], VARCHAR, BOOLEAN", "VARCHAR"),
)
