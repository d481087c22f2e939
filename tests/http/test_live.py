"""The status page's Live, in a real Chromium: the rows of a statement are those of the newest version, with nobody clicking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from playwright.sync_api import Browser, Page, expect

from statestore.views.local_writer import write_version
from tests.http.browser import accessible, chromium, opened
from tests.http.conftest import ORDERS, Door, http_port, orders
from tests.http.test_changes import Followed, subscriptions
from tests.http.test_page import HOSTILE, HOSTILE_VIEW, ask, cells
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import Gateway, running_gateway, start_gateway
from tests.plugins.postgres import free_port
from tests.plugins.scale import random_for, scaled
from tests.statestore.changing_world import make_world

pytestmark = [pytest.mark.clients]

GROWING = replace(ORDERS, name="growing")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Followed]:
    folder = tmp_path_factory.mktemp("live")
    world = make_world(folder, random_for("live"))
    world.extra = 3
    for _ in range(4):
        world.commit_random()
    write_version(str(folder / "root"), ORDERS, orders(40))
    write_version(str(folder / "root"), GROWING, orders(25, 40))
    with running_gateway(folder / "root", folder / "store", "--http", "127.0.0.1:0") as gateway:
        yield Followed(world, Door(gateway, http_port(gateway), folder / "root"))


def shown(page: Page) -> Counter[tuple[str, ...]]:
    return Counter(map(tuple, cells(page, "#sql-rows")))


def await_version(page: Page, version: int) -> None:
    expect(page.locator("#sql-version")).to_contain_text(f"Version {version:,}, committed at")


def texts(rows: dict[int, dict[str, Any]], *columns: str) -> Counter[tuple[str, ...]]:
    return Counter(tuple("NULL" if row[c] is None else str(row[c]) for c in columns or row) for row in rows.values())


@pytest.mark.parametrize(
    ("sql", "columns", "keys"),
    [
        ("TABLE v", (), range(14)),
        ("SELECT * FROM v WHERE k BETWEEN 3 AND 9;\n", (), range(3, 10)),
        ("SELECT x0, s FROM v -- neither is the key", ("x0", "s"), range(14)),
        ("SELECT s FROM v WHERE k IN (1, 2, 5)", ("s",), (1, 2, 5)),
        ("SELECT k, x0 FROM v WHERE k < 9 AND x0 IS NOT NULL", ("k", "x0"), range(9)),
    ],
)
def test_rows_are_those_of_the_newest_version(
    followed: Followed, browser: Browser, sql: str, columns: tuple[str, ...], keys: Any
) -> None:
    with opened(browser, followed.door.port, "#sql") as page:
        ask(page, sql, "Live")
        for _ in range(scaled(12, 150)):
            await_version(page, followed.world.version)
            wanted = {k: row for k, row in followed.shown(followed.world.version).items() if k in keys}
            if "NOT NULL" in sql:
                wanted = {k: row for k, row in wanted.items() if row["x0"] is not None}
            assert shown(page) == texts(wanted, *columns)
            followed.world.commit_random()


def test_names_and_values_are_never_markup(followed: Followed, browser: Browser) -> None:
    values = [HOSTILE, "</table><script>alert(3)</script>", "&lt;b&gt;", None, '{"a": "</td>"}']

    def write(told: list[str | None]) -> None:
        table = pa.table({"k": pa.array(range(5), pa.int32()), HOSTILE_VIEW.columns[1].name: told})
        write_version(str(followed.door.root), HOSTILE_VIEW, table)

    # While a view is new to it the node says that it is not ready (503), which the page asks for now and then.
    with opened(browser, followed.door.port, "#sql", expected=("503",)) as page:
        write(values)
        wait_until(lambda: bool(followed.door.sql("SELECT FROM tidegate.views WHERE name = %s", HOSTILE)), 20, "it is there")
        ask(page, f'SELECT * FROM "{HOSTILE}"', "Live")
        for n in range(1, 6):
            await_version(page, n)
            assert shown(page) == Counter((str(k), value or "NULL") for k, value in enumerate(values))
            values = values[1:] + values[:1]
            write(values)
        expect(page.locator("#sql-rows th").last).to_have_text(HOSTILE_VIEW.columns[1].name)
        assert page.locator("main img, main script").count() == 0


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT count(*) FROM v", "(SQLSTATE 0A000)"),
        ("SELECT * FROM v WHERE random() < k", "(SQLSTATE 0A000)"),
        ("SELECT * FROM v ORDER BY k LIMIT 3", "(SQLSTATE 0A000)"),
        ("SELECT k FROM v WHERE nothing = 1", "(SQLSTATE 42703)"),
        ("TABLE nothing", "(SQLSTATE 42P01)"),
        ("", "(SQLSTATE 42601)"),
        ("SELECT * FROM orders", "Live shows 1,000 rows; these are more."),
    ],
)
def test_what_cannot_be_followed_is_said(followed: Followed, browser: Browser, sql: str, told: str) -> None:
    with opened(browser, followed.door.port, "#sql", expected=("400", "404")) as page:
        ask(page, sql, "Live")
        expect(page.locator("#sql-error")).to_contain_text(told)
        expect(page.get_by_role("button", name="Live")).to_have_attribute("aria-pressed", "false")
        expect(page.get_by_role("button", name="Cancel", exact=True)).to_be_disabled()
        if "42703" in told:
            marked = "(s => s.value.slice(s.selectionStart, s.selectionEnd))(document.getElementById('sql'))"
            assert page.evaluate(marked) == "nothing"
        wait_until(lambda: subscriptions(followed.door) == 0, 20, "it has ended")


def test_rows_that_become_too_many(followed: Followed, browser: Browser) -> None:
    """A thousand are shown, whichever they are; with one more it ends, and says so."""
    root = str(followed.door.root)
    with opened(browser, followed.door.port, "#sql") as page:
        ask(page, "SELECT customer, id FROM growing", "Live")
        await_version(page, 1)
        write_version(root, GROWING, orders(50, 40).slice(1000), mode="replace")
        await_version(page, 2)
        assert shown(page) == Counter((str(c), str(i)) for c in range(25, 50) for i in range(40))
        write_version(root, GROWING, orders(1, 1))
        expect(page.locator("#sql-error")).to_contain_text("these are more")
        wait_until(lambda: subscriptions(followed.door) == 0, 20, "it has ended")


@pytest.mark.parametrize("how", ["Cancel", "Live", "Run", "Status", "away"])
def test_whoever_stops_looking_follows_nothing(followed: Followed, browser: Browser, how: str) -> None:
    with opened(browser, followed.door.port, "#sql") as page:
        ask(page, "TABLE v", "Live")
        expect(page.locator("#sql-state")).to_have_text("live")
        assert subscriptions(followed.door) == 1
        if how == "away":
            page.goto("about:blank")
        else:
            page.get_by_role("link" if how == "Status" else "button", name=how, exact=True).click()
        wait_until(lambda: subscriptions(followed.door) == 0, 20, "nobody follows it any more")
        if how != "away":
            live = page.get_by_role("button", name="Live", include_hidden=True)
            expect(live).to_have_attribute("aria-pressed", "false")
            expect(page.locator("#sql-state")).to_contain_text("rows in" if how == "Run" else "cancelled")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_told_once_and_the_keyboard_is_enough(followed: Followed, browser: Browser, scheme: str) -> None:
    """That it is live is said to who cannot see it; versions and rows are not read out."""
    with opened(browser, followed.door.port, "#sql", color_scheme=scheme) as page:
        page.get_by_label("A statement").fill("TABLE v")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        live = page.get_by_role("button", name="Live")
        expect(live).to_be_focused()
        page.keyboard.press("Space")
        expect(page.get_by_role("status").and_(page.locator("#sql-state"))).to_have_text("live")
        expect(live).to_have_attribute("aria-pressed", "true")
        page.evaluate("""() => {
            window.spoken = [];
            const observer = new MutationObserver((changes) => window.spoken.push(...changes.map((change) => change.target.id)));
            for (const spoken of document.querySelectorAll("#page-sql :is([role=status], [role=alert], [aria-live])")) {
                observer.observe(spoken, {childList: true, subtree: true, characterData: true});
            }
        }""")
        for _ in range(3):
            followed.world.commit_random()
            await_version(page, followed.world.version)
        assert page.evaluate("() => window.spoken") == []
        assert (
            page.evaluate("() => document.querySelector('#sql-version, #sql-rows').closest('[role=status], [aria-live]')") is None
        )
        expect(live).to_be_focused()
        accessible(page)
        page.keyboard.press("Space")
        expect(page.locator("#sql-state")).to_have_text("cancelled")


def test_a_node_that_comes_back_is_followed_on(tmp_path: Path, browser: Browser) -> None:
    world = make_world(tmp_path, random_for("live through a restart"))
    world.extra = 3
    world.commit_random()
    port = free_port()
    arguments = (tmp_path / "root", tmp_path / "store", "--http", f"127.0.0.1:{port}")
    gateway = start_gateway(*arguments)
    try:
        with opened(browser, port, "#sql", expected=("ERR_", "503")) as page:
            followed = Followed(world, Door(gateway, port, tmp_path / "root"))
            ask(page, "TABLE v", "Live")
            for stop in (Gateway.stop, *(Gateway.kill,) * scaled(0, 1)):
                await_version(page, world.version)
                before = shown(page)
                stop(gateway)
                expect(page.locator("#sql-state")).to_contain_text("The node does not answer.")
                assert shown(page) == before
                world.commit_random()
                gateway = start_gateway(*arguments)
                await_version(page, world.version)
                expect(page.locator("#sql-state")).to_have_text("live")
                assert shown(page) == texts(followed.shown(world.version))
    finally:
        assert gateway.stop() == 0
