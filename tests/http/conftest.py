"""One gateway with an HTTP port over a root of every kind of key, and PostgreSQL's wire beside it to compare with."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.plugins.gateway import Gateway, running_gateway

ORDERS = ViewSchema(
    "orders",
    (Column("customer", st.Int()), Column("id", st.Long()), Column("region", st.String()), Column("amount", st.Double())),
    ("customer", "id"), ("customer",), HashPartitioning(4), (4,),
)  # fmt: skip
ODD = 'an odd view "x" %?#'
PLACES = ViewSchema(ODD, (Column("name", st.String()), Column("n", st.Int())), ("name",), ("name",), HashPartitioning(3), (2,))
LONG = "b" * 1_024
NAMES = ("plain", "a/b", "..", "50%", "ü ñ", "q?x=1&y#z", "", " ", "\\", "'; DROP TABLE x; --", "+", "\u2028", "a" * 500, LONG)
TYPES = ViewSchema(
    "kinds",
    (
        Column("k", st.Int()), Column("b", st.Boolean()), Column("i2", st.Short()), Column("i8", st.Long()),
        Column("f", st.Double()), Column("d", st.Decimal(38, 10)), Column("t", st.String()), Column("day", st.Date()),
        Column("at", st.Timestamp()), Column("raw", st.Binary()), Column("list", st.Array(st.String())),
    ),
    ("k",), ("k",), HashPartitioning(2), (11,),
)  # fmt: skip


def kinds() -> pa.Table:
    at = datetime(2026, 2, 28, 23, 59, 59, 123456, UTC)
    columns: dict[str, Any] = {
        "k": pa.array([1, 2, 3], pa.int32()),
        "b": [True, False, None],
        "i2": pa.array([-32768, 0, None], pa.int16()),
        "i8": pa.array([2**63 - 1, -1, None], pa.int64()),
        "f": pa.array([0.1, float("nan"), None], pa.float64()),
        "d": pa.array([Decimal("12345678901234567890.0123456789"), Decimal(0), None], pa.decimal128(38, 10)),
        "t": ['"quoted"\n\\', "", None],
        "day": pa.array([date(2026, 2, 28), date(1, 1, 1), None], pa.date32()),
        "at": pa.array([at, datetime(1970, 1, 1, tzinfo=UTC), None], pa.timestamp("us", "UTC")),
        "raw": pa.array([b"\0\xff", b"", None], pa.binary()),
        "list": pa.array([["a", 'b"', None, "NULL", ""], [], None], pa.list_(pa.string())),
    }
    return pa.table(columns)


def orders(customers: int = 20, each: int = 30) -> pa.Table:
    rows = [(c, i) for c in range(customers) for i in range(each)]
    return pa.table({
        "customer": pa.array([c for c, _ in rows], pa.int32()),
        "id": pa.array([i for _, i in rows], pa.int64()),
        "region": [f"r{(c + i) % 3}" for c, i in rows],
        "amount": pa.array([c * 100 + i / 4 for c, i in rows], pa.float64()),
    })  # fmt: skip


def places() -> pa.Table:
    return pa.table({"name": list(NAMES), "n": pa.array(range(len(NAMES)), pa.int32())})


#: In the order of the key: NULLs are last.
PAIRS: Final = [(a, b) for a in (-5, 0, 7, None) for b in ("", "x", "y", None)]
NULLABLE = ViewSchema(
    "pairs", (Column("a", st.Int()), Column("b", st.String()), Column("n", st.Int())),
    ("a", "b"), ("a",), HashPartitioning(3), (3,),
)  # fmt: skip


DOUBLED: Final = "SELECT k, 2 * k AS twice FROM kinds"


def pairs() -> pa.Table:
    first, second = zip(*PAIRS, strict=True)
    return pa.table({"a": pa.array(first, pa.int32()), "b": pa.array(second), "n": pa.array(range(len(PAIRS)), pa.int32())})


@dataclass(frozen=True)
class Answer:
    """What came over HTTP; header names are lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Door:
    """A gateway's HTTP port."""

    gateway: Gateway
    port: int
    root: Path

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> Answer:
        """One request."""
        data = None if body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if data is not None:
            named.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, named, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as found:
                return Answer(found.status, {k.lower(): v for k, v in found.headers.items()}, found.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, {k.lower(): v for k, v in error.headers.items()}, error.read())

    def sql(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        """What SQL's clients get."""
        with psycopg.connect(self.gateway.dsn) as connection:
            return connection.execute(text, values or None).fetchall()


def http_port(gateway: Gateway) -> int:
    """Since its last start."""
    found = re.findall(r"HTTP on https?://[^ ]*:(\d+)", gateway.log.read_text())
    assert found, gateway.log.read_text()
    return int(found[-1])


@pytest.fixture(scope="package")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    folder = tmp_path_factory.mktemp("http")
    root = folder / "root"
    write_version(str(root), ORDERS, orders())
    write_version(str(root), TYPES, kinds())
    write_version(str(root), PLACES, places())
    write_version(str(root), NULLABLE, pairs())
    (config := folder / "tidegate.toml").write_text(f"[view.doubled]\nsql = '{DOUBLED}'\n")
    with running_gateway(root, folder / "store", "--http", "127.0.0.1:0", "--config", str(config)) as gateway:
        yield Door(gateway, http_port(gateway), root)
