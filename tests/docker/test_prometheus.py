"""docker/prometheus and docker/grafana with a real Prometheus over three real nodes: scraping, alerts, and the dashboard's data."""

from __future__ import annotations

import os
import re
import resource
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
import yaml
from playwright.sync_api import expect

from tests.docker.monitored import Clients, Monitored, monitored
from tests.http.browser import SCREENSHOTS, chromium, picture
from tests.plugins.cluster import READY_S, wait_until
from tests.plugins.prometheus import ALERTS, CONFIG, promtool, read_yaml

pytestmark = pytest.mark.timeout(300)

GRAFANA: Final = Path(__file__).parents[2] / "docker" / "grafana"
CASES: Final = Path(__file__).parent / "alerts_test.yml"
#: Grafana's own, which is at least four times the scrape interval.
RATE_INTERVAL: Final = "10s"
#: So long ago each node that is up has been scraped, and none that was just restarted was still up.
SAMPLE_S: Final = 3.0
#: Panels of the screenshot.
SHOWN: Final = ("Statements a second, by kind", "Nodes alive, as the others see them")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Monitored]:
    with monitored(tmp_path_factory.mktemp("monitored")) as found:
        yield found


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((GRAFANA / "dashboards" / "tidegate.json").read_text())
    return found


def targets() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each query of the dashboard, with its panel's title."""
    for panel in dashboard()["panels"]:
        for target in panel["targets"]:
            assert target["datasource"] == panel["datasource"]
            yield f"{panel['title']} {target['refId']}", target


# ---------------------------------------------------------------------------------------------------------------- the files


def test_promtool_takes_configuration_and_rules() -> None:
    checked = promtool("check", "config", CONFIG.name)
    assert checked.returncode == 0, checked.stderr + checked.stdout
    assert "SUCCESS: 6 rules found" in checked.stdout


def test_every_alert_says_how_bad_it_is_and_what_to_do() -> None:
    rules = [rule for group in read_yaml(ALERTS)["groups"] for rule in group["rules"]]
    assert len(rules) == 6
    for rule in rules:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]
        assert rule["for"]


def test_alerts_fire_and_clear_as_their_series_say() -> None:
    tested = promtool("test", "rules", str(CASES))
    assert tested.returncode == 0, tested.stderr + tested.stdout


def test_each_alert_is_seen_to_fire_and_to_clear() -> None:
    """Of the cases that promtool runs: after it fired, it does not any more."""
    seen = set()
    for case in read_yaml(CASES)["tests"]:
        for asked in case["promql_expr_test"]:
            found = re.fullmatch(r'ALERTS\{alertname="(\w+)", alertstate="firing"\}', asked["expr"])
            assert found is not None
            seen.add((found[1], bool(asked["exp_samples"])))
    alerts = {rule["alert"] for group in read_yaml(ALERTS)["groups"] for rule in group["rules"]}
    assert seen == {(alert, fires) for alert in alerts for fires in (True, False)}


def test_the_dashboards_data_sources_are_provisioned() -> None:
    sources = read_yaml(GRAFANA / "provisioning" / "datasources" / "tidegate.yml")["datasources"]
    provided = {(source["type"], source["uid"]) for source in sources}
    used = {(target["datasource"]["type"], target["datasource"]["uid"]) for _, target in targets()}
    assert used == provided
    assert len({panel["id"] for panel in dashboard()["panels"]}) == len(dashboard()["panels"])


# ------------------------------------------------------------------------------------------------------------- over three nodes


def make_traffic(nodes: Monitored) -> None:
    """Something of each kind that the dashboard shows, on every node."""
    for dsn in nodes.cluster.dsns.values():
        with psycopg.connect(dsn, autocommit=True) as connection:
            for i in range(130):  # one in 64 is timed
                connection.execute("SELECT amount FROM orders WHERE customer = %s AND id = %s", (i % 20, 1), prepare=True)
            connection.execute("SELECT region, sum(amount) FROM orders GROUP BY region")
            with pytest.raises(psycopg.errors.DivisionByZero):
                connection.execute("SELECT 1 / (customer - customer) FROM orders")


def test_every_panel_of_prometheus_has_data(nodes: Monitored, subtests: pytest.Subtests) -> None:
    nodes.await_all_up()
    for name, target in targets():
        if "expr" not in target:
            continue
        expression = target["expr"].replace("$__rate_interval", RATE_INTERVAL)
        assert "$" not in expression
        with subtests.test(name):

            def has_data(asked: str = expression) -> bool:
                if found := bool(nodes.prometheus.values(asked)):
                    return found
                make_traffic(nodes)
                return False

            wait_until(has_data, READY_S, f"data of {expression}")


def test_metrics_are_named_as_prometheus_would(nodes: Monitored) -> None:
    """promtool looks at what a node tells: names, units, help."""
    nodes.await_all_up()
    with urllib.request.urlopen(f"http://{nodes.cluster.http['a']}/metrics") as answer:
        checked = promtool("check", "metrics", text=answer.read().decode())
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")


