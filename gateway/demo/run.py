"""`tidegate demo`: the gateway, the replay of the year, the Spark job, and a progress line, each in its own process or thread."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from gateway.demo import dataset
from gateway.demo.progress import Progress, read_progress

#: Seconds of the clock that one day of flights takes to replay.
DAY_S: Final = 1.0
GATEWAY_START_S: Final = 30.0
PROCESS_STOP_S: Final = 15.0
PROGRESS_INTERVAL_S: Final = 0.5


class DemoFailed(Exception):
    """A process of the demo ended before its time; the message says which and where its log is."""


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What the command line says. *days_max* replays only the year's first days."""

    root: Path
    port: int
    fast: bool
    exit_when_done: bool
    days_max: int | None = None

    @property
    def work(self) -> Path:
        """Day files, checkpoints, logs and the node's store; hidden from the root's list of views."""
        return self.root / ".demo"

    @property
    def dsn(self) -> str:
        """How psql gets in."""
        return f"host=127.0.0.1 port={self.port} dbname=tidegate user=demo"


def run(options: DemoOptions) -> None:
    """Run the demo; returns when it is done (or interrupted, where the gateway is to be left running). Raises DemoFailed."""
    try:
        (options.work / "days").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DemoFailed(f"root {options.root}: {error.strerror}") from error
    with _process(options, "gateway", _gateway_command(options)) as gateway:
        _await_gateway(options, gateway)
        if options.fast:
            print("writing the year's days …", flush=True)
            _replay(options, threading.Event())
        with _replaying(options), _process(options, "spark", _job_command(options)) as job:
            _follow(options, gateway, job)
        print(_examples(options))
        if not options.exit_when_done:
            print("The gateway goes on; Ctrl-C ends it.", flush=True)
            gateway.wait()


def _gateway_command(options: DemoOptions) -> list[str]:
    listen = f"127.0.0.1:{options.port}"
    return ["-m", "gateway", "serve", "--root", str(options.root), "--listen", listen, "--store", str(options.work / "store")]


def _job_command(options: DemoOptions) -> list[str]:
    command = ["-m", "gateway.demo.job", "--root", str(options.root), "--work", str(options.work)]
    return [*command, "--fast"] if options.fast else command


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


def _await_gateway(options: DemoOptions, gateway: subprocess.Popen[bytes]) -> None:
    waited_s = 0.0
    while True:
        _check(options, "gateway", gateway)
        try:
            psycopg.connect(options.dsn, connect_timeout=2).close()
            return
        except psycopg.OperationalError as error:
            if waited_s >= GATEWAY_START_S:
                raise DemoFailed(f"the gateway does not answer on port {options.port}: {error}") from error
        waited_s += PROGRESS_INTERVAL_S
        threading.Event().wait(PROGRESS_INTERVAL_S)


def _check(options: DemoOptions, name: str, process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        log = options.work / f"{name}.log"
        lines = log.read_text(errors="replace").strip().splitlines()[-3:]
        raise DemoFailed(f"the {name} process ended with code {process.returncode}; the end of {log}:\n" + "\n".join(lines))


@contextmanager
def _replaying(options: DemoOptions) -> Iterator[None]:
    """While inside, days appear at their pace (where they were not written at once)."""
    stop = threading.Event()
    thread = threading.Thread(target=_replay, args=(options, stop), name="replay")
    if not options.fast:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        if not options.fast:
            thread.join()


def _replay(options: DemoOptions, stop: threading.Event) -> None:
    for index, (date, rows) in enumerate(dataset.days()):
        if index == options.days_max:
            break
        already_there = (options.work / "days" / f"{date}.parquet").exists()
        dataset.write_day(options.work / "days", date, rows)
        if not options.fast and not already_there and stop.wait(DAY_S):
            return
    (options.work / "replayed").touch()


def _follow(options: DemoOptions, gateway: subprocess.Popen[bytes], job: subprocess.Popen[bytes]) -> None:
    """Show progress until the job has ended well."""
    shown = Progress(sys.stdout)
    with psycopg.connect(options.dsn, autocommit=True) as connection:
        ended = False
        while not ended:
            ended = _ended(job)
            if ended and job.returncode != 0:
                _check(options, "spark", job)
            _check(options, "gateway", gateway)
            shown.update(read_progress(connection))
    shown.finish()


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
        "EXPLAIN ANALYZE SELECT dest, count(*) FROM flights WHERE carrier = 'UA' GROUP BY dest ORDER BY 2 DESC LIMIT 5",
    )
    return "\nTry:\n" + "\n".join(f'  {psql} "{query}"' for query in queries)
