"""Runs jobs of the catalogue, each once per test run and only when somebody asks for it."""

from __future__ import annotations

import fcntl
import pickle
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.attach.jobs.inputs import BATCHES, Inputs, write_inputs
from tests.attach.jobs.job import Job

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

#: A job of five batches takes a few seconds.
BUILD_S_MAX: Final = 300
_PAUSE_S: Final = 0.1


@dataclass(frozen=True)
class Built:
    """A checkpoint that a job has left. Nobody writes to it: copy it first (`copy_to`) where a test has to break something."""

    job: Job
    checkpoint: Path
    inputs: Path
    #: The rows that the job gave out, by batch.
    outputs: dict[int, list[dict[str, Any]]]

    @property
    def uri(self) -> str:
        """What `--attach` takes."""
        return str(self.checkpoint)

    @property
    def batches(self) -> list[int]:
        """All batches that the job has committed, ascending."""
        return sorted(int(path.name) for path in (self.checkpoint / "commits").iterdir() if path.name.isdigit())

    def copy_to(self, folder: Path) -> Path:
        """A checkpoint of the same content that may be changed."""
        import shutil

        return Path(shutil.copytree(self.checkpoint, folder / self.checkpoint.name))

    def files(self) -> dict[str, tuple[int, int]]:
        """Files with size and time, to see whether somebody has written.

        Without those of a batch that the query was stopped in: threads of Spark's that write checksums may outlive its tasks.
        """
        newest = max((int(path.name) for path in (self.checkpoint / "commits").glob("[0-9]*")), default=-1)
        paths = [path for path in self.checkpoint.rglob("*") if _version(path) <= newest + 1 and path.is_file()]
        found = {path: path.stat() for path in paths}
        return {str(path): (stat.st_size, stat.st_mtime_ns) for path, stat in found.items()}


def _version(path: Path) -> int:
    """What the name of a store's file begins with, temporary or not; 0 of others."""
    found = re.match(r"\.*(\d+)[._]", path.name)
    return int(found[1]) if found else 0


class Builder:
    """Builds checkpoints in a folder, which several processes of a test run may share, with one session."""

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        self._spark = spark
        self._folder = folder
        self._inputs = folder / "inputs"
        self._built: dict[str, Built] = {}
        self._files: dict[str, dict[str, tuple[int, int]]] = {}

    def __call__(self, job: Job) -> Built:
        """The job's checkpoint, complete."""
        if job.name not in self._built:
            with self._locked("inputs"):
                if not self._inputs.exists():
                    write_inputs(self._inputs)
            with self._locked(job.name):
                built = self._run_once(job)
            self._built[job.name] = built
            self._files[job.name] = built.files()
        return self._built[job.name]

    def _run_once(self, job: Job) -> Built:
        outputs = self._folder / f"{job.name}.outputs"
        if outputs.exists():
            return Built(job, self._folder / job.name, self._inputs, pickle.loads(outputs.read_bytes()))
        built = run(self._spark, job, self._inputs, self._folder / job.name)
        outputs.write_bytes(pickle.dumps(built.outputs))
        return built

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        """A with block that one process at a time enters."""
        with (self._folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def changed(self) -> list[str]:
        """Files that somebody has written, deleted or changed since."""
        now = {name: built.files() for name, built in self._built.items()}
        return sorted(
            path for name, files in self._files.items() for path in {p for p, _ in set(files.items()) ^ set(now[name].items())}
        )


def run(spark: SparkSession, job: Job, inputs: Path, checkpoint: Path) -> Built:
    """Run the job to the end of its inputs."""
    outputs: dict[int, list[dict[str, Any]]] = {}

    def collect(frame: DataFrame, batch: int) -> None:
        outputs[batch] = [row.asDict(recursive=True) for row in frame.collect()]

    session = spark.newSession()
    for name, value in job.confs.items():
        session.conf.set(name, value)
    frame = job.build(Inputs(session, inputs))
    writer = frame.writeStream.outputMode(job.mode).foreachBatch(collect).option("checkpointLocation", str(checkpoint))
    query = writer.trigger(availableNow=True).start()
    with _stopped_after(query):
        if job.clocked:
            _await_batches(query, BATCHES)
        else:
            assert query.awaitTermination(BUILD_S_MAX), f"{job.name} has not ended within {BUILD_S_MAX} s"
    return Built(job, checkpoint, inputs, outputs)


def _await_batches(query: Any, count: int) -> None:
    """Operators that look at the clock make batches without data for ever."""
    end_s = time.monotonic() + BUILD_S_MAX
    while not (query.lastProgress and query.lastProgress.batchId > count):
        assert time.monotonic() < end_s, f"{count} batches have not been done within {BUILD_S_MAX} s"
        if query.awaitTermination(_PAUSE_S):
            raise AssertionError("the query has ended")


@contextmanager
def _stopped_after(query: Any) -> Iterator[None]:
    try:
        yield
    finally:
        query.stop()
