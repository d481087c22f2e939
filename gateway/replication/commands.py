"""Replication commands, which a connection with ``replication=database`` may send beside SQL, by the simple protocol.

PostgreSQL 15's grammar (repl_gram.y), and CREATE_REPLICATION_SLOT's older spelling of options, which drivers use. What is of
physical replication, of backups or of two-phase commits is refused by its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from gateway.contract.setting import parse_bool
from gateway.replication.positions import parse_lsn
from planner.errors import InvalidArgument, SyntaxFault, Unsupported

_COMMANDS: Final = (
    "IDENTIFY_SYSTEM", "CREATE_REPLICATION_SLOT", "START_REPLICATION", "DROP_REPLICATION_SLOT", "READ_REPLICATION_SLOT",
    "TIMELINE_HISTORY", "BASE_BACKUP",
)  # fmt: skip
_BEGIN: Final = re.compile(rf"\s*({'|'.join(_COMMANDS)})\b", re.IGNORECASE)
_TOKEN: Final = re.compile(
    r"""\s*(?:"((?:[^"]|"")+)"|'((?:[^']|'')*)'|([0-9A-Fa-f]+/[0-9A-Fa-f]+)|([A-Za-z_][\w$]*|\d+)|([(),;]))"""
)
_END: Final = re.compile(r"\s*;?\s*\Z")
_NAME: Final = re.compile(r'\s*(?:"((?:[^"]|"")+)"|([^\s",]+))\s*(,|\Z)')

Snapshot = Literal["nothing", "use", "export"]
#: The older spelling of SNAPSHOT.
_SNAPSHOTS: Final = {"NOEXPORT_SNAPSHOT": "nothing", "USE_SNAPSHOT": "use", "EXPORT_SNAPSHOT": "export"}


@dataclass(frozen=True, slots=True)
class IdentifySystem:
    """IDENTIFY_SYSTEM."""


@dataclass(frozen=True, slots=True)
class CreateSlot:
    """CREATE_REPLICATION_SLOT name [TEMPORARY] LOGICAL pgoutput. *snapshot* "use": the transaction reads what it begins behind;
    "export": another one may, by a name."""

    name: str
    temporary: bool
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class StartReplication:
    """START_REPLICATION SLOT name LOGICAL position (options)."""

    slot: str
    position: int
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DropSlot:
    """DROP_REPLICATION_SLOT name [WAIT]."""

    name: str
    wait: bool


Command = IdentifySystem | CreateSlot | StartReplication | DropSlot


def is_command(text: str) -> bool:
    """Is it a replication command? SHOW is one of PostgreSQL's, too, and SQL here as there."""
    return _BEGIN.match(text) is not None


def parse_command(text: str) -> Command:
    """Read a text for which is_command() holds. Raises SyntaxFault, Unsupported, InvalidArgument."""
    words = _Words(text)
    command = words.word()
    match command:
        case "IDENTIFY_SYSTEM":
            found: Command = IdentifySystem()
        case "CREATE_REPLICATION_SLOT":
            found = _create(words)
        case "START_REPLICATION":
            found = _start(words)
        case "DROP_REPLICATION_SLOT":
            found = DropSlot(words.name(), words.skip("WAIT"))
        case _:
            raise Unsupported(f"{command} is not supported: there is no physical replication")
    words.end()
    return found


