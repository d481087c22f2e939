"""A stream whose total never changes: amounts move between accounts, and every step is known in advance.

Step n is a function of the seed, so the content of each version is known without asking anybody: version n of the view holds
exactly what `Ledger.after(n)` says, and its sum is TOTAL.
"""

from __future__ import annotations

import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

ACCOUNTS = 200
BALANCE = 1000
TOTAL = ACCOUNTS * BALANCE
MOVES_PER_STEP = 20

SCHEMA = pa.schema([("account", pa.int64()), ("balance", pa.int64()), ("step", pa.int64())])


class Ledger:
    """The balances after each step; step 1 opens all accounts."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._steps: list[dict[int, tuple[int, int]]] = [{}]

    def changes(self, step: int) -> dict[int, tuple[int, int]]:
        """Account → (balance, step) of the rows that this step writes."""
        before = self.after(step - 1)
        return {account: row for account, row in self.after(step).items() if before.get(account) != row}

    def after(self, step: int) -> dict[int, tuple[int, int]]:
        """Account → (balance, step that wrote it) of all rows."""
        while len(self._steps) <= step:
            self._steps.append(self._next())
        return self._steps[step]

    def _next(self) -> dict[int, tuple[int, int]]:
        step = len(self._steps)
        if step == 1:
            return dict.fromkeys(range(ACCOUNTS), (BALANCE, 1))
        balances = dict(self._steps[-1])
        for _ in range(MOVES_PER_STEP):
            source, target = self._random.sample(range(ACCOUNTS), 2)
            amount = self._random.randrange(1, 100)
            balances[source] = (balances[source][0] - amount, step)
            balances[target] = (balances[target][0] + amount, step)
        return balances

    def table(self, step: int) -> pa.Table:
        """The rows of one step."""
        rows = [(account, *row) for account, row in self.changes(step).items()]
        return pa.table(dict(zip(SCHEMA.names, zip(*rows, strict=True), strict=True)), schema=SCHEMA)

    def write(self, path: Path, steps: int) -> None:
        """The rows of steps 1 to *steps* as one Parquet file."""
        pq.write_table(pa.concat_tables(self.table(step) for step in range(1, steps + 1)), path)
