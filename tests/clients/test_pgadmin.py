"""pgAdmin 4: the tree, opened down to columns and keys, with properties, SQL, statistics and dependencies, and the dashboard.

Its own application answers, without a browser (pgadmin/ask.py); what it finds in Tidegate is what it finds in PostgreSQL 15.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.plugins.environment import make_environment
from tests.plugins.scale import FULL
from tests.plugins.twin import Twin

pytestmark = [
    pytest.mark.clients,
    pytest.mark.postgres,
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not FULL, reason="614 MB of packages; TIDEGATE_FULL=1 has them installed"),
]

PACKAGES: Final = ("pgadmin4==9.18",)
PROGRAM: Final = Path(__file__).parent / "pgadmin" / "ask.py"
#: Numbers of what is the user's, and of sizes and uses; what only the other has (TOAST, autovacuum, types); who has which rights.
MAY_DIFFER: Final = frozenset({
    "_id", "id", "_pid", "oid", "did", "xmin", "edit_types", "hastoasttable", "vacuum_table", "vacuum_toast", "acl", "relacl",
    "relacl_str", "reltuples", "rows_cnt", "datctype", "version", "port", "connection_string", "info_prefix", "tblacl", "deftblacl",
})  # fmt: skip
#: Folders with what only one of them has: databases, PL/pgSQL, the schema of Tidegate's own tables; who is granted what
#: (PostgreSQL shows subscriptions to superusers alone).
OTHERS: Final = re.compile(
    r"^(connect|obj|stats|Databases/(list|nodes)|Databases/DB/(Extensions|Languages|Casts|Subscriptions)/.*|Databases/DB/(sql|obj)"
    r"|Databases/DB/Schemas/(list|nodes)|Login/Group Roles/.*|.*/(stats|dependency|dependent)|dashboard.*)$"
)


@pytest.fixture(scope="module")
def found(twin: Twin, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    """Path → answer, of PostgreSQL and of Tidegate."""
    folder = tmp_path_factory.mktemp("pgadmin")
    python = make_environment(folder / "environment", *PACKAGES)
    return asked(python, folder / "postgres", twin.postgres), asked(python, folder / "tidegate", twin.tidegate)


def asked(python: Path, home: Path, dsn: str) -> dict[str, Any]:
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    home.mkdir()
    command = [str(python), str(PROGRAM), parts["host"], parts["port"], parts["dbname"], "tester"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=900, env={**os.environ, "HOME": str(home)})
    assert ran.returncode == 0, f"{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
    lines = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith('["')]
    return {path.replace(f"Databases/{parts['dbname']}/", "Databases/DB/"): answer for path, answer in lines}


def compared(answer: Any) -> Any:
    """The answer without what may differ, lists in one order."""
    match answer:
        case dict():
            return {key: compared(value) for key, value in answer.items() if key not in MAY_DIFFER}
        case list():
            return sorted((compared(item) for item in answer), key=repr)
        case str():
            # Who owns and who is granted what is not the same.
            kept = [line for line in answer.splitlines() if not re.search("OWNER|GRANT|REVOKE", line)]
            return re.sub(r"/\d[\d/]*", "", re.sub(r"\b(postgres|twin)\b", "tidegate", "\n".join(kept).rstrip()))
    return answer


def test_the_tree_is_the_same(found: tuple[dict[str, Any], dict[str, Any]]) -> None:
    expected, here = ({path for path in of if not OTHERS.match(path)} for of in found)
    assert "Databases/DB/Schemas/public/Tables/kinds/Columns/money/obj" in expected
    assert here == expected


def test_properties_and_sql_are_the_same(found: tuple[dict[str, Any], dict[str, Any]]) -> None:
    expected, here = ({path: compared(answer) for path, answer in of.items() if not OTHERS.match(path)} for of in found)
    assert len(expected) > 60
    assert {path: answer for path, answer in here.items() if answer != expected.get(path)} == {
        path: expected.get(path) for path, answer in here.items() if answer != expected.get(path)
    }


def shape(answer: Any) -> Any:
    """What an answer has: the names in its first row, or the status of an error."""
    match answer:
        case {"status": status}:
            return status
        case {"data": {"rows": [dict() as row, *_]}} | [dict() as row, *_]:
            return sorted(row)
        case dict():
            return sorted(answer)
    return type(answer).__name__


def test_statistics_and_the_dashboard_have_the_same_columns(found: tuple[dict[str, Any], dict[str, Any]]) -> None:
    expected, here = found
    # A column's statistics are there when an autovacuum has just looked at it, and never here.
    paths = [p for p in expected if p.startswith("dashboard") or (p.endswith("/stats") and p in here and "/Columns/" not in p)]
    assert len(paths) > 12
    # Nobody holds locks here, so that there is no row with columns; and what PostgreSQL itself fails at is no reference.
    locks = [p for p in paths if p.endswith("/locks")]
    assert [here[path] for path in locks] == [[]] * len(locks)
    paths = [p for p in paths if p not in locks and shape(expected[p]) != 500]
    assert {path: shape(here[path]) for path in paths} == {path: shape(expected[path]) for path in paths}


def test_nothing_is_refused_that_postgres_answers(found: tuple[dict[str, Any], dict[str, Any]]) -> None:
    expected, here = ({p for p, answer in of.items() if isinstance(answer, dict) and "status" in answer} for of in found)
    assert here - expected == set()


def test_the_database_is_no_system_one(found: tuple[dict[str, Any], dict[str, Any]]) -> None:
    (database,) = found[1]["Databases/nodes"]["data"]
    assert database["label"] == "tidegate"
    assert database["_id"] > 16383
