"""Queries of few rows in families: what was named, and the neighbours of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from planner.rows.forms import signatures
from tests.gateway.rows.calls import called

CUSTOMERS: Final = 50_000
ORDERS: Final = 20
#: No row of a family may be below this part of PostgreSQL's rate.
LEAST: Final = 0.3
_POINT: Final = "customer = :c AND order_id = :o"
_RANDOM: Final = f"\\set c random(0, {CUSTOMERS - 1})\n\\set n random(0, {ORDERS - 1})\n\\set o :c * {ORDERS} + :n\n"
WAYS: Final = ("plain", "two workers", "TLS", "three nodes")
#: Sizes of the groups in the view "sized".
SIZES: Final = (1, 20, 200, 500, 1_000, 2_000, 5_000, 10_000)


@dataclass(frozen=True, slots=True)
class Case:
    """A pgbench script and how it is run; *wanted* is its rate as a multiple of PostgreSQL's."""

    family: str
    name: str
    sql: str
    wanted: float = LEAST
    protocol: str = "prepared"
    clients: int = 8
    #: Over TLS with a password; Tidegate as two processes behind one port, or as three nodes.
    way: str = "plain"

    @property
    def script(self) -> str:
        """For pgbench."""
        return f"{_RANDOM}{_SET_MANY if _MANY in self.sql else ''}{self.sql};\n"


