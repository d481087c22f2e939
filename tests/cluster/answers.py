"""Views of a few hundred rows and queries over them, whose answers may not depend on which nodes hold what."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version

ORDERS: Final = ViewSchema(
    "orders",
    (
        Column("customer", st.Long()),
        Column("number", st.Int()),
        Column("state", st.String()),
        Column("amount", st.Decimal(12, 2)),
        Column("weight", st.Double()),
        Column("at", st.Timestamp()),
    ),
    ("customer", "number"),
    ("customer",),
    HashPartitioning(8),
    (6,),
)
CUSTOMERS: Final = ViewSchema(
    "customers",
    (Column("customer", st.Long()), Column("name", st.String()), Column("city", st.String())),
    ("customer",),
    ("customer",),
    HashPartitioning(8),
    (3,),
)
CITIES: Final = ViewSchema(
    "cities", (Column("city", st.String()), Column("country", st.String())), ("city",), ("city",), HashPartitioning(2), (2,)
)
CUSTOMER_COUNT: Final = 60
ORDER_COUNT: Final = 9
_START_US: Final = 1_577_836_800_000_000
_STATES: Final = ("open", "paid", "sent", None)
_CITIES: Final = ("Bern", "Bonn", "Oslo", "Rom", "Wien")


def orders(version: int) -> pa.Table:
    """All orders; everybody's amounts are different ones in every version, and say which."""
    pairs = [(c, n) for c in range(CUSTOMER_COUNT) for n in range(c % ORDER_COUNT)]
    return pa.table(
        {
            "customer": pa.array([c for c, _ in pairs], pa.int64()),
            "number": pa.array([n for _, n in pairs], pa.int32()),
            "state": pa.array([_STATES[(c + n) % 4] for c, n in pairs], pa.string()),
            "amount": pa.array([Decimal(c * n * 7 % 500) / 4 + version for c, n in pairs], pa.decimal128(12, 2)),
            "weight": pa.array([(c * n % 13) / 8 for c, n in pairs], pa.float64()),
            "at": pa.array([_START_US + (c * 1_000 + n) * 10**6 for c, n in pairs], pa.timestamp("us", "UTC")),
        }
    )


def publish_orders(root: Path, version: int) -> int:
    """One more version of orders."""
    return write_version(open_root(str(root), create=True), ORDERS, orders(version))


def publish_all(root: Path) -> None:
    """A first version of every view."""
    publish_orders(root, 1)
    numbers = range(CUSTOMER_COUNT)
    names = [f"customer {c}" for c in numbers]
    columns = {"customer": pa.array(numbers, pa.int64()), "name": names, "city": [_CITIES[c % 5] for c in numbers]}
    write_version(open_root(str(root), create=True), CUSTOMERS, pa.table(columns))
    places = pa.table({"city": list(_CITIES), "country": ["CH", "DE", "NO", "IT", "AT"]})
    write_version(open_root(str(root), create=True), CITIES, places)


#: Rows by query.
Answers = dict[str, list[tuple[Any, ...]]]

