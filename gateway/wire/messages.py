"""What a client can say: one frozen event per frontend message.

Source: PostgreSQL 15 documentation, chapter 55.7 (Message Formats). Strings are decoded; parameter values are raw bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# -------------------------------------------------------------------------------------------------- before a session


@dataclass(frozen=True, slots=True)
class SSLRequest:
    """Asks for TLS; answered with one byte."""


@dataclass(frozen=True, slots=True)
class GSSENCRequest:
    """Asks for GSSAPI encryption; answered with one byte."""


@dataclass(frozen=True, slots=True)
class TlsHandshake:
    """No message: the client has begun to speak TLS without asking. Its bytes are still there."""


@dataclass(frozen=True, slots=True)
class CancelRequest:
    """Asks, on a connection of its own, to cancel what session *pid* runs; never answered."""

    pid: int
    secret: bytes


@dataclass(frozen=True, slots=True)
class Startup:
    """Opens a session. *minor* is the protocol's minor version; *parameters* are in the client's order."""

    minor: int
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SaslResponse:
    """SASLInitialResponse or SASLResponse, which only the login's state tells apart."""

    payload: bytes


# --------------------------------------------------------------------------------------------------- within a session


@dataclass(frozen=True, slots=True)
class Query:
    """Simple query: any number of statements."""

    sql: str


@dataclass(frozen=True, slots=True)
class Parse:
    """Prepare a statement; "" is the unnamed one. *parameter_oids* may be shorter than the parameters and hold zeros."""

    name: str
    sql: str
    parameter_oids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bind:
    """Make a portal of a statement. Format lists hold none (all text), one (for all) or one code each."""

    portal: str
    statement: str
    parameter_formats: tuple[int, ...]
    parameters: tuple[bytes | None, ...]
    result_formats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Describe:
    """Asks what a statement (S) takes and returns, or a portal (P) returns."""

    kind: Literal["S", "P"]
    name: str


@dataclass(frozen=True, slots=True)
class Execute:
    """Run a portal for at most *rows_max* rows; 0 is no limit."""

    portal: str
    rows_max: int


@dataclass(frozen=True, slots=True)
class Close:
    """Drop a statement (S) or a portal (P), if there is one."""

    kind: Literal["S", "P"]
    name: str


@dataclass(frozen=True, slots=True)
class Flush:
    """Send what is waiting to be sent."""


@dataclass(frozen=True, slots=True)
class Sync:
    """End of a series of extended-query messages."""


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """The fast-path call; content is not looked at."""


@dataclass(frozen=True, slots=True)
class CopyInput:
    """CopyData (d), CopyDone (c) or CopyFail (f); where nothing is replicated they are ignored, as PostgreSQL does."""

    kind: bytes
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Terminate:
    """The client leaves."""


StartupEvent = SSLRequest | GSSENCRequest | CancelRequest | Startup
LoginEvent = TlsHandshake | SaslResponse
SessionEvent = Query | Parse | Bind | Describe | Execute | Close | Flush | Sync | FunctionCall | CopyInput | Terminate
Event = StartupEvent | LoginEvent | SessionEvent
