"""The thin part of the gateway that does I/O: listener, connections, back-pressure, cancelling, draining."""

from gateway.server.listener import Server, serve
from gateway.server.options import ServerOptions

__all__ = ["Server", "ServerOptions", "serve"]
