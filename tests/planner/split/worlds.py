"""A few views and random rows for them: small values that repeat, and the edges of each type."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from planner.tree.query_plan import PlanSettings
from statestore import types as st
from statestore.keys import KeyCodec
from statestore.schema import Column, HashPartitioning, Partitioning, RangePartitioning, ViewSchema
from tests.planner.split.cluster import Cluster, Row, dealt

SHARDS = 8
DAY = 86_400_000_000


def _view(name: str, columns: Mapping[str, st.DataType], key: tuple[str, ...], shard: int, by: Partitioning) -> ViewSchema:
    return ViewSchema(name, tuple(Column(n, t) for n, t in columns.items()), key, key[:shard], by, (len(columns),))


EVENTS = _view(
    "events",
    {
        "region": st.String(), "id": st.Int(), "item": st.Long(), "amount": st.Decimal(10, 2), "qty": st.Int(), "big": st.Long(),
        "small": st.Short(), "score": st.Double(), "r": st.Float(), "flag": st.Boolean(), "at": st.Timestamp(), "day": st.Date(),
        "tags": st.Array(st.Int()), "memo": st.String(), "rate": st.Decimal(38, 10),
    },
    ("region", "id"), 1, HashPartitioning(SHARDS),
)  # fmt: skip
REGIONS = _view(
    "regions", {"region": st.String(), "name": st.String(), "factor": st.Decimal(6, 4), "boss": st.String()}, ("region",), 1,
    HashPartitioning(SHARDS),
)  # fmt: skip
ITEMS = _view(
    "items", {"item": st.Long(), "label": st.String(), "price": st.Decimal(12, 3), "region": st.String()}, ("item",), 1,
    HashPartitioning(SHARDS),
)  # fmt: skip
#: Two shard key columns; its shards are dealt together with those of pairs2 only.
PAIRS = _view(
    "pairs", {"a": st.Int(), "b": st.String(), "n": st.Int(), "v": st.Double()}, ("a", "b", "n"), 2, HashPartitioning(SHARDS)
)
PAIRS2 = _view("pairs2", {"x": st.Int(), "y": st.String(), "w": st.Decimal(8, 2)}, ("x", "y"), 2, HashPartitioning(SHARDS))
_RANGED: dict[str, st.DataType] = {"k": st.Int(), "t": st.String(), "f": st.Double()}
_SPLITS = tuple(
    KeyCodec(_view("ranged", _RANGED, ("k", "t"), 1, HashPartitioning(1))).encode_prefix((n,)) for n in (-5, 0, 1, 2, 3, 5, 10)
)
RANGED = _view("ranged", _RANGED, ("k", "t"), 1, RangePartitioning(_SPLITS))
VIEWS = {v.name: v for v in (EVENTS, REGIONS, ITEMS, PAIRS, PAIRS2, RANGED)}

_TEXTS = ["", "a", "b", "ab", "é", "x y", "Z"]
_REGIONS = ["eu", "us", "apac", "", "north", "south", "x", None]
_FLOATS = [0.0, -0.0, 1.0, 1.5, -2.25, 0.1, 1e10, 3.0]
_WILD = [*_FLOATS, math.nan, math.nan, math.inf, -math.inf]


def world(seed: int, *, rows_max: int = 60, nodes: int | None = None, wild: bool = False, zone: str = "UTC") -> Cluster:
    """Views with random rows. *wild*: floats may be NaN or infinite."""
    rng = random.Random(seed)
    floats = _WILD if wild else _FLOATS
    pools: dict[str, Callable[[], Any]] = {
        "string": lambda: rng.choice(_TEXTS),
        "double": lambda: rng.choice(floats),
        "float": lambda: rng.choice(floats[:5] if not wild else floats),
    }
    rows = {name: _rows(view, rng, rng.randint(0, rows_max), pools) for name, view in VIEWS.items()}
    count = nodes or rng.randint(1, 4)
    return Cluster(VIEWS, rows, dealt(rng, count, SHARDS), PlanSettings(timezone=zone))


def _rows(view: ViewSchema, rng: random.Random, count: int, pools: dict[str, Callable[[], Any]]) -> list[Row]:
    found: dict[tuple[Any, ...], Row] = {}
    for _ in range(count):
        row = tuple(_value(c, view, rng, pools) for c in view.columns)
        found.setdefault(tuple(row[i] for i in view.key_ordinals), row)
    return list(found.values())


def _value(column: Column, view: ViewSchema, rng: random.Random, pools: dict[str, Callable[[], Any]]) -> Any:
    in_key = column.name in view.key
    if column.name in ("region", "boss"):
        return rng.choice(_REGIONS)
    if rng.random() < (0.05 if in_key else 0.2):
        return None
    match column.type:
        case st.Decimal(38, 10):
            return Decimal(rng.choice([0, 1, -1, 15_000_000_000, 12_345_678_901, -99_999_999_999])).scaleb(-10)
        case st.Decimal(_, scale):
            return Decimal(rng.choice([0, 1, -1, 150, 225, -150, 99_999, rng.randint(-999, 999)])).scaleb(-scale)
        case st.Short() | st.Int():
            return rng.choice([0, 1, 2, 3, 5, -5, rng.randint(-20, 20)])
        case st.Long():
            return rng.choice([1, 2, 3, 4, 5, 2**40, -(2**53)]) if column.name == "big" else rng.randint(1, 9)
        case st.Boolean():
            return rng.random() < 0.5
        case st.Timestamp():
            return rng.choice([0, DAY, 2 * DAY, 31 * DAY, 1_372_636_800_000_000]) + rng.choice([0, 3_600_000_000, 1])
        case st.Date():
            return rng.choice([0, 1, 31, 15_774])
        case st.Array():
            return [rng.choice([1, 2, None]) for _ in range(rng.randint(0, 3))]
        case st.Double():
            return pools["double"]()
        case st.Float():
            return pools["float"]()
    return pools["string"]()
