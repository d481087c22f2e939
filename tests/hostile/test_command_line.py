"""Wrong command lines and configurations: 2 for what was asked wrongly, 1 for what cannot be done; always one line."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.hostile.commands import FAILURE, USAGE, complaint, run, run_as_nobody, run_here, serve
from tests.hostile.conftest import NUMBERS, is_root, numbers
from tests.hostile.damages import newer, truncate
from tests.plugins.gateway import running_gateway
from tests.plugins.postgres import free_port


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("root") / "root"
    write_version(str(folder), NUMBERS, numbers())
    return folder


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nope",),
        ("serve", "--nope"),
        ("demo", "--port", "x"),
    ],
)
def test_wrong_command_lines(arguments: tuple[str, ...]) -> None:
    code, text = run(*arguments)
    assert code == USAGE
    assert text.splitlines()[-1].startswith("tidegate")
    assert "error:" in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    "listen",
    ["", ":5433", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:-1", "127.0.0.1:65536", "127.0.0.1:²", "0.0.0.0:0", "[::]:0", "8.8.8.8:0",
     ":::", "[::1:5", "127.0.0.1:99999999999999999999", "a b:1", "\udcff:1", "x" * 300 + ":1"],
)  # fmt: skip
def test_wrong_addresses(listen: str, root: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    line = complaint(run_here(capfd, *serve(root, tmp_path / "s", listen=listen)), USAGE)
    assert "HOST:PORT" in line or "--listen" in line
    assert not (tmp_path / "s").exists()


def test_a_port_in_use(busy_port: int, root: Path, tmp_path: Path) -> None:
    assert f"127.0.0.1:{busy_port}" in complaint(run(*serve(root, tmp_path / "s", listen=f"127.0.0.1:{busy_port}")), FAILURE)


@pytest.mark.parametrize("missing", ["--root", "--store"])
def test_what_has_to_be_said(missing: str, root: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = list(serve(root, tmp_path / "s"))
    at = arguments.index(missing)
    del arguments[at : at + 2]
    assert missing in complaint(run_here(capfd, *arguments), USAGE)


CONFIGS = {
    "[nope]\na = 1\n": "nope",
    "[server]\nnope = 1\n": "nope",
    "[server]\nconnections_max = 'x'\n": "connections_max",
    "[server]\nconnections_max = 0\n": "connections_max",
    "[server]\nconnections_max = -5\n": "connections_max",
    "[server]\nstartup_timeout_s = -1\n": "startup_timeout_s",
    "[server]\nwrite_low_bytes = 99999999\n": "write_low_bytes",
    "[engine]\nmemory_bytes = -1\n": "memory_bytes",
    "[engine]\nmemory_bytes = 0\n": "memory_bytes",
    "[engine]\nworker_threads = 0\n": "worker_threads",
    "[engine]\nduckdb_threads = -1\n": "duckdb_threads",
    "[engine]\nrunning_max = 0\n": "running_max",
    "[engine]\nspill_bytes = -1\n": "spill_bytes",
    "[store]\nkeep_versions = 1\n": "keep_versions",
    "[store]\nblock_bytes = 0\n": "block_bytes",
    "[store]\nblock_cache_bytes = -1\n": "block_cache_bytes",
    "[store]\nbackground_jobs = 0\n": "background_jobs",
    "[store]\ncompression = 'nope'\n": "compression",
    "[store]\nmax_open_files = 5\n": "max_open_files",
    "[store]\nlocal_poll_s = 0\n": "local_poll_s",
    "[store]\nretry_s = nan\n": "retry_s",
    "[serve]\nroot = 5\n": "root",
    "[serve]\nlisten = 'nope'\n": "HOST:PORT",
    "serve = 1\n": "serve",
    "[server\n": "TOML",
    "\x00": "TOML",
    "[server]\n" * 2: "TOML",
}


@pytest.mark.parametrize("text", CONFIGS)
def test_wrong_configurations(text: str, root: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tidegate.toml"
    file.write_text(text)
    arguments = ("serve", "--root", str(root), "--store", str(tmp_path / "s"), "--config", str(file))
    assert CONFIGS[text] in complaint(run_here(capfd, *arguments), USAGE)


def test_configurations_that_cannot_be_read(root: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin.toml").write_bytes(b"[serve]\nroot = '\xff'\n")
    for file in (tmp_path / "missing.toml", tmp_path, tmp_path / "latin.toml", Path("/proc/self/mem")):
        assert str(file) in complaint(run_here(capfd, *serve(root, tmp_path / "s", "--config", str(file))), USAGE)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach, unlike pytest's."""
    with tempfile.TemporaryDirectory(prefix="tidegate-hostile-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.skipif(not is_root(), reason="only root can become somebody else")
def test_what_another_user_may_not_do(open_folder: Path) -> None:
    config, root, log = open_folder / "closed.toml", open_folder / "root", open_folder / "log"
    write_version(str(root), NUMBERS, numbers())
    config.write_text("")
    config.chmod(0o600)
    for arguments, named, code in (
        (serve(root, open_folder / "s", "--config", str(config)), config, USAGE),
        (serve(root, open_folder / "s"), open_folder / "s", FAILURE),
        (("views", "--root", str(root)), root, USAGE),
    ):
        root.chmod(0o700 if arguments[0] == "views" else 0o755)
        assert str(named) in complaint(run_as_nobody(log, *arguments), code)
        log.unlink()


@pytest.mark.parametrize("kind", ["missing", "file", "folder that is not there", "scheme", "host", "too long", "link to itself"])
@pytest.mark.parametrize("command", ["serve", "views"])
def test_roots_that_are_none(command: str, kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    root = {
        "missing": str(tmp_path / "missing"),
        "file": str(tmp_path / "file"),
        "folder that is not there": str(tmp_path / "file" / "below"),
        "scheme": "nope://bucket/x",
        "host": "file://elsewhere/x",
        "too long": "a" * 5000,
        "link to itself": str(tmp_path / "loop"),
    }[kind]
    arguments = serve(root, tmp_path / "s") if command == "serve" else ("views", "--root", root)
    assert "root" in complaint(run_here(capfd, *arguments), FAILURE if command == "serve" else USAGE).lower()


def test_an_empty_root_is_served(tmp_path: Path) -> None:
    """Strange things in it are no views. And while its store is in use, nobody else gets it."""
    root, store = tmp_path / "root", tmp_path / "store"
    root.mkdir()
    (root / "a file").write_text("x")
    (root / "a folder").mkdir()
    (root / ".hidden").mkdir()
    with running_gateway(root, store) as gateway:
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            assert connection.execute("SELECT count(*) FROM tidegate.views").fetchone() == (0,)
        assert "another process" in complaint(run(*serve(root, store)), FAILURE)


STORES = {
    "a file": lambda s: s.write_text("x"),
    "below a file": lambda s: s.parent.joinpath("f").write_text("x"),
    "another root's": lambda s: (s.mkdir(), (s / "store.json").write_text('{"format": 1, "root": "/elsewhere"}')),
    "of a newer format": lambda s: (s.mkdir(), (s / "store.json").write_text('{"format": 99, "root": "/elsewhere"}')),
    "truncated": lambda s: (s.mkdir(), (s / "store.json").write_text('{"format": 1, "ro')),
    "empty": lambda s: (s.mkdir(), (s / "store.json").write_text("")),
    "no object": lambda s: (s.mkdir(), (s / "store.json").write_text("[1]")),
    "no text": lambda s: (s.mkdir(), (s / "store.json").write_bytes(b"\xff\xfe")),
    "a folder for a file": lambda s: (s / "store.json").mkdir(parents=True),
    "a file for a folder": lambda s: (s.mkdir(), (s / "views").write_text("x")),
    "in /proc": lambda s: None,
    "too long": lambda s: None,
}


@pytest.mark.parametrize("kind", STORES)
def test_stores_that_cannot_be_used(kind: str, root: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    STORES[kind](store)
    place = {"below a file": str(tmp_path / "f" / "store"), "in /proc": "/proc/tidegate/store", "too long": "x" * 5000}.get(
        kind, str(store)
    )
    assert "store" in complaint(run_here(capfd, *serve(root, place)), FAILURE)


def test_the_demo_with_a_port_in_use(busy_port: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    demo = run_here(capfd, "demo", "--port", str(busy_port), "--http-port", "0", "--root", str(tmp_path / "root"))
    line = complaint(demo, FAILURE)
    assert str(busy_port) in line


def test_the_demo_with_a_root_that_cannot_be(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    port = str(free_port())
    for root in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/tidegate/root")):
        assert str(root) in complaint(run_here(capfd, "demo", "--port", port, "--http-port", "0", "--root", str(root)), FAILURE)


@pytest.mark.parametrize("port", ["-1", "65536", "99999999999"])
def test_the_demo_with_an_impossible_port(port: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    complaint(run_here(capfd, "demo", "--port", port, "--http-port", "0", "--root", str(tmp_path / "root")), USAGE)


def test_views_of_a_damaged_root(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name, damage, code in (("half", truncate, FAILURE), ("newer", newer, USAGE)):
        root = tmp_path / name
        write_version(str(root), NUMBERS, numbers(3))
        damage(root / "numbers" / "view.json")
        assert "view.json" in complaint(run_here(capfd, "views", "--root", str(root)), code)
