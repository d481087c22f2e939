"""The decision about one login: which entry is for it, and what it asks the client to prove.

    begin() ─→ None            the client is in (trust, cert)
            ─→ SaslLogin       request ─→ client; each of its messages ─→ respond(), until done
            ─→ AccessDenied    no entry, reject, no certificate, too many failures

No I/O: a connection carries the bytes.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from gateway.access.failures import FailedLogins
from gateway.access.files import FileFound
from gateway.access.hba import CERT, REJECT, SCRAM, TRUST, ClientOrigin, HbaEntry, first_match, trusted_entries
from gateway.access.options import AccessOptions
from gateway.access.scram import ScramExchange
from gateway.access.tallies import Tallies
from gateway.access.tls import TlsFiles
from gateway.access.trust import TRUST_LOOPBACK, Trust
from gateway.access.users import UserFile, Users
from gateway.access.verifier import Verifier, mock_verifier
from gateway.errors import AccessDenied, InvalidPassword
from gateway.wire import writer as w
from gateway.wire.reader import read_sasl_initial

_PEER_SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Client:
    """What is known of a client before it proves anything. *name* is its certificate's; *binding* that of ours, over TLS."""

    origin: ClientOrigin
    name: str | None = None
    has_certificate: bool = False
    binding: bytes | None = None


@dataclass(frozen=True, slots=True)
class PeerUser:
    """The user that the other nodes of the cluster come as, from anywhere, with the cluster's secret."""

    name: str
    verifier: Verifier

    @property
    def entry(self) -> HbaEntry:
        """It goes before all others: nobody is trusted to be another node."""
        return HbaEntry(SCRAM, user=self.name, address="all")


class SaslLogin:
    """A login by password under way. Make one for each."""

    def __init__(self, exchange: ScramExchange, check: Callable[[], None], failed: Callable[[], None]) -> None:
        """*check* raises AccessDenied for who is not heard any more: guesses that began together all began in time."""
        self._exchange, self._check, self._failed = exchange, check, failed
        self._mechanism: str | None = None
        self._answered = False
        self.done = False

    @property
    def request(self) -> bytes:
        """The first message to the client."""
        return w.authentication_sasl(self._exchange.mechanisms)

    def respond(self, payload: bytes) -> bytes:
        """The answer to the client's next message. Raises ConnectionFault and MessageFault; either ends the connection."""
        data: bytes | None = payload
        if self._mechanism is None:
            self._mechanism, data = read_sasl_initial(payload)
            if data is None:
                return w.authentication_sasl_continue(b"")
        assert data is not None, "only the first message may have none"
        if not self._answered:
            self._answered = True
            return w.authentication_sasl_continue(self._exchange.first(self._mechanism, data))
        self._check()
        try:
            signature = self._exchange.final(data)
        except InvalidPassword:
            self._failed()
            raise
        self.done = True
        return w.authentication_sasl_final(signature)


