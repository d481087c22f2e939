"""What both HTTP servers of a node, this package's and gateway.presto's, have of uvicorn: the socket and the configuration."""

from __future__ import annotations

import logging
import socket
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from gateway.access.tls import TlsFiles
from gateway.config import Address
from gateway.http.hosts import HostCheck, names_of
from gateway.http.protocol import HttpPatience, Protocol

_BACKLOG: Final = 1_024
#: Requests that are being answered when the server stops have so long.
_GRACE_S: Final = 2
#: uvicorn's own limit for idle connections; HttpPatience's comes first.
_NEVER_S: Final = 86_400


def listening_socket(address: Address, *, reserved: bool) -> socket.socket:
    """Bound and listening; *reserved*: a parent keeps the port. Raises OSError."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    made = socket.create_server((address.host, address.port), family=family, backlog=_BACKLOG, reuse_port=reserved)
    # Connections have it from here. asyncio sets it for sockets that say they are TCP's, which create_server's do not; uvicorn
    # writes an answer's head and body one after the other, so that without it each waits 40 ms for an acknowledgement.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def configuration(
    app: ASGIApp,
    host: str,
    hosts: str,
    patience: HttpPatience,
    tls: TlsFiles | None,
    section: str,
    protocol: type[Protocol] = Protocol,
    **more: Any,
) -> uvicorn.Config:
    """For an application that answers for *host* and *hosts*, which *section* of the configuration has.

    *more* are further attributes of its connections' class.
    """
    own: Any = type("OurProtocol", (protocol,), {"patience": patience, "silent": {}, "tls": tls, **more})
    config = uvicorn.Config(
        HostCheck(app, names_of(host, hosts), section),
        http=own,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=patience.connections_max + 1,
        timeout_keep_alive=_NEVER_S,
        timeout_graceful_shutdown=_GRACE_S,
    )
    config.load()
    return config
