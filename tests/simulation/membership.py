"""A membership that changes as Kafka delivers it: to each node at another time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gateway.config import Address


class SimMembership:
    """What one node has been told."""

    def __init__(self, members: Mapping[str, Address]) -> None:
        self._members = members
        self._conflicts: Mapping[str, str] = {}
        self._callbacks: list[Callable[[], None]] = []

    def members(self) -> Mapping[str, Address]:
        """See Membership."""
        return self._members

    def conflicts(self) -> Mapping[str, str]:
        """See Membership."""
        return self._conflicts

    def fault(self) -> str:
        """See Membership."""
        return ""

    def close(self) -> None:
        """See Membership."""

    def start(self) -> None:
        """See Membership."""

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """See Membership."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def deliver(self, members: Mapping[str, Address], conflicts: Mapping[str, str]) -> None:
        """A change arrives."""
        self._members, self._conflicts = members, conflicts
        for callback in self._callbacks:
            callback()
