"""What a Trino client says of its session with every request, and what it is told to keep.

Each header is X-Trino-… or, from older clients, X-Presto-…; buenavista's Headers reads both and writes both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote_plus, unquote_plus

from buenavista.http.context import Headers

from gateway.errors import InvalidSetting

#: Session properties of Trino's that settings here have another name for; those of catalog tidegate have its name in front already.
PROPERTIES: Final = {
    "query_max_run_time": "statement_timeout",
    "query_max_execution_time": "statement_timeout",
    "time_zone_id": "timezone",
}
_DURATION: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(ns|us|ms|s|m|h|d)\s*")
_MILLIS: Final = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


@dataclass(frozen=True, slots=True)
class TrinoSession:
    """The client's session. *properties* are settings by our names, as the client has set them."""

    user: str
    catalog: str
    schema: str
    time_zone: str
    source: str
    transaction: str | None
    properties: Mapping[str, str]
    prepared: Mapping[str, str]
    capabilities: frozenset[str]


def asked(headers: Headers, user: str) -> TrinoSession:
    """Raises InvalidSetting for what is not NAME=VALUE."""
    transaction = _get(headers, "Transaction-Id")
    properties = dict(_pairs(headers, "Session"))
    return TrinoSession(
        user=user,
        catalog=_get(headers, "Catalog").lower(),
        schema=_get(headers, "Schema").lower(),
        time_zone=_get(headers, "Time-Zone"),
        source=_get(headers, "Source"),
        transaction=None if transaction in ("", "NONE") else transaction,
        properties=dict(setting(name, value) for name, value in properties.items()),
        prepared=dict(_pairs(headers, "Prepared-Statement")),
        capabilities=frozenset(word.strip() for word in _get(headers, "Client-Capabilities").split(",")),
    )


def _get(headers: Headers, name: str) -> str:
    return str(headers.get(name) or "").strip()


def _pairs(headers: Headers, name: str) -> Iterator[tuple[str, str]]:
    """NAME=VALUE, …, the values as in URLs."""
    for pair in filter(None, (part.strip() for part in _get(headers, name).split(","))):
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InvalidSetting(f"X-Trino-{name} takes NAME=VALUE with commas between")
        yield key.strip(), unquote_plus(value)


def setting(name: str, value: str) -> tuple[str, str]:
    """A session property as a setting here."""
    found = PROPERTIES.get(name.lower(), name.lower())
    duration = _DURATION.fullmatch(value)
    if found == "statement_timeout" and duration is not None:
        value = f"{max(1, round(float(duration[1]) * _MILLIS[duration[2]]))}ms"
    return found, value


def pair(name: str, value: str) -> str:
    """NAME=VALUE for a header."""
    return f"{name}={quote_plus(value)}"
