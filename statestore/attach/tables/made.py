"""Columns that Spark does not keep but that follow from what it keeps: instants of milliseconds, results of aggregates' buffers.

What a job's user sees of an aggregate is computed as Spark computes it, in the same order of the same operations, so that the last
digit agrees. Which function the job called is not written down, only the buffers' names; where several functions have the same
buffers each gets its column:

=========================== ========= =====================================================================
buffers, side by side       types     columns
=========================== ========= =====================================================================
sum, count                  double    avg_result
sum, count                  decimal   avg_result, with four more digits behind the point
sum, isEmpty                any       sum_result
n, avg, m2                  double    stddev_samp_result, stddev_pop_result, var_samp_result, var_pop_result
n, avg, m2, m3              double    skewness_result
n, avg, m2, m3, m4          double    kurtosis_result
n, xAvg, yAvg, ck           double    covar_samp_result, covar_pop_result
n, xAvg, yAvg, ck, xMk, yMk double    corr_result
MS[0] … MS[51]              long      approx_count_distinct_result; of another precision's words: none
=========================== ========= =====================================================================

A sum of doubles with a count behind it looks like a mean, and gets a column that nobody asked for.

- Times that Spark keeps as numbers are timestamps; microseconds are the same bytes, milliseconds are `Made`. A timeout of -1
  is NULL. What lies beyond a timestamp (a timer at Long.MaxValue) is infinity, which is not looked up.
- Results (`tables/made.py`) are `Made` of buffers that stand side by side, in Python's doubles and in Spark's order of
  operations, and only where a query asks for them (1 µs a row). Spark's legacy.statisticalAggregate is in no setting on disk:
  NULL is what one row gives. approx_count_distinct's has a result (some tens of µs a row) where it has the 512 registers of
  Spark's default precision (an rsd of 0.049 to 0.069), whose table of biases `distinct_biases.py` is; other precisions, whose
  tables are 5,600 numbers more, are registers alone, and their comment says so. regr_* have the buffers of other functions, and
  so those functions' results.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import partial
from itertools import takewhile
from typing import Any, Final

from statestore import types as st
from statestore.attach.tables.columns import LeafColumn
from statestore.attach.tables.distinct_counts import WORDS, distinct_count
from statestore.schema import Made

SUFFIX: Final = "_result"
_INSTANT_MIN, _INSTANT_MAX = INFINITE_INSTANTS = (-(2**63), 2**63 - 1)
US_PER_MS: Final = 1000
#: What Spark writes where a group has no timeout.
_NO_TIMESTAMP: Final = -1
#: Digits of Spark's decimals, and those that a mean has more than its sum.
_DIGITS_MAX: Final = 38
_MEAN_DIGITS: Final = 4
_EXACT: Final = Context(prec=3 * _DIGITS_MAX, rounding=ROUND_HALF_UP)


# ------------------------------------------------------------------------------------------------------------------- instants


def instant_of_ms(ms: int | None) -> int | None:
    """Microseconds; infinity where those have no room."""
    return None if ms is None else min(max(ms * US_PER_MS, _INSTANT_MIN), _INSTANT_MAX)


def timeout_of_ms(ms: int | None) -> int | None:
    """As instant_of_ms, of what may be none."""
    return None if ms == _NO_TIMESTAMP else instant_of_ms(ms)


# -------------------------------------------------------------------------------------------------------------------- results


@dataclass(frozen=True, slots=True)
class Result:
    """A column of an aggregate's result, from the fields at *paths* of the value's row."""

    name: str
    type: st.DataType
    make: Callable[..., Any]
    paths: tuple[tuple[int, ...], ...]

    def made(self, paths: Sequence[tuple[int, ...]]) -> Made:
        """From the fields at *paths* of a stored row."""
        return Made(self.name, partial(_of_known, self.make), tuple(paths))


def results_of(buffers: Sequence[LeafColumn]) -> Iterator[Result]:
    """The results of aggregates whose buffers these are, in their order and under Spark's names."""
    at = 0
    while at < len(buffers):
        names, results = next((p for p in _PATTERNS if _fits(p[0], buffers[at:])), ((), ()))
        taken = buffers[at : at + len(names)]
        for function, make in results:
            data_type, made = _typed(make, taken)
            yield Result(f"{function}{SUFFIX}", data_type, made, tuple(leaf.path for leaf in taken))
        at += max(len(names), 1)


def register_words(buffers: Sequence[LeafColumn]) -> int:
    """How many words of approx_count_distinct's registers *buffers* begin with; which are as many as its precision takes."""
    alike = (leaf.name == f"ms_{number}" and leaf.type == st.Long() for number, leaf in enumerate(buffers))
    return sum(takewhile(bool, alike))