#: Every one says its order, or gives one row.
QUERIES: Final = (
    "SELECT count(*), sum(amount), avg(amount), min(at), max(at) FROM orders",
    "SELECT state, count(*), avg(amount), sum(weight) FROM orders GROUP BY state ORDER BY state",
    "SELECT count(DISTINCT state), count(DISTINCT customer) FROM orders",
    "SELECT stddev(weight)::numeric(20,9), var_pop(amount)::numeric(20,6) FROM orders",
    "SELECT state, string_agg(customer::text, ',' ORDER BY customer, number) FROM orders GROUP BY 1 ORDER BY 1",
    "SELECT array_agg(number ORDER BY number) FROM orders WHERE customer = 17",
    "SELECT bool_and(amount > 0), bool_or(weight > 1) FROM orders",
    "SELECT count(*) FILTER (WHERE state = 'paid'), sum(amount) FILTER (WHERE weight > 1) FROM orders",
    "SELECT * FROM orders WHERE customer = 17 ORDER BY number",
    "SELECT * FROM orders WHERE customer = 17 AND number = 3",
    "SELECT * FROM orders WHERE customer = 170 AND number = 3",
    "SELECT * FROM orders WHERE customer IN (3, 5, 8, 13, 21) ORDER BY customer, number",
    "SELECT * FROM orders ORDER BY customer, number",
    "SELECT * FROM orders ORDER BY customer DESC, number DESC LIMIT 7 OFFSET 3",
    "SELECT customer, number FROM orders WHERE customer > 40 ORDER BY customer, number LIMIT 5",
    "SELECT * FROM orders ORDER BY amount DESC, customer, number LIMIT 10",
    "SELECT * FROM orders ORDER BY weight, at DESC LIMIT 10 OFFSET 5",
    "SELECT DISTINCT state FROM orders ORDER BY state",
    "SELECT DISTINCT ON (state) state, customer, number FROM orders ORDER BY state, at DESC",
    "SELECT c.name, count(*), sum(o.amount) FROM orders o JOIN customers c USING (customer) GROUP BY c.name ORDER BY c.name",
    "SELECT c.customer, o.number FROM customers c LEFT JOIN orders o ON o.customer = c.customer AND o.number > 5 ORDER BY 1, 2",
    "SELECT t.country, count(*) FROM customers c JOIN cities t USING (city) GROUP BY 1 ORDER BY 1",
    "SELECT country, sum(o.amount) FROM orders o JOIN customers USING (customer) JOIN cities USING (city) GROUP BY 1 ORDER BY 1",
    "SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.customer) ORDER BY name",
    "SELECT name FROM customers WHERE customer IN (SELECT customer FROM orders WHERE weight > 1.4) ORDER BY name",
    "SELECT customer, (SELECT max(amount) FROM orders o WHERE o.customer = c.customer) FROM customers c ORDER BY 1",
    "WITH big AS (SELECT customer, sum(amount) AS total FROM orders GROUP BY 1) SELECT * FROM big ORDER BY total DESC, 1 LIMIT 4",
    "SELECT customer, number, rank() OVER (PARTITION BY customer ORDER BY amount, number) FROM orders ORDER BY 1, 2",
    "SELECT customer, sum(amount) OVER (ORDER BY customer, number) FROM orders ORDER BY customer, number LIMIT 20",
    "SELECT city FROM customers UNION SELECT city FROM cities ORDER BY 1",
    "SELECT customer FROM customers EXCEPT SELECT customer FROM orders ORDER BY 1",
    "SELECT state, grouping(state), count(*) FROM orders GROUP BY ROLLUP (state) ORDER BY 2, 1",
    "SELECT date_trunc('hour', at) AS h, count(*) FROM orders GROUP BY h HAVING count(*) > 2 ORDER BY h",
    "SELECT count(*) FROM orders WHERE false",
    "SELECT sum(amount) FROM orders WHERE customer = 1 AND customer = 2",
    "SELECT customer FROM orders WHERE customer = 1 AND customer = 2",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY weight) FROM orders",
    "SELECT 1 + 1, (SELECT count(*) FROM cities)",
    "SELECT relname, (SELECT count(*) FROM cities) FROM pg_class WHERE relname IN ('orders', 'cities') ORDER BY 1",
    "SELECT table_name, c.city FROM information_schema.tables CROSS JOIN cities c WHERE table_schema = 'public' ORDER BY 1, 2",
    "SELECT o.customer, v.n FROM orders o JOIN (VALUES (1, 'a'), (2, 'b')) v(n, t) ON v.n = o.number ORDER BY 1, 2 LIMIT 9",
    "SELECT max(customer) FROM customers",
    "SELECT * FROM orders WHERE number BETWEEN 2 AND 3 AND state IS NULL ORDER BY customer, number",
)


def answer(connection: psycopg.Connection[Any], sql: str, params: tuple[Any, ...] | None = None) -> list[tuple[Any, ...]]:
    """All rows."""
    return connection.execute(sql.encode(), params).fetchall()
