"""Hyperbolic functions with a domain, and trigonometry in degrees, which is exact where Postgres's is."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Final

from planner.errors import NumericOverflow
from planner.postgres.functions.udf.define import PythonFunction, udf

_SIN_30: Final = math.sin(math.radians(30.0))
_ONE_MINUS_COS_60: Final = 1.0 - math.cos(math.radians(60.0))
_ASIN_HALF: Final = math.asin(0.5)
_ACOS_HALF: Final = math.acos(0.5)
_ATAN_ONE: Final = math.atan(1.0)


def _refuse(outside: bool) -> None:
    if outside:
        raise NumericOverflow("input is out of range")


def acosh(x: float) -> float:
    """acosh."""
    _refuse(x < 1)
    return math.acosh(x)


def atanh(x: float) -> float:
    """atanh, whose ends are infinite."""
    _refuse(x < -1 or x > 1)
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
    _refuse(math.isinf(x))
    x = math.fmod(x, 360.0)
    sine = cosine = 1.0
    if x < 0:
        x, sine = -x, -sine
    if x > 180:
        x, sine = 360.0 - x, -sine
    if x > 90:
        x, cosine = 180.0 - x, -cosine
    return x, sine, cosine


def _sind(x: float) -> float:
    angle, sine, _ = _folded(x)
    return sine * _sin_quadrant(angle)


def _cosd(x: float) -> float:
    angle, _, cosine = _folded(x)
    return cosine * _cos_quadrant(angle)


def _tand(x: float) -> float:
    angle, sine, cosine = _folded(x)
    below = _cos_quadrant(angle)
    quotient = _sin_quadrant(angle) / below if below else math.inf
    return sine * cosine * (quotient / (_sin_quadrant(45.0) / _cos_quadrant(45.0))) + 0.0


def _cotd(x: float) -> float:
    angle, sine, cosine = _folded(x)
    below = _sin_quadrant(angle)
    quotient = _cos_quadrant(angle) / below if below else math.copysign(math.inf, below)
    return sine * cosine * quotient / (_cos_quadrant(45.0) / _sin_quadrant(45.0)) + 0.0


def _asin_quadrant(x: float) -> float:
    return math.asin(x) / _ASIN_HALF * 30.0 if x <= 0.5 else 90.0 - math.acos(x) / _ACOS_HALF * 60.0


def _acos_quadrant(x: float) -> float:
    return 90.0 - math.asin(x) / _ASIN_HALF * 30.0 if x <= 0.5 else math.acos(x) / _ACOS_HALF * 60.0


def _asind(x: float) -> float:
    _refuse(x < -1 or x > 1)
    return _asin_quadrant(x) if x >= 0 else -_asin_quadrant(-x)


def _acosd(x: float) -> float:
    _refuse(x < -1 or x > 1)
    return _acos_quadrant(x) if x >= 0 else 90.0 + _asin_quadrant(-x)


_DEGREES: Final[dict[str, Callable[[float], float]]] = {
    "sind": _sind, "cosd": _cosd, "tand": _tand, "cotd": _cotd, "asind": _asind, "acosd": _acosd,
    "atand": lambda x: math.atan(x) / _ATAN_ONE * 45.0,
}  # fmt: skip


def degrees(name: str, x: float) -> float:
    """One of the functions of degrees. Not for NaN: DuckDB takes a NaN from here for NULL. Raises NumericOverflow."""
    return _DEGREES[name](x)


def min_scale(text: str) -> int:
    """min_scale(numeric): the fraction digits that are needed."""
    exponent = Decimal(text).normalize().as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_acosh", acosh, "DOUBLE", "DOUBLE"),
    udf("py_atanh", atanh, "DOUBLE", "DOUBLE"),
    udf("py_degrees", degrees, "VARCHAR, DOUBLE", "DOUBLE"),
    udf("py_atan2d", lambda y, x: math.atan2(y, x) / _ATAN_ONE * 45.0, "DOUBLE, DOUBLE", "DOUBLE"),
    udf("py_min_scale", min_scale, "VARCHAR", "INTEGER"),
)