def _fits(names: Sequence[str], buffers: Sequence[LeafColumn]) -> bool:
    if tuple(leaf.name for leaf in buffers[: len(names)]) != tuple(names):
        return False
    first, *others = (leaf.type for leaf in buffers[: len(names)])
    match names:
        case ("sum", "count"):
            return isinstance(first, st.Double | st.Decimal) and others == [st.Long()]
        case ("sum", "is_empty"):
            return others == [st.Boolean()]
        case ("ms_0", *_):
            return register_words(buffers) == len(names)
        case _:
            return all(t == st.Double() for t in (first, *others))


def _typed(make: Callable[..., Any], taken: Sequence[LeafColumn]) -> tuple[st.DataType, Callable[..., Any]]:
    total = taken[0].type
    if make in (_total, distinct_count):
        return total, make
    if make is _mean and isinstance(total, st.Decimal):
        scale = min(total.scale + _MEAN_DIGITS, _DIGITS_MAX)
        return st.Decimal(_DIGITS_MAX, scale), partial(_decimal_mean, scale=scale)
    return st.Double(), make


def _of_known(make: Callable[..., Any], *buffers: Any) -> Any:
    """NULL of a NULL: a sum of NULLs, or one that has no room in its type."""
    return None if None in buffers else make(*buffers)


def _over(dividend: float, divisor: float) -> float | None:
    """Spark's division."""
    return None if divisor == 0 else dividend / divisor


def _root(x: float) -> float:
    return math.sqrt(x) if x >= 0 else math.nan


def _mean(total: float, count: int) -> float | None:
    return _over(total, float(count))


def _decimal_mean(total: Decimal, count: int, *, scale: int) -> Decimal | None:
    if count == 0:
        return None
    mean = _EXACT.divide(total, Decimal(count)).quantize(Decimal(1).scaleb(-scale), context=_EXACT)
    return mean if len(mean.as_tuple().digits) <= _DIGITS_MAX else None


def _total(total: Any, is_empty: bool) -> Any:
    return None if is_empty else total


def _var_pop(n: float, _avg: float, m2: float) -> float | None:
    return _over(m2, n)


def _var_samp(n: float, _avg: float, m2: float) -> float | None:
    return None if n == 0 else _over(m2, n - 1)


def _rooted(variance: Callable[..., float | None], *buffers: float) -> float | None:
    found = variance(*buffers)
    return None if found is None else _root(found)


def _skewness(n: float, _avg: float, m2: float, m3: float) -> float | None:
    return None if n == 0 or m2 == 0 else _over(math.sqrt(n) * m3, _root(m2 * m2 * m2))


def _kurtosis(n: float, _avg: float, m2: float, _m3: float, m4: float) -> float | None:
    found = None if n == 0 or m2 == 0 else _over(n * m4, m2 * m2)
    return None if found is None else found - 3.0


def _covar_pop(n: float, _x: float, _y: float, ck: float) -> float | None:
    return _over(ck, n)


def _covar_samp(n: float, _x: float, _y: float, ck: float) -> float | None:
    return None if n == 0 else _over(ck, n - 1)


def _corr(n: float, _x: float, _y: float, ck: float, x_mk: float, y_mk: float) -> float | None:
    return None if n in (0, 1) else _over(ck, _root(x_mk * y_mk))


_MOMENTS: Final = ("n", "avg", "m2", "m3", "m4")
_PRODUCTS: Final = ("n", "x_avg", "y_avg", "ck", "x_mk", "y_mk")
#: Columns, the longest first, and their results: (Spark's function, ours).
_PATTERNS: Final[tuple[tuple[tuple[str, ...], tuple[tuple[str, Callable[..., Any]], ...]], ...]] = (
    (_PRODUCTS, (("corr", _corr),)),
    (_PRODUCTS[:4], (("covar_samp", _covar_samp), ("covar_pop", _covar_pop))),
    (_MOMENTS, (("kurtosis", _kurtosis),)),
    (_MOMENTS[:4], (("skewness", _skewness),)),
    (
        _MOMENTS[:3],
        (
            ("stddev_samp", partial(_rooted, _var_samp)),
            ("stddev_pop", partial(_rooted, _var_pop)),
            ("var_samp", _var_samp),
            ("var_pop", _var_pop),
        ),
    ),
    (tuple(f"ms_{number}" for number in range(WORDS)), (("approx_count_distinct", distinct_count),)),
    (("sum", "is_empty"), (("sum", _total),)),
    (("sum", "count"), (("avg", _mean),)),
)
