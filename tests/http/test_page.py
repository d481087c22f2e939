"""The status page in a real Chromium: what it shows is what SQL says, whatever names and values hold."""

from __future__ import annotations

import base64
import json
import threading
import urllib.parse
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest
from playwright.sync_api import Browser, Page, expect

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.http.browser import accessible, chromium, opened, picture
from tests.http.conftest import ODD, ORDERS, Door, http_port, orders
from tests.plugins.cluster import running_cluster, wait_until
from tests.plugins.gateway import running_gateway

pytestmark = [pytest.mark.clients]

HOSTILE = "<img src=x onerror=alert(1)>"
HOSTILE_VIEW = ViewSchema(
    HOSTILE,
    (Column("k", st.Int()), Column("</td><script>alert(2)</script>", st.String())),
    ("k",),
    ("k",),
    HashPartitioning(2),
    (2,),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def ask(page: Page, sql: str, button: str = "Run") -> None:
    page.get_by_label("A statement").fill(sql)
    page.get_by_role("button", name=button, exact=True).click()


def cells(page: Page, selector: str) -> list[list[str]]:
    found: list[list[str]] = page.eval_on_selector_all(
        f"{selector} tbody tr", "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    return found


def test_nothing_is_loaded_from_elsewhere_and_nothing_runs_in_line(door: Door) -> None:
    for path, media in (("/", "text/html; charset=utf-8"), ("/page/main.js", "text/javascript; charset=utf-8")):
        found = door.ask(path)
        assert (found.status, found.headers["content-type"]) == (200, media)
        policy = dict(part.strip().split(" ", 1) for part in found.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert door.ask(path, If_None_Match=found.headers["etag"]).status == 304
    for path in ("/page/", "/page/nothing.js", "/page/..%2Fapi.py", "/page/../api.py", "/page/main.js/"):
        assert door.ask(path).status == 404


def test_views_and_nodes_are_those_of_sql(door: Door, browser: Browser) -> None:
    with opened(browser, door.port) as page:
        rows = page.locator("#views tr")
        expect(rows).to_have_count(5)
        shown = [[row[i] for i in (0, 1, 2, 4)] for row in cells(page, "#page-status table:has(#views)")]
        wanted = door.sql("SELECT name::text, version::text, versions_behind::text, rows::text FROM tidegate.views ORDER BY name")
        assert shown == [[cell or "" for cell in row] for row in wanted]
        expect(page.locator("#faults")).to_have_text("Nothing is wrong.")
        page.get_by_role("button", name="orders", exact=True).click()
        expect(page.locator("#shards-heading")).to_have_text("Shards of orders")
        marks = page.locator("#shards .cell.owner")
        expect(marks).to_have_count(4)
        told = page.locator("#shards td .hidden").all_text_contents()
        counts = [rows for (rows,) in door.sql("SELECT rows FROM tidegate.shards WHERE view = 'orders' ORDER BY shard")]
        assert [int(text.split(", ")[2].split()[0]) for text in told] == counts
        page.get_by_label("Filter").fill(ODD[:10].upper())
        expect(rows).to_have_count(1)


def test_rows_are_those_of_sql(door: Door, browser: Browser) -> None:
    sql = "SELECT k, b, i8, f, d, t, at, list FROM kinds ORDER BY k"
    with opened(browser, door.port, "#sql") as page:
        ask(page, sql)
        expect(page.locator("#sql-state")).to_contain_text("3 rows in ")
        answer = door.ask("/v1/query?numbers=string", "POST", {"sql": sql}).json()
        shown = [
            "NULL" if v is None else v if isinstance(v, str) else json.dumps(v, separators=(",", ":"))
            for v in chain(*answer["rows"])
        ]
        assert list(chain(*cells(page, "#sql-rows"))) == shown
        assert "9223372036854775807" in shown
        ask(page, "SELECT g FROM generate_series(1, 5000) g")
        expect(page.locator("#sql-state")).to_contain_text("1,000 rows, of more")
        expect(page.locator("#sql-rows tbody tr")).to_have_count(1000)


def test_values_and_names_are_never_markup(tmp_path: Path, browser: Browser) -> None:
    write_version(
        str(tmp_path / "root"), HOSTILE_VIEW, pa.table({"k": pa.array([1], pa.int32()), HOSTILE_VIEW.columns[1].name: [HOSTILE]})
    )
    with (
        running_gateway(tmp_path / "root", tmp_path / "store", "--http", "127.0.0.1:0") as gateway,
        opened(browser, http_port(gateway), "#" + HOSTILE) as page,
    ):
        expect(page.locator("#views tr th")).to_have_text(HOSTILE)
        expect(page.locator("#shards-heading")).to_have_text(f"Shards of {HOSTILE}")
        page.get_by_role("link", name="SQL").click()
        ask(page, f'SELECT * FROM "{HOSTILE}"')
        expect(page.locator("#sql-rows td").last).to_have_text(HOSTILE)
        expect(page.locator("#sql-rows th").last).to_have_text(HOSTILE_VIEW.columns[1].name)
        for button in ("Explain", "Explain analyze"):
            ask(page, f"SELECT k FROM \"{HOSTILE}\" WHERE k > 0 AND '{HOSTILE}' <> ''", button)
            expect(page.locator("ul.plan strong").first).to_be_visible()
        page.get_by_role("link", name="Queries").click()
        expect(page.locator("#queries code").first).to_contain_text(HOSTILE)
        assert page.locator("main img, main script").count() == 0


def test_errors_are_shown_where_they_are(door: Door, browser: Browser) -> None:
    with opened(browser, door.port, "#sql", expected=("400", "404")) as page:
        ask(page, "SELECT '\U0001f30a', customer FROM orders WHERE nothing = 1")
        expect(page.locator("#sql-error")).to_contain_text("(SQLSTATE 42703)")
        assert page.evaluate("(s => s.value.slice(s.selectionStart, s.selectionEnd))(document.getElementById('sql'))") == "nothing"
        ask(page, "SELECT wrong FROM orders", "Explain")
        expect(page.locator("#sql-error")).to_contain_text('"wrong" does not exist')
        assert page.evaluate("(s => s.value.slice(s.selectionStart, s.selectionEnd))(document.getElementById('sql'))") == "wrong"


def test_a_plan_is_a_tree(door: Door, browser: Browser) -> None:
    sql = "SELECT region, count(*) FROM orders WHERE customer = 3 GROUP BY region"
    with opened(browser, door.port, "#sql") as page:
        for button, statement in (("Explain", "EXPLAIN (FORMAT JSON)"), ("Explain analyze", "EXPLAIN (ANALYZE, FORMAT JSON)")):
            ask(page, sql, button)
            plan = door.sql(f"{statement} {sql}")[0][0]
            titles, stack = [], [plan[0]["Plan"]]
            while stack:
                node = stack.pop(0)
                titles.append(node["Node Type"] + (f" on {node['Relation Name']}" if "Relation Name" in node else ""))
                stack = node.get("Plans", []) + stack
            expect(page.locator("ul.plan strong")).to_have_text(titles)
            expect(page.locator("ul.plan dt", has_text="Shards").first).to_be_visible()
        picture(page, "plan")


def test_what_ran_is_explained(door: Door, browser: Browser) -> None:
    sql = "SELECT max(amount), 'explain me' FROM orders WHERE customer = 4"
    door.sql(sql)
    plan = door.sql(f"EXPLAIN (FORMAT JSON) {sql}")[0][0][0]["Plan"]
    with opened(browser, door.port, "#queries") as page:
        page.locator("#queries tr", has_text="explain me").first.get_by_role("button", name="Explain").click()
        expect(page.locator("ul.plan strong").first).to_have_text(plan["Node Type"])
        expect(page.get_by_label("A statement")).to_have_value(sql)
        expect(page.locator("#sql-rows table")).to_have_count(0)


def test_charts(door: Door, browser: Browser) -> None:
    with opened(browser, door.port, "#sql", color_scheme="dark") as page:
        ask(page, "SELECT region, count(*), sum(amount) FROM orders GROUP BY region ORDER BY region")
        page.get_by_role("combobox", name="Chart").select_option("bar")
        expect(page.locator("#sql-chart rect")).to_have_count(6)
        heights = [float(h) for h in page.locator("#sql-chart rect").evaluate_all("all => all.map(r => r.getAttribute('height'))")]
        sums = [float(s) for (s,) in door.sql("SELECT sum(amount) FROM orders GROUP BY region ORDER BY region")]
        assert [h / heights[5] for h in heights[3:]] == pytest.approx([s / sums[2] for s in sums], rel=1e-3)
        page.get_by_role("combobox", name="Chart").select_option("line")
        expect(page.get_by_role("img", name="line chart of count, sum by region, 3 rows")).to_be_visible()
        ask(page, "SELECT customer, min(amount), max(amount) FROM orders WHERE customer < 9 GROUP BY customer ORDER BY customer")
        expect(page.get_by_role("img", name="line chart of min, max by customer, 9 rows")).to_be_visible()
        picture(page, "sql")
        ask(page, "SELECT region, region AS again FROM orders LIMIT 2")
        expect(page.locator("#sql-rows tbody tr")).to_have_count(2)
        expect(page.locator("#sql-chart-kinds")).to_be_hidden()


def test_a_link_to_a_query_does_not_run_it(door: Door, browser: Browser) -> None:
    sql = "SELECT 'ü/%?#&' AS \"x\n\""
    with opened(browser, door.port, "#sql") as page:
        page.get_by_label("A statement").fill(sql)
        page.get_by_role("button", name="Link").click()
        address = page.url
    with opened(browser, door.port, "#" + urllib.parse.urlsplit(address).fragment) as page:
        expect(page.get_by_label("A statement")).to_have_value(sql)
        expect(page.locator("#sql-rows table")).to_have_count(0)
        page.get_by_role("button", name="Run").click()
        expect(page.locator("#sql-rows td")).to_have_text("ü/%?#&")
    with opened(browser, door.port, "#sql=%FF") as page:
        expect(page.locator("#sql-error")).to_contain_text("cannot be read")


def test_csv_is_the_whole_answer(door: Door, browser: Browser) -> None:
    sql = "SELECT customer, id, region FROM orders ORDER BY 1, 2"
    with opened(browser, door.port, "#sql") as page:
        with page.expect_download() as download:
            ask(page, sql, "CSV")
        saved = Path(download.value.path()).read_bytes()
    assert saved == door.ask("/v1/query", "POST", {"sql": sql}, Accept="text/csv").body
    assert saved.count(b"\r\n") == 601


def test_cancelling_ones_own(door: Door, browser: Browser) -> None:
    slow = "SELECT 'mine', count(*) FROM orders a, orders b, orders c, orders d"
    with opened(browser, door.port, "#sql") as page:
        ask(page, slow)
        running = (
            "SELECT count(*) FROM tidegate.queries WHERE state = 'running' AND sql LIKE '%''mine''%' AND sql NOT LIKE '%queries%'"
        )
        wait_until(lambda: door.sql(running) == [(1,)], 30, "it runs")
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("#sql-state")).to_have_text("cancelled")
        wait_until(lambda: door.sql(running) == [(0,)], 30, "it ends with whoever asked")


def test_cancelling_anothers(door: Door, browser: Browser) -> None:
    found: list[BaseException] = []

    def wait() -> None:
        try:
            door.sql("SELECT 'of another', count(*) FROM orders a, orders b, orders c, orders d")
        except psycopg.errors.QueryCanceled as error:
            found.append(error)

    asking = threading.Thread(target=wait)
    asking.start()
    # Sessions are signalled by their own user alone.
    tester = {"Authorization": f"Basic {base64.b64encode(b'tester:').decode()}"}
    with opened(browser, door.port, "#queries", extra_http_headers=tester) as page:
        row = page.locator("#queries tr", has_text="of another").first
        expect(row).to_contain_text("running")
        picture(page, "queries", whole=False)
        row.get_by_role("button", name="Cancel").click()
        asking.join(30)
        assert len(found) == 1
        expect(row).to_contain_text("cancelled")
        expect(row.get_by_role("button", name="Cancel")).to_be_hidden()


def test_versions_come_while_one_looks_on(tmp_path: Path, browser: Browser) -> None:
    root, config = str(tmp_path / "root"), tmp_path / "tidegate.toml"
    write_version(root, ORDERS, orders(2))
    config.write_text("[view.defined]\nsql = 'SELECT * FROM orders'\n[view.broken]\nsql = 'SELECT * FROM nothing'\n")
    with (
        running_gateway(root, tmp_path / "store", "--http", "127.0.0.1:0", "--config", str(config)) as gateway,
        opened(browser, http_port(gateway)) as page,
    ):
        expect(page.locator("#shards-heading")).to_have_text("Shards of orders")
        for name in ("defined", "broken"):
            page.get_by_role("button", name=name, exact=True).click()
            expect(page.locator("#shards caption")).to_have_text("It is defined by SQL, and has no shards of its own.")
        expect(page.locator("#faults li.bad")).to_contain_text("View broken: ")
        view = page.locator("#views tr", has=page.get_by_role("button", name="orders", exact=True))
        version = view.locator("td").first
        expect(version).to_have_text("1")
        for n in range(2, 5):
            write_version(root, ORDERS, orders(2 + n))
            expect(version).to_have_text(str(n))
        expect(view.locator("td").nth(3)).to_have_text(str(6 * 30))
        expect(view.locator("svg polyline")).to_have_count(1)


def test_a_node_that_is_killed_is_named(tmp_path: Path, browser: Browser) -> None:
    root = tmp_path / "root"
    write_version(str(root), ORDERS, orders())
    with (
        running_cluster(root, tmp_path / "cluster", replicas=2, arguments=("--http", "127.0.0.1:0"), dead_after_s=None) as nodes,
        opened(browser, http_port(nodes.nodes["a"])) as page,
    ):
        expect(page.locator("#nodes tr")).to_have_count(3)
        expect(page.locator("#faults")).to_have_text("Nothing is wrong.")
        # Four shards, each on two of three nodes.
        expect(page.locator("#shards .cell.owner")).to_have_count(4)
        expect(page.locator("#shards .cell.replica")).to_have_count(4)
        nodes.kill("b")
        expect(page.locator("#faults li.bad").first).to_contain_text("Node b is dead")
        expect(page.locator("#shards tr.dead")).to_have_count(1)
        picture(page, "status")
        expect(page.locator("#shards .cell.owner")).to_have_count(4)
        nodes.start("b")
        expect(page.locator("#faults")).to_have_text("Nothing is wrong.")


def test_a_node_that_is_gone_is_said(tmp_path: Path, browser: Browser) -> None:
    write_version(str(tmp_path / "root"), ORDERS, orders(1))
    with (
        running_gateway(tmp_path / "root", tmp_path / "store", "--http", "127.0.0.1:0") as gateway,
        opened(browser, http_port(gateway), expected=("Failed to load",)) as page,
    ):
        expect(page.locator("#views tr")).to_have_count(1)
        gateway.kill()
        expect(page.locator("#unreachable")).to_contain_text("does not answer")
        expect(page.locator("#views tr")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
def test_everybody_can_use_it(door: Door, browser: Browser, scheme: str, width: int) -> None:
    with opened(browser, door.port, color_scheme=scheme, viewport={"width": width, "height": 740}) as page:
        expect(page.locator("#views tr")).to_have_count(5)
        expect(page.locator("#shards td")).not_to_have_count(0)
        accessible(page)
        page.get_by_role("link", name="SQL").click()
        ask(page, "SELECT region, count(*) FROM orders GROUP BY region")
        page.get_by_role("combobox", name="Chart").select_option("line")
        expect(page.locator("#sql-chart svg")).to_be_visible()
        accessible(page)
        ask(page, "SELECT region, count(*) FROM orders GROUP BY region", "Explain")
        expect(page.locator("ul.plan").first).to_be_visible()
        page.get_by_role("link", name="Queries").click()
        expect(page.locator("#queries tr").first).to_be_visible()
        accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if (scheme, width) == ("dark", 360):
            picture(page, "telephone", whole=False)


def test_the_keyboard_is_enough(door: Door, browser: Browser) -> None:
    with opened(browser, door.port) as page:
        expect(page.locator("#views tr")).to_have_count(5)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="To the content")).to_be_focused()
        for name in ("Status", "Queries", "SQL"):
            page.keyboard.press("Tab")
            expect(page.get_by_role("link", name=name)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#main")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_label("A statement")).to_be_focused()
        page.keyboard.type("SELECT 6 * 7")
        page.keyboard.press("Control+Enter")
        expect(page.locator("#sql-rows td")).to_have_text("42")
