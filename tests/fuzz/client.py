"""One fuzzed client: it sends its conversation in pieces of any size, reads what comes meanwhile, and has it checked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from struct import pack
from typing import Final

from tests.fuzz.frames import answers
from tests.fuzz.model import Model, Violation
from tests.fuzz.starts import GSSENC_REQUEST, Start, bad_start, check_greeting, good_start, log_in
from tests.fuzz.talk import Talk, Talker
from tests.fuzz.target import Target
from tests.gateway.serving import SYNC

#: Generous: no conversation takes a second of its own.
CONVERSATION_S_MAX: Final = 180.0
READ_BYTES: Final = 1 << 16
#: More pieces than these are not worth their time.
PIECES_MAX: Final = 400


class Client:
    """One connection."""

    def __init__(self, target: Target, rng: random.Random) -> None:
        self._target, self._rng = target, rng
        self._received = bytearray()

    async def run(self, length: int) -> tuple[int, Model | None]:
        """Have a conversation; messages sent, and the model that followed it. Raises Violation."""
        talk = Talker(self._rng, tame=self._target.gateway is None).talk(length)
        try:
            async with asyncio.timeout(CONVERSATION_S_MAX):
                return await self._run(talk)
        except TimeoutError:
            raise Violation(f"no end after {CONVERSATION_S_MAX} s; received {bytes(self._received[-300:])!r}, {talk!r}") from None

    async def _run(self, talk: Talk) -> tuple[int, Model | None]:
        self._reader, self._writer = await asyncio.open_connection(self._target.host, self._target.port)
        try:
            return await self._session(talk)
        except ConnectionError as error:
            raise Violation(f"{error!r} after {bytes(self._received[-300:])!r}") from error
        finally:
            self._writer.transport.abort()

    async def _session(self, talk: Talk) -> tuple[int, Model | None]:
        drawn = self._rng.random()
        if drawn < 0.04:
            return await self._bad_start()
        if drawn < 0.08 and self._target.gateway is not None:
            if not await log_in(self._rng, self._send, self._message):
                return 3, None
            start = Start(b"", True)
        else:
            start = self._drawn(lambda: good_start(self._rng, talk.marker))
            await self._open(start)
        return await self._talk(talk, check_greeting(start, await self._greeting()))

    def _drawn(self, draw: Callable[[], Start]) -> Start:
        """A start; PostgreSQL would take GSSAPI's encryption, which nothing here speaks."""
        start = draw()
        while self._target.gateway is None and GSSENC_REQUEST in start.requests:
            start = draw()
        return start

    async def _open(self, start: Start) -> None:
        for request in start.requests:
            await self._send(request)
            if (answer := await self._reader.readexactly(1)) != b"N":
                raise Violation(f"{answer!r} to {request!r} instead of no encryption")
        await self._send(start.sent)

    async def _bad_start(self) -> tuple[int, None]:
        start = self._drawn(lambda: bad_start(self._rng))
        with suppress(OSError):  # what it has not read before it closed
            await self._open(start)
            if self._rng.random() < 0.5 or len(start.sent) < 8:
                self._writer.write_eof()
            else:
                await self._send(bytes(10_000))  # what an unfinished packet may wait for
            await self._until_end()
        check_greeting(start, list(answers(bytes(self._received))))
        return 1, None

    async def _greeting(self) -> list[tuple[str, bytes]]:
        received = [await self._message()]
        while received[-1][0] not in ("Z", "E", ""):
            received.append(await self._message())
        return received

    async def _talk(self, talk: Talk, key: bytes) -> tuple[int, Model | None]:
        cancels = self._rng.random() < 0.05
        # PostgreSQL goes without what it has not sent yet, where a message is none or says Terminate.
        cut = not talk.complete or self._target.gateway is None
        model = Model(talk.known, talk.marker.encode(), may_be_cancelled=cancels, cut=cut)
        reading = asyncio.ensure_future(self._until_end())
        try:
            await self._send(talk.stream)
            if cancels:
                await self._cancel(key)
            if talk.complete:
                await reading
        except ConnectionError:
            model.cut = True  # it was told to go and did not wait for the rest
        finally:
            reading.cancel()
        try:
            return model.check(talk.stream, bytes(self._received)), model
        except Violation as violation:
            raise Violation(f"{violation}\nsent {talk.stream!r}\nreceived {bytes(self._received)!r}") from None

    # --------------------------------------------------------------------------------------------------------------- I/O

    async def _send(self, data: bytes) -> None:
        """Whole, round by round, byte by byte, or in pieces of any size."""
        rng = self._rng
        match rng.randrange(5):
            case 0 | 1:
                pieces = [data]
            case 2:
                pieces = [part + SYNC for part in data.split(SYNC)]
                pieces[-1] = pieces[-1].removesuffix(SYNC)
            case 3 if len(data) < PIECES_MAX:
                pieces = [bytes((byte,)) for byte in data]
            case _:
                cuts = sorted(rng.sample(range(len(data) + 1), min(len(data), rng.randrange(1, 12))))
                pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        for piece in pieces:
            self._writer.write(piece)
            await self._writer.drain()
            await asyncio.sleep(0)

    async def _message(self) -> tuple[str, bytes]:
        """The next message; ("", b"") at the end."""
        try:
            head = await self._reader.readexactly(5)
            return chr(head[0]), await self._reader.readexactly(int.from_bytes(head[1:]) - 4)
        except asyncio.IncompleteReadError:
            return "", b""

    async def _until_end(self) -> None:
        while more := await self._reader.read(READ_BYTES):
            self._received += more

    async def _cancel(self, key: bytes) -> None:
        """On another connection; the right key, or another one."""
        pid, secret = key[:4], key[4:]
        if self._rng.random() < 0.5:
            secret = self._rng.randbytes(4)
        _, writer = await asyncio.open_connection(self._target.host, self._target.port)
        writer.write(pack("!II", 16, 80877102) + pid + secret)
        await writer.drain()
        writer.close()
