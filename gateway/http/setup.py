"""From the configuration to a running server. Beside options.py it alone imports without the extra `http`."""

from __future__ import annotations

import importlib.util
import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gateway.access.files import UnusableFile
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig, resolved
from gateway.config import Address, ConfigError
from gateway.http.options import HttpOptions

if TYPE_CHECKING:
    from gateway.engine.engine import ReadEngine
    from gateway.http.door import HttpServer
    from gateway.http.siblings import MetricsSocket
    from gateway.server import Server

_NEEDED: Final = ("prometheus_client", "starlette", "uvicorn")


def front_address(name: str, listen: str, tls: str, needed: Iterable[str], access: AccessConfig) -> Address | None:
    """Where a front end listens that is an option, a section and an extra of that name; None: nowhere. *needed* are its modules.

    Raises ConfigError for what keeps it from starting, or from letting anybody in.
    """
    if not listen:
        return None
    address = Address.parse(listen)
    missing = [module for module in needed if importlib.util.find_spec(module) is None]
    if missing:
        raise ConfigError(f"--{name} needs {', '.join(missing)}: pip install '.[{name}]'")
    if tls == "on" and access.options.ssl_cert_file is None:
        raise ConfigError(f'[{name}] tls = "on" needs ssl_cert_file and ssl_key_file in [access]')
    beyond = any(entry.beyond_loopback for entry in access.entries)
    if not beyond and not all(ipaddress.ip_address(host).is_loopback for host in resolved(address)):
        raise ConfigError(f"--{name} {address}: nobody could log in from another machine; see [[hba]] and --trust")
    return address


@dataclass(frozen=True, slots=True)
class Siblings:
    """The workers behind one port: this one is *number* of so many, from 1; *folder* is a worker's store."""

    number: int
    of: int
    folder: Callable[[int], Path]

    @property
    def others(self) -> list[int]:
        """All but this one."""
        return [number for number in range(1, self.of + 1) if number != self.number]


@dataclass(frozen=True, slots=True)
class HttpSetup:
    """A server that has been asked for, and can be had."""

    address: Address
    options: HttpOptions
    access: AccessOptions

    @classmethod
    def of(cls, options: HttpOptions, access: AccessConfig) -> HttpSetup | None:
        """None where nothing listens. Raises ConfigError."""
        address = front_address("http", options.listen, options.tls, _NEEDED, access)
        return None if address is None else cls(address, options, access.options)

    async def start(self, engine: ReadEngine, server: Server, siblings: Siblings | None) -> HttpServer | MetricsSocket:
        """Listen, beside the server whose sessions it shares. Of several workers, whose parent keeps the port, the first one does,
        and the others answer it. Raises ConfigError."""
        from gateway.http.door import HttpServer
        from gateway.http.scrape import NodeMetrics
        from gateway.http.siblings import AllMetrics, MetricsSocket

        worker = "" if siblings is None else str(siblings.number)
        own = NodeMetrics(engine, server.shared, self.options.ready_lag_max_s, worker)
        try:
            if siblings is not None and siblings.number > 1:
                return await MetricsSocket.open(own, siblings.folder(siblings.number))
            metrics = own if siblings is None else AllMetrics(own, siblings)
            found = HttpServer(
                engine, server.shared, self.address, self.options, self.access, metrics, reserved=siblings is not None
            )
        except UnusableFile as error:
            raise ConfigError(str(error)) from error
        except OSError as error:
            raise ConfigError(f"--http {self.address}: cannot listen: {error.strerror or error}") from error
        found.start()
        return found
