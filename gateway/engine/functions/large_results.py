"""What the Python functions of DuckDB's queries make together.

DuckDB calls a function for every row of a vector, up to 2,048 of them, and keeps what all functions of an expression made until the
vector is done; it counts none of that to its memory, and stops for nobody meanwhile. Some texts double with each call:
quote_literal(quote_literal(…)). So who makes a lot of large results must not have the process grow by much.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

from gateway.engine.threads.heaps import resident_bytes
from planner.errors import LimitExceeded, OutOfMemory, PlanError
from planner.postgres.functions.udf.large import Ledger

#: What the process may grow by while threads make large results; a thread looks after making so much.
GROWTH_BYTES_MAX: Final = 1 << 28
LOOK_BYTES: Final = 1 << 25
#: Who has made less than this is not to blame.
BLAMELESS_BYTES_MAX: Final = 1 << 26
#: Of threads that make so much while the process hardly grows the results do not stay: others may be what it grows by later.
SPELL_BYTES_MAX: Final = 1 << 30
#: After such a pause between two large results it is another vector, or query.
PAUSE_S: Final = 0.25
#: What DuckDB may be about to make for one vector, in C++ and deaf to interrupts.
PROMISED_BYTES_MAX: Final = 1 << 29
#: Between two vectors is the making, which takes longer than this where it is much; between two rows nothing is.
VECTOR_S: Final = 0.02
#: How long the making of what was promised takes, about.
MAKING_S: Final = 2.0
#: Of the texts of one vector that DuckDB is about to join. It takes a second for the first number of bytes at most, for the other
#: at least: after a pause in which they cannot have been made, those before are of the same vector.
JOINED_BYTES_MAX: Final = 1 << 28
JOINED_BYTES_PER_S: Final = (1 << 28, 1 << 32)
#: Between two rows of a vector hardly anything is.
ROW_S: Final = 1e-4


class _Spell:
    """Large results that come without a pause, of all threads."""

    def __init__(self, resident_bytes: int) -> None:
        self.last_s = monotonic()
        self.bytes = 0
        #: The least that the process had meanwhile.
        self.resident_bytes = resident_bytes
        self.threads = 0


class _Own(threading.local):
    """What a thread has made in a spell, and what was promised for the vector that it asks about."""

    spell: _Spell | None = None
    bytes = unlooked_bytes = 0
    promised_s = joined_s = float("-inf")
    promised_bytes = joined_bytes = 0


class LargeResults(Ledger):
    """Those of a process. In any thread."""

    def __init__(self) -> None:
        self._own = _Own()
        self._spell: _Spell | None = None
        self._lock = threading.Lock()
        self.allow(GROWTH_BYTES_MAX)
        #: By thread: when, and how much.
        self._promised: dict[int, tuple[float, int]] = {}

    def allow(self, growth_bytes: int, check_room: Callable[[int], None] = lambda _: None) -> None:
        """From now on the process may grow by so much, and all other bounds are in proportion. Below the usual it is memory that
        is short: then OutOfMemory is raised for LimitExceeded. *check_room* raises it where so many bytes are not to be had."""
        self._check_room = check_room
        share = growth_bytes / GROWTH_BYTES_MAX
        self._growth_bytes, self._look_bytes = growth_bytes, int(LOOK_BYTES * share)
        self._blameless_bytes, self._spell_bytes = int(BLAMELESS_BYTES_MAX * share), int(SPELL_BYTES_MAX * share)
        self._promised_bytes, self._joined_bytes = int(PROMISED_BYTES_MAX * share), int(JOINED_BYTES_MAX * share)
        self._fault: type[PlanError] = OutOfMemory if share < 1 else LimitExceeded

    def made(self, size_bytes: int) -> None:
        """One more. Raises LimitExceeded, OutOfMemory."""
        self._count(self._begun(), size_bytes, self._growth_bytes)

    def joining(self, size_bytes: int) -> None:
        """See Ledger. Raises LimitExceeded, OutOfMemory."""
        own, spell, now_s = self._own, self._begun(), monotonic()
        slowest, fastest = JOINED_BYTES_PER_S
        if now_s - own.joined_s > max(ROW_S, own.joined_bytes / fastest):
            own.joined_bytes = 0
        own.joined_s = now_s
        before, own.joined_bytes = own.joined_bytes, own.joined_bytes + size_bytes
        if own.joined_bytes > self._joined_bytes:
            own.joined_bytes = 0
            raise self._fault(
                "texts are too long for so many rows",
                detail=f"Those of up to 2048 rows are made at once, and may have {self._joined_bytes} bytes.",
                hint="Make them of fewer rows at once.",
            )
        if before // self._look_bytes != own.joined_bytes // self._look_bytes:
            self._check_room(own.joined_bytes)
        # Each of DuckDB's threads has a vector of them.
        self._count(spell, size_bytes, self._growth_bytes * max(spell.threads, 1))
        spell.last_s += size_bytes / slowest

    @property
    def is_short(self) -> bool:
        """Is less allowed than usual?"""
        return self._fault is OutOfMemory

    @property
    def row_bytes_max(self) -> float:
        """So many may have each of the rows of a vector of DuckDB's; without a bound where memory is as usual."""
        return self._joined_bytes / 2048 if self.is_short else inf

    def rows(self, size_bytes: int) -> None:
        """Those of one vector of a result have so much together. Raises LimitExceeded, OutOfMemory."""
        if size_bytes > self._joined_bytes:
            raise self._fault(
                "rows of the result are too large",
                detail=f"Those of up to 2048 rows are made at once, and may have {self._joined_bytes} bytes.",
                hint="Ask for fewer of them, or for shorter texts.",
            )
        if size_bytes > self._look_bytes:
            self._check_room(size_bytes)

    def remaking(self, size_bytes: int) -> None:
        """See Ledger. Where memory is as usual it is no question. Raises OutOfMemory."""
        if self.is_short:
            self.joining(size_bytes)

    def _count(self, spell: _Spell, size_bytes: int, growth_bytes_max: int) -> None:
        own = self._own
        if own.spell is not spell:
            own.spell, own.bytes, own.unlooked_bytes = spell, 0, 0
            spell.threads += 1
        own.bytes += size_bytes
        own.unlooked_bytes += size_bytes
        if own.unlooked_bytes < self._look_bytes:
            return
        spell.bytes += own.unlooked_bytes
        own.unlooked_bytes = 0
        resident = resident_bytes()
        spell.resident_bytes = min(spell.resident_bytes, resident)
        if resident - spell.resident_bytes > growth_bytes_max and own.bytes > self._blameless_bytes:
            raise self._fault(
                "results of functions are too large",
                detail=f"While they were made, the process grew by more than {growth_bytes_max} bytes.",
                hint="Make shorter texts, or of fewer rows at once.",
            )
        if spell.bytes >= self._spell_bytes:
            self._spell = None

    def promised(self, size_bytes: int) -> None:
        """See Ledger. Raises LimitExceeded, OutOfMemory."""
        own, now_s = self._own, monotonic()
        if now_s - own.promised_s > VECTOR_S:
            own.promised_bytes = 0
        own.promised_s = now_s
        own.promised_bytes += size_bytes
        if own.promised_bytes + self._promised_by_others(own.promised_bytes, now_s) > self._promised_bytes:
            own.promised_bytes = 0
            raise self._fault(
                "series or arrays are too long for so many rows",
                detail=f"Those of up to 2048 rows are made at once. All that are made now may have {self._promised_bytes} bytes.",
                hint="Make them of fewer rows at once; of series, join with one long one instead.",
            )

    def _promised_by_others(self, own_bytes: int, now_s: float) -> int:
        """What other threads were promised that may still be in the making. Small promises are not looked at."""
        if own_bytes < self._look_bytes:
            return 0
        with self._lock:
            thread = threading.get_ident()
            self._promised = {t: p for t, p in self._promised.items() if now_s - p[0] < MAKING_S and t != thread}
            others = sum(size for _, size in self._promised.values())
            if own_bytes + others <= self._promised_bytes:
                self._promised[thread] = (now_s, own_bytes)
        return others

    def _begun(self) -> _Spell:
        """The spell to which a result belongs that is made now."""
        spell, now_s = self._spell, monotonic()
        if spell is None or now_s - spell.last_s > PAUSE_S:
            spell = self._spell = _Spell(resident_bytes())
        spell.last_s = max(spell.last_s, now_s)
        return spell


#: This process's: it has one memory, whatever the number of engines.
LARGE_RESULTS: Final = LargeResults()
