"""Which truth values are asked about."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Want(Enum):
    """Which truth values of an expression a formula is to cover."""

    TRUE = "true"
    FALSE = "false"
    NOT_TRUE = "not true"
    NOT_FALSE = "not false"


NEGATED: Final = {
    Want.TRUE: Want.FALSE,
    Want.FALSE: Want.TRUE,
    Want.NOT_TRUE: Want.NOT_FALSE,
    Want.NOT_FALSE: Want.NOT_TRUE,
}
#: What is left over: a row is covered by exactly one of a want and its opposite.
OPPOSITE: Final = {
    Want.TRUE: Want.NOT_TRUE,
    Want.FALSE: Want.NOT_FALSE,
    Want.NOT_TRUE: Want.TRUE,
    Want.NOT_FALSE: Want.FALSE,
}
#: The results of an expression that a want covers.
RESULTS: Final = {
    Want.TRUE: (True,),
    Want.FALSE: (False,),
    Want.NOT_TRUE: (False, None),
    Want.NOT_FALSE: (True, None),
}
