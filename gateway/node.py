"""`tidegate serve`: one node, from its configuration to its last connection.

Start: open the root, bring the local store up to date, listen. SIGTERM or SIGINT: stop listening, let running queries end within
DRAIN_S, close the store. A second signal ends at once.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import signal
import socket
import sys
from pathlib import Path
from typing import Final

import uvloop

from gateway.config import Address, ConfigError, ConfigFile, ServeSettings
from gateway.engine import EngineOptions
from gateway.engine.engine import ReadEngine
from gateway.server import ServerOptions, serve
from statestore.node import LocalStore, StoreOptions
from statestore.views import open_root

#: How long running queries may go on after SIGTERM.
DRAIN_S: Final = 20.0
#: Seconds a thread may hold the interpreter while another waits. The store's thread has many short native calls to make
#: beside threads that compute; with Python's own 5 ms a version became visible three times later under load.
SWITCH_INTERVAL_S: Final = 0.0005
EXIT_FAILURE: Final = 1

_log = logging.getLogger("tidegate")


def run_node(config: ConfigFile, *, root: str | None, listen: str | None, store: str | None) -> int:
    """Serve until told to stop; the exit code. Raises ConfigError and statestore.errors for what keeps a node from starting."""
    settings = config.section("serve", ServeSettings, root=root, listen=listen, store=store)
    store_options = config.section("store", StoreOptions)
    engine_options = config.section("engine", EngineOptions)
    server_options = config.section("server", ServerOptions)
    config.finish()
    address = _loopback(Address.parse(settings.listen))
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with LocalStore(open_root(settings.root), Path(settings.store), store_options) as local:
        _log.info("%s: serving %d views of %s", settings.store, len(local.views()), settings.root)
        code: int = uvloop.run(_serve(local, address, engine_options, server_options))
    return code


def _loopback(address: Address) -> Address:
    """Every user is trusted as yet, so nobody from outside the machine may reach the port."""
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ConfigError(f"--listen {address}: {error.strerror or error}") from error
    except UnicodeError as error:
        raise ConfigError(f"--listen {str(address)!r}: no name of a host") from error
    for *_, where in found:
        if not ipaddress.ip_address(where[0]).is_loopback:
            raise ConfigError(f"--listen {address}: only loopback addresses can be served, for there are no passwords yet")
    return address


async def _serve(local: LocalStore, address: Address, engine_options: EngineOptions, server_options: ServerOptions) -> int:
    engine = ReadEngine(local, engine_options)
    try:
        try:
            server = await serve(engine, address.host, address.port, server_options)
        except OSError as error:
            _log.error("cannot listen on %s: %s", address, error.strerror or error)
            return EXIT_FAILURE
        _log.info("listening on %s", Address(address.host, server.port))
        await _stop_signal()
        _log.info("draining %d connections", server.connections)
        await server.drain(DRAIN_S)
    finally:
        engine.close()
    _log.info("stopped")
    return 0


async def _stop_signal() -> None:
    """Wait for the first SIGTERM or SIGINT; the next one has its default effect."""
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    await stopped.wait()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.remove_signal_handler(number)