#: Ten keys of a customer.
_MANY: Final = ", ".join(f":o{i}" for i in range(10))
_SET_MANY: Final = "".join(f"\\set o{i} :c * {ORDERS} + {2 * i}\n" for i in range(10))
_COMPUTED_MANY: Final = ", ".join(f":c * {ORDERS} + {i}" for i in range(10))
_NAMED: Final = {
    "point": (f"SELECT note FROM orders WHERE {_POINT}", 1.2),
    "computed key": ("SELECT note FROM orders WHERE customer = :c AND order_id = :o - 1 + 1", 1.0),
    "expression": (f"SELECT upper(note), amount * 2 FROM orders WHERE {_POINT}", 1.0),
    "residual filter": (f"SELECT note FROM orders WHERE {_POINT} AND quantity < 1000", 1.0),
    "join": (f"SELECT o.note, c.name FROM orders o JOIN customers c ON c.id = o.customer WHERE {_POINT}", 1.0),
    "20 rows": ("SELECT * FROM orders WHERE customer = :c", 0.7),
    "count and sum": ("SELECT count(*), sum(amount) FROM orders WHERE customer = :c", 0.7),
    "top 3": ("SELECT * FROM orders WHERE customer = :c ORDER BY amount DESC LIMIT 3", 0.7),
    "time window": (
        "SELECT count(*), sum(quantity) FROM orders WHERE customer = :c "
        "AND placed >= timestamptz '2020-09-13' AND placed < timestamptz '2022-01-01'",
        0.7,
    ),
    "multi-get of 10": (f"SELECT note FROM orders WHERE customer = :c AND order_id IN ({_MANY})", 0.8),
    "last 10 by key": ("SELECT * FROM orders WHERE customer = :c ORDER BY order_id DESC LIMIT 10", 0.8),
}
_CONDITIONS: Final = " OR ".join(f"quantity = {i} AND region <> 'region-{i}'" for i in range(20))
_NEIGHBOURS: Final = {
    "group": "SELECT region, count(*), max(amount) FROM orders WHERE customer = :c GROUP BY region",
    "hours": "SELECT extract(hour FROM placed), count(*) FROM orders WHERE customer = :c GROUP BY 1",
    "distinct": "SELECT DISTINCT region FROM orders WHERE customer = :c",
    "subquery by key of 20": "SELECT o.order_id, (SELECT c.name FROM customers c WHERE c.id = o.quantity) FROM orders o "
    "WHERE customer = :c",
    "left join of 20": "SELECT o.order_id, c.name FROM orders o LEFT JOIN customers c ON c.id = o.quantity WHERE customer = :c",
    "left join of 20 by a computed key": "SELECT o.order_id, c.name FROM orders o LEFT JOIN customers c "
    "ON c.id = (o.order_id * 7919 % 50000)::int WHERE customer = :c",
    "joined aggregate": "SELECT c.name, count(*), sum(o.amount) FROM customers c JOIN orders o ON o.customer = c.id "
    "WHERE c.id = :c GROUP BY c.name",
    "since now": "SELECT count(*), max(placed) FROM orders WHERE customer = :c AND placed > now() - interval '20 years'",
    "any": "SELECT note FROM orders WHERE customer = :c AND quantity = ANY ('{1,2,3,4,5}')",
    "multi-get of computed keys": f"SELECT note FROM orders WHERE customer = :c AND order_id IN ({_COMPUTED_MANY})",
    "multi-get of expressions": f"SELECT upper(note), amount * 2 FROM orders WHERE customer = :c AND order_id IN ({_MANY})",
    "multi-get, filtered": f"SELECT * FROM orders WHERE customer = :c AND order_id IN ({_MANY}) AND quantity > 10",
    "fields": f"SELECT extract(hour FROM placed), placed + interval '1 day', note LIKE 'note_1%' FROM orders WHERE {_POINT}",
    "subquery": "SELECT n, a FROM (SELECT note AS n, amount * 2 AS a, order_id FROM orders WHERE customer = :c) s WHERE a > 3 "
    "ORDER BY order_id LIMIT 5",
    "grouped subquery": "SELECT * FROM (SELECT region, count(*) AS n FROM orders WHERE customer = :c GROUP BY region) s "
    "WHERE n > 1 ORDER BY n DESC LIMIT 3",
    "WITH": "WITH mine AS (SELECT * FROM orders WHERE customer = :c) SELECT count(*), sum(quantity) FROM mine WHERE amount > 10",
    "union of rows by key": f"SELECT note FROM orders WHERE {_POINT} UNION ALL SELECT name FROM customers WHERE id = :c",
    "union of 20": "SELECT region, quantity FROM orders WHERE customer = :c UNION SELECT name, id FROM customers WHERE id = :c "
    "ORDER BY 1, 2 LIMIT 10",
    "intersection of 20": "SELECT region FROM orders WHERE customer = :c "
    "INTERSECT SELECT region FROM orders WHERE customer = :c + 1",
    "difference of 20": "SELECT quantity FROM orders WHERE customer = :c "
    "EXCEPT SELECT quantity FROM orders WHERE customer = :c + 1 ORDER BY 1 LIMIT 10",
    "different groups": "SELECT DISTINCT region, count(*) FROM orders WHERE customer = :c GROUP BY region, quantity",
    "sum of different values": "SELECT sum(DISTINCT quantity), avg(DISTINCT quantity) FROM orders WHERE customer = :c",
    "decided by constants": f"SELECT note FROM orders WHERE {_POINT} AND (NULL IS NOT NULL OR quantity > 0) AND 1 IN (1, 2)",
    "aggregates of no rows": "SELECT count(*) + :c, max(:o), coalesce(NULL, 3)",
    "40 conditions": f"SELECT note FROM orders WHERE customer = :c AND ({_CONDITIONS})",
    "VALUES joined by key": "SELECT v.n, o.note FROM (VALUES (:c::int, :o::bigint, 1), (:c, :o + 1, 2)) v(c, o, n) "
    "LEFT JOIN orders o ON o.customer = v.c AND o.order_id = v.o",
    "elements joined by key": f"SELECT k, o.note FROM unnest(ARRAY[{_MANY}]::bigint[]) k "
    "LEFT JOIN orders o ON o.customer = :c AND o.order_id = k",
    "change from row to row": "SELECT order_id, amount - lag(amount) OVER (ORDER BY order_id) FROM orders WHERE customer = :c "
    "ORDER BY order_id",
    "running sum, its mean over 3 rows": "SELECT order_id, sum(quantity) OVER w, avg(amount) OVER (w ROWS 2 PRECEDING) FROM orders "
    "WHERE customer = :c WINDOW w AS (ORDER BY order_id)",
    "first of each region": "SELECT * FROM (SELECT region, note, row_number() OVER (PARTITION BY region ORDER BY amount DESC) AS r "
    "FROM orders WHERE customer = :c) s WHERE r = 1",
    "regions by rank": "SELECT region, sum(amount), rank() OVER (ORDER BY sum(amount) DESC) FROM orders WHERE customer = :c "
    "GROUP BY region",
    "two keys of two columns": "SELECT note FROM orders WHERE (customer, order_id) IN ((:c, :o), (:c, :o + 1))",
    "next page": "SELECT * FROM orders WHERE customer = :c AND (customer, order_id) > (:c, :o) ORDER BY customer, order_id "
    "LIMIT 10",
    "three prefixes": "SELECT customer, max(amount) FROM orders WHERE customer IN (:c, :c + 1, :c + 2) GROUP BY customer",
    "row as JSON": f"SELECT row_to_json(o) FROM orders o WHERE {_POINT}",
    "object of fields": f"SELECT jsonb_build_object('id', order_id, 'note', note) FROM orders WHERE {_POINT}",
    "20 rows in a document": "SELECT json_agg(o) FROM (SELECT order_id, note FROM orders WHERE customer = :c) o",
    "20 documents": "SELECT row_to_json(o) FROM orders o WHERE customer = :c",
    "median": "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) FROM orders WHERE customer = :c",
    "deviation": "SELECT stddev(amount), var_pop(quantity) FROM orders WHERE customer = :c",
    "numbers without rows": "SELECT d, count(o.order_id) FROM generate_series(0, 9) d LEFT JOIN orders o ON o.customer = :c "
    "AND o.quantity = d GROUP BY d ORDER BY d",
    "greatest of a range for a row": "SELECT id, name, (SELECT max(amount) FROM orders WHERE customer = id) FROM customers "
    "WHERE id = :c",
    "rank by a subquery": "SELECT o.order_id, (SELECT count(*) FROM orders p WHERE p.customer = o.customer "
    "AND p.amount > o.amount) FROM orders o WHERE customer = :c",
    "by five minutes": "SELECT floor(extract(epoch FROM placed) / 300) * 300 AS time, avg(amount) FROM orders WHERE customer = :c "
    "GROUP BY 1 ORDER BY 1",
    "one of an array": "SELECT note FROM orders WHERE customer = :c AND region = ANY (ARRAY['region-1', 'region-2'])",
    "matches": "SELECT note, amount FROM orders WHERE customer = :c AND region ~ '^(region-1|region-2)$'",
    "object of groups": "SELECT json_object_agg(region, total) FROM (SELECT region, sum(amount) AS total FROM orders "
    "WHERE customer = :c GROUP BY region) s",
    "percentiles": "SELECT percentile_cont(ARRAY[0.5, 0.9, 0.99]) WITHIN GROUP (ORDER BY amount) FROM orders WHERE customer = :c",
    "histogram": "SELECT width_bucket(amount, 0, 1000, 10), count(*) FROM orders WHERE customer = :c GROUP BY 1 ORDER BY 1",
    "time between rows": "SELECT max(d), avg(d) FROM (SELECT placed - lag(placed) OVER (ORDER BY order_id) AS d FROM orders "
    "WHERE customer = :c) s",
    "right join": "SELECT o.order_id, c.name FROM customers c RIGHT JOIN orders o ON c.id = o.quantity WHERE customer = :c",
    "regular expression": "SELECT note, amount FROM orders WHERE customer = :c AND note ~ '^note.*[05]$'",
    "replaced by pattern": "SELECT regexp_replace(note, '[^0-9]', '', 'g'), substring(region from '[0-9]+') FROM orders "
    "WHERE customer = :c",
    "key by a subquery": "SELECT count(*), sum(amount) FROM orders WHERE customer = (SELECT id FROM customers WHERE id = :c)",
    "is there one": "SELECT EXISTS (SELECT FROM orders WHERE customer = :c AND amount > 10)",
    "customers without": "SELECT name FROM customers c WHERE id IN (:c, :c + 1) AND NOT EXISTS (SELECT FROM orders o "
    "WHERE o.customer = c.id AND o.quantity > 1000)",
    "first rows": "SELECT * FROM orders LIMIT 5",
    "first rows, 200": "SELECT * FROM orders LIMIT 200",
    "first rows that meet a condition": "SELECT * FROM orders WHERE region = 'region-3' LIMIT 10",
    "first rows that meet a condition, 100": "SELECT note, amount * 2 FROM orders WHERE note LIKE '%7' LIMIT 100",
    "last of 2,000 that meet a condition": "SELECT number, note FROM sized WHERE size = 2000 AND quantity > 5 ORDER BY number DESC "
    "LIMIT 10",
    "first 1,000 by key": "SELECT * FROM orders ORDER BY customer, order_id LIMIT 1000",
    "first by key": "SELECT * FROM orders ORDER BY customer, order_id LIMIT 10",
    "first of a range": "SELECT * FROM orders WHERE customer > :c ORDER BY customer LIMIT 10",
    "greatest key": "SELECT max(customer) FROM orders",
    "rows of the greatest key": "SELECT * FROM orders WHERE customer = (SELECT max(customer) FROM orders)",
    "no rows": "SELECT * FROM orders LIMIT 0",
    "keys as arrays": "SELECT o.* FROM unnest(ARRAY[:c, :c]::int[], ARRAY[:o, :o + 1]::bigint[]) k(c, o) "
    "JOIN orders o ON o.customer = k.c AND o.order_id = k.o",
    "tenant": "SELECT count(*) FROM orders WHERE customer = :c AND region = current_setting('app.region', true)",
    "session": "SELECT version(), current_user, current_schema()",
    "nothing": "SELECT 1",
}
#: Of all rows of a group.
_SIZED: Final = {
    "all of": "SELECT * FROM {}",
    "some columns of": "SELECT number, region, note FROM {}",
    "computed of": "SELECT number, amount * 2 FROM {}",
    "sorted rows of": "SELECT number, note FROM {} ORDER BY amount",
    "sum of": "SELECT count(*), sum(amount) FROM {}",
    "computed sum of": "SELECT sum(amount * quantity) FROM {}",
    "conditional sum of": "SELECT count(*) FILTER (WHERE quantity > 5), sum(CASE WHEN quantity > 5 THEN amount ELSE 0 END) FROM {}",
    "computed filter of": "SELECT count(*), sum(amount) FROM {} AND amount * 2 > 100 AND note LIKE 'note_1%'",
    "hours of": "SELECT date_trunc('hour', placed), count(*) FROM {} GROUP BY 1 ORDER BY 1 LIMIT 24",
    "filtered count of": "SELECT count(*) FROM {} AND quantity < 10 AND region <> 'region-3'",
    "groups of": "SELECT region, count(*), avg(quantity), max(placed) FROM {} GROUP BY region",
    "top 3 of": "SELECT * FROM {} ORDER BY amount DESC LIMIT 3",
    "changes of": "SELECT number, amount - lag(amount) OVER (ORDER BY number) FROM {}",
}
_EXPRESSIONS: Final = ("upper(note)", "amount * 2", "quantity % 7", "region || '-' || note", "quantity > 5 AND amount < 100")
#: Of the first argument, and of the others.
_ARGUMENTS: Final = {
    "int2": ("quantity::int2", "7::int2"), "int4": ("quantity", "7"), "int8": ("order_id", "7::int8"),
    "float4": ("amount::float4", "1.5::float4"), "float8": ("amount", "1.5::float8"),
    "numeric": ("amount::numeric", "1.5"), "text": ("note", "'e'"), "bytea": ("v", "'\\x00'::bytea"),
    "date": ("placed::date", "date '2021-01-01'"), "timestamp": ("placed::timestamp", "timestamp '2021-01-01'"),
    "timestamptz": ("placed", "timestamptz '2021-01-01'"), "interval": ("(placed - timestamptz '2021-01-01')", "interval '1 day'"),
    "json": ("(('[' || quantity || ']')::json)", "'[1]'::json"),
    "jsonb": ("(('{\"a\": \"' || note || '\"}')::jsonb)", "'{\"a\": 1}'::jsonb"),
    "_text": ("'{a,b}'", "'{a,b}'::text[]"), "anyarray": ("(CASE WHEN quantity > 0 THEN '{1,2}'::int[] END)", ""),
}  # fmt: skip
_JSON_ARRAY: Final = "(('[' || quantity || ']')::jsonb)"
#: Arguments that some take and others do not, by signature and place.
_FITTING: Final = {
    ("exp(float8)", 0): "(amount / 1000)", ("ln(float8)", 0): "(amount + 1)", ("chr(int4)", 0): "(quantity + 65)",
    ("get_byte(bytea, int4)", 1): "2", ("set_byte(bytea, int4, int4)", 1): "2", ("set_bit(bytea, int8, int4)", 2): "1",
    ("width_bucket(float8, float8, float8, int4)", 2): "100::float8",
    ("jsonb - int4", 0): _JSON_ARRAY, ("jsonb_delete(jsonb, int4)", 0): _JSON_ARRAY, ("jsonb_array_length(jsonb)", 0): _JSON_ARRAY,
}  # fmt: skip


