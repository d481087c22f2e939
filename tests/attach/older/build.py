"""Runs the catalogue's jobs under another Spark, in that one's environment: `python build.py FOLDER`; a line of JSON per job."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from tests.attach.jobs import aggregations, groups, joins, uniques
from tests.attach.jobs.building import run
from tests.attach.jobs.inputs import write_inputs

CONF = {
    "spark.ui.enabled": "false", "spark.sql.session.timeZone": "UTC", "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1", "spark.driver.extraJavaOptions": "-Duser.timezone=UTC",
    "spark.sql.streaming.stateStore.maintenanceInterval": "1h",
}  # fmt: skip


def main(folder: Path) -> None:
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]")
    for name, value in CONF.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    write_inputs(folder / "inputs")
    for job in (*aggregations.JOBS, *uniques.JOBS, *joins.JOBS, *groups.JOBS):
        if job.clocked or job.provider.endswith("_v2"):
            continue
        try:
            run(session, job, folder / "inputs", folder / job.name)
        except PySparkException as error:
            print(json.dumps([job.name, str(error).splitlines()[0]]), flush=True)
        else:
            print(json.dumps([job.name, ""]), flush=True)
    session.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
