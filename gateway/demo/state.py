"""The demo's other way in: the state that Spark itself keeps for carrier_delays, attached as it is, and a view over it.

The job does nothing for it. The last line that the demo prints asks both, at the same micro-batch.
"""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any, Final

import psycopg

#: What the checkpoint is attached as, and the name of its one table.
STATE: Final = "carrier_state"
PUBLISHED: Final = "carrier_delays"
DEFINED: Final = "carrier_delays_in_spark"
#: Spark keeps two counts and two means as sum and count, in the order of the job's aggregates.
_SQL: Final = (
    "SELECT carrier, count AS flights, count_2 AS cancelled, sum / nullif(count_3, 0) AS avg_dep_delay, "
    f"sum_2 / nullif(count_4, 0) AS avg_arr_delay, max AS max_dep_delay FROM {STATE}"
)
#: The configuration's name in the demo's folder.
CONFIG: Final = "tidegate.toml"
#: How long the state may take to be where the view is.
_WAIT_S: Final = 30.0
_PAUSE_S: Final = 0.2


class StateBehind(Exception):
    """The state did not come to the view's batch; the message says where both are."""


def write_config(work: Path) -> Path:
    """The file for `tidegate serve --config`, in the demo's folder."""
    path = work / CONFIG
    checkpoint = (work / "checkpoints" / PUBLISHED).absolute()
    path.write_text(
        f"[attach]\n{STATE} = {json.dumps(str(checkpoint))}\n\n"
        f'[view.{DEFINED}]\nsql = "{_SQL}"\ncomment = "carrier_delays, read from Spark\'s own state"\n'
    )
    return path


def compare(connection: psycopg.Connection[Any]) -> str:
    """The year's flights per carrier added up, by the published view and by Spark's state. Raises StateBehind."""
    version, batch = _published(connection)
    _await_batch(connection, batch)
    with connection.transaction():
        # A batch's state is Spark's version batch + 1.
        connection.execute(f"SET LOCAL tidegate.read_version = '{PUBLISHED}={version}, {STATE}={batch + 1}'".encode())
        totals = [
            connection.execute(f"SELECT sum(flights), count(*) FROM {name}".encode()).fetchone() for name in (PUBLISHED, DEFINED)
        ]
    (published, carriers), (kept, kept_carriers) = (row or (0, 0) for row in totals)
    return (
        f"batch {batch}: the published view {PUBLISHED} counts {published:,} flights of {carriers} carriers, "
        f"Spark's own state {kept:,} of {kept_carriers}"
    )


def _published(connection: psycopg.Connection[Any]) -> tuple[int, int]:
    """The view's newest version and the batch that it is of."""
    asked = f"SELECT version, batch_id FROM tidegate.versions WHERE view = '{PUBLISHED}' ORDER BY version DESC LIMIT 1"
    row = connection.execute(asked.encode()).fetchone()
    if row is None:
        raise StateBehind(f"there is no version of {PUBLISHED}")
    return row[0], row[1]


def _await_batch(connection: psycopg.Connection[Any], batch: int) -> None:
    asked = f"SELECT version FROM tidegate.views WHERE name = '{STATE}'"
    waited_s = 0.0
    while True:
        row = connection.execute(asked.encode()).fetchone()
        if row is not None and row[0] > batch:
            return
        if waited_s >= _WAIT_S:
            raise StateBehind(
                f"{PUBLISHED} is at batch {batch}, {STATE} " + ("is not there" if row is None else f"at {row[0] - 1}")
            )
        waited_s += _PAUSE_S
        threading.Event().wait(_PAUSE_S)
