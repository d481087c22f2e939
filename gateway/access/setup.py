"""From the configuration to a server's Access: entries, files, the peers' user; and what to say of it at the start."""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from gateway.access.access import Access, PeerUser
from gateway.access.files import UnusableFile
from gateway.access.grants import GrantFile
from gateway.access.hba import SCRAM, TRUST, HbaEntry, trusted_entries, uses
from gateway.access.options import AccessOptions
from gateway.access.tallies import Tallies
from gateway.access.tls import TlsFiles
from gateway.access.trust import TRUST_LOOPBACK, Trust
from gateway.access.users import UserFile
from gateway.config import Address, ConfigError

_log = logging.getLogger("tidegate.access")


@dataclass(frozen=True, slots=True)
class AccessConfig:
    """What the configuration says. *trust* is --trust, None where it was not given."""

    options: AccessOptions
    hba: Sequence[HbaEntry] = ()
    trust: Trust | None = None

    @property
    def entries(self) -> tuple[HbaEntry, ...]:
        """[[hba]] first, then what --trust is short for; loopback where there is neither."""
        if self.hba and self.trust is None:
            return tuple(self.hba)
        return (*self.hba, *trusted_entries(self.trust or TRUST_LOOPBACK))

    def check(self, address: Address, *, nodes: bool = False) -> None:
        """What can be said before files are read; *nodes*: other nodes come in with a secret. Raises ConfigError."""
        if uses(self.entries, SCRAM) and self.options.users_file is None:
            raise ConfigError("[[hba]] method scram-sha-256 needs users_file in [access]; `tidegate user add` makes one")
        if any(entry.asks_certificate for entry in self.entries) and self.options.ssl_ca_file is None:
            raise ConfigError("[[hba]] method cert, or clientcert, needs ssl_ca_file in [access]")
        if any(entry.type == "hostssl" for entry in self.entries) and self.options.ssl_cert_file is None:
            raise ConfigError("[[hba]] type hostssl needs ssl_cert_file and ssl_key_file in [access]")
        if not nodes:
            self._check_reachable(address)
        for network in {n for entry in self.entries if entry.method == TRUST for n in entry.beyond_loopback}:
            _log.warning("users from %s are trusted without a password", network)

    def open(self, peer: PeerUser | None = None, tallies: Tallies | None = None) -> Access:
        """*tallies* of failed logins are the process's own unless given. Raises ConfigError for files that cannot be used."""
        try:
            users = None if self.options.users_file is None else UserFile(self.options.users_file)
            return Access(self.entries, self.options, users=users, tls=TlsFiles.of(self.options), peer=peer, tallies=tallies)
        except UnusableFile as error:
            raise ConfigError(str(error)) from error

    def grants(self) -> GrantFile | None:
        """Who may read what; None: everybody everything. Raises ConfigError."""
        try:
            return None if self.options.grants_file is None else GrantFile(self.options.grants_file)
        except UnusableFile as error:
            raise ConfigError(str(error)) from error

    def _check_reachable(self, address: Address) -> None:
        """Other machines reach the port only where something lets them in."""
        beyond = any(entry.beyond_loopback for entry in self.entries)
        for host in resolved(address):
            if not ipaddress.ip_address(host).is_loopback and not beyond:
                raise ConfigError(
                    f"--listen {address}: nobody could log in from another machine; [[hba]] entries let users in with passwords or "
                    "certificates, --trust names networks whose every user is trusted"
                )


def resolved(address: Address, name: str = "listen") -> list[str]:
    """The IP addresses to listen on, by the option *name*. Raises ConfigError."""
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ConfigError(f"--{name} {address}: {error.strerror or error}") from error
    except UnicodeError as error:
        raise ConfigError(f"--{name} {str(address)!r}: no name of a host") from error
    return [str(where[0]).partition("%")[0] for *_, where in found]
