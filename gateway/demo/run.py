"""`tidegate demo`: the gateway, the replay of the year, the Spark job, and a progress line, each in its own process or thread.

With Kafka, the replay writes to a topic, and there are three gateway nodes, which find each other through Kafka.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg

from gateway.demo import dataset, state
from gateway.demo.progress import ProgressLine, read_progress

if TYPE_CHECKING:
    import pyarrow as pa

#: The nodes with Kafka; they listen on successive ports.
NODES: Final = ("a", "b", "c")
REPLICAS: Final = 2
#: Three nodes share a machine with Spark, and perhaps with a broker: one of them may be late with its heartbeats and live.
DEAD_AFTER_S: Final = 5.0
#: Seconds of the clock that one day of flights takes to replay.
DAY_S: Final = 1.0
GATEWAY_START_S: Final = 30.0
PROCESS_STOP_S: Final = 15.0
PROGRESS_INTERVAL_S: Final = 0.5


class DemoFailed(Exception):
    """A process of the demo ended before its time; the message says which and where its log is."""


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What the command line says. *days_max* replays only the year's first days; *kafka* are brokers, or nothing.

    *jars* is the folder of Spark's Kafka source; *http_port* 0: no HTTP.
    """

    root: Path
    port: int
    fast: bool
    exit_when_done: bool
    days_max: int | None = None
    kafka: str = ""
    jars: Path | None = None
    http_port: int = 0

    @property
    def ports(self) -> dict[str, int]:
        """The gateway's nodes by name."""
        return {name: self.port + i for i, name in enumerate(self._names)}

    @property
    def http_ports(self) -> dict[str, int]:
        """Where they have their status pages."""
        return {name: self.http_port + i for i, name in enumerate(self._names)} if self.http_port else {}

    @property
    def _names(self) -> tuple[str, ...]:
        return NODES if self.kafka else ("gateway",)

    @property
    def work(self) -> Path:
        """Day files, checkpoints, logs and the node's store; hidden from the root's list of views."""
        return self.root / ".demo"

    @property
    def dsn(self) -> str:
        """How psql gets in."""
        return self.dsn_of(self.port)

    def dsn_of(self, port: int) -> str:
        """How psql gets into a node."""
        return f"host=127.0.0.1 port={port} dbname=tidegate user=demo"


def run(options: DemoOptions) -> None:
    """Run the demo; returns when it is done (or interrupted, where the gateway is to be left running). Raises DemoFailed."""
    try:
        (options.work / "days").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DemoFailed(f"root {options.root}: {error.strerror}") from error
    state.write_config(options.work)
    write_day = _writer(options)
    with ExitStack() as running:
        gateways = {name: running.enter_context(_process(options, name, _gateway_command(options, name))) for name in options.ports}
        for name, process in gateways.items():
            _await_gateway(options, name, process)
        for port in options.http_ports.values():
            print(f"status page: http://127.0.0.1:{port}/", flush=True)
        if options.fast:
            print("writing the year's days …", flush=True)
            _replay(options, write_day, threading.Event())
        with _replaying(options, write_day) as replay, _process(options, "spark", _job_command(options)) as job:
            _follow(options, gateways, job, replay)
        if options.kafka:
            print(_cluster(options))
        print(_examples(options))
        if not options.exit_when_done:
            print("The gateway goes on; Ctrl-C ends it.")
        print(f"\n{_state(options)}", flush=True)
        if not options.exit_when_done:
            gateways[next(iter(gateways))].wait()


#: Writes one day of flights to where the job reads it; False if it was there.
WriteDay = Callable[[str, "pa.Table"], bool]


def _writer(options: DemoOptions) -> WriteDay:
    """Raises DemoFailed where Kafka, or what it needs, is not there."""
    if not options.kafka:
        return lambda date, rows: dataset.write_day(options.work / "days", date, rows)
    if options.jars is not None and not any(options.jars.glob("spark-sql-kafka*.jar")):
        raise DemoFailed(f"--jars {options.jars}: there is no spark-sql-kafka*.jar in it")
    try:
        from gateway.demo.feed import FeedFailed, TopicFeed
    except ModuleNotFoundError as error:
        raise DemoFailed(f"--kafka needs {error.name}: pip install 'tidegate[kafka]'") from error
    try:
        feed = TopicFeed(options.kafka, options.work / "fed")
    except FeedFailed as error:
        raise DemoFailed(str(error)) from error

    def write_day(date: str, rows: pa.Table) -> bool:
        try:
            return feed.write_day(date, rows)
        except FeedFailed as error:
            raise DemoFailed(str(error)) from error

    return write_day


def _gateway_command(options: DemoOptions, name: str) -> list[str]:
    address = f"127.0.0.1:{options.ports[name]}"
    store = options.work / (f"store-{name}" if options.kafka else "store")
    command = ["-m", "gateway", "serve", "--root", str(options.root), "--listen", address, "--store", str(store)]
    command += ["--config", str(options.work / state.CONFIG)]
    if port := options.http_ports.get(name):
        command += ["--http", f"127.0.0.1:{port}"]
    if options.kafka:
        command += ["--node", name, "--kafka", options.kafka, "--cluster", "demo", "--advertise", address]
        command += ["--replicas", str(REPLICAS), "--dead-after", str(DEAD_AFTER_S)]
    return command


