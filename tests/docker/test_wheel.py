"""What `pip install` gives: a wheel that serves without the repository, the C extension and the page's files among it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path
from typing import Final

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.http.conftest import ORDERS, http_port, orders
from tests.plugins.gateway import start_gateway

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ("pyproject.toml", "README.md", "LICENSE", "tidegate.py", "gateway", "planner", "statestore")
#: What is made while tests run, and by the compiler.
LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "*.so")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the wheel's files are."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        source, target = ROOT / name, folder / "source" / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=LEFT_OUT)
        else:
            target.parent.mkdir(exist_ok=True)
            shutil.copy(source, target)
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(folder / "source")]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder / "installed")
    return folder / "installed"


def test_all_sources_are_in_the_wheel(installed: Path) -> None:
    def there(root: Path) -> set[str]:
        return {str(f.relative_to(root)) for package in SOURCES[4:] for f in (root / package).rglob("*") if f.suffix != ".pyc"}

    wanted = {name for name in there(ROOT) if not name.endswith((".so", "__pycache__", ".md"))}
    assert wanted - there(installed) == set()


def test_a_wheel_serves_without_the_repository(installed: Path, tmp_path: Path) -> None:
    asked = "import gateway.codecs.native as n, statestore, planner; print(n.__file__, statestore.__file__, planner.__file__)"
    found = subprocess.run([sys.executable, "-c", asked], cwd=installed, capture_output=True, text=True, check=True).stdout.split()
    assert all(Path(name).is_relative_to(installed) for name in found), found
    write_version(str(tmp_path / "root"), ORDERS, orders(2))
    gateway = start_gateway(tmp_path / "root", tmp_path / "store", "--http", "127.0.0.1:0", inside=("env", f"--chdir={installed}"))
    try:
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            assert connection.execute("SELECT count(*) FROM orders WHERE customer = 1").fetchone() == (30,)
            assert connection.execute("SELECT oid FROM pg_type WHERE typname = 'int4'").fetchone() == (23,)
        with urllib.request.urlopen(f"http://127.0.0.1:{http_port(gateway)}/page/main.js", timeout=30) as page:
            assert page.read() == (ROOT / "gateway" / "http" / "static" / "main.js").read_bytes()
    finally:
        assert gateway.stop() == 0
