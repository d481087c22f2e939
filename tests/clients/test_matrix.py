"""The table of clients in docs/clients.md has every test module of this folder, and the versions that are tried."""

from __future__ import annotations

from collections import Counter

from tests.clients.matrix import BEGIN, END, FOLDER, PAGE, clients, outcomes, table, written

REPORT = """<testsuites><testsuite name="pytest">
<testcase classname="tests.clients.test_pgx" name="a"/>
<testcase classname="tests.clients.test_pgx" name="b"><failure message="no"/></testcase>
<testcase classname="tests.clients.test_node" name="c"><skipped message="no node"/></testcase>
</testsuite></testsuites>"""


def test_every_module_is_in_the_table() -> None:
    modules = {path.stem for path in FOLDER.glob("test_*.py")} - {"test_matrix"}
    assert {module for client in clients() for module in client.modules} == modules


def test_the_table_of_a_report() -> None:
    rows = {
        line.split(" | ")[0].removeprefix("| "): line.split(" | ")[-1].removesuffix(" |")
        for line in table(outcomes(REPORT)).splitlines()
    }
    assert rows["pgx"] == "1 passed, 1 failed"
    assert rows["node-postgres"] == rows["postgres.js"] == "1 skipped"
    assert rows["psql"] == "not run"


def test_clients_that_were_not_run_keep_their_results() -> None:
    before = written(f"{BEGIN}\n{table(outcomes(REPORT))}\n{END}\n")
    after = written(f"{BEGIN}\n{table({'test_psql': Counter(passed=3)}, before)}\n{END}\n")
    assert before["psql", "15"] == "not run"
    assert after == before | {("psql", "15"): "3 passed"}
    assert "1 passed, 1 failed" in after.values()


def test_the_readme_has_the_versions_that_are_tried() -> None:
    shown = PAGE.read_text().partition(BEGIN)[2].partition(END)[0]
    rows = [line.split(" | ")[:3] for line in shown.strip().splitlines()]
    assert rows == [line.split(" | ")[:3] for line in table({}).splitlines()]
