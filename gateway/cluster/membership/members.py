"""Who belongs to the cluster, as configured or as joined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from gateway.config import Address, ConfigError


@dataclass(frozen=True, slots=True)
class Member:
    """A node by name, and where the others reach it."""

    name: str
    address: Address


class Membership(Protocol):
    """The members as far as this node knows, itself among them. Nodes may know of a change at different times."""

    def members(self) -> Mapping[str, Address]:
        """Name → address: an immutable snapshot. Empty while nothing is known yet."""

    def conflicts(self) -> Mapping[str, str]:
        """Members that must not be used, with the reason: two nodes that joined under one name."""
        return MappingProxyType({})

    def fault(self) -> str:
        """Why members() may be out of date; empty where it is not."""
        return ""

    def start(self) -> None:
        """Begin to join, once this node can answer the others."""
        return

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call *callback* in the event loop after every change; the result ends that."""
        return lambda: None

    def close(self) -> None:
        """Leave, so that the others know at once. May block for some seconds: not for the event loop."""
        return


class StaticMembership(Membership):
    """A list that never changes; who leaves says nothing."""

    def __init__(self, members: Iterable[Member]) -> None:
        """Raises ConfigError where two members share a name or an address."""
        found: dict[str, Address] = {}
        for member in members:
            if member.name in found:
                raise ConfigError(f"two members are named {member.name!r}")
            if member.address in found.values():
                raise ConfigError(f"two members have the address {member.address}")
            found[member.name] = member.address
        self._members: Mapping[str, Address] = MappingProxyType(found)

    def members(self) -> Mapping[str, Address]:
        """See Membership."""
        return self._members


def parse_members(text: str) -> tuple[Member, ...]:
    """The members of a list "a=HOST:PORT,b=HOST:PORT". Raises ConfigError."""
    return tuple(_parse_member(item.strip()) for item in text.split(","))


def _parse_member(item: str) -> Member:
    name, equals, address = item.partition("=")
    if not equals or not name.strip():
        raise ConfigError(f"{item!r} is no NAME=HOST:PORT")
    return Member(name.strip(), Address.parse(address.strip()))
