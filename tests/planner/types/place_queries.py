"""Every kind of expression in every place of a SELECT: over columns, groups, aggregates and window functions.

What an expression becomes in DuckDB (a lambda, a subquery, a CASE) has to be allowed wherever PostgreSQL allows the expression.
"""

from __future__ import annotations

from itertools import product
from typing import Final

_ROWS: Final = "(VALUES (1, 10, 'a'), (1, -5, 'b'), (2, 7, NULL), (3, NULL, 'a'), (NULL, 3, 'c')) v(i, l, t)"
#: {x} is a bigint.
_EXPRESSIONS: Final = (
    "({x}) / 2", "({x}) % 3", "-({x})", "({x})::float8 * 1.5", "({x})::float8 / 4", "({x})::numeric / 3", "({x})::numeric(10, 2)",
    "power(({x})::float8, 2)", "({x}) << 2", "({x}) = ANY (ARRAY[1, 2, NULL])", "({x}) > ALL (ARRAY[-9, 1])", "({x}) IN (1, 2)",
    "({x}) IN (SELECT g FROM generate_series(1, 2) g)", "({x}) > ALL (SELECT g FROM generate_series(-8, 2) g)",
    "ARRAY[{x}, 2]", "(ARRAY[{x}, 2])[1:1]",
    "array_position(ARRAY[1, 2, 3]::int8[], {x})", "array_to_string(ARRAY[{x}, NULL], ',', '-')", "repeat('ab', ({x})::int)",
    "to_char({x}, 'S999')", "jsonb_build_object('k', {x}) ->> 'k'", "to_jsonb({x}) = '1'", "({x}) BETWEEN 1 AND 2",
    "round(({x})::numeric / 7, 1)", "trunc(({x})::numeric / 7)", "coalesce({x}, 0)", "nullif({x}, 1)", "greatest({x}, 2)",
    "date '2020-01-01' + ({x})::int", "timestamp '2020-01-01' + ({x}) * interval '1 hour'",
    "date_trunc('month', date '2020-01-31' + ({x})::int)::date", "(({x}) * interval '1 day')::text", "({x})::text || 'x'",
    "lpad(({x})::text, 3, '0')", "split_part(({x})::text || ',b', ',', 1)", "regexp_replace(({x})::text, '1', 'b')",
    "replace(({x})::text, '1', 'bb')", "({x})::text LIKE '1%'", "({x}, 1) < (2, 2)", "({x}) IS DISTINCT FROM 1",
    "CASE WHEN ({x}) > 1 THEN 1.50 ELSE ({x}) END", "width_bucket(({x})::numeric, 0, 10, 5)", "({x})::bool",
    "format('%s|%L', {x}, 'a')", "string_to_array(({x})::text || ',b', ',')", "md5(({x})::text)", "sqrt(abs({x}))",
)  # fmt: skip
_SUBQUERIES: Final = (
    "EXISTS (SELECT 1 FROM generate_series(1, 3) g WHERE g = {x})", "(SELECT count(*) FROM generate_series(1, 3) g WHERE g > {x})",
    "ARRAY(SELECT g FROM generate_series(1, 3) g WHERE g > {x} ORDER BY g)", "(SELECT max(g) FROM generate_series(1, {x}) g)",
)  # fmt: skip
_OF_ROWS: Final = ("i::int8", "l::int8", "length(t)::int8")
_OF_GROUPS: Final = ("min(l)::int8", "sum(l)", "count(*)", "i::int8", "grouping(i)::int8", "count(*) FILTER (WHERE l > 0)")
_WINDOWS: Final = (
    "rank() OVER (ORDER BY i)",
    "max(i) OVER ()::int8",
    "sum(i) OVER (PARTITION BY t)",
    "lag(l::int8) OVER (ORDER BY l)",
)
_WINDOWS_OF_GROUPS: Final = ("max(count(*)) OVER ()", "rank() OVER (ORDER BY min(l))", "sum(sum(l)) OVER (ORDER BY i)::int8")
_ANYWHERE: Final = (
    "SELECT {e} FROM {rows} {groups}", "SELECT DISTINCT {e} FROM {rows} {groups}", "SELECT 1 FROM {rows} {groups} ORDER BY {e}",
    "SELECT {e} FROM {rows} {groups} UNION SELECT NULL", "SELECT count(*) FROM (SELECT {e} AS c FROM {rows} {groups}) q GROUP BY c",
    "SELECT CASE WHEN {e} IS NULL THEN 0 ELSE 1 END FROM {rows} {groups}", "SELECT ROW({e}, 1)::text FROM {rows} {groups}",
    "WITH w AS (SELECT {e} AS c FROM {rows} {groups}) SELECT count(c), count(DISTINCT c) FROM w",
    "SELECT count(*) FROM (SELECT DISTINCT ON ({e}) 1 FROM {rows} {groups}) q",
)  # fmt: skip
_NO_WINDOWS: Final = (
    "SELECT count({e}) OVER () FROM {rows} {groups}", "SELECT rank() OVER (ORDER BY {e}) FROM {rows} {groups}",
    "SELECT count(*) OVER (PARTITION BY {e}) FROM {rows} {groups}", "SELECT max(({e})::text) OVER () || 'x' FROM {rows} {groups}",
)  # fmt: skip
_OF_ROWS_ONLY: Final = (
    "SELECT {e}, count(*) FROM {rows} GROUP BY 1", "SELECT {e} FROM {rows} GROUP BY {e}",
    "SELECT count(*) FROM {rows} WHERE {e} IS NULL",
    "SELECT count({e}), count(DISTINCT {e}) FROM {rows}", "SELECT count(*) FILTER (WHERE {e} IS NULL) FROM {rows}",
    "SELECT array_agg(1 ORDER BY {e}) FROM {rows}", "SELECT {e}, count(*) FROM {rows} GROUP BY GROUPING SETS ((1), ())",
    "SELECT {e} FROM {rows} GROUP BY {e} HAVING {e} IS NOT NULL ORDER BY {e}",
    "SELECT count(*) FROM {rows} JOIN (VALUES (1)) w(j) ON {e} IS NULL", "SELECT (SELECT {e}) FROM {rows}",
    "SELECT q.c FROM {rows}, LATERAL (SELECT {e} AS c) q",
    "SELECT count(*) FROM (VALUES (1)) w(j) WHERE EXISTS (SELECT 1 FROM {rows} WHERE {e} IS NULL)",
)  # fmt: skip
_OF_GROUPS_ONLY: Final = (
    "SELECT i FROM {rows} {groups} HAVING {e} IS NOT NULL",
    "SELECT count(*) FROM {rows} {groups} HAVING {e} IS NULL",
)
_GROUPINGS: Final = ("GROUP BY i", "GROUP BY ROLLUP(i)")


def places() -> list[str]:
    """Statements whose rows come in any order."""
    plain, all_ = _EXPRESSIONS, (*_EXPRESSIONS, *_SUBQUERIES)
    cases = [(x, "", (*_ANYWHERE, *_NO_WINDOWS, *_OF_ROWS_ONLY), all_) for x in _OF_ROWS]
    cases += [(x, "", _ANYWHERE, plain) for x in _WINDOWS]
    cases += [(x, how, (*_ANYWHERE, *_NO_WINDOWS, *_OF_GROUPS_ONLY), plain) for x, how in product(_OF_GROUPS, _GROUPINGS)]
    cases += [(x, how, _ANYWHERE, plain) for x, how in product(_WINDOWS_OF_GROUPS, _GROUPINGS)]
    return [
        place.format(e=expression.format(x=x), rows=_ROWS, groups=groups)
        for x, groups, fitting, expressions in cases
        for place, expression in product(fitting, expressions)
    ]
