"""From the configuration to a running server. Beside options.py it alone imports without the extra `http`."""

from __future__ import annotations

import importlib.util
import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gateway.access.files import UnusableFile
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig, resolved
from gateway.config import Address, ConfigError
from gateway.http.options import HttpOptions
from gateway.http.workers import Siblings

if TYPE_CHECKING:
    from gateway.engine.engine import ReadEngine
    from gateway.http.door import HttpServer
    from gateway.http.siblings import MetricsSocket
    from gateway.http.standing import NodePlace
    from gateway.server.shared import Shared
    from statestore.node import Store

_NEEDED: Final = ("prometheus_client", "starlette", "uvicorn")


def front_address(name: str, listen: str, tls: str, needed: Iterable[str], access: AccessConfig) -> Address | None:
    """Where a front end listens that is an option, a section and an extra of that name; None: nowhere. *needed* are its modules.

    Raises ConfigError for what keeps it from starting, or from letting anybody in.
    """
    if not listen:
        return None
    address = Address.parse(listen, f"--{name}, or listen in [{name}]: ")
    missing = [module for module in needed if importlib.util.find_spec(module) is None]
    if missing:
        raise ConfigError(f"--{name} needs {', '.join(missing)}: pip install '.[{name}]'")
    if tls == "on" and access.options.ssl_cert_file is None:
        raise ConfigError(f'[{name}] tls = "on" needs ssl_cert_file and ssl_key_file in [access]')
    beyond = any(entry.beyond_loopback for entry in access.entries)
    if not beyond and not all(ipaddress.ip_address(host).is_loopback for host in resolved(address, name)):
        raise ConfigError(f"--{name} {address}: nobody could log in from another machine; see [[hba]] and --trust")
    return address


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

    def start(self, store: Store, write_timeout_s: float, *, reserved: bool) -> HttpServer:
        """Listen, and say how far *store* is, which need not be open; *reserved*: a parent keeps the port. Raises ConfigError."""
        from gateway.http.door import HttpServer

        try:
            found = HttpServer(self.address, self.options, self.access, write_timeout_s, reserved=reserved)
        except UnusableFile as error:
            raise ConfigError(str(error)) from error
        except OSError as error:
            raise ConfigError(f"--http {self.address}: cannot listen: {error.strerror or error}") from error
        found.start(store)
        return found

    async def serve(
        self, http: HttpServer, engine: ReadEngine, shared: Shared, place: NodePlace, siblings: Siblings | None
    ) -> MetricsSocket | None:
        """Answer everything from now on; of several workers each, and each other's questions. Raises OSError."""
        from gateway.http.scrape import NodeMetrics
        from gateway.http.siblings import AllMetrics, MetricsSocket

        own = NodeMetrics(engine, shared, self.options.ready_lag_max_s, "" if siblings is None else str(siblings.number))
        http.serve(engine, shared, own if siblings is None else AllMetrics(own, siblings), place)
        return None if siblings is None else await MetricsSocket.open(own, siblings.folder(siblings.number))
