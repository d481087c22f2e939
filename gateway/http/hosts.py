"""Is a request meant for this server? Its Host has to be a name that the server was told, or no name at all but an address.

A page in somebody's browser may have the name that it came from point to this server instead (DNS rebinding), and then ask it as
one of its own: from an address that is trusted, perhaps. It cannot choose the Host, which is its own name then. Over HTTPS the
certificate says which names the server has, and there clients look.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final
from urllib.parse import unquote

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.http.problems import CLOSE, HttpFault, problem

_ABSOLUTE: Final = re.compile(rb"(https?)://([^/]*)(/.*)?", re.IGNORECASE)


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
    """An application that hands on what is for one of *names*, or came encrypted, and what has one meaning only.

    A target in absolute form is handed on as if it had come in origin form, with its host (RFC 9112, 3.2.2).
    """

    def __init__(self, app: ASGIApp, names: frozenset[str], section: str) -> None:
        """*section* of the configuration has further names."""
        self._app, self._names, self._section = app, names, section

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        try:
            asked = _in_origin_form(scope)
            self._check(asked)
        except HttpFault as error:
            await problem(error)(scope, receive, send)
        else:
            await self._app(asked, receive, send)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers and "content-length" in headers:
            # Somebody in between may have gone by the other one: what follows is not what it seems (RFC 9112, 6.3).
            raise HttpFault(400, "Transfer-Encoding and Content-Length exclude each other", headers=CLOSE)
        host = host_of(headers.get("host", ""))
        # Load balancers ask by HTTP/1.0 without a Host; no browser does.
        is_unnamed = scope["http_version"] == "1.0" and "host" not in headers
        if not (scope["scheme"] == "https" or is_unnamed or host in self._names or _is_address(host)):
            told = f'this server does not know itself as "{host[:100]}"; names that it has are for hosts in [{self._section}]'
            raise HttpFault(421, told)


def _in_origin_form(scope: Scope) -> Scope:
    """Raises HttpFault for a target of another kind (OPTIONS has *), and one of the other scheme."""
    target: bytes = scope["raw_path"]
    if target.startswith(b"/") or (target == b"*" and scope["method"] == "OPTIONS"):
        return scope
    absolute = _ABSOLUTE.fullmatch(target)
    if absolute is None:
        raise HttpFault(400, "the request's target is neither a path nor a URI of http or https", headers=CLOSE)
    scheme, host, path = absolute.groups(b"/")
    if scheme.lower().decode() != scope["scheme"]:
        raise HttpFault(421, f"this connection is of {scope['scheme']}")
    headers = [(b"host", host), *(header for header in scope["headers"] if header[0] != b"host")]
    return {**scope, "raw_path": path, "path": unquote(path.decode()), "headers": headers}
