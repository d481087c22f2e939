"""Failed logins per address and user: a name under which somebody fails too often within a window is not heard from there for long.

Others who come from there are: many have one address, behind a proxy or a router, and none should be locked out by what another
does. Names that nobody has are locked alike. An IPv6 client has a whole /64 to come from, so that is what counts there. A success
forgives nothing: somebody with a password of their own would otherwise guess on. Other nodes are heard in any case: a guesser
behind their address must not part a cluster. What is remembered is bounded (tallies); who failed longest ago is forgotten first,
so whoever wants a lock forgotten has to fail some ten thousand times under other names.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from gateway.access.tallies import OwnTallies, Tallies, Tally
from gateway.errors import AccessDenied

_IPV6_PREFIX: Final = 64
_NAME_BYTES: Final = 16


class FailedLogins:
    """*clock* tells seconds, of any origin that all who share the *tallies* have. *lockout_s* 0 counts nothing."""

    def __init__(
        self, failures_max: int, window_s: float, lockout_s: float, clock: Callable[[], float], tallies: Tallies | None = None
    ) -> None:
        self._clock = clock
        self.limit(failures_max, window_s, lockout_s)
        self._tallies = OwnTallies() if tallies is None else tallies

    def limit(self, failures_max: int, window_s: float, lockout_s: float) -> None:
        """From the next login on."""
        self._max, self._window_s, self._lockout_s = failures_max, window_s, lockout_s

    def check(self, address: str, user: str) -> None:
        """Raises AccessDenied for a user who is not heard from that address now."""
        if not self._lockout_s:
            return
        until_s = max(tally.locked_s for tally in self._tallies.of(_who(address, user))) + self._lockout_s
        left_s = until_s - self._clock()
        if 0 < left_s <= self._lockout_s:
            raise AccessDenied(
                f'too many failed logins as user "{user}" from your address', hint=f"Try again in {max(1, round(left_s))} seconds."
            )

    def failed(self, address: str, user: str) -> None:
        """A login has failed."""
        if not address or not self._lockout_s:
            return
        now_s, source = self._clock(), _who(address, user)
        mine, *others = self._tallies.of(source)
        locked_s = max(tally.locked_s for tally in (mine, *others))
        before = self._current(mine, locked_s, now_s)
        count = before + 1 + sum(self._current(tally, locked_s, now_s) for tally in others)
        if count >= self._max:
            self._tallies.keep(source, Tally(0, now_s, now_s, now_s))
            return
        since_s = mine.since_s if before else now_s
        self._tallies.keep(source, Tally(before + 1, since_s, now_s, mine.locked_s))

    def _current(self, tally: Tally, locked_s: float, now_s: float) -> int:
        """The failures that still count: of this window, and not of those that have led to a lockout already."""
        return tally.count if tally.since_s > locked_s and 0 <= now_s - tally.since_s <= self._window_s else 0


def _who(address: str, user: str) -> str:
    # A name of any length takes as much room.
    return f"{source_of(address)} {blake2b(user.encode(), digest_size=_NAME_BYTES).hexdigest()}"


def source_of(address: str) -> str:
    """What counts as one address."""
    if ":" not in address:
        return address
    ip = ipaddress.IPv6Address(address.partition("%")[0])
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((ip, _IPV6_PREFIX), strict=False))
