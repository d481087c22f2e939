"""Parameters: in fragments they are constants, in merges they stay parameters."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.planner.split.cluster import answers
from tests.planner.split.worlds import world

CASES: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("SELECT count(*) FROM events WHERE qty > $1", (1,)),
    ("SELECT qty + $1, sum(amount * $2) FROM events GROUP BY 1", (7, Decimal("1.50"))),
    ("SELECT amount * $1, count(*) FROM events GROUP BY 1", (Decimal("0.25"),)),
    ("SELECT sum(amount + $1), avg(amount / $2), max(rate * $2) FROM events", (Decimal("0.125"), Decimal("3"))),
    ("SELECT memo || $1, $2::numeric FROM events WHERE memo = ANY ($3)", ("x", Decimal("1.500"), ["a", "b", None])),
    ("SELECT $1::text, count(*) FROM events", ("k",)),
    ("SELECT id, $1::int FROM events WHERE qty = $1 ORDER BY id, region LIMIT $2 OFFSET $3", (1, 3, 1)),
    ("SELECT region, id FROM events WHERE region = $1 ORDER BY id LIMIT $2 OFFSET $3", ("eu", 3, 1)),
    ("SELECT region, id FROM events WHERE region = $1 ORDER BY id LIMIT $2", ("eu", None)),
    ("SELECT DISTINCT qty FROM events ORDER BY qty LIMIT $1 OFFSET $2", (2, None)),
    ("SELECT count(*) FROM events e JOIN items i USING (item) WHERE e.day >= $1 AND i.price < $2", (1, Decimal("100"))),
    ("SELECT count(*) FROM events WHERE at < $1", (86_400_000_000,)),
    ("SELECT DISTINCT coalesce(amount, $1) FROM events", (Decimal("7.7777"),)),
    ("SELECT memo, string_agg(memo, $1 ORDER BY id, region) FROM events GROUP BY memo HAVING count(*) > $2", ("-", 1)),
    ("SELECT count(*) FILTER (WHERE qty > $1), count(DISTINCT qty) FILTER (WHERE qty < $1) FROM events", (1,)),
)


@pytest.mark.parametrize("seed", [21, 22])
@pytest.mark.parametrize(("sql", "params"), CASES)
def test_parameters(sql: str, params: tuple[Any, ...], seed: int) -> None:
    cluster = world(seed)
    bound = cluster.bound(sql)
    expected = answers(bound, cluster.whole(bound, params))
    assert answers(bound, cluster.answer(bound, params)) == expected
    assert answers(bound, cluster.answer(bound, params, cluster.rebound)) == expected
