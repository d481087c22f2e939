"""The README's job is a whole script that runs as it stands, also where `python3` on PATH is a Python without Tidegate."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from statestore.views import open_root
from tests.plugins.cluster import wait_until
from tests.plugins.spark import find_java

ROOT = Path(__file__).resolve().parents[2]
#: Starting Spark and two micro-batches, on a machine that does much else.
JOB_S = 240

pytestmark = [pytest.mark.spark, pytest.mark.timeout(300)]


def _base_python() -> str:
    """The Python that this environment was made with; it has none of its packages."""
    found: str = getattr(sys, "_base_executable")  # noqa: B009
    without = subprocess.run([found, "-c", "import statestore"], capture_output=True, cwd="/", check=False)
    assert without.returncode, "this test needs a Python without Tidegate"
    return found


def _environment(tmp_path: Path, **more: str) -> dict[str, str]:
    """PATH begins with a folder whose python3 has no Tidegate."""
    find_java()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(_base_python())
    found = {name: value for name, value in os.environ.items() if not name.startswith("PYSPARK_")}
    return {**found, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", **more}


def _job(tmp_path: Path) -> list[str]:
    pages = (ROOT / "README.md", ROOT / "docs" / "publish.md")
    scripts = [s for page in pages for s in re.findall(r"```python\n(# job\.py\n.*?)```", page.read_text(), re.DOTALL)]
    assert len(scripts) == 2
    assert scripts[0] == scripts[1]
    (tmp_path / "job.py").write_text(scripts[0])
    return [sys.executable, "job.py"]


def test_the_readmes_job_publishes(tmp_path: Path) -> None:
    with (tmp_path / "job.log").open("wb") as log:
        job = subprocess.Popen(
            _job(tmp_path), cwd=tmp_path, env=_environment(tmp_path), stdout=log, stderr=log, start_new_session=True
        )
    try:
        manifests = tmp_path / "views" / "devices" / "log"
        wait_until(lambda: job.poll() is not None or len([*manifests.glob("*.json")]) >= 2, JOB_S, "two versions")
        assert job.poll() is None, (tmp_path / "job.log").read_text()
        folder = open_root(str(tmp_path / "views")).folder("devices")
        assert folder.schema().key == ("device",)
        assert folder.manifest(folder.latest()).rows <= 10
    finally:
        os.killpg(job.pid, signal.SIGKILL)
        job.wait()


def test_a_python_without_the_package_is_named_with_what_to_set(tmp_path: Path) -> None:
    environment = _environment(tmp_path, PYSPARK_PYTHON="python3")
    ran = subprocess.run(_job(tmp_path), cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=JOB_S, check=False)
    assert ran.returncode
    assert "Spark's tasks run python3, which cannot import statestore" in ran.stderr
    assert (
        f"HINT: Set PYSPARK_PYTHON to a Python that has it before the session starts (this job's own is {sys.executable})"
        in ran.stderr
    )
    assert not [*(tmp_path / "views" / "devices").rglob("*.sst")]


def test_what_a_job_needs_is_named_at_the_top() -> None:
    import statestore
    import tidegate

    functions = ("publish", "read", "read_changes")
    assert all(getattr(tidegate, name) is getattr(statestore, name) for name in functions)
    assert all(issubclass(getattr(tidegate, name), tidegate.StateStoreError) for name in set(tidegate.__all__) - set(functions))