def _job_command(options: DemoOptions) -> list[str]:
    command = ["-m", "gateway.demo.job", "--root", str(options.root), "--work", str(options.work)]
    command += ["--fast"] if options.fast else []
    command += ["--kafka", options.kafka] if options.kafka else []
    return [*command, "--jars", str(options.jars)] if options.kafka and options.jars else command


@contextmanager
def _process(options: DemoOptions, name: str, command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A Python child whose output goes to a log; asked to end with SIGTERM, at last killed."""
    with (options.work / f"{name}.log").open("ab") as log:
        process = subprocess.Popen([sys.executable, *command], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(PROCESS_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_gateway(options: DemoOptions, name: str, gateway: subprocess.Popen[bytes]) -> None:
    waited_s = 0.0
    while True:
        _check(options, name, gateway)
        try:
            psycopg.connect(options.dsn_of(options.ports[name]), connect_timeout=2).close()
            return
        except psycopg.OperationalError as error:
            if waited_s >= GATEWAY_START_S:
                raise DemoFailed(f"the gateway does not answer on port {options.ports[name]}: {error}") from error
        waited_s += PROGRESS_INTERVAL_S
        threading.Event().wait(PROGRESS_INTERVAL_S)


def _check(options: DemoOptions, name: str, process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        log = options.work / f"{name}.log"
        lines = log.read_text(errors="replace").strip().splitlines()[-3:]
        raise DemoFailed(f"the {name} process ended with code {process.returncode}; the end of {log}:\n" + "\n".join(lines))


@contextmanager
def _replaying(options: DemoOptions, write_day: WriteDay) -> Iterator[Future[None] | None]:
    """While inside, days appear at their pace (where they were not written at once)."""
    if options.fast:
        yield None
        return
    stop = threading.Event()
    with ThreadPoolExecutor(1, "replay") as pool:
        try:
            yield pool.submit(_replay, options, write_day, stop)
        finally:
            stop.set()


def _replay(options: DemoOptions, write_day: WriteDay, stop: threading.Event) -> None:
    for index, (date, rows) in enumerate(dataset.days()):
        if index == options.days_max:
            break
        written = write_day(date, rows)
        if not options.fast and written and stop.wait(DAY_S):
            return
    (options.work / "replayed").touch()


def _follow(
    options: DemoOptions, gateways: dict[str, subprocess.Popen[bytes]], job: subprocess.Popen[bytes], replay: Future[None] | None
) -> None:
    """Show progress until the job has ended well."""
    shown = ProgressLine(sys.stdout)
    with psycopg.connect(options.dsn, autocommit=True) as connection:
        ended = False
        while not ended:
            ended = _ended(job)
            if ended and job.returncode != 0:
                _check(options, "spark", job)
            for name, gateway in gateways.items():
                _check(options, name, gateway)
            if replay is not None and replay.done():
                replay.result()  # raises what ended it before its time
            shown.update(read_progress(connection))
    shown.finish()


def _cluster(options: DemoOptions) -> str:
    """The nodes as they see each other, and how far the views are behind the topic."""
    with psycopg.connect(options.dsn) as connection:
        nodes = connection.execute("SELECT name, address, state, shards_held FROM tidegate.nodes ORDER BY name").fetchall()
        views = connection.execute("SELECT name, source, behind_records FROM tidegate.views WHERE source IS NOT NULL ORDER BY name")
        lines = [f"node {name} at {address}: {state}, holds {held} shards" for name, address, state, held in nodes]
        return "\n".join(
            lines + [f"view {name}: {behind} records behind topic {topic}" for name, topic, behind in views.fetchall()]
        )


def _state(options: DemoOptions) -> str:
    """The same number from the published view and from Spark's state."""
    try:
        with psycopg.connect(options.dsn, autocommit=True) as connection:
            return state.compare(connection)
    except (state.StateBehind, psycopg.Error) as error:
        raise DemoFailed(f"Spark's state: {error}") from error


def _ended(job: subprocess.Popen[bytes]) -> bool:
    try:
        job.wait(PROGRESS_INTERVAL_S)
    except subprocess.TimeoutExpired:
        return False
    return True


def _examples(options: DemoOptions) -> str:
    psql = f'psql "host=127.0.0.1 port={options.port} dbname=tidegate" -c'
    queries = (
        "SELECT c.*, a.name FROM carrier_delays c JOIN airlines a USING (carrier) ORDER BY avg_dep_delay DESC LIMIT 5",
        "SELECT * FROM route_hours WHERE origin='JFK' AND dest='LAX' AND hour_start >= '2013-07-01' AND hour_start < '2013-07-02'",
        "EXPLAIN SELECT * FROM route_hours WHERE origin='JFK' AND dest='LAX' "
        "AND hour_start >= '2013-07-01' AND hour_start < '2013-07-02'",
        "SELECT name, key, shards, version, rows FROM tidegate.views",
        f"SELECT * FROM {state.DEFINED} WHERE carrier = 'UA'",
        "EXPLAIN ANALYZE SELECT dest, count(*) FROM flights WHERE carrier = 'UA' GROUP BY dest ORDER BY 2 DESC LIMIT 5",
    )
    return "\nTry:\n" + "\n".join(f'  {psql} "{query}"' for query in queries)