def _call(signature: str) -> str:
    return called(signature, lambda pg, at: _FITTING.get((signature, at)) or _ARGUMENTS[pg][min(at, 1)])


def named() -> Iterator[Case]:
    """Those that were named, and their neighbours."""
    for name, (sql, wanted) in _NAMED.items():
        yield Case("named", name, sql, wanted)
    for name, sql in _NEIGHBOURS.items():
        yield Case("neighbours", name, sql)


def cases(types: dict[str, str]) -> Iterator[Case]:
    """All; *types* are the views with keys of one type, each with a key that is there, as a literal."""
    yield from named()
    for view, literal in types.items():
        yield Case("types", view, f"SELECT k, v FROM {view} WHERE k = {literal}")
    for count in range(len(_EXPRESSIONS) + 1):
        items = ", ".join(("order_id", *_EXPRESSIONS[:count]))
        yield Case("expressions", f"{count}", f"SELECT {items} FROM orders WHERE {_POINT}")
    for signature in signatures():
        source = f"of_bytea WHERE k = {types['of_bytea']}" if "bytea" in signature else f"orders WHERE {_POINT}"
        yield Case("functions", signature, f"SELECT {_call(signature)} FROM {source}")
    for size in SIZES:
        for name, sql in _SIZED.items():
            yield Case("rows", f"{name} {size}", sql.format(f"sized WHERE size = {size}"))
    for clients in (1, 8, 32):
        for name in ("point", "expression", "20 rows", "count and sum"):
            yield Case("connections", f"{name}, {clients}", _NAMED[name][0], clients=clients)
    for case in named():
        yield replace(case, family="two workers", way="two workers")
    for way in ("TLS", "three nodes"):
        for name in ("point", "expression", "20 rows", "count and sum", "top 3", "multi-get of 10"):
            yield Case(way, name, _NAMED[name][0], way=way)
    for name in ("point", "expression", "join", "20 rows", "count and sum", "multi-get of 10"):
        yield Case("simple protocol", name, _NAMED[name][0], protocol="simple")
