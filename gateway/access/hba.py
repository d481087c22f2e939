"""Who may come in from where, and how they prove who they are: the [[hba]] entries of the configuration.

    [[hba]]
    type = "hostssl"                      # host (default), hostssl, hostnossl, local
    database = "all"                      # a name, several with commas between, or all (default)
    user = "ann, bob"                     # likewise
    address = "10.0.0.0/8, 192.168.1.7"   # networks or addresses, all, or loopback
    method = "scram-sha-256"              # trust, scram-sha-256, cert, reject
    clientcert = "verify-full"            # a certificate beside the method: verify-ca any, verify-full the user's (hostssl only)

The first entry that matches decides; where none does, nobody comes in. As in PostgreSQL's pg_hba.conf, an entry whose proof fails
is not followed by another try.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gateway.access.trust import LOOPBACK, Network, Trust

ALL: Final = "all"
TYPES: Final = ("host", "hostssl", "hostnossl", "local")
TRUST, SCRAM, CERT, REJECT = METHODS = ("trust", "scram-sha-256", "cert", "reject")
VERIFY_CA, VERIFY_FULL = CLIENT_CERTIFICATES = ("verify-ca", "verify-full")
_EVERYWHERE: Final = "0.0.0.0/0, ::/0"


@dataclass(frozen=True, slots=True)
class ClientOrigin:
    """Where a client comes from. *address* is "" for a Unix socket; *encrypted* says whether it speaks TLS."""

    address: str
    encrypted: bool = False

    @property
    def encryption(self) -> str:
        """As PostgreSQL's messages call it."""
        return "SSL encryption" if self.encrypted else "no encryption"


@dataclass(frozen=True)
class HbaEntry:
    """One entry; see the module."""

    method: str
    type: str = "host"
    database: str = ALL
    user: str = ALL
    address: str = ""
    clientcert: str = ""

    def __post_init__(self) -> None:
        if self.type not in TYPES:
            raise ValueError(f"type {self.type!r}; it takes {', '.join(TYPES)}")
        if self.method not in METHODS:
            raise ValueError(f"method {self.method!r}; it takes {', '.join(METHODS)}")
        if self.type == "local" and (self.address or self.method == CERT):
            raise ValueError("an entry of type local has neither an address nor method cert")
        if self.type != "local" and not self.address:
            raise ValueError("address is missing: networks such as 10.1.0.0/16, loopback, or all")
        if self.method == CERT and self.type != "hostssl":
            raise ValueError("method cert is for entries of type hostssl")
        self._check_clientcert()
        for name in ("database", "user"):
            if not all(_words(getattr(self, name))):
                raise ValueError(f"{name} is empty; it takes names, or all")
        _ = self._networks

    def _check_clientcert(self) -> None:
        if not self.clientcert:
            return
        if self.clientcert not in CLIENT_CERTIFICATES:
            raise ValueError(f"clientcert {self.clientcert!r}; it takes {', '.join(CLIENT_CERTIFICATES)}")
        if self.type != "hostssl":
            raise ValueError("clientcert is for entries of type hostssl")
        if self.method == CERT and self.clientcert != VERIFY_FULL:
            raise ValueError("method cert takes clientcert verify-full only, which it means anyway")

    @property
    def asks_certificate(self) -> bool:
        """Does nobody come in without a certificate?"""
        return bool(self.clientcert) or self.method == CERT

    @property
    def asks_name(self) -> bool:
        """Has the certificate to be the user's?"""
        return self.clientcert == VERIFY_FULL or self.method == CERT

    @cached_property
    def _networks(self) -> tuple[Network, ...]:
        if self.type == "local":
            return ()
        return tuple(network for word in _words(self.address) for network in _networks(word))

    @cached_property
    def _users(self) -> frozenset[str]:
        return frozenset(_words(self.user))

    @cached_property
    def _databases(self) -> frozenset[str]:
        return frozenset(_words(self.database))

    def matches(self, origin: ClientOrigin, user: str, database: str) -> bool:
        """Is the entry for such a connection?"""
        return (
            self._matches_origin(origin)
            and (ALL in self._users or user in self._users)
            and (ALL in self._databases or database in self._databases)
        )

    def _matches_origin(self, origin: ClientOrigin) -> bool:
        if not origin.address or self.type == "local":
            return not origin.address and self.type == "local"
        if self.type != "host" and origin.encrypted != (self.type == "hostssl"):
            return False
        return Trust(self._networks).admits(origin.address)

    @property
    def beyond_loopback(self) -> tuple[Network, ...]:
        """The networks of other machines that it lets in."""
        return () if self.method == REJECT else Trust(self._networks).beyond_loopback


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


def _networks(word: str) -> tuple[Network, ...]:
    if word in (ALL, "loopback"):
        word = _EVERYWHERE if word == ALL else LOOPBACK
        return Trust.parse(word).networks
    try:
        return (ipaddress.ip_network(word),)
    except ValueError as error:
        raise ValueError(f"address {word!r} is no network such as 10.1.0.0/16: {error}") from error


def trusted_entries(trust: Trust) -> tuple[HbaEntry, ...]:
    """What --trust is short for: everybody from there, without a proof; Unix sockets too."""
    return (
        HbaEntry(TRUST, address=", ".join(str(network) for network in trust.networks)),
        HbaEntry(TRUST, type="local"),
    )


def first_match(entries: Sequence[HbaEntry], origin: ClientOrigin, user: str, database: str) -> HbaEntry | None:
    """The entry that decides."""
    return next((entry for entry in entries if entry.matches(origin, user, database)), None)


def uses(entries: Iterable[HbaEntry], method: str) -> bool:
    """Does any entry ask for this method?"""
    return any(entry.method == method for entry in entries)
