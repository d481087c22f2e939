"""The server's limits under the names that PostgreSQL's users know, as SHOW, current_setting and pg_settings give them."""

from __future__ import annotations

import math

from gateway.server.options import ServerOptions
from gateway.session.definitions import SETTINGS
from gateway.session.options import SessionOptions
from gateway.session.variables import DEFAULTS, Layer


def server_defaults(server: ServerOptions, session: SessionOptions) -> Layer:
    """What sessions of such a server begin with: no place is kept for superusers, for there are none."""
    numbers = {
        "max_connections": server.connections_max,
        "superuser_reserved_connections": 0,
        "authentication_timeout": math.ceil(server.startup_timeout_s),
        **session.starts,
    }
    return {**DEFAULTS, **{name: SETTINGS[name].shown(value) for name, value in numbers.items()}}