class Access:
    """Of one server. Its files are read anew when they change, its entries when admit() is told others."""

    def __init__(
        self,
        entries: Sequence[HbaEntry],
        options: AccessOptions | None = None,
        *,
        users: UserFile | None = None,
        tls: TlsFiles | None = None,
        peer: PeerUser | None = None,
        clock: Callable[[], float] = time.monotonic,
        tallies: Tallies | None = None,
    ) -> None:
        """*tallies* of failed logins may be shared with other processes, whose *clock* is then the same."""
        self.options = options or AccessOptions()
        self.tls = tls
        self._users, self._peer = users, peer
        self.admit(entries)
        self._no_users = Users(MappingProxyType({}))
        self.failures = FailedLogins(
            self.options.failed_logins_max,
            self.options.failed_logins_window_s,
            self.options.failed_logins_lockout_s,
            clock,
            tallies,
        )

    def admit(self, entries: Sequence[HbaEntry]) -> None:
        """From the next login on these decide who comes in; other nodes as before."""
        self._entries = (*((self._peer.entry,) if self._peer is not None else ()), *entries)

    def limit(self, options: AccessOptions) -> None:
        """From the next login on these say how failed ones are dealt with; files are those that were opened."""
        self.options = options
        self.failures.limit(options.failed_logins_max, options.failed_logins_window_s, options.failed_logins_lockout_s)

    def look(self) -> Sequence[FileFound]:
        """Look now at the files of users and certificates, as logins do; what is wrong with them is logged."""
        found = []
        if self._users is not None:
            self._users.look()
            found.append(self._users.found)
        if self.tls is not None:
            _ = self.tls.server
            found.append(self.tls.found)
        return found

    def begin(self, user: str, database: str, client: Client) -> SaslLogin | None:
        """See the module. Raises AccessDenied (28000)."""
        entry = first_match(self._entries, client.origin, user, database)
        if entry is None or entry.method == REJECT:
            raise _no_way_in(user, database, client.origin, rejected=entry is not None)
        if entry.method == TRUST and not entry.asks_certificate:
            return None
        address = client.origin.address
        self._check_heard(address, user)
        if entry.asks_certificate and not client.has_certificate:
            raise AccessDenied("connection requires a valid client certificate")
        if entry.method == SCRAM:
            check, failed = partial(self._check_heard, address, user), partial(self.failures.failed, address, user)
            return SaslLogin(self._exchange(user, client, entry), check, failed)
        if entry.asks_name and client.name != user:
            self.failures.failed(address, user)
            raise _not_certified(user, entry)
        return None

    def _check_heard(self, address: str, user: str) -> None:
        if not self.is_peer(user):
            self.failures.check(address, user)

    @property
    def exempt(self) -> frozenset[str]:
        """Users whom grants are not for: other nodes, which ask for what their own users may read."""
        return frozenset() if self._peer is None else frozenset((self._peer.name,))

    def is_peer(self, user: str) -> bool:
        """Is it the user of other nodes, who has proved to know the secret?"""
        return self._peer is not None and self._peer.name == user

    def _exchange(self, user: str, client: Client, entry: HbaEntry) -> ScramExchange:
        """As in PostgreSQL, somebody else's certificate is told no other way than a wrong password."""
        known, verifier = self._verifier(user)
        wrong_name = entry.asks_name and client.name != user
        return ScramExchange(user, verifier, doomed=not known or wrong_name, binding=client.binding)

    def _verifier(self, user: str) -> tuple[bool, Verifier]:
        """(is there such a user?, what to check a password with)."""
        if self._peer is not None and self._peer.name == user:
            return True, self._peer.verifier
        users = self._no_users if self._users is None else self._users.users
        known = users.verifiers.get(user)
        if known is not None:
            return True, known
        peers = () if self._peer is None else (self._peer.verifier.iterations,)
        counts = sorted((*users.iterations, *peers))
        return False, mock_verifier(user, users.secret, counts or [self.options.scram_iterations])


def _no_way_in(user: str, database: str, origin: ClientOrigin, *, rejected: bool) -> AccessDenied:
    host = origin.address or "[local]"
    what = "an [[hba]] entry rejects the connection for" if rejected else "no [[hba]] entry for"
    hint = None if rejected else "Connections are trusted from this machine only, unless --trust or [[hba]] entries say otherwise."
    return AccessDenied(f'{what} host "{host}", user "{user}", database "{database}", {origin.encryption}', hint=hint)


def _not_certified(user: str, entry: HbaEntry) -> AccessDenied:
    what = "certificate" if entry.method == CERT else '"trust"'
    return AccessDenied(f'{what} authentication failed for user "{user}"')


def trusting(trust: Trust = TRUST_LOOPBACK) -> Access:
    """Everybody from there, without a proof: what a server has that was told nothing else."""
    return Access(trusted_entries(trust))


def peer_user(name: str, secret: str) -> PeerUser:
    """The peers' user of this process."""
    return PeerUser(name, Verifier.of(secret, salt=secrets.token_bytes(_PEER_SALT_BYTES)))
