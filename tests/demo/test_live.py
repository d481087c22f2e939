"""The demo as it is begun by hand: it says where its status page is, and that shows the stream, version after version."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.http.browser import chromium, opened, picture
from tests.plugins.need import program
from tests.plugins.postgres import free_port

#: Of the year, a day a second: more than the test looks at.
DAYS = 60
#: A busy machine takes minutes to start Spark.
WAIT_MS = 300_000
INTERRUPTED = 130


@contextmanager
def demo(root: Path) -> Iterator[subprocess.Popen[str]]:
    """For the time of a with block; Ctrl-C ends it, and all that it has started."""
    ports = ("--port", str(free_port()), "--http-port", str(free_port()))
    command = [sys.executable, "-m", "gateway", "demo", "--root", str(root), *ports, "--days", str(DAYS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.send_signal(signal.SIGINT)
            assert running.wait(120) == INTERRUPTED


@pytest.mark.spark
@pytest.mark.clients
@pytest.mark.timeout(700)
def test_the_page_shows_the_stream(tmp_path: Path) -> None:
    program("java")
    with demo(tmp_path / "root") as running, chromium() as browser:
        assert running.stdout is not None
        told = next(
            (found for line in running.stdout if (found := re.match(r"status page: http://127\.0\.0\.1:(\d+)/$", line))), None
        )
        assert told is not None, "it ended without having said it"
        with opened(browser, int(told[1])) as page:
            view = page.locator("#views tr", has=page.get_by_role("button", name="carrier_delays", exact=True))
            version = view.locator("td").first
            expect(version).to_have_text(re.compile(r"^[1-9]\d*$"), timeout=WAIT_MS)
            for _ in range(3):
                expect(version).not_to_have_text(version.inner_text(), timeout=WAIT_MS)
            expect(view.locator("svg polyline")).to_be_visible()
            picture(page, "demo")
