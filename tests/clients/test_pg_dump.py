"""pg_dump is refused by name, with what to use instead; what that gives is restored into PostgreSQL 15."""

from __future__ import annotations

import subprocess

import psycopg
import pytest

from tests.plugins.need import program
from tests.plugins.postgres import own_database
from tests.plugins.twin import Twin

_COLUMNS = "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"

pytestmark = [pytest.mark.clients, pytest.mark.postgres]


@pytest.mark.parametrize(
    "options", [("-a", "-t", "airlines"), ("-s", "-t", "airlines"), ("-a", "--inserts", "-t", "airlines"), (), ("-Fc",)]
)
def test_a_dump_is_refused_by_name_and_copy_is_named(twin: Twin, options: tuple[str, ...]) -> None:
    ran = subprocess.run([program("pg_dump"), "-d", twin.tidegate, *options], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert "ERROR:  dumps are not supported" in ran.stderr
    assert "HINT:  COPY gives the rows of a view: COPY (SELECT …) TO STDOUT, or \\copy in psql." in ran.stderr


def test_locking_names_it_too(twin: Twin) -> None:
    with psycopg.connect(twin.tidegate) as connection, pytest.raises(psycopg.errors.ReadOnlySqlTransaction) as caught:
        connection.execute("LOCK TABLE public.airlines IN ACCESS SHARE MODE")
    assert "dumps are not supported. COPY gives the rows" in (caught.value.diag.message_hint or "")


@pytest.mark.parametrize("table", ["airlines", "kinds"])
def test_what_the_hint_says_restores_the_rows(twin: Twin, postgres_dsn: str, table: str) -> None:
    copied = subprocess.run(
        [program("psql"), "-X", "-q", twin.tidegate, "-c", f"COPY (SELECT * FROM {table}) TO STDOUT"],
        capture_output=True,
        timeout=60,
    )
    with own_database(postgres_dsn, "restored") as restored, psycopg.connect(twin.postgres) as origin:
        columns = origin.execute(_COLUMNS, [table])
        defined = ", ".join(f"{name} {kind}" for name, kind in columns)
        restored.execute(f"CREATE TABLE {table} ({defined})".encode())
        with restored.cursor().copy(f"COPY {table} FROM STDIN".encode()) as copy:
            copy.write(copied.stdout)
        every = f"SELECT t::text FROM {table} t ORDER BY 1".encode()
        expected = origin.execute(every).fetchall()
        assert restored.execute(every).fetchall() == expected
        assert expected
