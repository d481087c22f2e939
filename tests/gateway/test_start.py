"""What a node has loaded once it has answered every kind of question: what it does not need costs each start."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.plugins.gateway import running_gateway

EVENTS = ViewSchema(
    "events",
    (Column("n", st.Long()), Column("at", st.Timestamp()), Column("s", st.String())),
    ("n",), ("n",), HashPartitioning(2), (3,),
)  # fmt: skip
QUESTIONS = (
    "SELECT * FROM events WHERE n = 3",
    "SELECT s, count(*), max(at) FROM events GROUP BY s",
    "SELECT at + interval '1 day', upper(s), n / 2.0 FROM events ORDER BY n",
    "COPY (SELECT * FROM events) TO STDOUT (FORMAT arrow)",
    "SELECT relname, reltuples FROM pg_class ORDER BY relname",
    "SELECT * FROM tidegate.views",
)


@pytest.mark.parametrize(("package", "library"), [("pandas", "/pandas/_libs/"), ("psycopg_binary", "/psycopg_binary")])
def test_it_does_without(tmp_path: Path, package: str, library: str) -> None:
    assert importlib.util.find_spec(package) is not None, "it could be loaded here"
    rows = {"n": range(9), "at": pa.array(range(9), pa.timestamp("us", "UTC")), "s": ["x", "y", "z"] * 3}
    write_version(str(tmp_path / "root"), EVENTS, pa.table(rows))
    with (
        running_gateway(tmp_path / "root", tmp_path / "store") as gateway,
        psycopg.connect(gateway.dsn, autocommit=True) as client,
    ):
        for sql in QUESTIONS:
            if sql.startswith("COPY"):
                with client.cursor().copy(sql.encode()) as copied:
                    assert list(copied)
            else:
                assert client.execute(sql.encode()).fetchall()
        assert client.execute("SELECT n FROM events WHERE s = %s AND n > %s", ("x", 2)).fetchall()
        loaded = Path(f"/proc/{gateway.process.pid}/maps").read_text()
    assert "/pyarrow/" in loaded, "what it needs is seen"
    assert library not in loaded


def test_what_the_program_imports_is_set_aside() -> None:
    """To look for garbage in it takes as long as a tenth of importing; until the end, when libraries look for what is left."""
    look = (
        "import gc, sys; from gateway import __main__ as program; from gateway.commands import cli\n"
        "def main(): print(gc.isenabled(), gc.get_freeze_count() > 10_000); return 7\n"
        "cli.main = main; print(program.program(), gc.get_freeze_count())"
    )
    told = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "True", "7", "0"]
    wrong = subprocess.run([sys.executable, "-m", "gateway", "serve", "--listen", "x"], capture_output=True, text=True)
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (2, 1), "one line, and no library's complaints"
