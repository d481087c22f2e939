"""What is large in PostgreSQL and needed by no client of the table is refused by its name (0A000)."""

from __future__ import annotations

import pytest

from planner.errors import PlanError, Unsupported
from tests.planner.constrain.sql import planned

REFUSED = (
    # text search
    "to_tsvector('english', 'a b') @@ to_tsquery('a')", "'a'::tsvector", "'a & b'::tsquery", "ts_rank('a'::tsvector, 'a'::tsquery)",
    "phraseto_tsquery('a b')", "setweight('a'::tsvector, 'A')", "'a' @@ 'b'", "NULL::tsquery",
    # jsonpath
    "'$.a'::jsonpath", "'{\"a\":1}'::jsonb @? '$.a'", "'{\"a\":1}'::jsonb @@ '$.a == 1'", "jsonb_path_exists('{\"a\":1}', '$.a')",
    # xml
    "'<a/>'::xml", "xmlelement(name a, 1)", "xmlparse(document '<a/>')", "xpath('/a', '<a/>')", "xmlforest(1 AS a)",
    "xmlcomment('a')",
    # bit strings
    "B'101'", "X'1F'", "'101'::bit(3)", "'101'::varbit", "5::bit(8)", "get_bit(B'101', 1)", "NULL::bit varying",
    # money
    "'1'::money", "1::money", "CAST(1.5 AS money)", "NULL::money[]",
    # geometric types
    "point(1, 2)", "'(1,2)'::point", "box '((0,0),(1,1))'", "circle(point(0, 0), 1)", "'(1,2)'::point <-> '(2,3)'::point",
    "NULL::polygon",
    "area(circle '((0,0),1)')", "array['(1,2)']::point[]", "line '{1,2,3}'", "lseg '[(0,0),(1,1)]'", "path '((0,0),(1,1))'",
    # ranges
    "'[1,2]'::int4range", "int4range(1, 5)", "numrange(1, 2) && numrange(2, 3)", "tstzrange(now(), NULL)",
    "'{[1,2]}'::int4multirange",
    "lower(int4range(1, 2))", "3 <@ int4range(1, 5)", "isempty(daterange('2020-01-01', NULL))", "range_agg(int4range(1, 2))",
    # VARIADIC
    "concat(VARIADIC array['a', 'b'])", "format('%s', VARIADIC array['a'])", "num_nonnulls(VARIADIC array[1, NULL])",
)  # fmt: skip


@pytest.mark.parametrize("expression", REFUSED)
@pytest.mark.parametrize("query", ["SELECT {0}", "SELECT 1 FROM h WHERE {0} IS NOT NULL", "SELECT (SELECT {0}), count(*) FROM h"])
def test_is_refused_by_name(expression: str, query: str) -> None:
    with pytest.raises(PlanError) as caught:
        planned(query.format(expression))
    assert isinstance(caught.value, Unsupported), caught.value
    assert caught.value.message.endswith("not supported"), caught.value.message
