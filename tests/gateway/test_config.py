"""The configuration file: what is taken, what is refused and how it is said."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from gateway.config import Address, ConfigError, ConfigFile, ServeSettings


@dataclass(frozen=True)
class Part:
    rows_max: int = 5
    wait_s: float = 1.5
    folder: Path | None = None
    strict: bool = False


def config(tmp_path: Path, text: str) -> ConfigFile:
    path = tmp_path / "tidegate.toml"
    path.write_text(text)
    return ConfigFile(path)


def test_defaults_without_a_file() -> None:
    assert ConfigFile(None).section("part", Part) == Part()


def test_values_are_converted_to_the_fields_types(tmp_path: Path) -> None:
    file = config(tmp_path, '[part]\nrows_max = 7\nwait_s = 2\nfolder = "/a"\nstrict = true\n')
    part = file.section("part", Part)
    assert part == Part(7, 2.0, Path("/a"), strict=True)
    assert type(part.wait_s) is float
    file.finish()


def test_the_command_line_wins(tmp_path: Path) -> None:
    file = config(tmp_path, '[serve]\nroot = "a"\nstore = "s"\nlisten = "127.0.0.1:1"\n')
    assert file.section("serve", ServeSettings, root="b", listen=None) == ServeSettings("b", "127.0.0.1:1", "s")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[part]\nrows = 1\n", "rows"),
        ('[part]\nrows_max = "7"\n', "rows_max"),
        ("[part]\nrows_max = true\n", "rows_max"),
        ("[part]\nrows_max = 1.5\n", "rows_max"),
        ("part = 1\n", "part"),
        ("[part\n", "TOML"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, text: str, names: str) -> None:
    with pytest.raises(ConfigError, match=names):
        config(tmp_path, text).section("part", Part)


def test_an_unknown_section_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"\[parts\]"):
        config(tmp_path, "[parts]\n").finish()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml cannot be read: No such file"):
        ConfigFile(tmp_path / "nowhere.toml")


def test_a_missing_store_says_how_to_give_it() -> None:
    with pytest.raises(ConfigError, match="--store"):
        ConfigFile(None).section("serve", ServeSettings, root="r")


def test_named_sections(tmp_path: Path) -> None:
    file = config(tmp_path, '[part]\na = "/x"\n[part.b]\nrows_max = 7\n')
    assert file.named("part", Part, alone="folder") == {"a": Part(folder=Path("/x")), "b": Part(7)}
    assert file.named("part", Part) == {}
    file.finish()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("part = 1\n", r"\[part\]"),
        ("[part]\na = 1\n", r"\[part\.a\]"),
        ("[part.a]\nrows = 1\n", r"\[part\.a\] has no setting 'rows'"),
    ],
)
def test_named_sections_that_do_not_fit(tmp_path: Path, text: str, names: str) -> None:
    with pytest.raises(ConfigError, match=names):
        config(tmp_path, text).named("part", Part)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [("127.0.0.1:5433", "127.0.0.1", 5433), ("localhost:0", "localhost", 0), ("[::1]:65535", "::1", 65535)],
)
def test_addresses(text: str, host: str, port: int) -> None:
    address = Address.parse(text)
    assert (address.host, address.port) == (host, port)
    assert str(address) == text


@pytest.mark.parametrize("text", ["", "5433", ":5433", "h:", "h:x", "h:65536", "h:-1"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(ConfigError, match="HOST:PORT"):
        Address.parse(text)
