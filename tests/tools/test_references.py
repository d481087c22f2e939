"""docs/reference says what the code says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.references import FOLDER, pages


@pytest.mark.parametrize("page", pages())
def test_the_page_is_up_to_date(page: str) -> None:
    assert (FOLDER / page).read_text() == pages()[page], "run: python -m tests.tools.references"


def test_the_site_is_built_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    """mkdocs.yml has what is a warning otherwise be an error."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path / "site")]
    built = subprocess.run(command, cwd=FOLDER.parents[1], capture_output=True, text=True, timeout=120)
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "site" / "reference" / "functions" / "index.html").exists()
