"""Whatever bytes clients send, each gets one legal answer per message and only its own data, and the server goes on as it was.

    python -m tests.fuzz.protocol --messages 1000000 --seed 7

Many clients at once hold random conversations with a running gateway, most of them damaged in their structure: lengths, counts,
formats, types, order, names, NULs, invalid UTF-8, cut off, split anywhere. What comes back is compared with a model (model.py).
Besides: no traceback in the log, no internal error, no conversation without an end, no memory that grows, and at the end (and
every now and then) a client that behaves is served.

With one --clients the same seed gives the same conversations; with more each client's own are the same.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import psycopg

from tests.fuzz.client import Client
from tests.fuzz.command import Command
from tests.fuzz.known import NUMBERS
from tests.fuzz.model import Violation
from tests.fuzz.target import Target

CLIENTS: Final = 40
LENGTH_MAX: Final = 60
#: Part of the messages after which caches are full and memory is looked at.
WARM_UP: Final = 0.3
#: What memory may grow by beyond that: what the allocator keeps, and per 100,000 messages.
GROWTH_BYTES_MAX: Final = 48 << 20
GROWTH_PER_100_000_BYTES_MAX: Final = 4 << 20


@dataclass
class Fuzzing:
    """One run: what it has done so far."""

    target: Target
    messages: int
    seed: int
    sent: int = 0
    conversations: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    resident_warm: int = 0
    sent_warm: int = 0
    resident_end: int = 0

    async def run(self, clients: int) -> None:
        """Send so many messages. Raises Violation."""
        await asyncio.gather(*(self._client(number) for number in range(clients)))
        await asyncio.to_thread(self.probe)
        self.resident_end = self.target.resident_bytes()
        self._check_server()
        left = await asyncio.to_thread(self.target.left_running)
        if left:
            raise Violation(left)

    async def _client(self, number: int) -> None:
        talks = 0
        while self.sent < self.messages:
            seed = f"{self.seed} {number} {talks}"
            rng = random.Random(seed)
            try:
                count, model = await Client(self.target, rng).run(rng.choice((1, 3, 8, 20, LENGTH_MAX)))
            except Violation as violation:
                raise Violation(f"conversation {seed!r}: {violation}") from None
            talks += 1
            self._count(count, model.errors if model is not None else Counter())

    def _count(self, count: int, errors: Counter[str]) -> None:
        self.sent += count
        self.conversations += 1
        self.errors += errors
        if not self.sent_warm and self.sent > WARM_UP * self.messages:
            self.resident_warm, self.sent_warm = self.target.resident_bytes(), self.sent

    def probe(self) -> None:
        """A client that behaves."""
        with psycopg.connect(host=self.target.host, port=self.target.port, user="tester", dbname="tidegate") as connection:
            row = connection.execute("SELECT count(*), sum(id), max(word) FROM numbers").fetchone()
        if row != (NUMBERS, sum(range(NUMBERS)), f"w{NUMBERS - 1}"):
            raise Violation(f"the probe got {row}")

    def _check_server(self) -> None:
        faults = self.target.faults()
        if faults:
            raise Violation(f"in the log: {faults[:5]}")
        if self.target.gateway is not None and self.growth_bytes > self.growth_bytes_max:
            raise Violation(f"memory grew by {self.growth_bytes} bytes over {self.sent - self.sent_warm} messages")

    @property
    def growth_bytes(self) -> int:
        """Of the server, since it was warm."""
        return self.resident_end - self.resident_warm

    @property
    def growth_bytes_max(self) -> int:
        """What is allowed."""
        return GROWTH_BYTES_MAX + GROWTH_PER_100_000_BYTES_MAX * (self.sent - self.sent_warm) // 100_000

    def summary(self) -> str:
        """One line, and one of the errors seen."""
        return (
            f"{self.sent} messages in {self.conversations} conversations, resident {self.resident_warm >> 20} MiB after "
            f"{self.sent_warm}, {self.resident_end >> 20} MiB at the end (allowed: {self.growth_bytes_max >> 20} MiB more)\n"
            f"errors: {dict(self.errors.most_common())}"
        )


if __name__ == "__main__":
    invariant = (__doc__ or "").splitlines()[0]
    sys.exit(Command("tests.fuzz.protocol", invariant, "messages", 30_000, CLIENTS, Fuzzing).main())