def test_every_panel_of_tidegates_own_tables_has_rows(nodes: Monitored, subtests: pytest.Subtests) -> None:
    make_traffic(nodes)
    asked = [(name, target["rawSql"]) for name, target in targets() if "rawSql" in target]
    assert len(asked) >= 4
    for name, sql in asked:
        for node, dsn in nodes.cluster.dsns.items():
            with subtests.test(name, node=node), psycopg.connect(dsn, autocommit=True) as connection:
                assert connection.execute(sql).fetchall()


def test_counts_are_those_of_the_statements(nodes: Monitored) -> None:
    """What Prometheus has of all nodes grows by what clients were told."""
    nodes.await_all_up()
    errors = 'sum(tidegate_errors_total{sqlstate="22P02"})'
    before = nodes.prometheus.value(errors) or 0.0
    for dsn in nodes.cluster.dsns.values():
        with psycopg.connect(dsn, autocommit=True) as connection:
            for _ in range(4):
                with pytest.raises(psycopg.errors.InvalidTextRepresentation):
                    connection.execute("SELECT 'x'::int")
    nodes.prometheus.await_value(errors, before + 12, "Prometheus has all errors")


def test_a_node_that_is_killed_is_told_and_its_return_too(nodes: Monitored) -> None:
    nodes.await_all_up()
    instance = nodes.cluster.http["b"]
    nodes.cluster.kill("b")
    wait_until(lambda: bool(nodes.prometheus.firing("TidegateNodeDown")), READY_S, "TidegateNodeDown fires")
    assert [alert["instance"] for alert in nodes.prometheus.firing("TidegateNodeDown")] == [instance]
    wait_until(lambda: nodes.prometheus.value('min(tidegate_node_up{node="b"})') == 0, READY_S, "the others tell of it, too")
    nodes.cluster.start("b")
    nodes.await_all_up()
    wait_until(lambda: nodes.prometheus.value('min(tidegate_node_up{node="b"})') == 1, READY_S, "the others see it again")


def test_what_nodes_suffer_is_told_and_its_end_too(nodes: Monitored) -> None:
    """The other five: the root is away, statements fail, and a node has hardly a descriptor left."""
    nodes.await_all_up()
    wanted = {"TidegateViewFault", "TidegateViewStale", "TidegateNotReady", "TidegateErrors", "TidegateNearLimit"}
    root, process = nodes.cluster.root, nodes.cluster.nodes["b"].process.pid
    limits = resource.prlimit(process, resource.RLIMIT_NOFILE)
    away = root.rename(root.with_name("away"))
    try:
        few = round(len(os.listdir(f"/proc/{process}/fd")) / 0.85)
        resource.prlimit(process, resource.RLIMIT_NOFILE, (few, limits[1]))
        with psycopg.connect(nodes.cluster.dsns["a"], autocommit=True) as connection:

            def all_fire() -> bool:
                for _ in range(5):
                    with pytest.raises(psycopg.errors.DivisionByZero):
                        connection.execute("SELECT 1 / (customer - customer) FROM orders")
                return nodes.firing() >= wanted

            wait_until(all_fire, READY_S, "all of them fire")
    finally:
        away.rename(root)
        resource.prlimit(process, resource.RLIMIT_NOFILE, limits)
    nodes.await_all_up()


def shoot(nodes: Monitored) -> None:
    """Queries of the dashboard as Prometheus draws them itself: Grafana is no package that a test could have."""
    asked = {f"g{n}.{name}": value for n, title in enumerate(SHOWN) for name, value in graph(title).items()}
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1000, "height": 800})
        page.goto(f"http://127.0.0.1:{nodes.prometheus.port}/graph?{urllib.parse.urlencode(asked)}")
        expect(page.locator(".rickshaw_legend")).to_have_count(len(SHOWN))
        page.evaluate("scrollTo(0, 0)")
        picture(page, "prometheus")


def graph(title: str) -> dict[str, str]:
    """A panel's first query, of the last two minutes."""
    (expression,) = (target["expr"] for name, target in targets() if name == f"{title} A")
    return {"expr": expression.replace("$__rate_interval", RATE_INTERVAL), "tab": "0", "range_input": "2m"}


def test_clients_and_prometheus_through_a_rolling_restart(nodes: Monitored) -> None:
    """One node after the other, each ready before the next: no client has an error but 57P01, and each node has begun anew once."""
    nodes.await_all_up()
    begun_s = time.time()
    with Clients(nodes.dsn) as clients:
        clients.await_answers()
        for name in sorted(nodes.cluster.addresses):
            assert nodes.cluster.nodes[name].stop() == 0
            clients.await_answers()
            nodes.cluster.start(name)
            wait_until(partial(nodes.cluster.ready, name), READY_S, f"{name} is ready")
            nodes.cluster.await_placed()
        clients.await_answers()
    nodes.await_all_up()
    assert clients.failures == []
    assert clients.restarts >= 1
    if SCREENSHOTS:
        shoot(nodes)
    since_s = time.time() - begun_s + SAMPLE_S
    resets = nodes.prometheus.values(f"resets(tidegate_uptime_seconds[{since_s:.0f}s])")
    assert {dict(labels)["instance"]: times for labels, times in resets.items()} == dict.fromkeys(nodes.cluster.http.values(), 1.0)
