"""Is a request meant for this server? Its Host has to be a name that the server was told, or no name at all but an address.

A page in somebody's browser may have the name that it came from point to this server instead (DNS rebinding), and then ask it as
one of its own: from an address that is trusted, perhaps. It cannot choose the Host, which is its own name then. Over HTTPS the
certificate says which names the server has, and there clients look.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_MISDIRECTED: Final = 421


def names_of(listen: str, further: str) -> frozenset[str]:
    """The names of a server that listens on host *listen*, and those of `hosts`."""
    own = ("localhost", listen, socket.gethostname(), *further.split(","))
    return frozenset(_bare(name) for name in own) - {""}


def _bare(name: str) -> str:
    return name.strip().lower().removesuffix(".")


def host_of(header: str) -> str:
    """A Host header without its port, which proxies change."""
    host = header.strip()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return _bare(host.partition(":")[0])


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class HostCheck:
    """An application that hands on what is for one of *names*, or came encrypted."""

    def __init__(self, app: ASGIApp, names: frozenset[str], section: str) -> None:
        """*section* of the configuration has further names."""
        self._app, self._names, self._section = app, names, section

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        headers = Headers(scope=scope)
        host = host_of(headers.get("host", ""))
        # Load balancers ask by HTTP/1.0 without a Host; no browser does.
        is_unnamed = scope["http_version"] == "1.0" and "host" not in headers
        if scope["scheme"] == "https" or is_unnamed or host in self._names or _is_address(host):
            await self._app(scope, receive, send)
            return
        told = f'this server does not know itself as "{host[:100]}"; names that it has are for hosts in [{self._section}]'
        await PlainTextResponse(told, _MISDIRECTED)(scope, receive, send)
