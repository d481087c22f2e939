"""Rows by key over HTTP with kept connections, by wrk (Debian's package), with 8 connections as pgbench has.

- Beside the same lookups prepared over the Postgres port: a third of that rate at least.
- Beside a Kafka Streams application with Interactive Queries (streams.py) over the same million orders, once both answer the same
  and Java has compiled what it runs: twice its rate at least, for the machine and for a core. Java's threads use what cores there
  are, and so do a gateway's `--workers`.
- Their neighbours beside the plain one: none takes five times as long.

All take turns; ratios are medians of a round's. TIDEGATE_BENCH_JSON names a file for the figures.
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
import statistics
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from gateway.access.users import Users, write_users
from gateway.access.verifier import Verifier
from statestore import types as st
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.access.certificates import Authority, Issued
from tests.bench import points
from tests.bench.cases import CUSTOMERS, ORDERS
from tests.bench.orders import ORDERS_VIEW, million_orders, view
from tests.bench.points import CLIENTS, rate
from tests.bench.processor import processor_s
from tests.bench.streams import order, orders_app
from tests.http.conftest import http_port
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.need import program

#: Of the prepared rate, of Kafka Streams', and a neighbour's of the plain one.
OF_PREPARED, OF_STREAMS, OF_PLAIN = 1 / 3, 2.0, 0.2
TURN_S: Final = 6
TURNS: Final = 5
#: Of neighbours, which are many.
NEIGHBOURS_TURN_S: Final = 3
NEIGHBOURS_TURNS: Final = 3
#: Before Kafka Streams is measured.
WARM_S: Final = 40
SAMPLE: Final = 500
TEXTS: Final = view("texts", {"k": st.String(), "v": st.String()}, ("k",))
PASSWORD: Final = "pencil"
_CONFIG: Final = """
[http]
tls = "{tls}"
[access]
users_file = "{folder}/users"
ssl_cert_file = "{certificate}"
ssl_key_file = "{key}"
[[hba]]
address = "loopback"
user = "ann"
method = "scram-sha-256"
[[hba]]
address = "loopback"
method = "trust"
"""
#: p, c and o are a point, a customer and one of its orders, drawn for each request.
_LUA: Final = f"""local headers = {{%s}}
request = function()
  local p, c = math.random(0, {points.ROWS - 1}), math.random(0, {CUSTOMERS - 1})
  local o = c * {ORDERS} + math.random(0, {ORDERS - 1})
  return wrk.format("GET", %s, headers)
