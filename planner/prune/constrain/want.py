"""Which truth values are asked about."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Polarity(Enum):
    """Which truth values of an expression a formula is to cover."""

    TRUE = "true"
    FALSE = "false"
    NOT_TRUE = "not true"
    NOT_FALSE = "not false"


NEGATED: Final = {
    Polarity.TRUE: Polarity.FALSE,
    Polarity.FALSE: Polarity.TRUE,
    Polarity.NOT_TRUE: Polarity.NOT_FALSE,
    Polarity.NOT_FALSE: Polarity.NOT_TRUE,
}
#: What is left over: a row is covered by exactly one of a want and its opposite.
OPPOSITE: Final = {
    Polarity.TRUE: Polarity.NOT_TRUE,
    Polarity.FALSE: Polarity.NOT_FALSE,
    Polarity.NOT_TRUE: Polarity.TRUE,
    Polarity.NOT_FALSE: Polarity.FALSE,
}
#: The results of an expression that a want covers.
RESULTS: Final = {
    Polarity.TRUE: (True,),
    Polarity.FALSE: (False,),
    Polarity.NOT_TRUE: (False, None),
    Polarity.NOT_FALSE: (True, None),
}
