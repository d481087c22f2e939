"""approx_count_distinct's result from its registers, for the precision that Spark takes unless told otherwise.

HyperLogLog++: 512 registers of 6 bits, ten to a word from the lowest bits on. Each holds the longest run of zeros among the
hashes that fell to it, plus one; 0: none did. The steps and their order are Spark's, so that rounding gives the same number.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from functools import reduce
from operator import add
from typing import Final

import numpy as np

from statestore.attach.tables.distinct_biases import BIASES, RAW_ESTIMATES

_REGISTERS: Final = 512
_BITS: Final = 6
_PER_WORD: Final = 10
WORDS: Final = _REGISTERS // _PER_WORD + 1
_ALPHA_M2: Final = 0.7213 / (1 + 1.079 / _REGISTERS) * _REGISTERS * _REGISTERS
#: Empty registers are counted up to here, and wherever the raw estimate is at most two and a half times the registers.
_COUNTED_MAX: Final = 400.0
_RAW_COUNTED_MAX: Final = 2.5 * _REGISTERS
#: From here on the raw estimate is right.
_BIASED_MAX: Final = 5.0 * _REGISTERS
_NEIGHBOURS: Final = 6
_SHIFTS: Final = np.arange(_PER_WORD, dtype=np.uint64) * np.uint64(_BITS)
_INVERSES: Final = np.exp2(-np.arange(2.0**_BITS))


def distinct_count(*words: int) -> int:
    """The estimate from the registers in *words*, which are signed."""
    spread = (np.array(words, np.int64).view(np.uint64)[:, None] >> _SHIFTS) & np.uint64(2**_BITS - 1)
    registers = spread.reshape(-1)[:_REGISTERS].astype(np.intp)
    # Added up one after the other: sum() adds in pairs, which rounds otherwise.
    raw = _ALPHA_M2 / float(_INVERSES[registers].cumsum()[-1])
    empty = _REGISTERS - int(np.count_nonzero(registers))
    if empty:
        counted = _REGISTERS * math.log(_REGISTERS / empty)
        if counted <= _COUNTED_MAX or raw <= _RAW_COUNTED_MAX:
            return _rounded(counted)
    return _rounded(raw - _bias(raw) if raw < _BIASED_MAX else raw)


def _bias(raw: float) -> float:
    """The mean of the biases of the nearest estimates."""
    low = max(bisect_left(RAW_ESTIMATES, raw) - _NEIGHBOURS + 1, 0)
    high = min(low + _NEIGHBOURS, len(RAW_ESTIMATES))
    while high < len(RAW_ESTIMATES) and abs(raw - RAW_ESTIMATES[high]) < abs(raw - RAW_ESTIMATES[low]):
        low, high = low + 1, high + 1
    # sum() corrects what it rounds from Python 3.12 on.
    return reduce(add, BIASES[low:high]) / (high - low)


def _rounded(x: float) -> int:
    """Half up."""
    whole = math.floor(x)
    return whole + (x - whole >= 0.5)