end
"""
_POINT: Final = '"/v1/views/points/rows/" .. p'
_ORDER: Final = '"/v1/views/orders/rows/" .. c .. "/" .. o'
_POINT_SQL: Final = f"\\set id random(0, {points.ROWS - 1})\nSELECT * FROM points WHERE id = :id;\n"
_ORDER_SQL: Final = (
    f"\\set c random(0, {CUSTOMERS - 1})\n\\set n random(0, {ORDERS - 1})\n\\set o :c * {ORDERS} + :n\n"
    "SELECT * FROM orders WHERE customer = :c AND order_id = :o;\n"
)


@dataclass(frozen=True, slots=True)
class Lookup:
    """A request that wrk makes again and again: an expression of Lua for its path, and the status of its answer."""

    name: str
    path: str
    headers: Mapping[str, str] | None = None
    status: int = 200


def run(folder: Path) -> None:
    """Print rates and ratios."""
    (folder / "root").mkdir()
    root, orders = open_root(str(folder / "root")), million_orders()
    for schema, rows in ((points.SCHEMA, points.rows()), (ORDERS_VIEW, orders), (TEXTS, _texts())):
        write_version(root, schema, rows)
    write_users(folder / "users", Users({"ann": Verifier.of(PASSWORD)}))
    issued, found = Authority(folder).issue("localhost"), list[dict[str, Any]]()
    with _gateway(folder, issued, "off") as plain:
        url = f"http://127.0.0.1:{http_port(plain)}"
        found += _beside_prepared(folder, plain, url)
        with _gateway(folder, issued, "on") as encrypted:
            found += _neighbours(folder, url, f"https://127.0.0.1:{http_port(encrypted)}")
    found += _beside_streams(folder, orders)
    if "TIDEGATE_BENCH_JSON" in os.environ:
        Path(os.environ["TIDEGATE_BENCH_JSON"]).write_text(json.dumps(found, indent=1))


def _gateway(folder: Path, issued: Issued, tls: str) -> AbstractContextManager[Gateway]:
    config = folder / f"{tls}.toml"
    config.write_text(_CONFIG.format(tls=tls, folder=folder, certificate=issued.certificate, key=issued.key))
    return running_gateway(folder / "root", folder / f"store-{tls}", "--http", "127.0.0.1:0", "--config", str(config))


def _texts() -> pa.Table:
    texts = [f"key-{i}" for i in range(points.ROWS)]
    return pa.table({"k": pa.array(texts), "v": pa.array(texts)})


def _beside_prepared(folder: Path, gateway: Gateway, url: str) -> list[dict[str, Any]]:
    found = []
    for name, path, sql in (("4 columns", _POINT, _POINT_SQL), ("7 columns, a key of two parts", _ORDER, _ORDER_SQL)):
        script = folder / "prepared.sql"
        script.write_text(sql)
        measured = {
            "prepared": lambda script=script: rate(script, "prepared", gateway.dsn, TURN_S),
            "rest": lambda lookup=Lookup(name, path): _wrk(folder, url, lookup, TURN_S),
        }
        found.append(_told(name, "rest", "prepared", _turns(measured, TURNS), OF_PREPARED))
    return found


def _neighbours(folder: Path, url: str, encrypted: str) -> list[dict[str, Any]]:
    with urllib.request.urlopen(f"{url}/v1/views/points/rows/1") as answer:
        tag = answer.headers["ETag"]
    basic = {"Authorization": "Basic " + base64.b64encode(f"ann:{PASSWORD}".encode()).decode()}
    plain = Lookup("plain", _POINT)
    asked = {
        "7 columns, a key of two parts": (url, Lookup("order", _ORDER)),
        "a text for a key": (url, Lookup("text", '"/v1/views/texts/rows/key-" .. p')),
        "some columns": (url, Lookup("columns", f'{_POINT} .. "?columns=name,amount"')),
        "numbers as strings": (url, Lookup("numbers", f'{_POINT} .. "?numbers=string"')),
        "no such key": (url, Lookup("absent", '"/v1/views/points/rows/-" .. (p + 1)', status=404)),
        "unchanged": (url, Lookup("unchanged", _POINT, {"If-None-Match": tag}, 304)),
        "gzip is accepted": (url, Lookup("gzip", _POINT, {"Accept-Encoding": "gzip, deflate, br"})),
        "a password with each": (url, Lookup("password", _POINT, basic)),
        "HTTPS": (encrypted, plain),
        "HTTPS, a password with each": (encrypted, Lookup("password", _POINT, basic)),
    }
    found = []
    for name, (at, lookup) in asked.items():
        measured = {
            "plain": lambda: _wrk(folder, url, plain, NEIGHBOURS_TURN_S),
            name: lambda at=at, lookup=lookup: _wrk(folder, at, lookup, NEIGHBOURS_TURN_S),
        }
        found.append(_told(name, name, "plain", _turns(measured, NEIGHBOURS_TURNS), OF_PLAIN))
    return found


def _beside_streams(folder: Path, orders: pa.Table) -> list[dict[str, Any]]:
    all_cores = ("--http", "127.0.0.1:0", "--workers", str(len(os.sched_getaffinity(0))))
    with (
        running_gateway(folder / "root", folder / "store-all", *all_cores) as gateway,
        orders_app(folder / "streams", orders) as (port, process),
    ):
        url = f"http://127.0.0.1:{http_port(gateway)}"
        for _ in range(SAMPLE):
            customer = random.randrange(-2, CUSTOMERS + 2)
            key = f"{customer}/{customer * ORDERS + random.randrange(-1, ORDERS + 1)}"
            ours, theirs = _order(url, key), order(port, key)
            assert ours == theirs, f"{key}: {ours} and {theirs}"
        app, theirs = f"http://127.0.0.1:{port}", Lookup("order", '"/orders/" .. c .. "/" .. o')
        _wrk(folder, app, theirs, WARM_S)
        measured = {
            "rest": lambda: _wrk(folder, url, Lookup("order", _ORDER), TURN_S),
            "Kafka Streams": lambda: _wrk(folder, app, theirs, TURN_S),
        }
        taken = {
            name: lambda pid=pid, rate=measured[name]: _of_a_core(pid, rate)
            for name, pid in (("rest", gateway.process.pid), ("Kafka Streams", process))
        }
        return [
            _told("an order by its key", "rest", "Kafka Streams", _turns(measured, TURNS), OF_STREAMS),
            _told("an order by its key, of a core", "rest", "Kafka Streams", _turns(taken, NEIGHBOURS_TURNS), OF_STREAMS),
        ]


def _of_a_core(process: int, rate: Callable[[], float]) -> float:
    """Requests in a second of the server's processor time."""
    before_s = processor_s(process)
    return rate() * TURN_S / (processor_s(process) - before_s)


def _order(url: str, key: str) -> Any:
    try:
        with urllib.request.urlopen(f"{url}/v1/views/orders/rows/{key}") as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code


def _turns(measured: Mapping[str, Callable[[], float]], turns: int) -> list[dict[str, float]]:
    return [{name: measure() for name, measure in measured.items()} for _ in range(turns)]


def _told(case: str, ours: str, base: str, turns: list[dict[str, float]], wanted: float) -> dict[str, Any]:
    """Print a comparison, and what it comes to."""
    rates = {name: statistics.median(turn[name] for turn in turns) for name in (ours, base)}
    ratio = statistics.median(turn[ours] / turn[base] for turn in turns)
    least = min(turn[ours] / turn[base] for turn in turns)
    shown = f"{rates[ours]:,.0f}/s, {base} {rates[base]:,.0f}/s, ratio {ratio:.2f}, at least {least:.2f} (wanted: {wanted:.2f})"
    print(f"rest, {case}: {shown}", flush=True)
    return {"case": case, "rate": rates[ours], "beside": base, "of": rates[base], "ratio": ratio, "least": least, "wanted": wanted}


def _wrk(folder: Path, url: str, lookup: Lookup, turn_s: int) -> float:
    """Requests a second. All answers have to have the lookup's status."""
    script = folder / "requests.lua"
    script.write_text(_LUA % (", ".join(f'["{n}"] = [[{v}]]' for n, v in (lookup.headers or {}).items()), lookup.path))
    command = [program("wrk"), "-t", "1", "-c", str(CLIENTS), "-d", f"{turn_s}s", "-s", str(script), url]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"Requests/sec:\s+([\d.]+)", output)
    assert found, output
    assert ("Non-2xx" in output) == (lookup.status >= 400), output
    assert "Socket errors" not in output, output
    return float(found[1])
