"""The file of users: one line each, name and verifier, as pgbouncer's auth_file has them.

    ;; tidegate users 1 <base64: the secret that mock salts are made of>
    "ann" "SCRAM-SHA-256$4096:…$…:…"

A quote inside quotes is doubled. The file is replaced as a whole, with mode 0600, and whoever changes it holds a lock beside it. A
server looks at each login whether it has been replaced, which costs one stat().
"""

from __future__ import annotations

import base64
import logging
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from gateway.access.files import state_of, write_file
from gateway.access.verifier import Verifier

_HEAD: Final = ";; tidegate users 1 "
_LINE: Final = re.compile(r'"((?:[^"]|"")+)"[ \t]+"([^"]*)"')
_SECRET_BYTES: Final = 32
_SECRET_BYTES_MIN: Final = 16
#: A larger file is not one of users.
FILE_BYTES_MAX: Final = 64 << 20

_log = logging.getLogger("tidegate.access")


class UsersFault(Exception):
    """A file of users that cannot be used; the message names it."""


@dataclass(frozen=True, slots=True)
class Users:
    """What a file says. *secret* stays the same for the life of the file."""

    verifiers: Mapping[str, Verifier] = field(default_factory=lambda: MappingProxyType({}))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(_SECRET_BYTES), repr=False)

    @property
    def iterations(self) -> tuple[int, ...]:
        """Those of all passwords, ascending."""
        return tuple(sorted(verifier.iterations for verifier in self.verifiers.values()))

    def render(self) -> str:
        """The file's content."""
        lines = [f'"{_quoted(name)}" "{verifier}"\n' for name, verifier in sorted(self.verifiers.items())]
        return f"{_HEAD}{base64.b64encode(self.secret).decode()}\n" + "".join(lines)


def _quoted(name: str) -> str:
    return name.replace('"', '""')


def parse_users(text: str) -> Users:
    """Raises ValueError that says which line, and never what it says."""
    lines = text.split("\n")
    if not lines[0].startswith(_HEAD):
        raise ValueError("line 1 is not that of a users file; `tidegate user add` makes one")
    secret = base64.b64decode(lines[0][len(_HEAD) :].strip(), validate=True)
    if len(secret) < _SECRET_BYTES_MIN:
        raise ValueError("line 1 has too short a secret")
    found: dict[str, Verifier] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip() or line.startswith(";"):
            continue
        match = _LINE.fullmatch(line.strip())
        try:
            if match is None:
                raise ValueError('not "name" "verifier"')
            found[match[1].replace('""', '"')] = Verifier.parse(match[2])
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return Users(MappingProxyType(found), secret)


def read_users(path: Path) -> Users:
    """Raises UsersFault; FileNotFoundError if there is none."""
    try:
        if path.stat().st_size > FILE_BYTES_MAX:
            raise UsersFault(f"{path}: too large for a file of users")
        return parse_users(path.read_text())
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UsersFault(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise UsersFault(f"{path}: {error}") from error


def write_users(path: Path, users: Users) -> None:
    """Replace the file. Raises OSError."""
    write_file(path, users.render())


class UserFile:
    """What a running server knows of the file. A file that is broken, or gone, changes nothing and is logged once.

    *iterations* are those of all passwords when the file was read, for those who are not in it.
    """

    def __init__(self, path: Path) -> None:
        """Raises UsersFault; a file that does not exist yet has no users."""
        self._path = path
        self._seen = state_of(path)
        try:
            self._users = read_users(path)
        except FileNotFoundError:
            self._users = Users()
            _log.warning("%s: there is no such file yet, and so no user has a password", path)
        self.iterations = self._users.iterations

    @property
    def users(self) -> Users:
        """As the file is now."""
        seen = state_of(self._path)
        if seen != self._seen:
            self._seen = seen
            self._reload()
        return self._users

    def _reload(self) -> None:
        try:
            self._users = read_users(self._path)
        except FileNotFoundError:
            _log.error("%s is gone; users stay as they were", self._path)
        except UsersFault as error:
            _log.error("%s; users stay as they were", error)
        else:
            self.iterations = self._users.iterations
            _log.info("%s: %d users", self._path, len(self._users.verifiers))
