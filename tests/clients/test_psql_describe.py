"""psql 15's backslash commands print the same for Tidegate and for a PostgreSQL 15 with the same tables."""

from __future__ import annotations

from typing import Final

import pytest

from tests.clients.test_psql import psql
from tests.plugins.namesake import Namesake

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

#: Character for character.
SAME: Final = (
    r"\d", r"\d kinds", r"\d+ kinds", r"\d route_hours", r"\d+ route_hours", r'\d "Mixed Case"', r'\d+ "Mixed Case"',
    r'\d "order"', r'\d+ "order"', r"\d kinds_pkey", r"\d+ route_hours_pkey", r"\d k*", r"\d public.*", r"\d nosuch",
    r"\dt", r"\dt k*", r"\dt nosuch", r"\dt public.*", r"\di", r"\dv", r"\dv+", r"\dm", r"\dm+", r"\ds", r"\ds+", r"\dE", r"\dtvs",
    r"\da", r"\df", r"\df+", r"\df now", r"\df+ md5", r"\df current_setting", r"\daS count", r"\dn",
    r"\dnS", r"\dnS+", r"\dn+", r"\dn public",
    r"\dT", r"\dT+", r"\dT int4", r"\dT+ text", r"\dD", r"\dc", r"\dd", r"\ddp", r"\dp", r"\z", r"\dp kinds", r"\l", r"\du",
    r"\du+", r"\dg", r"\db", r"\dy", r"\dl", r"\dO", r"\dP", r"\dRp", r"\dRs", r"\dX", r"\des", r"\det", r"\deu", r"\dew",
    r"\dF", r"\dFd",
    r"\drds", r"\encoding", r"\dconfig work_mem", r"\dconfig+ work_mem", r"\dconfig+ statement_timeout", r"\dFt nosuch",
    r"\do nosuch", r"\doS ->>", r"\sv kinds",
)  # fmt: skip
#: Lists with columns that differ: the command, the columns, the reason.
BUT_FOR: Final = (
    (r"\d+", {"Size"}, "bytes of the view's files"),
    (r"\dt+", {"Size"}, "bytes of the view's files"),
    (r"\di+", {"Size"}, "a key takes no room of its own"),
    (r"\l+", {"Size"}, "bytes of all views' files"),
    (r"\db+", {"Size"}, "bytes of all views' files"),
    (r"\dconfig server_version", {"Value"}, "the version is PostgreSQL's, the product Tidegate's"),
)
#: Lists of what the system has, of which Tidegate has less: the command and the reason. No row is there that PostgreSQL has not.
FEWER: Final = (
    (r"\dfS a*", "functions that may be called, and those that other catalogs name"),
    (r"\dfS s*", "functions that may be called, and those that other catalogs name"),
    (r"\daS", "aggregates that may be called"),
    (r"\doS", "operators that may be used"),
    (r"\doS+ +", "operators that may be used"),
    (r"\dCS", "casts between types that are served"),
    (r"\dTS", "types that are served"),
    (r"\dAc", "btree only"),
    (r"\dA", "no other access methods than heap and btree"),
    (r"\dA+", "no other access methods than heap and btree"),
    (r"\dOS", "no collations but those of the C locale"),
    (r"\dLS", "no PL/pgSQL"),
    (r"\dL", "no PL/pgSQL"),
    (r"\dx", "no PL/pgSQL"),
    (r"\dFp", "no text search"),
)
OPTIONS: Final = ("-A", "-F", "\t", "-P", "footer=off")


def listed(dsn: str, command: str) -> tuple[list[str], list[dict[str, str]]]:
    """The columns and the rows of a list."""
    title, header, *rows = psql(dsn, f"{command}\n", *OPTIONS).splitlines()
    assert title.startswith("List of"), (title, header)
    names = header.split("\t")
    return names, [dict(zip(names, row.split("\t"), strict=True)) for row in rows]


@pytest.mark.parametrize("commands", [SAME[i::4] for i in range(4)], ids=lambda c: c[0])
def test_the_same_output(namesake: Namesake, commands: tuple[str, ...]) -> None:
    script = "".join(f"\\echo {command!r}\n{command}\n" for command in commands)
    expected = psql(namesake.postgres, script)
    assert psql(namesake.tidegate, script) == expected


@pytest.mark.parametrize(("command", "columns"), [(command, columns) for command, columns, _ in BUT_FOR])
def test_the_same_but_for_some_columns(namesake: Namesake, command: str, columns: set[str]) -> None:
    ours, theirs = listed(namesake.tidegate, command), listed(namesake.postgres, command)
    assert ours[0] == theirs[0]
    assert columns <= set(ours[0])
    kept = [[{k: v for k, v in row.items() if k not in columns} for row in rows] for _, rows in (ours, theirs)]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("command", [command for command, _ in FEWER])
def test_some_of_the_same_rows(namesake: Namesake, command: str) -> None:
    names, ours = listed(namesake.tidegate, command)
    expected_names, theirs = listed(namesake.postgres, command)
    assert names == expected_names
    assert [row for row in ours if row not in theirs] == []


def test_the_connection(namesake: Namesake) -> None:
    ours, theirs = (psql(dsn, "\\conninfo\n") for dsn in (namesake.tidegate, namesake.postgres))
    assert ours.split(" at port ")[0] == theirs.split(" at port ")[0]
