"""From the configuration to a running front end. Beside options.py it alone imports without the extra `presto`."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gateway.access.files import UnusableFile
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig
from gateway.config import Address, ConfigError
from gateway.http.setup import front_address
from gateway.presto.options import PrestoOptions

if TYPE_CHECKING:
    from gateway.presto.server import PrestoServer
    from gateway.server import Server

_log = logging.getLogger("tidegate")
_NEEDED: Final = ("buenavista", "fastapi", "uvicorn")


@dataclass(frozen=True, slots=True)
class PrestoSetup:
    """A front end that has been asked for, and can be had."""

    address: Address
    options: PrestoOptions
    access: AccessOptions

    @classmethod
    def of(cls, options: PrestoOptions, access: AccessConfig) -> PrestoSetup | None:
        """None where nothing listens. Raises ConfigError."""
        address = front_address("presto", options.listen, options.tls, _NEEDED, access)
        return None if address is None else cls(address, options, access.options)

    async def start(self, server: Server, *, reserved: bool) -> PrestoServer:
        """Listen, beside the server whose sessions it shares; *reserved*: a parent keeps the port. Raises ConfigError."""
        from gateway.presto.server import PrestoServer

        try:
            found = PrestoServer(server.shared, self.address, self.options, self.access, reserved=reserved)
        except UnusableFile as error:
            raise ConfigError(str(error)) from error
        except OSError as error:
            raise ConfigError(f"--presto {self.address}: cannot listen: {error.strerror or error}") from error
        # It tells of every array subscript that it shifts.
        logging.getLogger("sqlglot").setLevel(logging.WARNING)
        await found.start()
        _log.info("Trino's protocol on %s://%s", "https" if found.encrypted else "http", Address(self.address.host, found.port))
        return found
