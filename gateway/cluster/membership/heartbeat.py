"""Asks every other member for its status, again and again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from typing import Final

from gateway.cluster.membership.ports import Transport
from gateway.cluster.membership.roster import HEARTBEAT_S, Roster
from gateway.cluster.membership.status import NodeStatus
from gateway.config import Address
from gateway.errors import BadStatus, PeerUnreachable

#: A heartbeat without an answer is given up, and the next one sent. The member counts as dead long before; but an answer that is
#: late, from a machine that is far away or has too much to do, shows that it lives, and a new connection would come later yet.
STATUS_TIMEOUT_S: Final = 10 * HEARTBEAT_S
#: How often this node asks its own address, to find out about another process there.
SELF_CHECK_S: Final = 10 * HEARTBEAT_S
_EXPIRE_S: Final = HEARTBEAT_S / 2


class Heartbeat:
    """One task per member, which asks, waits for the answer and tells the roster."""

    def __init__(self, roster: Roster, transport: Transport, rng: random.Random) -> None:
        """*rng* spreads the members' heartbeats over HEARTBEAT_S."""
        self._roster = roster
        self._transport = transport
        self._rng = rng
        self._loop = asyncio.get_running_loop()
        self._tasks: dict[tuple[str, Address], asyncio.Task[None]] = {}
        self._watch: asyncio.Task[None] | None = None
        self._asking: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Begin to ask."""
        self._watch = self._loop.create_task(self._expire_forever())
        self.update_members()

    def update_members(self) -> None:
        """The roster's members have changed: ask the new ones, leave the old ones alone."""
        me = self._roster.identity
        wanted = {(p.name, p.address): HEARTBEAT_S for p in self._roster.peers()}
        wanted[me.name, me.address] = SELF_CHECK_S
        for gone in [key for key in self._tasks if key not in wanted]:
            self._tasks.pop(gone).cancel()
        for key, every_s in wanted.items():
            if key not in self._tasks:
                self._tasks[key] = self._loop.create_task(self._ask_forever(*key, every_s))

    async def stop(self) -> None:
        """End all tasks."""
        tasks = [*self._tasks.values(), *self._asking.values(), *([self._watch] if self._watch else [])]
        self._tasks, self._asking, self._watch = {}, {}, None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def refresh(self, names: Iterable[str]) -> None:
        """Ask some members now, beside the regular heartbeats; returns when all have answered or failed."""
        asked = [self._ask_now(name) for name in names]
        waiting = [task for task in asked if task is not None]
        if waiting:
            await asyncio.gather(*(asyncio.shield(task) for task in waiting), return_exceptions=True)

    def refresh_soon(self, name: str) -> None:
        """As refresh() of one member, without waiting."""
        self._ask_now(name)

    def _ask_now(self, name: str) -> asyncio.Task[None] | None:
        """Questions of one member that would be on their way together are one."""
        peer = self._roster.peer(name)
        if peer is None or name in self._asking:
            return self._asking.get(name)
        task = self._asking[name] = self._loop.create_task(self._ask(name, peer.address))
        task.add_done_callback(lambda _: self._asking.pop(name, None))
        return task

    async def _ask_forever(self, name: str, address: Address, every_s: float) -> None:
        await asyncio.sleep(self._rng.uniform(0, every_s) if every_s > HEARTBEAT_S else 0)
        while True:
            begun_s = self._loop.time()
            await self._ask(name, address)
            await asyncio.sleep(max(begun_s + every_s * self._rng.uniform(0.9, 1.0) - self._loop.time(), _EXPIRE_S))

    async def _ask(self, name: str, address: Address) -> None:
        asked_s = self._loop.time()
        try:
            async with asyncio.timeout(STATUS_TIMEOUT_S):
                status = await self._transport.status(address, STATUS_TIMEOUT_S)
        except TimeoutError:
            self._roster.failed(name, f"no answer to a heartbeat for {STATUS_TIMEOUT_S:.1f} s")
        except PeerUnreachable as error:
            self._roster.failed(name, error.message)
        except BadStatus as error:
            self._roster.misspoke(name, f"answers with garbage: {error.message}")
        else:
            self._heard(name, status, asked_s)

    def _heard(self, name: str, status: NodeStatus, asked_s: float) -> None:
        if name == self._roster.identity.name:
            self._roster.answered_for_self(status)
        else:
            self._roster.heard(name, status, asked_s)

    async def _expire_forever(self) -> None:
        while True:
            await asyncio.sleep(_EXPIRE_S)
            self._roster.expire()
