"""Keyed reads of shards that other nodes hold, sent to them as they are: the Forwarder of a node in a cluster.

    read ─→ live holders, in placement's order ─→ link ─→ rows, as new as this node's version ──→ client
                 ↑                                 ├─ refused, older, failed, lost ─┐
                 └───────── the next one ──────────┴────────────────────────────────┘    none left: the general way

There is one link per peer and choice of settings; it lasts as long as it is used. What a failed holder was asked goes to the next
one at once: a keyed read may be asked twice.

- The same statement. It is prepared there once per link, and used only if Describe answers the bytes that it would here:
  types, names and origins of columns. `TimeZone`, `extra_float_digits`, `bytea_output`, `IntervalStyle`, `DateStyle` and the
  search path are the link's start-up settings; LINKS_MAX choices of them per peer, and beyond that the general way.
- Never forwarded twice. The link's session is marked (`tidegate.forwarded`, a start-up setting): all it asks is answered from
  what that node holds or refused with 55000, which makes the next holder's turn and asks the peer for a new status.
- Versions. An answer is of a version at least as new as the one that this node served when the read began. The holder says
  which version it serves with a ParameterStatus, `tidegate.served`, sent before the first answer from a newer one, so it costs
  nothing while nothing is published. An older answer is not handed on; the next holder is asked, then the general way, which
  waits. Reads one after another from different holders may go back, as long as they are not older than that.
- Failure. What is on its way to a holder that closes the connection, is lost to the roster, or sends garbage goes to the next
  one at once; one that stays silent is given up after LOOKS_MAX × WATCH_S, 0.3 s. When no holder is left the round is handled in
  the general way, from its bytes, as if there had been no hot path; that words the error. OUTSTANDING_MAX reads may be on their
  way per link, one more is 53300.
- Length. An answer comes in one piece, so a holder refuses (54000) what its hot path leaves because it is long, and the
  general way spreads it. 20 rows of a prefix by the wrong one of three nodes: 618 a second when ranges were spread as fragments,
  23,300 forwarded, PostgreSQL 37,400 (`python -m tests.bench small`).
- Order. A connection whose round is away handles nothing else. Cancelling, statement_timeout and a client that leaves end the
  wait; the answer that still comes is dropped. There is nothing to cancel at the holder: it needs microseconds.
- Left to the general way: REPEATABLE READ, version bounds, several rounds with one Sync, whatever is no plain keyed read.

A prepared (or simple) read of one key, a list or a range of keys that lie in one shard which this node does not hold goes as it
is to a live holder, in placement's order, and its rows come back unchanged. Parameters, formats and rows are handed on as bytes:
nothing is decoded but what tells the shard.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from gateway.cluster.credentials import Credentials
from gateway.cluster.forwarding.link import OUTSTANDING_MAX, Link, Served
from gateway.cluster.forwarding.statement import Preparation
from gateway.cluster.membership.heartbeat import Heartbeat
from gateway.cluster.membership.roster import Roster
from gateway.contract.remote import RemoteRead
from gateway.errors import QueueFull

#: Links to one peer: one per choice of output settings that clients make.
LINKS_MAX: Final = 8
#: A link that nobody has used for so long is closed.
IDLE_S: Final = 60.0
#: After a link to a peer has failed, others are asked for so long.
RETRY_S: Final = 0.1

Settings = tuple[tuple[str, str], ...]


class ReadForwarder:
    """Implements contract.Forwarder, and LinkUser. Belongs to one event loop."""

    def __init__(
        self,
        roster: Roster,
        heartbeat: Heartbeat,
        served: Callable[[str], Served | None],
        credentials: Credentials | None = None,
    ) -> None:
        """*served* says a view's newest version on this node."""
        self.credentials = credentials or Credentials()
        self._roster = roster
        self._heartbeat = heartbeat
        self._loop = asyncio.get_running_loop()
        self._peers: dict[str, _Links] = {}
        #: Another one whenever the roster has changed: routes of an earlier one are not taken.
        self._epoch = object()
        self._expiry: asyncio.TimerHandle | None = None
        self._closed = False
        self.served = served
        roster.subscribe(self._forget)

    def forward(self, read: RemoteRead) -> bool:
        """See Forwarder."""
        route: _Route | None = read.statement.routes.get(read.shard)
        if route is not None and route.prepared.ready and route.epoch is self._epoch and len(route.link.sent) < OUTSTANDING_MAX:
            route.link.put(read, route.prepared)
            read.tried = route.holder
            read.least = self.served(read.statement.view)
            return True
        read.least = self.served(read.statement.view)
        return not self._closed and (self._send(read) or self._refuse_soon(read))

    # ------------------------------------------------------------------------------------------------------------ answers

    def answered(self, read: RemoteRead, body: bytes, served: Served | None) -> None:
        """See LinkUser."""
        least = read.least
        if least is None or served is None or served[0] < least[0] or served[1] < least[1] or served[2] != least[2]:
            self._go_on(read)
        elif read.waiting:
            read.waiting = False
            read.answered(body)

    def too_long(self, read: RemoteRead) -> None:
        """See LinkUser."""
        if read.waiting:
            read.waiting = False
            read.failed(None)

    def unanswered(self, read: RemoteRead, *, lost: bool) -> None:
        """See LinkUser."""
        if not lost:
            # A holder did not answer although its status says that it can.
            for name in self.holders(read.statement.view, read.shard):
                self._heartbeat.refresh_soon(name)
        self._go_on(read)

    def _send(self, read: RemoteRead) -> bool:
        """Send it to the next holder that can be had; False if there is none. Holders may have changed since the last time."""
        for name in self.holders(read.statement.view, read.shard):
            if name in read.tried:
                continue
            read.tried += (name,)
            link = self.link(name, read.statement.settings)
            if link is not None and link.full:
                read.tried_full = True
            elif link is not None:
                prepared = link.send(read)
                if prepared is not None and len(read.tried) == 1:
                    read.statement.routes[read.shard] = _Route(self._epoch, read.tried, link, prepared)
                return True
        return False

    def _refuse_soon(self, read: RemoteRead) -> bool:
        """Where it could not be sent: was that because too many are on their way? Then it fails soon."""
        if read.tried_full:
            self._loop.call_soon(self._go_on, read)
        return read.tried_full

    def _go_on(self, read: RemoteRead) -> None:
        if not read.waiting or (not self._closed and self._send(read)):
            return
        read.waiting = False
        full = QueueFull("too many keyed reads are on their way to other nodes", detail=f"The limit is {OUTSTANDING_MAX} per node.")
        read.failed(full if read.tried_full else None)

    # -------------------------------------------------------------------------------------------------------------- links

    def close(self) -> None:
        """Close all links; what is on its way is left to the general way."""
        self._closed = True
        if self._expiry is not None:
            self._expiry.cancel()
        for links in list(self._peers.values()):
            links.close("this node stops")

    def holders(self, view: str, shard: int) -> tuple[str, ...]:
        """Live holders, this node not among them."""
        me = self._roster.identity.name
        return tuple(name for name in self._roster.live_holders(view, shard) if name != me)

    def link(self, name: str, settings: Settings) -> Link | None:
        """A link to a peer, made if there is none; None where it cannot be had now."""
        links = self._peers.get(name)
        if links is None:
            links = self._links(name)
        return links.of(settings) if links is not None else None

    def _forget(self) -> None:
        self._epoch = object()

    def _links(self, name: str) -> _Links | None:
        peer = self._roster.peer(name)
        if peer is None or not peer.live:
            return None
        made = self._peers[name] = _Links(self, self._roster, name)
        self._roster.on_lost(name).add_done_callback(lambda _: self._lost(name, made))
        if self._expiry is None:
            self._expiry = self._loop.call_later(IDLE_S, self._expire)
        return made

    def _lost(self, name: str, links: _Links) -> None:
        if self._peers.get(name) is links:
            del self._peers[name]
        links.close(self._roster.why(name))

    def _expire(self) -> None:
        for links in self._peers.values():
            links.expire()
        self._expiry = self._loop.call_later(IDLE_S, self._expire)


