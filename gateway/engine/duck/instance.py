"""An in-memory DuckDB of a node, closed off, and its cursors. One is common to all queries; isolated_instances.py has others.

DuckDB evaluates; it must not be a door. The planner's allow-list of functions and relations is the first wall. This is the
second: no external access, no file system, no extensions, no replacement scans, configuration locked. With a spill folder, or one
for copies, the local file system has to stay on; then external access being off confines it to them.

Memory: DuckDB's limit is `memory_bytes + copy_bytes`, less what is set aside for isolated instances. Without `spill_folder` (the
default) a query beyond it fails with 53200; with one, DuckDB spills up to `spill_bytes` (by SET: given to connect(), DuckDB shows
max_temp_directory_size and does not keep to it).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import duckdb

from gateway.engine.duck import wide_rows
from gateway.engine.functions import signals
from gateway.engine.functions.large_results import LARGE_RESULTS
from gateway.engine.functions.processes import FunctionProcesses
from gateway.engine.functions.signals import Signals
from gateway.engine.options import EngineOptions
from gateway.engine.threads.cores import giving_way
from planner.postgres.functions import catalog_macros
from planner.postgres.functions.prelude import create_macro, install

#: In this order: the last but one statement needs what stands before it to be allowed, the last forbids all others.
_WALLS: Final = (
    "SET TimeZone = 'UTC'",
    "SET enable_progress_bar = false",
    "SET python_enable_replacements = false",
    "SET GLOBAL order_by_non_integer_literal = true",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET allow_persistent_secrets = false",
    "SET enable_external_file_cache = false",
)
#: It narrows sums by what it takes for their greatest value, and cuts them: where a LEFT JOIN finds nothing, DuckDB 2.0.0 takes its
#: rows for one (tests/gateway/test_narrowed_sums.py).
_EXACT: Final = ("SET disabled_optimizers = 'compressed_materialization'",)
#: Where memory is short: its allocator keeps up to 128 MiB after a task and 512 MiB of a table, and filters and joins gather 2,048
#: rows where they find few, however wide, and count none of that.
_LITTLE_MEMORY: Final = (
    "SET allocator_flush_threshold = '8MiB'",
    "SET allocator_bulk_deallocation_flush_threshold = '8MiB'",
    "SET GLOBAL enable_caching_operators = false",
)
_NO_FILES: Final = "SET disabled_filesystems = 'LocalFileSystem'"
_LOCK: Final = ("SET enable_external_access = false", "SET lock_configuration = true")


class Duck:
    """Opens the database; cursor() gives one connection to it per query. Every method may be called from any thread."""

    def __init__(
        self,
        options: EngineOptions,
        functions: FunctionProcesses,
        signals_to: Signals | None = None,
        copy_folder: Path | None = None,
    ) -> None:
        """*signals_to* are those of the common one, where this is another. In *copy_folder* it may have databases in files."""
        memory_mib = options.shared_bytes >> 20
        config: dict[str, str | int] = {"memory_limit": f"{memory_mib}MiB", "temp_directory": options.spill_folder}
        if signals_to is not None:
            config["async_threads"] = 1  # not eight more for each
        if options.duckdb_threads:
            config["threads"] = options.duckdb_threads
        self._database = giving_way(partial(duckdb.connect, ":memory:", config=config))
        if options.spill_folder:
            # Among the settings of connect() it would be shown and not kept to.
            self._database.execute(f"SET max_temp_directory_size = '{options.spill_bytes_each >> 20}MiB'")
        install(self._database, LARGE_RESULTS, functions)
        self.signals = signals_to or Signals()
        self._database.create_function(
            signals.NAME, self.signals.send, list(signals.ARGUMENTS), "BOOLEAN", null_handling="special", side_effects=True
        )
        wide_rows.install(self._database)
        for statement in _LITTLE_MEMORY if LARGE_RESULTS.is_short else ():
            self._database.execute(statement)
        for statement in catalog_macros.HELPERS:
            self._database.execute(statement)
        for macro in catalog_macros.MACROS:
            create_macro(self._database, macro)
        if copy_folder is not None:
            quoted = str(copy_folder.resolve()).replace("'", "''")
            self._database.execute(f"SET allowed_directories = ['{quoted}']")
        for statement in (*_EXACT, *_WALLS, *(() if options.spill_folder or copy_folder else (_NO_FILES,)), *_LOCK):
            self._database.execute(statement)

    @property
    def database(self) -> duckdb.DuckDBPyConnection:
        """The connection that all cursors come from."""
        return self._database

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection of its own: own transaction, own registered relations. Close it after the query."""
        return self._database.cursor()

    def close(self) -> None:
        """Drop everything."""
        self._database.close()
