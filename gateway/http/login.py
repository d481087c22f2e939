"""Who a request comes from: the [[hba]] entries decide as for every other client. HTTP Basic carries the password; a certificate is
the connection's.

SCRAM's proof is made here from the password and checked like any other, so wrong ones count, users who do not exist take as long,
and only verifiers are kept. A password that anybody on the way could read is refused: without TLS it is taken from this machine
only.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from dataclasses import dataclass
from ipaddress import ip_address
from struct import Struct
from typing import Final

from gateway.access.access import Access, Client, SaslLogin
from gateway.access.scram import MECHANISM
from gateway.access.scram_client import ScramClient, ScramRefused
from gateway.errors import AccessDenied, InvalidPassword
from gateway.session.startup import DATABASE

_SASL_HEAD: Final = 9
_LENGTH: Final = Struct("!i")
_NAME_BYTES_MAX: Final = 63


class CredentialsNeeded(AccessDenied):
    """A user or a password is missing, or cannot be read from the request: others may be let in."""


@dataclass(frozen=True, slots=True)
class HttpCredentials:
    """What a request says: the user, and the password if there is one."""

    user: str
    password: str | None


def credentials(user: str, authorization: str) -> HttpCredentials:
    """From what names a user, "" for nothing, and Authorization. Raises AccessDenied, CredentialsNeeded among them."""
    scheme, _, encoded = authorization.partition(" ")
    if not authorization:
        name, password = user, None
    elif scheme.lower() != "basic":
        raise CredentialsNeeded("the only authentication over HTTP is Basic")
    else:
        name, password = _decoded(encoded)
        if user not in ("", name):
            raise AccessDenied(f"user {name} cannot impersonate user {user}")
    if not name or len(name.encode()) > _NAME_BYTES_MAX:
        raise CredentialsNeeded("no user name specified, or a too long one")
    return HttpCredentials(name, password)


def _decoded(encoded: str) -> tuple[str, str]:
    try:
        name, colon, password = base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise CredentialsNeeded("the Authorization header is malformed") from error
    if not colon:
        raise CredentialsNeeded("the Authorization header is malformed")
    return name, password


async def admit(access: Access, told: HttpCredentials, client: Client) -> None:
    """In the gateway's loop. Raises AccessDenied, CredentialsNeeded among them, and InvalidPassword."""
    login = access.begin(told.user, DATABASE, client)
    if login is None:
        return
    if told.password is None:
        raise CredentialsNeeded(f'user "{told.user}" needs a password')
    origin = client.origin
    if not origin.encrypted and not ip_address(origin.address.partition("%")[0]).is_loopback:
        raise AccessDenied("passwords over HTTP are taken from this machine only; use HTTPS")
    await _prove(login, told.password)


async def _prove(login: SaslLogin, password: str) -> None:
    client = ScramClient(password, (MECHANISM,), None, encrypted=False)
    first = MECHANISM.encode() + b"\0" + _LENGTH.pack(len(client.first)) + client.first
    challenge = login.respond(first)[_SASL_HEAD:]
    try:
        # Hashing takes milliseconds, and lets other threads run meanwhile.
        proof = await asyncio.to_thread(client.final, challenge)
    except ScramRefused as error:
        raise InvalidPassword(f"the password's verifier cannot be used: {error}") from error
    login.respond(proof)
