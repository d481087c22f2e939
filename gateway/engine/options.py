"""The engine's limits, each with its reason; section [engine] of the configuration file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MIB: Final = 1 << 20

#: Rows that the event loop itself reads and encodes; a millisecond or two. Longer keyed reads stream from a worker thread.
LEAN_ROWS_MAX: Final = 256
#: Rows that the row executor reads where little is computed for each.
PROGRAM_ROWS_MAX: Final = 1_024
#: The same of the rows of one range of keys, which are read and decoded at a time.
RANGE_ROWS_MAX: Final = 6_000
#: So many are read in any case, whatever is computed of them.
RANGE_ROWS_MIN: Final = 64
#: The same in a worker thread, before DuckDB is asked.
THREADED_ROWS_MAX: Final = 20_000
#: Rows per batch that DuckDB hands out.
BATCH_ROWS: Final = 8_192
#: The same where values may be large: a batch is made of as many such parts as it takes to CHUNK_BYTES.
PART_ROWS: Final = 512
#: Rows that a scan of the store takes at once. That holds Python's global lock (about 0.5 ms) and so holds up the event loop;
#: 8,192 would be 10% faster on a scan alone.
SCAN_ROWS: Final = 2_048
#: Aim of one chunk of a stream: a batch of wide rows goes out in several.
CHUNK_BYTES: Final = MIB
#: A step of a keyed read in a worker thread takes portions of SCAN_ROWS up to so many bytes: a way to a thread and back takes as
#: long as reading a thousand rows.
STEP_BYTES: Final = MIB // 4
#: Batches whose rows × columns stay below this are encoded in the event loop: cheaper than the way to a thread and back.
INLINE_CELLS_MAX: Final = 4_096
#: The same where Arrow's own form is sent, for which columns are copied as they are.
ARROW_INLINE_CELLS_MAX: Final = 16_384
#: A pruned range of a view is decoded for one query up to this many rows; beyond it the columnar copy is cheaper.
PRUNED_ROWS_MAX: Final = 20_000
#: Of more bytes than this no list is made: DuckDB reads them in portions.
PRUNED_BYTES_MAX: Final = 16 * MIB
#: How long a node may take to reach a version that another one has: a fragment waits for it, and so does the choice of versions.
VERSION_WAIT_S: Final = 0.25
#: Long statements that are planned at once or wait for that, all sessions together; also those that nobody waits for any more.
PLANNING_MAX: Final = 16
#: Isolated instances (isolated_instances.py) at most; each is a DuckDB with threads of its own.
ISOLATED_INSTANCES_MAX: Final = 4
#: What plans are kept for the next statement of the same text, estimated.
PLAN_CACHE_BYTES: Final = 64 * MIB
#: Processes for Python functions (functions/processes.py), and what one of them may have, its code of some 30 MiB with it.
FUNCTION_PROCESSES_MAX: Final = 8
FUNCTION_MEMORY_BYTES: Final = 512 * MIB
#: The least memory that DuckDB does anything useful with.
MEMORY_LEAST_BYTES: Final = 16 * MIB
#: The least that makes sense of each option.
_LEAST: Final = {
    "memory_bytes": MEMORY_LEAST_BYTES,
    "query_memory_bytes": 0,
    "copy_bytes": 0,
    "copy_file_bytes": 0,
    "duckdb_threads": 0,
    "worker_threads": 1,
    "running_max": 1,
    "queued_max": 0,
    "planning_max": 1,
    "points_running_max": 1,
    "points_queued_max": 0,
    "fragments_running_max": 1,
    "pull_bytes_max": MIB,
    "pulls_bytes_max": MIB,
    "spill_bytes": MIB,
    "plan_cache_bytes": 0,
    "function_processes_max": 1,
    "function_memory_bytes": 48 * MIB,
    "function_results_bytes": MIB,
    "process_bytes_max": 0,
}


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """What one engine may use of its machine.

    *memory_bytes* is for running queries and *copy_bytes* for columnar copies; DuckDB is limited to their sum. Copies that do not
    fit are files of *copy_file_bytes* in all; 0: none.
    Of *memory_bytes* one query may use *query_memory_bytes*; 0 means half, or all of it where half is too little for DuckDB.
    *spill_folder* "" means that a query that needs more than its memory fails (53200) instead of writing to disk.
    *duckdb_threads* 0 means one per core. *running_max*, *queued_max* and
    their like are explained in admission.py, *planning_max* in planning.py.

    In a cluster, one query may gather *pull_bytes_max* from other nodes to join, sort or aggregate it here, and all queries
    together *pulls_bytes_max*.

    Plans are kept up to *plan_cache_bytes*, estimated.

    Python functions that may take long run in *function_processes_max* processes of *function_memory_bytes*; what others make in
    this one may be *function_results_bytes* (functions/large_results.py). While the process and its helpers have more than
    *process_bytes_max* in memory, executions are ended (53200, threads/governor.py); 0: it is not looked at.

    These are the defaults of a machine with some GiB, and other programs; gateway/node/shares.py has those of a node.
    """

    memory_bytes: int = 1024 * MIB
    query_memory_bytes: int = 0
    copy_bytes: int = 1024 * MIB
    copy_file_bytes: int = 64 * 1024 * MIB
    duckdb_threads: int = 0
    worker_threads: int = 8
    running_max: int = 128
    queued_max: int = 128
    planning_max: int = PLANNING_MAX
    points_running_max: int = 256
    points_queued_max: int = 1024
    fragments_running_max: int = 256
    pull_bytes_max: int = 256 * MIB
    pulls_bytes_max: int = 1024 * MIB
    spill_folder: str = ""
    spill_bytes: int = 8192 * MIB
    plan_cache_bytes: int = PLAN_CACHE_BYTES
    function_processes_max: int = FUNCTION_PROCESSES_MAX
    function_memory_bytes: int = FUNCTION_MEMORY_BYTES
    function_results_bytes: int = 256 * MIB
    process_bytes_max: int = 0

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise ValueError(f"{name}={getattr(self, name)}: at least {least}")
        most, own = self.memory_bytes, self.query_memory_bytes
        if own > most:
            raise ValueError(f"query_memory_bytes={own}: at most memory_bytes, which is {most}")
        if 0 < own < MEMORY_LEAST_BYTES or most - MEMORY_LEAST_BYTES < own < most:
            raise ValueError(
                f"query_memory_bytes={own}: 0 for half of memory_bytes, memory_bytes ({most}) itself,"
                f" or at least {MEMORY_LEAST_BYTES} and so much less than that"
            )

    @property
    def query_bytes(self) -> int:
        """What one query may use."""
        half = self.memory_bytes // 2
        return self.query_memory_bytes or (half if half >= MEMORY_LEAST_BYTES else self.memory_bytes)

    @property
    def isolated_instances(self) -> int:
        """For so many greedy queries at a time memory is set aside, half of all at most where one takes less."""
        if self.query_bytes == self.memory_bytes:
            return 0
        return min(ISOLATED_INSTANCES_MAX, max(1, self.memory_bytes // 2 // self.query_bytes))

    @property
    def common_bytes(self) -> int:
        """What is left for all other queries together."""
        return self.memory_bytes - self.isolated_instances * self.query_bytes

    @property
    def spill_bytes_each(self) -> int:
        """What each instance, and all other queries together, may write to the spill folder."""
        return max(MIB, self.spill_bytes // (self.isolated_instances + 1))

    @property
    def shared_bytes(self) -> int:
        """What the DuckDB may use that those queries and the copies share."""
        return self.common_bytes + self.copy_bytes
