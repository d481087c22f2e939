"""A session's transaction: none, an explicit block, a failed one; savepoints; what belongs to its time.

    I ──BEGIN──→ T ──error──→ E ──ROLLBACK, COMMIT──→ I
                 T ←──ROLLBACK TO savepoint── E

Outside of a block every Query and every series up to Sync is an implicit transaction; one Query of several statements is an
implicit *block*, in which DECLARE may stand though the status is I.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gateway.contract.engine import Snapshot
from gateway.errors import FailedTransaction, NoActiveTransaction, UndefinedSavepoint
from gateway.session.ports import Runtime
from gateway.session.variables import Layers

Status = Literal["I", "T", "E"]


@dataclass(frozen=True, slots=True)
class Savepoint:
    """*level* numbers it within the transaction: portals of this or a higher level die when it is rolled back."""

    name: str
    level: int
    layers: Layers


class Transaction:
    """State of the transaction; who changes settings and portals along with it is transaction_commands.py."""

    __slots__ = ("_now_us", "_runtime", "_snapshot", "implicit_block", "levels_used", "queried", "savepoints", "status")

    def __init__(self, runtime: Runtime) -> None:
        self.status: Status = "I"
        self.implicit_block = False
        self.savepoints: list[Savepoint] = []
        self.levels_used = 0
        self.queried = False
        self._runtime = runtime
        self._now_us: int | None = None
        self._snapshot: Snapshot | None = None

    @property
    def in_block(self) -> bool:
        """Inside BEGIN … COMMIT (failed or not), or in a Query of several statements."""
        return self.status != "I" or self.implicit_block

    @property
    def level(self) -> int:
        """The innermost savepoint's level, 0 without one."""
        return self.savepoints[-1].level if self.savepoints else 0

    def now_us(self) -> int:
        """The transaction's start: the first time anybody asks."""
        if self._now_us is None:
            self._now_us = self._runtime.now_us()
        return self._now_us

    def clock_us(self) -> int:
        """What now_us() would say, without beginning a transaction."""
        return self._runtime.now_us() if self._now_us is None else self._now_us

    @property
    def began_us(self) -> int | None:
        """The transaction's start, if anybody has asked for it."""
        return self._now_us

    def snapshot(self, isolation: str) -> Snapshot | None:
        """The versions to read: pinned at first sight in a block of REPEATABLE READ or SERIALIZABLE, else always the newest."""
        if not self.in_block or isolation not in ("repeatable read", "serializable"):
            return None
        if self._snapshot is None:
            self._snapshot = Snapshot()
        return self._snapshot

    def begin(self) -> None:
        """Open an explicit block."""
        self.status = "T"
        self.implicit_block = False

    def fail(self) -> None:
        """A statement failed."""
        if self.status == "T":
            self.status = "E"

    def end(self) -> None:
        """Whatever there was is over."""
        self.status = "I"
        self.savepoints = []
        self.levels_used = 0
        self.queried = False
        self._now_us = None
        self._snapshot = None

    def check_usable(self) -> None:
        """Raises FailedTransaction (25P02) in one."""
        if self.status == "E":
            raise FailedTransaction("current transaction is aborted, commands ignored until end of transaction block")

    def require_block(self, what: str) -> None:
        """Raises NoActiveTransaction (25P01) outside of any block."""
        if not self.in_block:
            raise NoActiveTransaction(f"{what} can only be used in transaction blocks")

    # ------------------------------------------------------------------------------------------------------- savepoints

    def save(self, name: str, layers: Layers) -> None:
        """SAVEPOINT; a name may be used again and then hides the older one."""
        self.levels_used += 1
        self.savepoints.append(Savepoint(name, self.levels_used, layers))

    def find(self, name: str) -> int:
        """Index of the savepoint. Raises UndefinedSavepoint (3B001) if there is none."""
        for index in range(len(self.savepoints) - 1, -1, -1):
            if self.savepoints[index].name == name:
                return index
        raise UndefinedSavepoint(f'savepoint "{name}" does not exist')

    def release(self, name: str) -> None:
        """RELEASE: forget it and all younger ones."""
        del self.savepoints[self.find(name) :]

    def rollback_to(self, name: str) -> Savepoint:
        """ROLLBACK TO: forget all younger ones; it stays itself, with what is done from here on."""
        index = self.find(name)
        found = self.savepoints[index]
        del self.savepoints[index + 1 :]
        self.status = "T"
        return found
