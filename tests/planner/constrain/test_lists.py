"""Lists of keys: one value of each key column but one, which has a list, by code that is made for the plan."""

from __future__ import annotations

import random
from typing import Any

import pytest

from planner.prune.constrain import KeyConstraint
from planner.tree.query_plan import AccessPath
from planner.tree.types import ARRAY_OF, INT8, TEXT, TIMESTAMPTZ
from statestore.keys import KeyCodec
from statestore.schema import ViewSchema
from statestore.sharding import shard_function
from tests.planner.constrain.reading import check_form
from tests.planner.constrain.sql import HASHED, PAIRED, RANGED, planned

#: Columns a int, b text, c timestamptz; a's parameters are int8, so that it cannot hold all of them.
COLUMNS = (("a", INT8), ("b", TEXT), ("c", TIMESTAMPTZ))
VALUES: tuple[tuple[Any, ...], ...] = (
    (0, 1, 9, 10, 11, 19, 20, 21, -(2**31), 2**31 - 1, 2**31, -(2**31) - 1, 2**40, None),
    ("", "x", "xy", "ü", "x'y", None),
    (0, 1, -1, 10**15, None),
)
LISTED = {
    "parameters": lambda column, first, count: f"{column} IN ({', '.join(f'${first + i}' for i in range(count))})",
    "array": lambda column, first, count: f"{column} = ANY (${first})",
}
TRIES = 40


def points(schema: ViewSchema, keys: list[tuple[Any, ...]]) -> dict[bytes, int]:
    """Key → shard of those that the view's columns can hold."""
    encode, shard_of = KeyCodec(schema).encode, shard_function(schema)
    possible = [k for k in keys if None not in k and -(2**31) <= k[0] < 2**31]
    return {encode(k): shard_of(k[: len(schema.shard_key)]) for k in possible}


@pytest.mark.parametrize("how", LISTED)
@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("schema", [HASHED, PAIRED, RANGED], ids=lambda schema: schema.name)
def test_lists(schema: ViewSchema, at: int, how: str) -> None:
    """The keys are what the key codec and the shard function say of each combination, whatever the values."""
    chance = random.Random(f"{schema.name}{at}{how}")
    for _ in range(TRIES):
        listed = chance.choices(VALUES[at], k=chance.randint(2, 8))
        single = [chance.choice(values) for values in VALUES]
        conditions, params, oids = [], list[Any](), list[int]()
        for position, (column, pg) in enumerate(COLUMNS):
            first = len(params) + 1
            if position != at:
                conditions.append(f"{column} = ${first}")
                params.append(single[position])
                oids.append(pg.oid)
                continue
            conditions.append(LISTED[how](column, first, len(listed)))
            params += [listed] if how == "array" else listed
            oids += [ARRAY_OF[pg].oid] if how == "array" else [pg.oid] * len(listed)
        (read,) = planned(f"SELECT * FROM {schema.name} WHERE {' AND '.join(conditions)}", oids).reads
        assert isinstance(read.constraint, KeyConstraint)
        assert read.constraint.exact
        keys = read.constraint.resolve(params, 0)
        check_form(keys, schema)
        expected = points(schema, [(*single[:at], value, *single[at + 1 :]) for value in listed])
        assert {key: shard for shard, key in keys.points} == expected, (params, keys)


def test_constants() -> None:
    """A list of constants beside a parameter; a value that the column cannot hold is left out."""
    (read,) = planned("SELECT * FROM h WHERE a IN (3, 1, 3, 99999999999) AND b = $1 AND c = 'epoch'", [TEXT.oid]).reads
    keys = read.constraint.resolve(["x"], 0)
    assert keys.access is AccessPath.MULTI_GET
    assert {key: shard for shard, key in keys.points} == points(HASHED, [(1, "x", 0), (3, "x", 0)])
    assert read.constraint.resolve([None], 0).access is AccessPath.NOTHING