class _Links:
    """The links to one run of one peer."""

    def __init__(self, forwarder: ReadForwarder, roster: Roster, name: str) -> None:
        self._forwarder, self._roster, self._name = forwarder, roster, name
        peer = roster.peer(name)
        assert peer is not None, "is a member"
        self._address = peer.address
        self._loop = asyncio.get_running_loop()
        self._by_settings: dict[Settings, Link] = {}
        self._not_before_s = float("-inf")
        #: What each link had heard when expire() last looked.
        self._heard: dict[Link, int] = {}

    def of(self, settings: Settings) -> Link | None:
        link = self._by_settings.get(settings)
        if link is None:
            if self._loop.time() < self._not_before_s or (len(self._by_settings) >= LINKS_MAX and not self._make_room()):
                return None
            link = self._by_settings[settings] = Link(
                self._address, settings, self._forwarder, self._ended, self._forwarder.credentials
            )
        return link

    def close(self, cause: str) -> None:
        for link in list(self._by_settings.values()):
            link.close(cause)

    def expire(self) -> None:
        for link in list(self._by_settings.values()):
            if not link.outstanding and link.heard == self._heard.get(link):
                link.close("unused")
        self._heard = {link: link.heard for link in self._by_settings.values()}

    def _make_room(self) -> bool:
        """Close a link that has nothing to do, one that was made early."""
        idle = next((link for link in self._by_settings.values() if not link.outstanding), None)
        if idle is not None:
            idle.close("unused")
        return idle is not None

    def _ended(self, link: Link, cause: str) -> None:
        for settings, known in list(self._by_settings.items()):
            if known is link:
                del self._by_settings[settings]
        if cause != "unused":
            self._not_before_s = self._loop.time() + RETRY_S
            self._roster.doubt(self._name, cause)


class _Route(NamedTuple):
    epoch: object
    holder: tuple[str, ...]
    link: Link
    prepared: Preparation
