"""pgAdmin's own application, without a browser: its tree, opened down to the last node, and its dashboard, as lines of JSON.

    HOME=<an empty folder> python ask.py host port database user

Runs in an environment of its own, in which pgAdmin is.
"""

from __future__ import annotations

import builtins
import json
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

builtins.SERVER_MODE = False  # type: ignore[attr-defined]
os.environ["PGADMIN_SERVER_MODE"] = "OFF"  # No user besides the desktop's, who need not log in.
found = find_spec("pgadmin4")
assert found is not None
assert found.submodule_search_locations is not None
sys.path.insert(0, str(Path(found.submodule_search_locations[0])))

import config  # noqa: E402

config.MASTER_PASSWORD_REQUIRED = False
config.UPGRADE_CHECK_ENABLED = False
config.USE_OS_SECRET_STORAGE = False
config.WTF_CSRF_ENABLED = False
config.CONSOLE_LOG_LEVEL = 40

from pgAdmin4 import app  # noqa: E402

#: What is asked of each node; those of them that its kind has.
PANELS = ("obj", "sql", "stats", "dependency", "dependent")
#: What the dashboard asks again and again, besides its charts.
#: Kinds whose nodes are only listed: they are PostgreSQL's own, and many.
LISTED = ("catalog", "role", "cast", "language")
#: What is opened of kinds that have many.
OPENED = {"schema": ("public",), "table": ("kinds",), "column": ("id", "money", "names"), "database": tuple(sys.argv[3:4])}
DASHBOARD = ("activity", "locks", "prepared", "config")
CHARTS = ("session_stats", "tps_stats", "ti_stats", "to_stats", "bio_stats")


class PgAdmin:
    """The application, with a client of it. *numbers* are those of the server and what is in it."""

    def __init__(self) -> None:
        self.database = 0
        self._client = app.test_client()
        found = (rule.rule.removeprefix("/browser/") for rule in app.url_map.iter_rules() if rule.rule.startswith("/browser/"))
        #: How many numbers a kind's panel takes after the group's: "table/obj" → server, database, schema, table.
        self._depth = {"/".join(rule.split("/")[:2]): rule.count("<") - 1 for rule in found if not rule.endswith("/")}

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """An answer, or its status and text."""
        answer = self._client.open(path, method=method, **({"json": body} if body else {}))
        told = answer.get_json(silent=True)
        if answer.status_code == 200:
            return answer.text if told is None else told
        return {"status": answer.status_code, "text": told.get("errormsg") if isinstance(told, dict) else answer.text[:2000]}

    def walk(self, kind: str, numbers: tuple[object, ...], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
        """(path of labels, answer) of a node and of all below it."""
        place = "/".join(map(str, (1, *numbers)))
        for panel in PANELS:
            if self._depth.get(f"{kind}/{panel}") == len(numbers):
                yield (*path, panel), self.ask("GET", f"/browser/{kind}/{panel}/{place}")
        if self._depth.get(f"{kind}/children") != len(numbers):
            return
        below = self.ask("GET", f"/browser/{kind}/children/{place}")
        yield (*path, "children"), below
        for folder in below.get("data") or [] if isinstance(below, dict) else []:
            yield from self._folder(folder, numbers, (*path, folder["label"]))

    def _folder(self, folder: Any, numbers: tuple[object, ...], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
        """A folder of nodes of one kind."""
        place = "/".join(map(str, (1, *numbers)))
        kind = folder["nodes"][0] if folder.get("nodes") else folder["_type"].removeprefix("coll-")
        yield (*path, "list"), self.ask("GET", f"/browser/{kind}/obj/{place}/")
        nodes = self.ask("GET", f"/browser/{kind}/nodes/{place}/")
        yield (*path, "nodes"), nodes
        for node in nodes.get("data") or [] if isinstance(nodes, dict) and kind not in LISTED else []:
            if node["label"] not in OPENED.get(kind, (node["label"],)):
                continue
            if kind == "database":
                self.database = node["_id"]
                yield (*path, node["label"], "connect"), self.ask("POST", f"/browser/database/connect/{place}/{node['_id']}", a=1)
            yield from self.walk(node["_type"], (*numbers, node["_id"]), (*path, node["label"]))


def main() -> None:
    host, port, database, user = sys.argv[1:]
    admin = PgAdmin()
    made = admin.ask(
        "POST",
        "/browser/server/obj/1/",
        name="twin",
        host=host,
        port=int(port),
        db=database,
        username=user,
        gid=1,
        sslmode="prefer",
        connect_now=False,
        connection_params={"sslmode": "prefer", "connect_timeout": 10},
    )
    server = made["node"]["_id"]
    tell(("connect",), admin.ask("POST", f"/browser/server/connect/1/{server}", password="x"))
    for path, answer in admin.walk("server", (server,), ()):
        tell(path, answer)
    for panel in DASHBOARD:
        tell(("dashboard", panel), admin.ask("GET", f"/dashboard/{panel}/{server}"))
    place, names = f"{server}/{admin.database}", ",".join(CHARTS)
    for panel in ("activity", "locks", "prepared"):
        tell(("dashboard of the database", panel), admin.ask("GET", f"/dashboard/{panel}/{place}"))
    tell(("dashboard", "charts"), admin.ask("GET", f"/dashboard/dashboard_stats/{place}?chart_names={names}"))


def tell(path: tuple[str, ...], answer: Any) -> None:
    print(json.dumps(["/".join(path), answer], default=str), flush=True)


if __name__ == "__main__":
    main()
