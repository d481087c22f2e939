"""One port answers for all: whichever worker is asked for metrics asks the others, and hands all of them on together.

    Prometheus ──GET /metrics──→ worker 2 ──user's name, end──→ worker 1, by the socket in its store's folder
                                          ←───────text──────── worker 3 …

Whose name it is has been proved to the one that was asked. Only who may write to the store's folder can ask. A worker that does not
answer soon, because it is starting, is missing, and tidegate_worker_up says so.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from gateway.http.metrics import family
from gateway.http.scrape import NodeMetrics, text_of
from gateway.http.workers import Siblings
from gateway.server.unix_paths import short

SOCKET_NAME: Final = "metrics.sock"
#: How long the others are waited for, all together.
WAIT_S: Final = 2.0
_NAME_BYTES_MAX: Final = 1_024
_FAMILY: Final = re.compile(r"^# HELP (\S+)", re.MULTILINE)


class MetricsSocket:
    """Answers the other workers."""

    def __init__(self, listening: asyncio.Server) -> None:
        self._listening = listening

    @classmethod
    async def open(cls, metrics: NodeMetrics, folder: Path) -> MetricsSocket:
        """Listen in the worker's own store. Raises OSError."""
        (folder / SOCKET_NAME).unlink(missing_ok=True)
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with short(folder) as path:
            made.bind(f"{path}/{SOCKET_NAME}")

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                user = await reader.read(_NAME_BYTES_MAX)
                writer.write(await metrics.text(user.decode(errors="replace")))
                await writer.drain()
            except ConnectionError:
                return
            finally:
                writer.close()

        return cls(await asyncio.start_unix_server(answer, sock=made))

    async def stop(self) -> None:
        """Answer no more."""
        self._listening.close()


class AllMetrics:
    """Those of all workers, as one text."""

    def __init__(self, own: NodeMetrics, siblings: Siblings) -> None:
        self._own, self._siblings = own, siblings

    def limit(self, lag_max_s: float) -> None:
        """See NodeMetrics."""
        self._own.limit(lag_max_s)

    async def text(self, user: str) -> bytes:
        """See NodeMetrics."""
        others = self._siblings.others
        own, *texts = await asyncio.gather(self._own.text(user), *(self._asked(number, user) for number in others))
        up = [((str(number),), float(text != b"")) for number, text in zip(others, texts, strict=True)]
        told = family("tidegate_worker_up", [((str(self._siblings.number),), 1.0), *up])
        return merged([own, *texts, text_of([told])])

    async def _asked(self, number: int, user: str) -> bytes:
        """One worker's text; nothing where it does not answer."""
        try:
            async with asyncio.timeout(WAIT_S):
                with short(self._siblings.folder(number)) as path:
                    reader, writer = await asyncio.open_unix_connection(f"{path}/{SOCKET_NAME}")
                try:
                    writer.write(user.encode())
                    writer.write_eof()
                    return await reader.read()
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return b""


def merged(texts: Iterable[bytes]) -> bytes:
    """Texts of the same families as one, in which each family stands once: Prometheus takes no other."""
    found: dict[str, list[str]] = {}
    for text in texts:
        for block in re.split(r"(?m)^(?=# HELP )", text.decode()):
            name = _FAMILY.match(block)
            if name is not None:
                lines = block.splitlines(keepends=True)
                kept = found.setdefault(name[1], lines[:2])
                kept += lines[2:]
    return "".join("".join(lines) for lines in found.values()).encode()
