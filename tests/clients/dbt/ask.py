"""What dbt makes of a database, a line of JSON per command; run in dbt's own environment, in a copy of this folder."""

import json
import os
from pathlib import Path

from dbt.cli.main import dbtRunner

COUNTED = "select origin, count(*) as n, avg(dep_delay)::numeric(10, 3) as late from {{ source('flights', 'flights') }} group by 1"
COMMANDS = (
    ["debug"],
    ["show", "--output", "json", "--limit", "5", "--inline", COUNTED + " order by 1"],
    ["test"],
    ["source", "freshness"],
    ["docs", "generate", "--no-compile"],
)
#: Names of the database and its owner, which differ between servers.
OF_THE_SERVER = ("database", "owner")


def outcome(result):
    """A node's result without times."""
    return [
        str(getattr(result, "status", "")),
        getattr(result, "message", None),
        result.node.name,
        getattr(result, "failures", None),
    ]


def catalog():
    """What was written for the documentation."""
    written = json.loads(Path("target/catalog.json").read_text())["sources"]
    return {
        name.rpartition(".")[2]: {**entry, "metadata": {k: v for k, v in entry["metadata"].items() if k not in OF_THE_SERVER}}
        for name, entry in written.items()
    }


os.environ["DO_NOT_TRACK"] = "1"
for command in COMMANDS:
    ran = dbtRunner().invoke(["--quiet", "--no-use-colors", *command])
    found = [str(ran.success), repr(ran.exception)]
    if command[0] == "show":
        found.append([list(row) for row in ran.result.results[0].agate_table.rows])
    elif command[0] in ("test", "source"):
        found.append(sorted(outcome(result) for result in ran.result.results))
    elif command[0] == "docs":
        found.append(catalog())
    print(json.dumps([command[0], *found], sort_keys=True, default=str))
