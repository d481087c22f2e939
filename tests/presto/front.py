"""The HTTP side over an engine in memory, with users, certificates and limits as a test wants them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

from gateway.access.access import Access
from gateway.access.hba import HbaEntry
from gateway.access.options import AccessOptions
from gateway.access.tls import TlsFiles
from gateway.access.users import UserFile
from gateway.config import Address
from gateway.presto.options import PrestoOptions
from gateway.presto.server import PrestoServer
from gateway.server import ServerOptions
from tests.access.servers import OPTIONS, users_file
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import ServerThread, serving


@dataclass
class Front:
    """A server and its HTTP side."""

    thread: ServerThread
    presto: PrestoServer
    verify: Any = False
    transactions: list[str] = field(default_factory=list)

    def in_loop(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.thread.loop).result(30)

    @property
    def url(self) -> str:
        return f"{'https' if self.presto.encrypted else 'http'}://localhost:{self.presto.port}/v1/statement"

    def post(self, sql: str, user: str = "ann", **options: Any) -> requests.Response:
        headers = {"X-Trino-User": user, **options.pop("headers", {})}
        return requests.post(self.url, data=sql.encode(), headers=headers, timeout=30, verify=self.verify, **options)


@contextmanager
def front(
    *entries: HbaEntry,
    folder: Path | None = None,
    access: AccessOptions = OPTIONS,
    options: PrestoOptions | None = None,
    server: ServerOptions | None = None,
    verify: Any = False,
) -> Iterator[Front]:
    """Everybody from here is trusted, unless *entries* say otherwise; then there are the users of tests.access in *folder*."""
    allowed = None
    if entries:
        assert folder is not None
        allowed = Access(entries, access, users=UserFile(users_file(folder)), tls=TlsFiles.of(access))
    options = options or PrestoOptions(poll_s=0.2)
    with serving(FakeEngine(), server, access=allowed) as thread:
        presto = PrestoServer(thread.server.shared, Address("127.0.0.1", 0), options, access)
        found = Front(thread, presto, verify)
        found.in_loop(presto.start())
        try:
            yield found
        finally:
            found.in_loop(presto.stop())
