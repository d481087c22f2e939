"""The state after each batch, known without asking anybody.

Batch b of both queries has the values b * ROWS … (b + 1) * ROWS - 1. Value v is of account v % ACCOUNTS and moves
v % ROWS - MIDDLE, so that each batch moves nothing in all. A table of batch b is at *version* b + 1: ROWS * version values
have gone in.
"""

from __future__ import annotations

from typing import Final

ROWS: Final = 301
MIDDLE: Final = ROWS // 2
#: No divisor in common with ROWS.
ACCOUNTS: Final = 97
#: How many batches the job lets Spark keep.
KEPT: Final = 5


def values(version: int) -> int:
    """Values that have gone in."""
    return ROWS * version


def of_account(account: int, version: int) -> tuple[int, int, int]:
    """How many values of an account, what they have moved, and the last of them. (0, 0, 0) before the first."""
    mine = range(account, values(version), ACCOUNTS)
    return (len(mine), sum(value % ROWS - MIDDLE for value in mine), mine[-1]) if mine else (0, 0, 0)


def accounts(version: int) -> int:
    """Accounts that have had a value."""
    return min(ACCOUNTS, values(version))
