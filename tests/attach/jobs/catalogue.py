"""All jobs: a set that covers operators and providers in the tests' time, and more of their products at full size."""

from __future__ import annotations

from typing import Final

from tests.attach.jobs import aggregations, groups, joins, processors, uniques
from tests.attach.jobs.job import Job
from tests.plugins.scale import scaled

ALL_JOBS: Final = (*aggregations.JOBS, *uniques.JOBS, *joins.JOBS, *groups.JOBS, *processors.JOBS)
#: A query without state, which gives no table.
STATELESS: Final = Job("stateless", "none", lambda inputs: inputs.events().select("id", "word"), mode="append")
#: Those of this run.
JOBS: Final = tuple(job for job in ALL_JOBS if scaled(0, 1) or not job.full)


def job(name: str) -> Job:
    """The job of this name."""
    return next(found for found in ALL_JOBS if found.name == name)
