"""However TLS is damaged, its connection ends by itself, nothing is said outside of TLS, and undamaged ones are served meanwhile.

    python -m tests.fuzz.tls --connections 100000 --seed 7

Each client has a conversation over TLS 1.2 or 1.3, by SSLRequest or at once. In most of them one flight of its bytes is damaged:
bits, lengths and types of records, records cut, repeated, exchanged or put in, among them plain messages and alerts. Then it sends
no more, and waits for the end. The others come in pieces of any size, and get the right rows.
"""

from __future__ import annotations

import asyncio
import random
import ssl
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from tests.access.certificates import Authority
from tests.access.sasl import SSL_REQUEST
from tests.fuzz.command import Command
from tests.fuzz.frames import answers
from tests.fuzz.model import Violation
from tests.fuzz.records import damaged, outside, records
from tests.fuzz.target import Target
from tests.gateway.serving import message, query, startup

CLIENTS: Final = 20
#: Generous: no conversation takes a second of its own.
CONVERSATION_S_MAX: Final = 180.0
READ_BYTES: Final = 1 << 16
#: ClientHello, the client's last word of the handshake, start-up, query.
FLIGHTS: Final = 4
_T = TypeVar("_T")
WORD_7: Final = query("SELECT word FROM numbers WHERE id = 7")


class _Damaged(Exception):
    """A damaged flight is on its way; nothing is known of what follows but that it ends."""


def offer_tls(folder: Path) -> str:
    """Lines of [access] that make a gateway in *folder* offer TLS."""
    folder = folder / "authority"
    folder.mkdir()
    issued = Authority(folder).issue("localhost")
    return f'ssl_cert_file = "{issued.certificate}"\nssl_key_file = "{issued.key}"\n'


def contexts() -> tuple[ssl.SSLContext, ...]:
    """One for each version; who the server is, is not what this is about."""
    found = []
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version = context.maximum_version = version
        context.set_alpn_protocols(["postgresql"])
        found.append(context)
    return tuple(found)


class Client:
    """One connection."""

    def __init__(self, target: Target, context: ssl.SSLContext, rng: random.Random) -> None:
        self._target, self._rng = target, rng
        self._direct = rng.random() < 0.3
        #: Which flight is damaged; none of them where it is as large as FLIGHTS.
        self._damaged = rng.randrange(FLIGHTS + 2)
        self._flight = 0
        #: What does not begin as a handshake may be a start-up packet, which is answered in plain.
        self._plain = False
        self._heard = bytearray()
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing)

    async def run(self) -> str:
        """Have the conversation; how it ended. Raises Violation."""
        self._reader, self._writer = await asyncio.open_connection(self._target.host, self._target.port)
        try:
            async with asyncio.timeout(CONVERSATION_S_MAX):
                return await self._run()
        except TimeoutError:
            raise Violation(f"no end after {CONVERSATION_S_MAX} s") from None
        except (ConnectionError, ssl.SSLError) as error:
            raise Violation(f"{error!r} to a client that did nothing wrong") from error
        finally:
            self._writer.transport.abort()

    async def _run(self) -> str:
        if not self._direct:
            self._writer.write(SSL_REQUEST)
            if (answer := await self._reader.readexactly(1)) != b"S":
                raise Violation(f"{answer!r} to a request for TLS")
        try:
            await self._converse()
        except _Damaged:
            with suppress(ConnectionError):  # what it has not read before it closed
                await self._until_end()
        loose = outside(bytes(self._heard))
        if loose and not self._plain:
            raise Violation(f"{loose[:100]!r} outside of TLS after damage to flight {self._damaged}")
        return "answered" if self._damaged >= FLIGHTS else f"flight {self._damaged} damaged"

    async def _converse(self) -> None:
        await self._until(self._tls.do_handshake)
        for sent, expected in ((startup(database="tidegate"), "RKZ"), (WORD_7, "TDCZ")):
            received = await self._ask(sent)
            kinds = "".join(kind for kind, _ in received if kind != "S")
            if kinds != expected or (expected == "TDCZ" and received[1][1][-2:] != b"w7"):
                raise Violation(f"{received} to {sent!r}")
        self._tls.write(message("X"))
        await self._send()

    async def _ask(self, sent: bytes) -> list[tuple[str, bytes]]:
        self._tls.write(sent)
        plain = b""
        while not plain.endswith(b"Z\0\0\0\5I"):
            plain += await self._until(partial(self._tls.read, READ_BYTES))
        return list(answers(plain))

    async def _until(self, step: Callable[[], _T]) -> _T:
        """What *step* gives once enough has come."""
        while True:
            try:
                done = step()
            except ssl.SSLWantReadError:
                await self._send()
                await self._hear()
            else:
                await self._send()
                return done

    async def _hear(self) -> None:
        more = await self._reader.read(READ_BYTES)
        if not more:
            raise ConnectionError("it has ended")
        self._heard += more
        self._incoming.write(more)

    async def _until_end(self) -> None:
        with suppress(OSError):
            self._writer.write_eof()
        while more := await self._reader.read(READ_BYTES):
            self._heard += more

    async def _send(self) -> None:
        """The flight at hand, in pieces of any size; or damaged, which raises _Damaged."""
        data = self._outgoing.read()
        if not data:
            return
        is_damaged = self._flight == self._damaged
        self._flight += 1
        if is_damaged:
            data = damaged(self._rng, records(data))
            self._plain = self._direct and self._damaged == 0 and data[:1] != b"\x16"
        cuts = sorted(self._rng.sample(range(len(data) + 1), min(len(data), self._rng.choice((0, 0, 1, 3, 30)))))
        with suppress(*([ConnectionError] if is_damaged else [])):
            for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
                self._writer.write(data[start:end])
                await self._writer.drain()
                await asyncio.sleep(0)
        if is_damaged:
            raise _Damaged


@dataclass
class Fuzzing:
    """One run."""

    target: Target
    connections: int
    seed: int
    begun: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    async def run(self, clients: int) -> None:
        """Make so many connections. Raises Violation."""
        versions = contexts()
        await asyncio.gather(*(self._client(versions, number) for number in range(clients)))
        faults = self.target.faults()
        if faults:
            raise Violation(f"in the log: {faults[:5]}")

    async def _client(self, versions: tuple[ssl.SSLContext, ...], number: int) -> None:
        made = 0
        while self.begun < self.connections:
            self.begun += 1
            seed = f"{self.seed} {number} {made}"
            rng = random.Random(seed)
            made += 1
            try:
                self.ends[await Client(self.target, rng.choice(versions), rng).run()] += 1
            except Violation as violation:
                raise Violation(f"connection {seed!r}: {violation}") from None

    def summary(self) -> str:
        """How the connections ended."""
        return f"{self.begun} connections: {dict(self.ends.most_common())}"


if __name__ == "__main__":
    invariant = (__doc__ or "").splitlines()[0]
    sys.exit(Command("tests.fuzz.tls", invariant, "connections", 2_000, CLIENTS, Fuzzing, offer_tls).main())
