"""Failed logins per address: who fails too often within a window is not heard for a while.

An IPv6 client has a whole /64 to come from, so that is what counts there. A success forgives nothing: somebody with a password of
their own would otherwise guess on. Other nodes are heard in any case: a guesser behind their address must not part a cluster. What
is remembered is bounded; the addresses that failed longest ago are forgotten first.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gateway.errors import AccessDenied

ADDRESSES_MAX: Final = 10_000
_IPV6_PREFIX: Final = 64


@dataclass(slots=True)
class _Failures:
    count: int
    since_s: float
    until_s: float = 0.0


class FailedLogins:
    """*clock* tells seconds, of any origin. *lockout_s* 0 counts nothing."""

    def __init__(self, failures_max: int, window_s: float, lockout_s: float, clock: Callable[[], float]) -> None:
        self._max, self._window_s, self._lockout_s, self._clock = failures_max, window_s, lockout_s, clock
        self._by_address: OrderedDict[str, _Failures] = OrderedDict()

    def check(self, address: str) -> None:
        """Raises AccessDenied for an address that is not heard now."""
        found = self._by_address.get(_source(address))
        if found is not None and self._clock() < found.until_s:
            raise AccessDenied(
                "too many failed logins from your address",
                hint=f"Try again in {max(1, round(found.until_s - self._clock()))} seconds.",
            )

    def failed(self, address: str) -> None:
        """A login has failed."""
        if not address or not self._lockout_s:
            return
        now_s, source = self._clock(), _source(address)
        found = self._by_address.get(source)
        if found is None or now_s - found.since_s > self._window_s:
            found = self._by_address[source] = _Failures(0, now_s)
        found.count += 1
        if found.count >= self._max:
            found.until_s = now_s + self._lockout_s
            found.count, found.since_s = 0, now_s
        self._by_address.move_to_end(source)
        while len(self._by_address) > ADDRESSES_MAX:
            self._by_address.popitem(last=False)


def _source(address: str) -> str:
    if ":" not in address:
        return address
    ip = ipaddress.IPv6Address(address.partition("%")[0])
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((ip, _IPV6_PREFIX), strict=False))
