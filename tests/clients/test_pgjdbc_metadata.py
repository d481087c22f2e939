"""pgjdbc's DatabaseMetaData: the same answers as from a PostgreSQL 15 that holds the same tables."""

from __future__ import annotations

import subprocess
from collections import defaultdict
from typing import Final

import pytest

from tests.plugins.jdbc import jdbc_url
from tests.plugins.namesake import OWNER, VIEWS, Namesake
from tests.plugins.need import program

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

#: Methods whose rows are some of PostgreSQL's and no others, and why.
FEWER: Final = {
    "getTables": "no indexes, toast tables and statistics views of the system itself",
    "getTypeInfo": "only types that are served",
    "getUDTs": "information_schema's domains are served as their base types",
    "getFunctions": "only functions that may be called, and those that pg_type, pg_cast, pg_operator and pg_aggregate name",
    "getFunctionColumns": "as getFunctions",
    "getProcedureColumns": "as getFunctions; pgjdbc lists functions under both names",
}
#: Rows that only Tidegate has: its own tables for operators, and the types of their rows.
OURS: Final = ("\tTABLE_SCHEM=tidegate\tTABLE_NAME=", "\tTYPE_SCHEM=tidegate\tTYPE_NAME=")

Answers = dict[str, list[str]]


def answers(classpath: str, dsn: str) -> Answers:
    """What the Java program writes, by method."""
    tables = ",".join(view.name for view in VIEWS)
    command = [program("java"), "-cp", classpath, "Metadata", jdbc_url(dsn), OWNER, tables]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=100, env={"LC_ALL": "C.UTF-8"})
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr}"
    found: Answers = defaultdict(list)
    for line in ran.stdout.splitlines():
        method, _, rest = line.partition("\t")
        found[method].append(rest)
    return found


@pytest.fixture(scope="module")
def both(namesake: Namesake, classpath: str) -> tuple[Answers, Answers]:
    """Of Tidegate and of PostgreSQL."""
    return answers(classpath, namesake.tidegate), answers(classpath, namesake.postgres)


def test_the_same_answers(both: tuple[Answers, Answers]) -> None:
    ours, theirs = both
    assert list(ours) == list(theirs)
    assert len(theirs) > 70
    for method, wanted in theirs.items():
        found = [line for line in ours[method] if not any(mark in line for mark in OURS)]
        if method in FEWER:
            assert found[0] == wanted[0], method
            assert len(found) > 1 or method == "getUDTs", method
            assert [line for line in found if line not in set(wanted)] == [], method
        else:
            assert found == wanted, method


def test_types_are_listed_that_drivers_look_for(both: tuple[Answers, Answers]) -> None:
    ours, _ = both
    names = {line.split("\t")[1].partition("=")[2] for line in ours["getTypeInfo"][1:]}
    assert {"int8", "numeric", "_text", "timestamptz", "jsonb", "interval"} <= names
    assert {"money", "xml", "point", "inet", "_inet"} <= names
    assert not names & {"int4range", "int4multirange", "_pg_class"}
