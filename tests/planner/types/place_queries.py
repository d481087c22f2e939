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
    "ARRAY[{x}, 2]", "(ARRAY[{x}, 2])[1:1]", "array_position(ARRAY[1, 2, 3]::int8[], {x})", "repeat('ab', ({x})::int)",
    "array_to_string(ARRAY[{x}, NULL], ',', '-')", "array_to_string(ARRAY[{x}, 2], repeat(',', 2))",
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
    "(SELECT rank() OVER (ORDER BY {x}))", "(SELECT sum(n) FROM (SELECT row_number() OVER () AS n FROM generate_series(1, {x})) q)",
)  # fmt: skip
_OF_ROWS: Final = ("i::int8", "l::int8", "length(t)::int8")
_OF_GROUPS: Final = (
    "max((SELECT g FROM generate_series(5, 5) g))::int8",
    "min(l)::int8",
    "sum(l)",
    "count(*)",
    "i::int8",
    "grouping(i)::int8",
    "count(*) FILTER (WHERE l > 0)",
)
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
    "SELECT DISTINCT ON ({e}) {e} FROM {rows} {groups} ORDER BY {e}", "SELECT DISTINCT {e} FROM {rows} {groups} ORDER BY {e}",
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
#: Places inside subqueries, joins, set operations, aggregates and windows.
_INSIDE: Final = (
    "SELECT (SELECT max(({e})::text || g) FROM generate_series(1, 2) g) FROM {rows}",
    "SELECT (SELECT sum(g) FROM generate_series(1, 30) g WHERE g > length(({e})::text)) FROM {rows}",
    "SELECT (SELECT g FROM generate_series(1, 3) g ORDER BY {e}, g LIMIT 1) FROM {rows}",
    "SELECT (SELECT count(*) FROM (SELECT {e} AS z UNION ALL SELECT NULL) u WHERE z IS NULL) FROM {rows}",
    "SELECT (SELECT count(*) FROM (SELECT {e} AS z UNION SELECT NULL) u) FROM {rows}",
    "SELECT ARRAY(SELECT ({e})::text FROM generate_series(1, 2)) FROM {rows}",
    "SELECT EXISTS (SELECT 1 FROM generate_series(1, 2) g GROUP BY g HAVING {e} IS NULL) FROM {rows}",
    "SELECT i, q.* FROM {rows} LEFT JOIN LATERAL "
    "(SELECT {e} AS c, g FROM generate_series(1, 2) g WHERE {e} IS NOT NULL ORDER BY g LIMIT 1) q ON true",
    "SELECT i, l, j FROM {rows} LEFT JOIN (VALUES (1), (2)) w(j) ON {e} IS NULL",
    "SELECT i, l, j FROM {rows} FULL JOIN (VALUES (1), (2)) w(j) ON i = j AND {e} IS NULL",
    "SELECT i, l, j FROM {rows} RIGHT JOIN (VALUES (1), (2)) w(j) ON i = j AND {e} IS NOT NULL",
    "SELECT i FROM {rows} WHERE i IN (SELECT g FROM generate_series(1, 3) g WHERE {e} IS NOT NULL)",
    "SELECT i FROM {rows} WHERE {e} IN (SELECT {e} FROM {rows})",
    "SELECT i, l FROM {rows} WHERE {e} = ANY (SELECT {e} FROM {rows} WHERE i > 1)",
    "SELECT i, l FROM {rows} WHERE ({e}, i) IN (SELECT {e}, i FROM {rows})",
    "SELECT i, l FROM {rows} WHERE {e} >= ALL (SELECT {e} FROM {rows} WHERE i > 1)",
    "SELECT i, l FROM {rows} WHERE {e} = (SELECT max(c) FROM (SELECT {e} AS c FROM {rows} ORDER BY i LIMIT 1) q)",
    "SELECT first_value({e}) OVER (ORDER BY i, l ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM {rows}",
    "SELECT nth_value({e}, 2) OVER (ORDER BY i, l) FROM {rows}",
    "SELECT lag({e}, 1, {e}) OVER (ORDER BY i, l) FROM {rows}",
    "SELECT sum(i) OVER (PARTITION BY {e} IS NULL ORDER BY {e}, i, l "
    "ROWS (SELECT count(g) FROM generate_series(1, 2) g) PRECEDING) FROM {rows}",
    "SELECT array_agg(({e})::text) OVER (ORDER BY i, l) FROM {rows}",
    "SELECT string_agg(({e})::text, ',') OVER (ORDER BY i, l ROWS 1 PRECEDING) FROM {rows}",
    "SELECT count(*) OVER (ORDER BY i, l RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES), {e} FROM {rows}",
    "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY ({e})::text) FROM {rows}",
    "SELECT mode() WITHIN GROUP (ORDER BY ({e})::text) FROM {rows}",
    "SELECT i, max(({e})::text) FILTER (WHERE {e} IS NOT NULL) FROM {rows} GROUP BY i",
    "SELECT json_agg({e} ORDER BY i, l) FROM {rows}",
    "SELECT jsonb_agg({e} ORDER BY i, l) FROM {rows}",
    "SELECT array_agg(DISTINCT ({e})::text) FROM {rows}",
    "SELECT i, string_agg(DISTINCT ({e})::text, ',' ORDER BY ({e})::text) FROM {rows} GROUP BY i",
    "SELECT jsonb_object_agg(coalesce(i, 0)::text || coalesce(l, 0)::text, {e}) FROM {rows}",
    "SELECT bool_and({e} IS NOT NULL), bool_or({e} IS NULL) FROM {rows}",
    "SELECT row_to_json(q) FROM (SELECT {e} AS c, i FROM {rows}) q",
    "SELECT q::text FROM (SELECT {e} AS c, i FROM {rows}) q",
    "SELECT to_jsonb(q) -> 'c' FROM (SELECT {e} AS c, i FROM {rows}) q",
    "SELECT (q).c FROM (SELECT {e} AS c, i FROM {rows}) q",
    "SELECT count(q) FROM (SELECT {e} AS c, i FROM {rows}) q GROUP BY q.c",
    "SELECT DISTINCT c, i FROM (SELECT {e} AS c, i FROM {rows}) q ORDER BY c, i",
    "SELECT c FROM (SELECT ({e})::text AS c FROM {rows} INTERSECT SELECT ({e})::text FROM {rows}) q",
    "SELECT c FROM (SELECT ({e})::text AS c FROM {rows} EXCEPT SELECT ({e})::text FROM {rows} WHERE i = 1) q",
    "SELECT {e} AS c FROM {rows} UNION ALL (SELECT {e} FROM {rows} ORDER BY i, l LIMIT 1)",
    "WITH w AS MATERIALIZED (SELECT {e} AS c FROM {rows}) SELECT a.c FROM w a JOIN w b ON a.c = b.c",
    "WITH RECURSIVE r(i, l, t) AS (SELECT 1, 1, 'a' UNION ALL SELECT i + 1, l + 1, t FROM r WHERE i < 3) SELECT {e} FROM r",
    "SELECT v.i FROM {rows} JOIN LATERAL (SELECT {e} AS c) a ON true JOIN LATERAL (SELECT {e} AS c) b ON a.c = b.c",
    "SELECT count(*) FROM {rows} WHERE NOT ({e} IS NULL) AND EXISTS (SELECT 1 WHERE {e} IS NOT NULL)",
    "SELECT coalesce({e}, {e}), nullif({e}, {e}) FROM {rows}",
    "SELECT CASE {e} WHEN {e} THEN 1 ELSE 2 END FROM {rows}",
    "SELECT {e} IS DISTINCT FROM {e}, {e} = {e}, ROW({e}) = ROW({e}), {e} IN ({e}, NULL) FROM {rows}",
    "SELECT greatest({e}, {e}), {e} BETWEEN {e} AND {e} FROM {rows}",
    "SELECT ARRAY[({e})::text] = ARRAY[({e})::text, ({e})::text], array_length(ARRAY[({e})::text], 1) FROM {rows}",
    "SELECT unnest(ARRAY[({e})::text, NULL]), i FROM {rows}",
    "SELECT i, generate_series(1, 2), {e} FROM {rows}",
    "SELECT sum(c) FROM (SELECT count(*) AS c FROM {rows} GROUP BY CUBE ({e}, i)) q",
    "SELECT {e}, i, count(*), grouping({e}, i) FROM {rows} GROUP BY ROLLUP ({e}, i)",
    "SELECT i, {e} FROM {rows} GROUP BY i, l, t ORDER BY 2, 1",
    "SELECT DISTINCT ON (i) i, {e} FROM {rows} ORDER BY i, {e}",
    "SELECT a, count(*) FROM (SELECT {e} AS a FROM {rows}) q GROUP BY a HAVING count(*) >= 1 ORDER BY count(*), a NULLS FIRST",
    "SELECT quote_nullable({e}) FROM {rows}",
    "SELECT concat({e}, '|', {e}), concat_ws('-', i, {e}) FROM {rows}",
    "SELECT json_build_array({e}, {e}) FROM {rows}",
    "SELECT num_nulls({e}, i) FROM {rows}",
)
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
    cases += [(x, "", _INSIDE, all_) for x in _OF_ROWS]
    return [
        place.format(e=expression.format(x=x), rows=_ROWS, groups=groups)
        for x, groups, fitting, expressions in cases
        for place, expression in product(fitting, expressions)
    ]
