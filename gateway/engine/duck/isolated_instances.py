"""Isolated instances for greedy queries: further DuckDBs, each with the memory that one query may use.

All queries begin in the DuckDB that holds the columnar copies. DuckDB limits what all of them use, not what one does, so there a
greedy query takes what others need. Whoever gets no memory there, and whoever is suspected of having taken it (watch.py), begins
anew in an instance of its own if no row has been given yet, and reads its views from their shards. There the limit is exact.

    read() in the common DuckDB ─no memory, or stopped─→ NeedsIsolation ─→ Steps: enter() ─→ read() there ─→ leave()

- Who moves: whoever gets no memory (or no room to spill) in the common DuckDB, and the query that has been at it for longest
  once `engine/duck/watch.py`, a thread that looks every 25 ms while a query has run for so long, finds that queries use more than
  one may, beyond what others held when it began. So greedy ones leave before the brim, which is where even 4 KiB are refused and
  streams that have sent rows would fail. A query that takes less than 25 ms is never looked at.
- An isolated instance opens in 0.2 s at first use and costs 2 MB and some threads. It has UDFs, macros, walls, system tables
  and a folder below spill_folder of its own; columnar copies are in the common one, so views are streamed from their shards. It
  is left as soon as the last row has been produced. Waiting is done in the loop, by Steps, so every way of reading (COPY, EXPLAIN
  ANALYZE, fragments, merges) has it.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gateway.contract.cancel import CancelToken
from gateway.engine.duck.instance import Duck
from gateway.engine.duck.system import SystemTables
from gateway.engine.duck.watch import Watch, used
from gateway.engine.functions.large_results import LARGE_RESULTS
from gateway.engine.functions.processes import FunctionProcesses
from gateway.engine.functions.signals import Signals
from gateway.engine.options import EngineOptions
from gateway.engine.threads.garbage import let_go

if TYPE_CHECKING:
    from gateway.engine.duck.source import DuckSource


class NeedsIsolation(Exception):
    """A query has to begin anew in an instance. Steps (workers.py) waits for one and does the step again."""

    def __init__(self, source: DuckSource, instances: IsolatedInstances) -> None:
        super().__init__("not in the common memory")
        self._source, self._instances = source, instances

    async def find_instance(self, cancel: CancelToken) -> None:
        """Wait for an instance, and have the query begin there. Raises the token's error."""
        self._source.move_to(await self._instances.enter(cancel))
        let_go(self)
        del self._source


class IsolatedInstance:
    """A DuckDB for one query at a time. Opened by the first one, which takes a fifth of a second."""

    def __init__(self, options: EngineOptions, functions: FunctionProcesses, signals: Signals, tables: SystemTables) -> None:
        self._options, self._functions, self._signals, self._common = options, functions, signals, tables
        self._opened: tuple[Duck, SystemTables] | None = None

    def open(self) -> tuple[Duck, SystemTables]:
        """The DuckDB and its system tables. For the one who has the instance, in a worker thread."""
        if self._opened is None:
            if self._options.spill_folder:
                Path(self._options.spill_folder).mkdir(parents=True, exist_ok=True)
            duck = Duck(self._options, self._functions, self._signals)
            self._opened = duck, SystemTables(duck.database, self._common)
        return self._opened

    @property
    def opened(self) -> Duck | None:
        """Its DuckDB, once it has been opened."""
        return None if self._opened is None else self._opened[0]

    def close(self) -> None:
        """Drop everything."""
        if self._opened is not None:
            self._opened[0].close()


@dataclass(eq=False, slots=True)
class _Waiting:
    loop: asyncio.AbstractEventLoop
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    instance: IsolatedInstance | None = None


class IsolatedInstances:
    """All instances of an engine; who waits gets them in turn."""

    def __init__(self, options: EngineOptions, functions: FunctionProcesses, signals: Signals, tables: SystemTables) -> None:
        self._lock = threading.Lock()
        count = options.isolated_instances
        self._all = [IsolatedInstance(_options(options, number), functions, signals, tables) for number in range(count)]
        self._free = list(reversed(self._all))
        self._waiting: deque[_Waiting] = deque()
        #: How many queries have begun anew.
        self.entered = 0

    def __len__(self) -> int:
        return len(self._all)

    def opened(self) -> list[Duck]:
        """The DuckDBs of those that have been opened. Any thread."""
        return [duck for instance in self._all if (duck := instance.opened) is not None]

    async def enter(self, cancel: CancelToken) -> IsolatedInstance:
        """An instance, to be left(). Raises the token's error."""
        with self._lock:
            self.entered += 1
            if self._free:
                return self._free.pop()
            waiting = _Waiting(asyncio.get_running_loop())
            self._waiting.append(waiting)
        cancel.on_cancel(waiting.woken.set)
        try:
            await waiting.woken.wait()
            cancel.check()
        except BaseException:
            self._give_up(waiting)
            raise
        assert waiting.instance is not None, "woken by leave()"
        return waiting.instance

    def leave(self, instance: IsolatedInstance) -> None:
        """The query has ended, or has given all its rows. In any thread."""
        with self._lock:
            if not self._waiting:
                self._free.append(instance)
                return
            waiting = self._waiting.popleft()
            waiting.instance = instance
        waiting.loop.call_soon_threadsafe(waiting.woken.set)

    def close(self) -> None:
        """Drop everything; after all queries have ended."""
        for instance in self._all:
            instance.close()

    def _give_up(self, waiting: _Waiting) -> None:
        with self._lock:
            instance = waiting.instance
            if instance is None:
                self._waiting.remove(waiting)
        if instance is not None:
            self.leave(instance)


class EnginePool:
    """Where queries of an engine run in DuckDB: the common one, its system tables, its watch; isolated instances; functions."""

    def __init__(
        self, options: EngineOptions, copy_folder: Path | None = None, check_room: Callable[[int], None] = lambda _: None
    ) -> None:
        self.query_bytes = options.query_bytes
        self.functions = FunctionProcesses(options.function_processes_max, options.function_memory_bytes)
        LARGE_RESULTS.allow(options.function_results_bytes, check_room)
        self.common = Duck(options, self.functions, copy_folder=copy_folder)
        self.tables = SystemTables(self.common.database)
        self.instances = IsolatedInstances(options, self.functions, self.common.signals, self.tables)
        #: None where nobody can be sent elsewhere.
        self.watch = Watch(self.common.database, options) if len(self.instances) else None

    def used_bytes(self) -> int:
        """What queries use in all DuckDBs, without copies. Any thread."""
        total = 0
        for duck in (self.common, *self.instances.opened()):
            with duck.cursor() as cursor:
                total += used(cursor, self.query_bytes)[0]
        return total

    def close(self) -> None:
        """Drop everything; after all queries have ended."""
        if self.watch is not None:
            self.watch.close()
        self.instances.close()
        self.common.close()
        self.functions.close()


def _options(options: EngineOptions, number: int) -> EngineOptions:
    """Of one instance."""
    folder = options.spill_folder and str(Path(options.spill_folder, f"instance-{number}"))
    return replace(
        options, memory_bytes=options.query_bytes, query_memory_bytes=options.query_bytes, copy_bytes=0, spill_folder=folder,
        spill_bytes=options.spill_bytes_each,
    )  # fmt: skip
