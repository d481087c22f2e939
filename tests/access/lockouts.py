"""A clock that stands still, and whether an address and user are locked out, for tests of failed logins."""

from __future__ import annotations

from gateway.access.failures import FailedLogins
from gateway.errors import AccessDenied


class Clock:
    """Seconds, as a test sets them."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def is_locked(failures: FailedLogins, address: str, user: str = "ann") -> bool:
    """Is a login from there refused unseen?"""
    try:
        failures.check(address, user)
    except AccessDenied:
        return True
    return False
