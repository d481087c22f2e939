"""`tidegate grant select on VIEW [(columns)] to USER` and `tidegate revoke select on VIEW [(columns)] from USER`.

Names are as they are, or in double quotes where they hold blanks, commas or brackets. `all views` is every view, also those to
come; the user `public` is everybody. Views need not be there yet.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gateway.access.files import UnusableFile, locked
from gateway.access.grants import EVERY_VIEW, Columns, Grants, read_grants, write_grants
from gateway.access.options import AccessOptions
from gateway.config import ConfigError, ConfigFile

_NAME: Final = r'(?:"(?:[^"]|"")+"|[^\s"(),]+)'
_LIST: Final = rf"\(\s*{_NAME}(?:\s*,\s*{_NAME})*\s*\)"
_FORM: Final = re.compile(
    rf"select\s*(?P<before>{_LIST})?\s*on\s+(?:(?P<all>all\s+views)|(?:table\s+)?(?P<view>{_NAME}))\s*(?P<behind>{_LIST})?"
    rf"\s+(?P<word>to|from)\s+(?P<user>{_NAME})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """What is granted or revoked."""

    user: str
    view: str
    columns: Columns


def add_grant_commands(commands: Any) -> None:
    """`tidegate grant …`, `revoke …` and `grants` for an argument parser."""
    for name, run, words in (
        ("grant", _grant, "let a user read a view: select on VIEW [(columns)] to USER"),
        ("revoke", _revoke, "take it back: select on VIEW [(columns)] from USER"),
        ("grants", _list, "list who may read what"),
    ):
        command = commands.add_parser(name, help=words)
        command.add_argument(
            "--config", metavar="FILE", type=Path, help="configuration of `tidegate serve`, which names the grants' file"
        )
        command.add_argument("--grants", metavar="FILE", type=Path, help="the grants' file, instead of --config")
        if name != "grants":
            command.add_argument("clause", metavar="WORD", nargs="+", help=words.partition(": ")[2])
        command.set_defaults(command=run)


def parse_clause(text: str, word: str) -> Clause:
    """Raises ConfigError."""
    match = _FORM.fullmatch(text.strip())
    if match is None or match["word"].lower() != word or (match["before"] and match["behind"]):
        raise ConfigError(f"{text!r} is not: select on VIEW [(columns)] {word} USER")
    listed = match["before"] or match["behind"]
    if match["all"] and listed:
        raise ConfigError("columns are of one view, not of all views")
    columns = frozenset(_name(found) for found in re.findall(_NAME, listed[1:-1])) if listed else None
    return Clause(_name(match["user"]), EVERY_VIEW if match["all"] else _name(match["view"]), columns)


def _name(text: str) -> str:
    return text[1:-1].replace('""', '"') if text.startswith('"') else text


def _grant(given: argparse.Namespace) -> int:
    clause = parse_clause(" ".join(given.clause), "to")
    return _change(given, lambda grants: grants.granted(clause.user, clause.view, clause.columns))


def _revoke(given: argparse.Namespace) -> int:
    clause = parse_clause(" ".join(given.clause), "from")

    def change(grants: Grants) -> Grants:
        try:
            return grants.revoked(clause.user, clause.view, clause.columns)
        except KeyError:
            raise ConfigError(f'that is not granted to "{clause.user}"; `tidegate grants` lists what is') from None
        except ValueError as error:
            raise ConfigError(f'"{clause.view}": {error}') from None

    return _change(given, change)


def _list(given: argparse.Namespace) -> int:
    sys.stdout.writelines(f"{line}\n" for line in _read(_path(given)).lines())
    return 0


def _change(given: argparse.Namespace, change: Callable[[Grants], Grants]) -> int:
    path = _path(given)
    with locked(path):
        write_grants(path, change(_read(path)))
    return 0


def _path(given: argparse.Namespace) -> Path:
    options = ConfigFile(given.config).section("access", AccessOptions, grants_file=given.grants)
    if options.grants_file is None:
        raise ConfigError("which grants? Give --grants, or --config of a file with grants_file in [access]")
    return options.grants_file


def _read(path: Path) -> Grants:
    try:
        return read_grants(path)
    except FileNotFoundError:
        return Grants()
    except UnusableFile as error:
        raise ConfigError(str(error)) from error
