"""From which addresses clients are trusted: any user from there may come in, nobody else may."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Final, Self

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LOOPBACK: Final = "127.0.0.0/8, ::1/128"


@dataclass(frozen=True, slots=True)
class Trust:
    """Networks; a Unix socket's peer is always trusted."""

    networks: tuple[Network, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """A list as "127.0.0.0/8, 10.1.0.0/16". Raises ValueError naming what is no network."""
        return cls(tuple(_network(item.strip()) for item in text.split(",")))

    @property
    def beyond_loopback(self) -> tuple[Network, ...]:
        """The networks of other machines."""
        return tuple(network for network in self.networks if not network.is_loopback)

    def admits(self, address: str) -> bool:
        """May a client come from there? "" is a Unix socket's peer."""
        if not address:
            return True
        ip = ipaddress.ip_address(address.partition("%")[0])
        plain = getattr(ip, "ipv4_mapped", None) or ip
        return any(plain in network for network in self.networks)


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise ValueError(f"trust: {text!r} is no network such as 10.1.0.0/16: {error}") from error


TRUST_LOOPBACK: Final = Trust.parse(LOOPBACK)
