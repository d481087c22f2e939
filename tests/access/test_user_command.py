"""`tidegate user`, and the file it keeps."""

from __future__ import annotations

import io
import multiprocessing
import stat
from pathlib import Path

import pytest

from gateway.access.files import UnusableFile
from gateway.access.users import parse_users, read_users
from gateway.access.verifier import Verifier
from gateway.commands.cli import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "users"


def _user(monkeypatch: pytest.MonkeyPatch, file: Path, command: str, name: str, password: str, *more: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    return main(["user", command, "--users", str(file), name, "--password-stdin", *more])


def _knows(file: Path, name: str, password: str) -> bool:
    kept = read_users(file).verifiers[name]
    return kept == Verifier.of(password, kept.iterations, kept.salt)


def test_users_come_change_and_go(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert _user(monkeypatch, file, "add", "bob", "one") == 0
    assert _user(monkeypatch, file, "add", 'an "odd" näme', " two ") == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert _knows(file, "bob", "one")
    assert _knows(file, 'an "odd" näme', " two ")
    assert main(["user", "list", "--users", str(file)]) == 0
    assert capsys.readouterr().out == 'an "odd" näme\nbob\n'
    secret = read_users(file).secret
    assert _user(monkeypatch, file, "passwd", "bob", "three", "--iterations", "5000") == 0
    assert _knows(file, "bob", "three")
    assert read_users(file).verifiers["bob"].iterations == 5000
    assert main(["user", "drop", "--users", str(file), "bob"]) == 0
    assert list(read_users(file).verifiers) == ['an "odd" näme']
    assert read_users(file).secret == secret
    assert "one" not in file.read_text()


def test_the_configuration_names_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: Path) -> None:
    config = tmp_path / "tidegate.toml"
    config.write_text(f'[serve]\nroot = "x"\n[access]\nusers_file = "{file}"\nscram_iterations = 6000\n')
    monkeypatch.setattr("sys.stdin", io.StringIO("secret\n"))
    assert main(["user", "add", "--config", str(config), "bob", "--password-stdin"]) == 0
    assert read_users(file).verifiers["bob"].iterations == 6000


def test_a_password_is_asked_for_twice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path) -> None:
    typed = iter(["one", "two", "three", "three"])
    monkeypatch.setattr("getpass.getpass", lambda _: next(typed))
    assert main(["user", "add", "--users", str(file), "bob"]) == 2
    assert "not the same" in capsys.readouterr().err
    assert main(["user", "add", "--users", str(file), "bob"]) == 0
    assert _knows(file, "bob", "three")


@pytest.mark.parametrize(
    ("command", "name", "password", "words"),
    [
        ("add", "ann", "x", 'user "ann" already exists'),
        ("passwd", "bob", "x", 'user "bob" does not exist'),
        ("add", "bob", "", "a password has from 1"),
        ("add", "bob", "x" * 1025, "a password has from 1"),
        ("add", "b" * 64, "x", "is no name of a user"),
        ("add", "", "x", "is no name of a user"),
        ("add", "a\nb", "x", "is no name of a user"),
        ("add", "all", "x", "is no name of a user"),
    ],
)
def test_what_cannot_be_done(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file: Path,
    command: str,
    name: str,
    password: str,
    words: str,
) -> None:
    _user(monkeypatch, file, "add", "ann", "pencil")
    before = file.read_text()
    assert _user(monkeypatch, file, command, name, password) == 2
    said = capsys.readouterr().err
    assert words in said
    assert len(said.splitlines()) == 1
    assert file.read_text() == before


def test_a_user_that_is_not_there_cannot_be_dropped(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert main(["user", "drop", "--users", str(file), "bob"]) == 2
    assert main(["user", "list"]) == 2
    assert "--users" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1 is not"),
        ('"ann" "SCRAM-SHA-256$…"\n', "line 1 is not"),
        (";; tidegate users 1 AAAA\n", "too short a secret"),
        (";; tidegate users 1 " + "A" * 44 + '\n"ann"\n', 'line 2: not "name" "verifier"'),
        (";; tidegate users 1 " + "A" * 44 + '\n; a remark\n"ann" "md5secret"\n', "line 3: no SCRAM-SHA-256 verifier"),
    ],
)
def test_files_that_are_none(file: Path, text: str, words: str) -> None:
    file.write_text(text)
    with pytest.raises(UnusableFile, match=words) as error:
        read_users(file)
    assert "md5secret" not in str(error.value)


def test_what_was_written_is_read_again() -> None:
    users = parse_users(f';; tidegate users 1 {"A" * 43}=\n\n"a""b" "{Verifier.of("x")}"\n')
    assert parse_users(users.render()) == users
    assert list(users.verifiers) == ['a"b']


def _add(file: Path, name: str) -> None:
    import sys

    sys.stdin = io.StringIO("x\n")
    raise SystemExit(main(["user", "add", "--users", str(file), name, "--password-stdin"]))


def test_changes_at_the_same_time_are_all_kept(file: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_add, args=(file, f"user{number}")) for number in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    assert len(read_users(file).verifiers) == 4
