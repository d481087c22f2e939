"""`tidegate user add | passwd | drop | list`.

A password is asked for twice, or is the first line of standard input with --password-stdin; it is never an argument, which every
user of the machine could see.
"""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from gateway.access.files import UnusableFile, locked
from gateway.access.options import AccessOptions
from gateway.access.users import Users, read_users, write_users
from gateway.access.verifier import Verifier
from gateway.config import ConfigError, ConfigFile

#: As PostgreSQL's names.
NAME_BYTES_MAX: Final = 63
#: As PostgreSQL's prompts.
PASSWORD_BYTES_MAX: Final = 1_024


def add_user_commands(commands: Any) -> None:
    """`tidegate user …` for an argument parser."""
    user = commands.add_parser("user", help="users and their passwords")
    kinds = user.add_subparsers(required=True, metavar="add|passwd|drop|list")
    for name, run, words in (
        ("add", _add, "a new user with a password"),
        ("passwd", _passwd, "a new password for a user"),
        ("drop", _drop, "remove a user"),
        ("list", _list, "names of all users"),
    ):
        kind = kinds.add_parser(name, help=words)
        kind.add_argument(
            "--config", metavar="FILE", type=Path, help="configuration of `tidegate serve`, which names the users' file"
        )
        kind.add_argument("--users", metavar="FILE", type=Path, help="the users' file, instead of --config")
        if name != "list":
            kind.add_argument("name", metavar="NAME")
        if name in ("add", "passwd"):
            kind.add_argument("--password-stdin", action="store_true", help="the password is the first line of standard input")
            kind.add_argument(
                "--iterations", type=int, metavar="N", help="of the password's hash (default: [access] scram_iterations)"
            )
        kind.set_defaults(command=run)


def _options(given: argparse.Namespace) -> AccessOptions:
    overrides = {"users_file": given.users, "scram_iterations": getattr(given, "iterations", None)}
    options = ConfigFile(given.config).section("access", AccessOptions, **overrides)
    if options.users_file is None:
        raise ConfigError("which users? Give --users, or --config of a file with users_file in [access]")
    return options


def _add(given: argparse.Namespace) -> int:
    options = _options(given)
    _check_name(given.name)
    return _set_password(given, options, _check_new)


def _passwd(given: argparse.Namespace) -> int:
    return _set_password(given, _options(given), _check_known)


def _set_password(given: argparse.Namespace, options: AccessOptions, check: Callable[[Mapping[str, Verifier], str], None]) -> int:
    check(_read(options).verifiers, given.name)  # said before a password has been asked for
    verifier = Verifier.of(_password(given), options.scram_iterations)

    def change(users: dict[str, Verifier]) -> None:
        check(users, given.name)
        users[given.name] = verifier

    return _change(options, change)


def _drop(given: argparse.Namespace) -> int:
    def change(users: dict[str, Verifier]) -> None:
        _check_known(users, given.name)
        del users[given.name]

    return _change(_options(given), change)


def _list(given: argparse.Namespace) -> int:
    sys.stdout.writelines(f"{name}\n" for name in sorted(_read(_options(given)).verifiers))
    return 0


def _check_new(users: Mapping[str, Verifier], name: str) -> None:
    if name in users:
        raise ConfigError(f'user "{name}" already exists')


def _check_known(users: Mapping[str, Verifier], name: str) -> None:
    if name not in users:
        raise ConfigError(f'user "{name}" does not exist')


def _change(options: AccessOptions, change: Callable[[dict[str, Verifier]], None]) -> int:
    path = options.users_file
    assert path is not None, "_options has checked it"
    with locked(path):
        users = _read(options)
        verifiers = dict(users.verifiers)
        change(verifiers)
        write_users(path, Users(MappingProxyType(verifiers), users.secret))
    return 0


def _read(options: AccessOptions) -> Users:
    assert options.users_file is not None, "_options has checked it"
    try:
        return read_users(options.users_file)
    except FileNotFoundError:
        return Users()
    except UnusableFile as error:
        raise ConfigError(str(error)) from error


def _check_name(name: str) -> None:
    if not name or len(name.encode()) > NAME_BYTES_MAX or not name.isprintable() or name in ("all", "public"):
        raise ConfigError(f"{name!r} is no name of a user: up to {NAME_BYTES_MAX} bytes of printable text, not all or public")


def _password(given: argparse.Namespace) -> str:
    if given.password_stdin:
        password = sys.stdin.readline().removesuffix("\n").removesuffix("\r")
    else:
        password = getpass.getpass(f"Password for {given.name}: ")
        if getpass.getpass("Once more: ") != password:
            raise ConfigError("the two passwords are not the same")
    size = len(password.encode(errors="surrogateescape"))
    if not 0 < size <= PASSWORD_BYTES_MAX or "\0" in password:
        raise ConfigError(f"a password has from 1 to {PASSWORD_BYTES_MAX} bytes")
    if any("\ud800" <= c <= "\udfff" for c in password):
        raise ConfigError("a password is text in UTF-8")
    return password
