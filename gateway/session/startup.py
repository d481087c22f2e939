"""From a startup packet to a session's settings: as whom, to which database, and with which options.

Whether that user may come in at all is gateway.access's to decide, before any of this. The one database is "tidegate".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gateway.contract.setting import parse_bool
from gateway.errors import AccessDenied, InvalidSetting, ProtocolFault, UndefinedDatabase, UnsupportedProtocol
from gateway.session.variables import DEFAULTS, CheckVersions, Layer, Variables, unchecked
from gateway.wire.messages import Startup

DATABASE: Final = "tidegate"
_PROTOCOL_OPTION: Final = "_pq_."
_WORD: Final = re.compile(r"((?:[^\s\\]|\\.)+)", re.DOTALL)
_OPTION: Final = re.compile(r"([\w.-]+)=(.*)", re.DOTALL)
_NAME_BYTES_MAX: Final = 63


@dataclass(frozen=True, slots=True)
class SessionStart:
    """What a startup packet amounts to."""

    user: str
    database: str
    variables: Variables
    replication: bool = False


def names_of(startup: Startup) -> tuple[str, str]:
    """(user, database). Raises AccessDenied."""
    user = startup.parameters.get("user", "")[:_NAME_BYTES_MAX]
    if not user:
        raise AccessDenied("no user name specified in startup packet")
    return user, startup.parameters.get("database", "") or user


def unknown_options(startup: Startup) -> tuple[str, ...]:
    """Protocol extensions that the client is told we lack."""
    return tuple(name for name in startup.parameters if name.startswith(_PROTOCOL_OPTION))


def negotiates(startup: Startup) -> bool:
    """Does the client ask for more than protocol 3.0?"""
    return startup.minor > 0 or bool(unknown_options(startup))


def open_session(startup: Startup, defaults: Layer = DEFAULTS, check: CheckVersions = unchecked) -> SessionStart:
    """Check a startup packet; *defaults* are the settings' values to begin with, *check* is as Variables'.

    Raises UndefinedDatabase (3D000), UnsupportedProtocol (0A000), and what settings raise; every error ends the connection.
    """
    user, database = names_of(startup)
    parameters = {name: value for name, value in startup.parameters.items() if name not in ("user", "database")}
    # pg_basebackup and its like name a database of their own, and are told why they cannot come in.
    replication = _replication(parameters.pop("replication", "off"))
    if database != DATABASE:
        raise UndefinedDatabase(
            f'database "{database}" does not exist', hint=f'The only database is "{DATABASE}"; clients default to the user\'s name.'
        )
    unknown = unknown_options(startup)
    variables = Variables(user, database, defaults, check)
    for name, value in (*_command_line(parameters.pop("options", "")), *parameters.items()):
        if name not in unknown:
            variables.start(name, value)
    return SessionStart(user, database, variables, replication)


def _replication(value: str) -> bool:
    """Is it for logical replication?"""
    if value.lower() == "database":
        return True
    match parse_bool(value):
        case "off":
            return False
        case "on":
            raise UnsupportedProtocol(
                "physical replication is not supported",
                hint="Logical replication is: replication=database, see CREATE SUBSCRIPTION.",
            )
    raise InvalidSetting(
        f'invalid value for parameter "replication": "{value}"', hint='Valid values are: "false", 0, "true", 1, "database".'
    )


def _command_line(options: str) -> Iterator[tuple[str, str]]:
    """(name, value) of -c name=value, -cname=value, --name=value; backslashes keep blanks within a word."""
    words = [re.sub(r"\\(.)", r"\1", word, flags=re.DOTALL) for word in _WORD.findall(options)]
    remaining = iter(words)
    for word in remaining:
        if word == "-c":
            text = next(remaining, "")
        elif word.startswith("-c"):
            text = word[2:]
        else:
            text = word[2:] if word.startswith("--") else ""
        match = _OPTION.fullmatch(text)
        if match is None:
            raise ProtocolFault(f"invalid command-line argument for server process: {word}")
        yield match[1].replace("-", "_"), match[2]
