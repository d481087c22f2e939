"""Runs the catalogue's jobs under another Spark, in that one's environment: `python build.py FOLDER [JOB…]`.

Prints a line of JSON for each: its name, and why that Spark does not run it, or nothing. Checkpoints are in FOLDER, by name.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from tests.attach.jobs import aggregations, groups, joins, uniques
from tests.attach.jobs.building import run
from tests.attach.jobs.inputs import write_inputs
from tests.attach.jobs.job import Job

CONF = {
    "spark.ui.enabled": "false", "spark.sql.session.timeZone": "UTC", "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1", "spark.driver.extraJavaOptions": "-Duser.timezone=UTC",
    "spark.sql.streaming.stateStore.maintenanceInterval": "1h",
}  # fmt: skip


def main(folder: Path, *names: str) -> None:
    """All jobs, or those called *names*."""
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]")
    for name, value in CONF.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    write_inputs(folder / "inputs")
    jobs = (*aggregations.JOBS, *uniques.JOBS, *joins.JOBS, *joins.BEFORE, *groups.JOBS, *_processors())
    for job in (job for job in jobs if not names or job.name in names):
        print(json.dumps([job.name, _failure(session, job, folder)]), flush=True)
    session.stop()


def _processors() -> tuple[Job, ...]:
    try:
        from tests.attach.jobs import processors
    except ImportError:  # before 4.0
        return ()
    return processors.JOBS


def _failure(session: SparkSession, job: Job, folder: Path) -> str:
    if job.provider.endswith("_v2") and session.version < "4":
        return "checkpoint format 2 is not known"
    try:
        run(session, job, folder / "inputs", folder / job.name)
    except (PySparkException, Py4JError) as error:
        return str(error).splitlines()[0]
    return ""


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
