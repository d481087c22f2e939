"""The gateway under the fuzzers: a process of its own with one table, and what is watched of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
import pyarrow as pa

from gateway.access.users import Users, write_users
from gateway.access.verifier import Verifier
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.fuzz.known import NUMBERS
from tests.fuzz.starts import GUARDED, PASSWORD
from tests.hostile.process import bugs, eventually, resident_bytes
from tests.plugins.gateway import Gateway, running_gateway

NUMBERS_SCHEMA: Final = ViewSchema(
    "numbers", (Column("id", st.Long()), Column("word", st.String())), ("id",), ("id",), HashPartitioning(4), (2,)
)
_CONFIG: Final = """
[engine]
memory_bytes = {memory}
copy_bytes = {memory}
[session]
result_bytes_max = {result}
[access]
users_file = "{users}"
failed_logins_max = 1000000000
failed_login_delay_s = 0
{access}
[[hba]]
user = "{guarded}"
address = "loopback"
method = "scram-sha-256"
[[hba]]
address = "loopback"
method = "trust"
"""
#: What DuckDB said, or the last line of a traceback.
_CAUSE: Final = re.compile(r"(?:unforeseen error of the executor: |^(?=[A-Za-z_.]+(?:Error|Exception)\b))(.*)", re.MULTILINE)
#: All but itself.
_RUNNING: Final = "SELECT sql FROM tidegate.queries WHERE state = 'running' AND sql NOT LIKE '%tidegate.queries%'"
_MEMORY_BYTES: Final = 256 << 20
#: Larger ones only cost the fuzzers' time.
_RESULT_BYTES: Final = 8 << 20


@dataclass(frozen=True)
class Target:
    """Where to connect, and what is known about the process there; None for a server that is not ours."""

    host: str
    port: int
    gateway: Gateway | None = None

    @property
    def alive(self) -> bool:
        """Is it a process of ours that runs?"""
        return self.gateway is not None and self.gateway.process.poll() is None

    def resident_bytes(self) -> int:
        """Resident memory; 0 of a server that is not ours."""
        return 0 if self.gateway is None else resident_bytes(self.gateway)

    def faults(self) -> list[str]:
        """Lines of the log that no input may cause, and its death."""
        if self.gateway is None:
            return []
        died = [] if self.gateway.process.poll() is None else [f"the gateway has died: {self.gateway.process.returncode}"]
        return died + bugs(self.gateway.log.read_text(errors="replace"))

    def left_running(self) -> str:
        """What is wrong if queries still hold a place after a while, when all clients are gone; or nothing."""
        if not self.alive:
            return ""
        with psycopg.connect(f"host={self.host} port={self.port} user=tester dbname=tidegate", autocommit=True) as connection:
            with suppress(AssertionError):
                eventually(lambda: not connection.execute(_RUNNING).fetchall(), "no query runs")
            left = connection.execute(_RUNNING).fetchmany(5)
        return f"still running without a client: {left}" if left else ""

    def last_cause(self) -> str:
        """What the log last said of an error that is none of the client's: a client is only told that there was one."""
        found = [] if self.gateway is None else _CAUSE.findall(self.gateway.log.read_text(errors="replace"))
        return found[-1] if found else "nothing in the log"


@contextmanager
def fuzzed_gateway(folder: Path, access: str = "") -> Iterator[Target]:
    """A gateway whose root, store and log are in *folder*. *access* are more lines of that section of its configuration."""
    table = pa.table({"id": pa.array(range(NUMBERS), pa.int64()), "word": [f"w{i}" for i in range(NUMBERS)]})
    write_version(str(folder / "root"), NUMBERS_SCHEMA, table)
    write_users(folder / "users", Users({GUARDED: Verifier.of(PASSWORD)}))
    config = folder / "tidegate.toml"
    values = {"memory": _MEMORY_BYTES, "result": _RESULT_BYTES, "users": folder / "users", "guarded": GUARDED, "access": access}
    config.write_text(_CONFIG.format_map(values))
    with running_gateway(folder / "root", folder / "store", "--config", str(config)) as gateway:
        yield Target("127.0.0.1", gateway.port, gateway)
