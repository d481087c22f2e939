"""The file of users: one line each, name and verifier, as pgbouncer's auth_file has them.

    ;; tidegate users 1 <base64: the secret that mock salts are made of>
    "ann" "SCRAM-SHA-256$4096:…$…:…"

A quote inside quotes is doubled. The file is replaced as a whole, with mode 0600, and whoever changes it holds a lock beside it. A
server looks at each login whether it has been replaced, which costs one stat().
"""

from __future__ import annotations

import base64
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from gateway.access.files import WatchedFile, entries, quoted, read_file, unquoted, write_file
from gateway.access.verifier import Verifier

_HEAD: Final = ";; tidegate users 1 "
_LINE: Final = re.compile(r'("(?:[^"]|"")+")[ \t]+"([^"]*)"')
_SECRET_BYTES: Final = 32
_SECRET_BYTES_MIN: Final = 16


@dataclass(frozen=True)
class Users:
    """What a file says. *secret* stays the same for the life of the file."""

    verifiers: Mapping[str, Verifier] = field(default_factory=lambda: MappingProxyType({}))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(_SECRET_BYTES), repr=False)

    @cached_property
    def iterations(self) -> tuple[int, ...]:
        """Those of all passwords, ascending."""
        return tuple(sorted(verifier.iterations for verifier in self.verifiers.values()))

    def render(self) -> str:
        """The file's content."""
        lines = [f'{quoted(name)} "{verifier}"\n' for name, verifier in sorted(self.verifiers.items())]
        return f"{_HEAD}{base64.b64encode(self.secret).decode()}\n" + "".join(lines)


def parse_users(text: str) -> Users:
    """Raises ValueError that says which line, and never what it says."""
    head = text.partition("\n")[0]
    if not head.startswith(_HEAD):
        raise ValueError("line 1 is not that of a users file; `tidegate user add` makes one")
    secret = base64.b64decode(head[len(_HEAD) :].strip(), validate=True)
    if len(secret) < _SECRET_BYTES_MIN:
        raise ValueError("line 1 has too short a secret")
    found: dict[str, Verifier] = {}
    for number, line in entries(text):
        match = _LINE.fullmatch(line)
        try:
            if match is None:
                raise ValueError('not "name" "verifier"')
            found[unquoted(match[1])] = Verifier.parse(match[2])
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return Users(MappingProxyType(found), secret)


def read_users(path: Path) -> Users:
    """Raises UnusableFile; FileNotFoundError if there is none."""
    return read_file(path, "users", parse_users)


def write_users(path: Path, users: Users) -> None:
    """Replace the file. Raises OSError."""
    write_file(path, users.render())


class UserFile(WatchedFile[Users]):
    """The users of a running server."""

    def __init__(self, path: Path) -> None:
        """Raises UnusableFile."""
        super().__init__(path, "users", parse_users, lambda users: len(users.verifiers), Users(), "no user has a password")

    @property
    def users(self) -> Users:
        """As the file is now."""
        self.look()
        return self.content
