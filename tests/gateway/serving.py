"""A server in a thread of its own, for tests with blocking clients; and a client that speaks bytes."""

from __future__ import annotations

import asyncio
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from struct import pack
from typing import Any

import uvloop

from gateway.access.access import Access
from gateway.replication.slots import Slots
from gateway.server import Server, ServerOptions, serve


def readable(descriptor: int, wait_s: float) -> bool:
    """Is there something to be read, or the end? With poll(), for select() takes no descriptors beyond 1,023."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(wait_s * 1000))


class ServerThread:
    """The server, its loop and thread."""

    def __init__(
        self, engine: Any, options: ServerOptions | None = None, access: Access | None = None, slots: Slots | None = None
    ) -> None:
        self.engine, self._options, self._access, self._slots = engine, options, access, slots
        self._ready = threading.Event()
        self._stop: asyncio.Event
        self.server: Server
        self.loop: asyncio.AbstractEventLoop
        self.problems: list[dict[str, Any]] = []
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(10)

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)
        assert not self._thread.is_alive()
        assert not self.problems, self.problems

    @property
    def dsn(self) -> str:
        return f"host=127.0.0.1 port={self.server.port} user=tester dbname=tidegate"

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(self._main())

    async def _main(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.loop.set_exception_handler(lambda _, problem: self.problems.append(problem))
        self._stop = asyncio.Event()
        self.server = await serve(self.engine, "127.0.0.1", 0, self._options, access=self._access, slots=self._slots)
        self._ready.set()
        await self._stop.wait()
        await self.server.close()


@contextmanager
def serving(engine: Any, options: ServerOptions | None = None, access: Access | None = None) -> Iterator[ServerThread]:
    thread = ServerThread(engine, options, access)
    thread.start()
    try:
        yield thread
    finally:
        thread.stop()


# --------------------------------------------------------------------------------------------------------- frontend messages


def startup(user: str = "tester", database: str = "tidegate", version: int = 196608, **options: str) -> bytes:
    words = {"user": user, "database": database, **options}
    body = b"".join(k.encode() + b"\0" + v.encode() + b"\0" for k, v in words.items()) + b"\0"
    return pack("!II", len(body) + 8, version) + body


def message(kind: str, body: bytes = b"") -> bytes:
    return kind.encode() + pack("!I", len(body) + 4) + body


def cstring(text: str) -> bytes:
    return text.encode() + b"\0"


def query(sql: str) -> bytes:
    return message("Q", cstring(sql))


def parse(name: str, sql: str, *oids: int) -> bytes:
    return message("P", cstring(name) + cstring(sql) + pack(f"!H{len(oids)}I", len(oids), *oids))


def bind(portal: str, statement: str, *values: bytes | None, formats: tuple[int, ...] = (), results: tuple[int, ...] = ()) -> bytes:
    cells = b"".join(pack("!i", -1) if v is None else pack("!i", len(v)) + v for v in values)
    head = cstring(portal) + cstring(statement) + pack(f"!H{len(formats)}h", len(formats), *formats)
    return message("B", head + pack("!H", len(values)) + cells + pack(f"!H{len(results)}h", len(results), *results))


def describe(kind: str, name: str) -> bytes:
    return message("D", kind.encode() + cstring(name))


def execute(portal: str = "", rows_max: int = 0) -> bytes:
    return message("E", cstring(portal) + pack("!i", rows_max))


def close(kind: str, name: str) -> bytes:
    return message("C", kind.encode() + cstring(name))


SYNC = message("S")
FLUSH = message("H")
TERMINATE = message("X")


# ---------------------------------------------------------------------------------------------------------- backend messages


def split(data: bytes) -> list[tuple[str, bytes]]:
    """(type, payload) of whole messages."""
    found, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at + 1 : at + 5])
        assert at + 1 + length <= len(data), "a message is cut off"
        found.append((chr(data[at]), data[at + 5 : at + 1 + length]))
        at += 1 + length
    return found


def error_fields(payload: bytes) -> dict[str, str]:
    return {part[:1].decode(): part[1:].decode() for part in payload.split(b"\0") if part}


def shown(data: bytes) -> list[str]:
    """Messages in a readable form: one word each, with what matters of the content."""
    return [_shown(kind, payload) for kind, payload in split(data)]


_WORDS = {
    "R": "AuthenticationOk",
    "K": "Key",
    "v": "Negotiate",
    "1": "ParseComplete",
    "2": "BindComplete",
    "3": "CloseComplete",
    "n": "NoData",
    "I": "EmptyQuery",
    "s": "Suspended",
}


def _shown(kind: str, payload: bytes) -> str:
    match kind:
        case "C":
            return payload[:-1].decode()
        case "Z":
            return f"Ready {payload.decode()}"
        case "D":
            return f"Row {_cells(payload)}"
        case "T":
            return f"Columns {_names(payload)}"
        case "t":
            count = int.from_bytes(payload[:2])
            return f"Parameters {[int.from_bytes(payload[2 + 4 * i : 6 + 4 * i]) for i in range(count)]}"
        case "E" | "N":
            fields = error_fields(payload)
            where = f" at {fields['P']}" if "P" in fields else ""
            return f"{fields['V']} {fields['C']}{where}: {fields['M']}"
        case "S":
            return "Status " + "=".join(payload.decode().split("\0")[:2])
        case _:
            return _WORDS[kind]


def _cells(payload: bytes) -> list[str | None]:
    count, at, cells = int.from_bytes(payload[:2]), 2, []
    for _ in range(count):
        length = int.from_bytes(payload[at : at + 4], signed=True)
        at += 4
        cells.append(None if length < 0 else payload[at : at + length].decode("latin-1"))
        at += max(length, 0)
    return cells


def _names(payload: bytes) -> list[str]:
    names, at = [], 2
    for _ in range(int.from_bytes(payload[:2])):
        end = payload.index(b"\0", at)
        names.append(payload[at:end].decode())
        at = end + 19
    return names


class RawClient:
    """A blocking socket that reads whole messages."""

    def __init__(self, port: int, opening: bytes | None = None) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.greeting = b""
        if opening is not None:
            self.socket.sendall(opening)
            self.greeting = self.until_ready()

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def exactly(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            if not more:
                raise EOFError(bytes(data))
            data += more
        return bytes(data)

    def message(self) -> bytes:
        head = self.exactly(5)
        return head + self.exactly(int.from_bytes(head[1:]) - 4)

    def until_ready(self, times: int = 1) -> bytes:
        """Everything up to the *times*-th ReadyForQuery; or to the end of the connection."""
        data = b""
        try:
            while times:
                one = self.message()
                data += one
                times -= one[:1] == b"Z"
        except (EOFError, ConnectionResetError):
            pass
        return data

    def rest(self) -> bytes:
        """Everything until the server closes."""
        data = bytearray()
        try:
            while more := self.socket.recv(65536):
                data += more
        except ConnectionResetError:
            pass
        return bytes(data)

    def ask(self, data: bytes, times: int = 1) -> list[str]:
        self.send(data)
        return shown(self.until_ready(times))
