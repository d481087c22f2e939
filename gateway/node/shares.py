"""What a node gets of the memory and the processors that it may use, where its configuration does not say: who gets how much.

    memory of one process    total_memory_bytes in [serve], else what the container's limits say, else the machine (machine.py);
                             of several workers each has its part
    the process itself       BASE_BYTES: the interpreter, its modules, DuckDB's and RocksDB's code
    of the rest, in 64ths    24 queries in DuckDB, 16 columnar copies, 8 blocks of RocksDB; of what few use at a time: 8 messages
                             that clients send, 4 texts of their statements, 4 plans, 8 what is gathered from other nodes, 16 each
                             process of Python functions
    executions               one for each 16 MiB of the rest, which is what a slow client's may hold
    DuckDB's threads         one per processor, of 32 MiB at least

Limits that somebody has set are there to be used; where only the machine is known, other programs run on it: nothing is larger
then than the usual defaults, which are those of the options' classes. Only the first three grow beyond them at all.
At 15/16 of the memory executions are ended (threads/governor.py).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gateway.config import ServeSettings
from gateway.engine.options import MIB, EngineOptions
from gateway.machine import Machine
from gateway.server import ServerOptions
from gateway.session.options import SessionOptions
from statestore.node import StoreOptions

#: What is resident before anything is asked: 242 MiB, half of it pages of files.
BASE_BYTES: Final = 256 * MIB
SMALL_BYTES: Final = 2048 * MIB
#: With less than this beside it a node does what it can.
REST_LEAST_BYTES: Final = 64 * MIB
EXECUTION_BYTES: Final = 16 * MIB
#: The least that a thread of DuckDB's needs for its part of a sort or a hash table.
THREAD_BYTES: Final = 32 * MIB
#: Section, field, 64ths of the rest, and whether it grows beyond the usual default.
_MEMORY: Final = (
    ("engine", "memory_bytes", 24, True),
    ("engine", "copy_bytes", 16, True),
    ("store", "block_cache_bytes", 8, True),
    ("engine", "pull_bytes_max", 4, False),
    ("engine", "pulls_bytes_max", 8, False),
    ("engine", "plan_cache_bytes", 4, False),
    ("engine", "function_memory_bytes", 16, False),
    ("engine", "function_results_bytes", 8, False),
    ("server", "received_bytes_max", 8, False),
    ("session", "prepared_total_bytes_max", 4, False),
    ("session", "prepared_bytes_max", 4, False),
    ("session", "scroll_bytes_max", 4, False),
)
#: Section, field, and bytes of the rest for each.
_COUNTS: Final = (
    ("engine", "running_max", EXECUTION_BYTES),
    ("engine", "fragments_running_max", EXECUTION_BYTES // 2),
    ("engine", "function_processes_max", 128 * MIB),
)
_KINDS: Final[Mapping[str, type[Any]]] = {
    "engine": EngineOptions, "store": StoreOptions, "server": ServerOptions, "session": SessionOptions,
}  # fmt: skip
#: What is a message's least limit, a function's code, or what a query cannot do with less of.
_LEAST: Final = {
    "received_bytes_max": ServerOptions().message_bytes_max,
    "function_memory_bytes": 64 * MIB,
    "function_processes_max": 1,
}
_log = logging.getLogger("tidegate")


@dataclass(frozen=True, slots=True)
class Shares:
    """*of* is by section: fields and values. *process_bytes* is what one process may have, *limited_by* what says so."""

    process_bytes: int
    processors: int
    limited_by: str
    of: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def is_small(self) -> bool:
        """Is it so little that allocators have to keep less, at the price of time?"""
        return self.process_bytes < SMALL_BYTES

    @classmethod
    def make(cls, machine: Machine, serve: ServeSettings) -> Shares:
        """Those of one of the processes that *serve* asks for."""
        limited_by = "total_memory_bytes in [serve]" if serve.total_memory_bytes else machine.limited_by
        process_bytes = (serve.total_memory_bytes or machine.memory_bytes) // serve.workers
        rest = max(process_bytes - BASE_BYTES, REST_LEAST_BYTES)
        found: dict[str, dict[str, int]] = {section: {} for section in _KINDS}
        for section, name, parts, grows in _MEMORY:
            usual = _usual(section, name)
            share = rest * parts // 64 // MIB * MIB
            found[section][name] = max(share if grows and limited_by else min(share, usual), _LEAST.get(name, MIB))
        for section, name, each in _COUNTS:
            found[section][name] = max(min(rest // each, _usual(section, name)), _LEAST.get(name, 4))
        in_duckdb = found["engine"]["memory_bytes"] + found["engine"]["copy_bytes"]
        found["engine"]["duckdb_threads"] = max(1, min(machine.processors, in_duckdb // THREAD_BYTES))
        found["engine"]["process_bytes_max"] = max(process_bytes // 16 * 15, BASE_BYTES + REST_LEAST_BYTES // 2)
        found["store"]["background_jobs"] = min(machine.processors, _usual("store", "background_jobs"))
        return cls(process_bytes, machine.processors, limited_by, found)

    def tell(self, engine: EngineOptions, store: StoreOptions) -> None:
        """Log what there is, and warn of settings that ask for more."""
        _log.info(
            "memory: %d MiB for this process (%s), of which queries have %d, copies %d, blocks %d; processors: %d, of DuckDB's %d",
            self.process_bytes // MIB, self.limited_by or "the machine has no limit", engine.memory_bytes // MIB,
            engine.copy_bytes // MIB, store.block_cache_bytes // MIB, self.processors, engine.duckdb_threads or self.processors,
        )  # fmt: skip
        asked = BASE_BYTES + engine.memory_bytes + engine.copy_bytes + store.block_cache_bytes
        if asked > self.process_bytes:
            _log.warning(
                "memory_bytes and copy_bytes of [engine] and block_cache_bytes of [store] are %d MiB, with the process itself %d, "
                "and it may have %d: queries may end with 53200 before they reach them",
                (asked - BASE_BYTES) // MIB, asked // MIB, self.process_bytes // MIB,
            )  # fmt: skip


def _usual(section: str, name: str) -> int:
    usual: int = getattr(_KINDS[section](), name)
    return usual
