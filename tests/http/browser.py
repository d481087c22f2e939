"""A real Chromium on the status page. Whatever it complains of fails the test: errors, refused loads, requests to other hosts."""

from __future__ import annotations

import os
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.plugins.need import program

#: A folder for the screenshots that the docs show; none are made without it.
SCREENSHOTS = os.environ.get("TIDEGATE_SCREENSHOTS")
WAIT_MS = 30_000


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's, for the time of a with block."""
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program("chromium"), args=["--no-sandbox"])
        yield found
        found.close()


@contextmanager
def opened(browser: Browser, port: int, fragment: str = "", expected: tuple[str, ...] = (), **options: Any) -> Iterator[Page]:
    """The page of a node, for the time of a with block. *expected* are parts of complaints that the test provokes."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("console", lambda message: complaints.append(f"console: {message.text}") if message.type == "error" else None)
    page.on("dialog", lambda dialog: (complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda request: _note(request.url, port, complaints))
    try:
        page.goto(f"http://127.0.0.1:{port}/{fragment}")
        yield page
    finally:
        context.close()
    unexpected = [c for c in complaints if not any(part in c for part in expected)]
    assert unexpected == [], unexpected


def _note(url: str, port: int, complaints: list[str]) -> None:
    at = urllib.parse.urlsplit(url)
    if at.scheme != "blob" and at.netloc != f"127.0.0.1:{port}":
        complaints.append(f"request: {url}")


def picture(page: Page, name: str, *, whole: bool = True) -> None:
    """Keep what the page looks like, for the docs; or what of it is to be seen at once."""
    if SCREENSHOTS:
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=whole)


def accessible(page: Page) -> None:
    """axe-core finds nothing to say."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
