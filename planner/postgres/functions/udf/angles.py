"""Hyperbolic functions with a domain, and trigonometry in degrees, which is exact where Postgres's is."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Final

from planner.errors import NumericOverflow
from planner.postgres.functions.udf.define import PythonFunction, udf

_OUT_OF_RANGE: Final = "input is out of range"
_SIN_30: Final = math.sin(math.radians(30.0))
_ONE_MINUS_COS_60: Final = 1.0 - math.cos(math.radians(60.0))
_ASIN_HALF: Final = math.asin(0.5)
_ACOS_HALF: Final = math.acos(0.5)
_ATAN_ONE: Final = math.atan(1.0)


def acosh(x: float) -> float:
    """acosh."""
    if x < 1:
        raise NumericOverflow(_OUT_OF_RANGE)
    return math.acosh(x)


def atanh(x: float) -> float:
    """atanh, whose ends are infinite."""
    if x < -1 or x > 1:
        raise NumericOverflow(_OUT_OF_RANGE)
    return math.copysign(math.inf, x) if abs(x) == 1 else math.atanh(x)


def _sin_0_to_30(x: float) -> float:
    return math.sin(math.radians(x)) / _SIN_30 / 2.0


def _cos_0_to_60(x: float) -> float:
    return 1.0 - (1.0 - math.cos(math.radians(x))) / _ONE_MINUS_COS_60 / 2.0


def _sin_quadrant(x: float) -> float:
    return _sin_0_to_30(x) if x <= 30 else _cos_0_to_60(90.0 - x)


def _cos_quadrant(x: float) -> float:
    return _cos_0_to_60(x) if x <= 60 else _sin_0_to_30(90.0 - x)


def _folded(x: float) -> tuple[float, float, float]:
    """(angle of the first quadrant, sign of its sine, sign of its cosine)."""
    if math.isinf(x):
        raise NumericOverflow(_OUT_OF_RANGE)
    x = math.fmod(x, 360.0)
    sine = cosine = 1.0
    if x < 0:
        x, sine = -x, -sine
    if x > 180:
        x, sine = 360.0 - x, -sine
    if x > 90:
        x, cosine = 180.0 - x, -cosine
    return x, sine, cosine


def sind(x: float) -> float:
    """sind."""
    angle, sine, _ = _folded(x)
    return sine * _sin_quadrant(angle)


def cosd(x: float) -> float:
    """cosd."""
    angle, _, cosine = _folded(x)
    return cosine * _cos_quadrant(angle)


def _tan(x: float) -> tuple[float, float]:
    """(tangent of the first quadrant's angle, sign)."""
    angle, sine, cosine = _folded(x)
    below = _cos_quadrant(angle)
    quotient = _sin_quadrant(angle) / below if below else math.inf
    return quotient / (_sin_quadrant(45.0) / _cos_quadrant(45.0)), sine * cosine


def tand(x: float) -> float:
    """tand."""
    tangent, sign = _tan(x)
    return sign * tangent + 0.0


def cotd(x: float) -> float:
    """cotd."""
    angle, sine, cosine = _folded(x)
    below = _sin_quadrant(angle)
    quotient = _cos_quadrant(angle) / below if below else math.copysign(math.inf, below)
    return sine * cosine * quotient / (_cos_quadrant(45.0) / _sin_quadrant(45.0)) + 0.0


def _asin_quadrant(x: float) -> float:
    if x <= 0.5:
        return math.asin(x) / _ASIN_HALF * 30.0
    return 90.0 - math.acos(x) / _ACOS_HALF * 60.0


def _acos_quadrant(x: float) -> float:
    if x <= 0.5:
        return 90.0 - math.asin(x) / _ASIN_HALF * 30.0
    return math.acos(x) / _ACOS_HALF * 60.0


def asind(x: float) -> float:
    """asind."""
    if x < -1 or x > 1:
        raise NumericOverflow(_OUT_OF_RANGE)
    return _asin_quadrant(x) if x >= 0 else -_asin_quadrant(-x)


def acosd(x: float) -> float:
    """acosd."""
    if x < -1 or x > 1:
        raise NumericOverflow(_OUT_OF_RANGE)
    return _acos_quadrant(x) if x >= 0 else 90.0 + _asin_quadrant(-x)


def atand(x: float) -> float:
    """atand."""
    return math.atan(x) / _ATAN_ONE * 45.0


def atan2d(y: float, x: float) -> float:
    """atan2d."""
    return math.atan2(y, x) / _ATAN_ONE * 45.0


_DEGREES: Final[dict[str, Callable[[float], float]]] = {
    "sind": sind, "cosd": cosd, "tand": tand, "cotd": cotd, "asind": asind, "acosd": acosd, "atand": atand,
}  # fmt: skip


def degrees(name: str, x: float) -> float:
    """One of the functions of degrees. Not for NaN: DuckDB takes a NaN from here for NULL."""
    return _DEGREES[name](x)


def min_scale(text: str) -> int:
    """min_scale(numeric): the fraction digits that are needed."""
    exponent = Decimal(text).normalize().as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_acosh", acosh, "DOUBLE", "DOUBLE"),
    udf("py_atanh", atanh, "DOUBLE", "DOUBLE"),
    udf("py_degrees", degrees, "VARCHAR, DOUBLE", "DOUBLE"),
    udf("py_atan2d", atan2d, "DOUBLE, DOUBLE", "DOUBLE"),
    udf("py_min_scale", min_scale, "VARCHAR", "INTEGER"),
)