class _Words:
    """A command's tokens, one after another."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def _peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self._text, self._at)

    def _take(self, group: int, wanted: str) -> str:
        found = self._peek()
        if found is None or found[group] is None:
            raise self.fault(wanted)
        self._at = found.end()
        return found[group]

    def fault(self, wanted: str) -> SyntaxFault:
        rest = self._text[self._at :].strip()
        where = f'at or near "{rest.split()[0][:60]}"' if rest else "at end of input"
        return SyntaxFault(f"syntax error {where} of a replication command: {wanted} is expected")

    def word(self) -> str:
        return self._take(4, "a word").upper()

    def skip(self, word: str) -> bool:
        """Is this what comes next? Then it is behind us."""
        found = self._peek()
        if found is None or (found[4] or found[5] or "").upper() != word:
            return False
        self._at = found.end()
        return True

    def need(self, word: str) -> None:
        if not self.skip(word):
            raise self.fault(word)

    def name(self) -> str:
        found = self._peek()
        if found is not None and found[4] is not None:
            self._at = found.end()
            return found[4].lower()
        return self._take(1, "a name").replace('""', '"')

    def position(self) -> int:
        return parse_lsn(self._take(3, "a position"))

    def value(self) -> str:
        """Of an option, which may have none."""
        found = self._peek()
        if found is not None and found[2] is not None:
            self._at = found.end()
            return found[2].replace("''", "'")
        if found is not None and (found[4] or found[1]):
            return self.name()
        return "true"

    def options(self) -> dict[str, str]:
        """(name value, …), or nothing."""
        found: dict[str, str] = {}
        if not self.skip("("):
            return found
        while True:
            name = self.name().lower()
            if name in found:
                raise SyntaxFault(f'conflicting or redundant options: "{name}"')
            found[name] = self.value()
            if not self.skip(","):
                self.need(")")
                return found

    def end(self) -> None:
        if _END.match(self._text, self._at) is None:
            raise self.fault("its end")


def _create(words: _Words) -> CreateSlot:
    name, temporary = words.name(), words.skip("TEMPORARY")
    if words.skip("PHYSICAL"):
        raise Unsupported("physical replication is not supported", hint="A slot is LOGICAL pgoutput.")
    words.need("LOGICAL")
    plugin = words.name()
    if plugin != "pgoutput":
        raise Unsupported(f'logical decoding plugin "{plugin}" is not supported', hint="pgoutput is.")
    options = words.options()
    while (spelled := next((word for word in (*_SNAPSHOTS, "TWO_PHASE") if words.skip(word)), None)) is not None:
        options["two_phase" if spelled == "TWO_PHASE" else "snapshot"] = _SNAPSHOTS.get(spelled, "true")
    snapshot = options.pop("snapshot", "export").lower()
    for option, value in options.items():
        if option not in ("two_phase", "failover"):
            raise SyntaxFault(f'unrecognized option of CREATE_REPLICATION_SLOT: "{option}"')
        if parse_bool(value) != "off":
            raise Unsupported(f"a slot's option {option} is not supported", hint="Leave it out, or say false.")
    if snapshot not in ("nothing", "use", "export"):
        raise InvalidArgument(f'unrecognized value for CREATE_REPLICATION_SLOT option "snapshot": "{snapshot}"')
    return CreateSlot(name, temporary, snapshot)  # type: ignore[arg-type]


def _start(words: _Words) -> StartReplication:
    if not words.skip("SLOT"):
        raise Unsupported("physical replication is not supported", hint="START_REPLICATION SLOT name LOGICAL position (options).")
    slot = words.name()
    if not words.skip("LOGICAL"):
        raise Unsupported("physical replication is not supported", hint="START_REPLICATION SLOT name LOGICAL position (options).")
    return StartReplication(slot, words.position(), words.options())


# -------------------------------------------------------------------------------------------------------------- options

#: What a server may leave undone: text is what a client has to take where it has asked for binary.
_IGNORED: Final = frozenset({"binary", "messages", "origin", "streaming"})
PROTOCOLS: Final = range(1, 5)


def publications_of(options: Mapping[str, str]) -> list[str]:
    """The publications that pgoutput's *options* name. Raises InvalidArgument, Unsupported."""
    for name, value in options.items():
        if name == "two_phase" and parse_bool(value) != "off":
            raise Unsupported("two-phase commits are not supported", hint="Leave out two_phase.")
        if name not in _IGNORED and name not in ("proto_version", "publication_names", "two_phase"):
            raise InvalidArgument(f"unrecognized pgoutput option: {name}")
    version = options.get("proto_version")
    if version is None:
        raise InvalidArgument("option proto_version is missing")
    if not (version.isascii() and version.isdigit() and int(version) in PROTOCOLS):
        raise Unsupported(f"client sent proto_version={version[:20]} but versions {PROTOCOLS[0]} to {PROTOCOLS[-1]} are supported")
    return _names(options.get("publication_names", ""))


def _names(text: str) -> list[str]:
    found, at = [], 0
    while (name := _NAME.match(text, at)) is not None:
        found.append(name[1].replace('""', '"') if name[1] else name[2].lower())
        at = name.end()
        if not name[3]:
            break
    if not found or at != len(text) or name is None:
        raise InvalidArgument("option publication_names takes names of publications, with commas between them")
    return found
