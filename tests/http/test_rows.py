"""Rows by REST: the same as SQL's, whatever the key, the type and the page."""

from __future__ import annotations

import base64
from decimal import Decimal
from urllib.parse import quote

import pytest

from statestore.views.local_writer import write_version
from tests.http.conftest import DOUBLED, NAMES, ODD, ORDERS, PAIRS, Door, orders

HERE = f"/v1/views/{quote(ODD, safe='')}"


@pytest.mark.parametrize("name", NAMES)
def test_any_key_can_be_asked_for(door: Door, name: str) -> None:
    found = door.ask(f"{HERE}/rows/{quote(name, safe='')}")
    assert (found.status, found.json()) == (200, {"name": name, "n": NAMES.index(name)})


def test_a_row_by_two_keys(door: Door) -> None:
    found = door.ask("/v1/views/orders/rows/7/11")
    assert found.json() == {"customer": 7, "id": 11, "region": "r0", "amount": 702.75}
    assert found.headers["tidegate-version"] == str(door.sql("SELECT version FROM tidegate.views WHERE name = 'orders'")[0][0])
    assert float(found.headers["tidegate-staleness"]) >= 0


def test_types_in_json(door: Door) -> None:
    assert door.ask("/v1/views/kinds/rows/1?numbers=string").json() == {
        "k": 1, "b": True, "i2": -32768, "i8": "9223372036854775807", "f": 0.1, "d": "12345678901234567890.0123456789",
        "t": '"quoted"\n\\', "day": "2026-02-28", "at": "2026-02-28T23:59:59.123456Z", "raw": base64.b64encode(b"\0\xff").decode(),
        "list": ["a", 'b"', None, "NULL", ""],
    }  # fmt: skip
    assert b'"i8":9223372036854775807,' in door.ask("/v1/views/kinds/rows/1").body
    second = door.ask("/v1/views/kinds/rows/2").json()
    assert (second["f"], second["day"], second["at"], second["list"]) == ("NaN", "0001-01-01", "1970-01-01T00:00:00Z", [])
    assert set(door.ask("/v1/views/kinds/rows/3").json().values()) == {3, None}
    assert (
        Decimal(door.ask("/v1/views/kinds/rows/1?numbers=string").json()["d"]) == door.sql("SELECT d FROM kinds WHERE k = 1")[0][0]
    )


@pytest.mark.parametrize("limit", [1, 7, 100, 599, 600, 601])
def test_pages_give_every_row_once_in_order(door: Door, limit: int) -> None:
    path: str | None = f"/v1/views/orders/rows?limit={limit}"
    rows, pages = [], 0
    while path is not None:
        page = door.ask(path).json()
        rows += [(row["customer"], row["id"]) for row in page["rows"]]
        path, pages = page["next"], pages + 1
        assert pages <= 600 // limit + 1
    assert rows == [(c, i) for c in range(20) for i in range(30)]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 16])
def test_pages_of_keys_that_hold_null(door: Door, limit: int) -> None:
    for query, expected in (
        ("", PAIRS),
        ("a.gte=0&", [p for p in PAIRS if p[0] in (0, 7)]),
        ("a=7&", [p for p in PAIRS if p[0] == 7]),
    ):
        path: str | None = f"/v1/views/pairs/rows?{query}limit={limit}"
        rows = []
        while path is not None:
            page = door.ask(path).json()
            rows += [(row["a"], row["b"]) for row in page["rows"]]
            path = page["next"]
            assert len(rows) <= len(expected)
        assert rows == expected, query


@pytest.mark.parametrize(
    ("query", "condition"),
    [
        ("customer=3", "customer = 3"),
        ("customer=3&id.gte=5&id.lt=9", "customer = 3 AND id >= 5 AND id < 9"),
        ("customer.gt=17&region=r1", "customer > 17 AND region = 'r1'"),
        ("amount=702.75", "amount = 702.75"),
        ("customer=99", "false"),
    ],
)
def test_conditions_are_those_of_sql(door: Door, query: str, condition: str) -> None:
    expected = door.sql(f"SELECT customer, id, region, amount FROM orders WHERE {condition} ORDER BY customer, id")
    assert [tuple(row.values()) for row in door.ask(f"/v1/views/orders/rows?{query}").json()["rows"]] == expected
    assert door.ask(f"/v1/views/orders/count?{query}").json() == {"count": len(expected)}


def test_some_columns(door: Door) -> None:
    assert door.ask("/v1/views/orders/rows/1/2?columns=amount,customer").json() == {"amount": 100.5, "customer": 1}
    page = door.ask("/v1/views/orders/rows?columns=amount&limit=1").json()
    assert page["rows"] == [{"amount": 0, "customer": 0, "id": 0}]
    assert page["next"] is not None


def test_a_lookup_of_many_keys_keeps_their_order(door: Door) -> None:
    keys = [[c, i] for c in range(19, -1, -1) for i in range(0, 60, 2)]
    rows = door.ask("/v1/views/orders/rows:lookup", "POST", {"keys": keys}).json()["rows"]
    assert [None if row is None else [row["customer"], row["id"]] for row in rows] == [k if k[1] < 30 else None for k in keys]
    assert door.ask(f"{HERE}/rows:lookup", "POST", {"keys": [["a/b"], "..", ["nobody"]]}).json()["rows"] == [
        {"name": "a/b", "n": 1}, {"name": "..", "n": 2}, None,
    ]  # fmt: skip
    assert door.ask("/v1/views/orders/rows:lookup", "POST", {"keys": []}).json() == {"rows": []}
    too_many = door.ask("/v1/views/orders/rows:lookup", "POST", {"keys": [[1, 1]] * 1001})
    assert (too_many.status, "1000" in too_many.json()["detail"]) == (400, True)


def test_who_has_a_version_gets_nothing_until_there_is_another(door: Door) -> None:
    first = door.ask("/v1/views/orders/rows/1/1")
    tag = first.headers["etag"]
    again = door.ask("/v1/views/orders/rows/1/1", If_None_Match=tag)
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    assert door.ask("/v1/views/orders/rows/1/1?numbers=string", If_None_Match=tag).status == 200
    write_version(str(door.root), ORDERS, orders())
    version = int(first.headers["tidegate-version"]) + 1
    fresh = door.ask(f"/v1/views/orders/rows/1/1?min_version={version}", If_None_Match=tag)
    while fresh.status == 409:
        fresh = door.ask(f"/v1/views/orders/rows/1/1?min_version={version}", If_None_Match=tag)
    assert (fresh.status, fresh.json()) == (200, first.json())
    assert door.ask("/v1/views/orders/rows/1/1", If_None_Match=tag).headers["etag"] != tag


@pytest.mark.parametrize("path", ["orders/rows/1/1", "orders/rows?customer=1", "orders/count", "orders/rows:lookup"])
def test_answers_say_their_version_whatever_bounds_it_has(door: Door, path: str) -> None:
    body = {"keys": [[1, 1]]} if path.endswith("lookup") else None
    older = door.sql("SELECT version FROM tidegate.views WHERE name = 'orders'")[0][0]
    write_version(str(door.root), ORDERS, orders())
    newest, joint = older + 1, "&" if "?" in path else "?"
    for bounds, version in ((f"min_version={newest}", newest), ("max_staleness=60000", newest), (f"read_version={older}", older)):
        asked = f"/v1/views/{path}{joint}{bounds}"
        # It comes after a moment, maybe while rows are read.
        while "tidegate-version" not in (found := door.ask(asked, "POST" if body else "GET", body)).headers:
            assert found.status in (200, 409), found.body
        assert (found.status, found.headers["tidegate-version"]) == (200, str(version)), found.body
        # The newest lacks nothing; the one before lacks what was committed a moment ago.
        assert (float(found.headers["tidegate-staleness"]) > 0) == (version == older)
        assert ("etag" in found.headers) == (body is None)
        if body is None:
            again = door.ask(asked, If_None_Match=found.headers["etag"])
            assert (again.status, again.body, again.headers["etag"]) == (304, b"", found.headers["etag"])
            ahead = f"/v1/views/{path}{joint}max_staleness=60000&min_version={newest + 1}"
            missed = door.ask(ahead, If_None_Match=found.headers["etag"])
            assert (missed.status, missed.json()["sqlstate"]) == (409, "40001")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/views/orders/rows/1/1", 304),
        ("/v1/views/orders/rows/1/1000", 404),
        ("/v1/views/orders/rows/x/1", 400),
        ("/v1/views/orders/rows?customer=1", 304),
        ("/v1/views/orders/rows?customer=99", 304),
        ("/v1/views/orders/rows?customer=x", 400),
        ("/", 304),
    ],
)
def test_unchanged_is_what_could_be_answered(door: Door, path: str, status: int) -> None:
    """RFC 9110 13.2.1: conditions count where the answer would be 200; 13.1.2: * is any answer."""
    tag = door.ask("/" if path == "/" else "/v1/views/orders/rows/1/1").headers["etag"]
    for known in (tag, "*", f'"x", {tag}'):
        assert door.ask(path, If_None_Match=known).status == status


def test_bounds_of_versions(door: Door) -> None:
    (version,) = door.sql("SELECT version FROM tidegate.views WHERE name = 'kinds'")[0]
    assert door.ask(f"/v1/views/kinds/rows/1?read_version={version}").status == 200
    ahead = door.ask(f"/v1/views/kinds/rows/1?min_version={version + 5}")
    assert (ahead.status, ahead.json()["sqlstate"]) == (409, "40001")
    assert door.ask("/v1/views/kinds/rows/1?max_staleness=60000").status == 200
    wrong = door.ask("/v1/views/kinds/rows/1?max_staleness=soon")
    assert (wrong.status, wrong.json()["sqlstate"]) == (400, "22023")


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/v1/views/nothing/rows/1", 404, 'relation "nothing" does not exist'),
        ("/v1/views/nothing", 404, 'relation "nothing" does not exist'),
        ("/v1/views/orders/rows/1", 400, "the key of view orders has 2 parts (customer, id), not 1"),
        ("/v1/views/orders/rows/1/2/3", 400, "the key of view orders has 2 parts (customer, id), not 3"),
        ("/v1/views/orders/rows/x/1", 400, 'invalid input syntax for type integer: "x"'),
        ("/v1/views/orders/rows/99999999999/1", 400, 'value "99999999999" is out of range for type integer'),
        ("/v1/views/orders/rows/1/1000", 404, "view orders has no row with that key"),
        ("/v1/views/orders/rows?nothing=1", 400, '"nothing" is no parameter'),
        ("/v1/views/orders/rows?nothing.gte=1", 400, 'column "nothing" of view orders does not exist'),
        ("/v1/views/orders/rows?region.gte=1", 400, '"region" is not in the key of view orders'),
        ("/v1/views/orders/rows?customer.gte=x", 400, 'invalid input syntax for type integer: "x"'),
        ("/v1/views/orders/rows?customer.lt=", 400, 'invalid input syntax for type integer: ""'),
        ("/v1/views/orders/rows?customer=1&id.gt=1.5", 400, 'invalid input syntax for type bigint: "1.5"'),
        ("/v1/views/orders/rows?customer.lte=2147483648", 400, 'value "2147483648" is out of range for type integer'),
        ("/v1/views/orders/rows?amount=much", 400, 'invalid input syntax for type double precision: "much"'),
        ("/v1/views/orders/count?id.gte=x", 400, 'invalid input syntax for type bigint: "x"'),
        ("/v1/views/kinds/rows?day=2026-02-30", 400, 'date/time field value out of range: "2026-02-30"'),
        ("/v1/views/orders/rows?limit=0", 400, "limit: a number from 1 to 10000"),
        ("/v1/views/orders/rows?limit=ten", 400, "limit: a number from 1 to 10000"),
        ("/v1/views/orders/rows?after=AAAA", 400, "after: take it from the page before"),
        ("/v1/views/orders/rows/1/1?limit=1", 400, '"limit" is no parameter of this request'),
        ("/v1/views?limit=1", 400, '"limit" is no parameter of this request'),
        ("/v1/views/orders?columns=id", 400, '"columns" is no parameter of this request'),
        ("/v1/metadata?nothing=", 400, '"nothing" is no parameter of this request'),
        ("/v1/metadata/views/orders?read_version=1", 400, '"read_version" is no parameter of this request'),
        ("/v1/metadata/views/orders/keys/1/1?numbers=string", 400, '"numbers" is no parameter of this request'),
        ("/v1/views/orders/changes?limit=1", 400, '"limit" is no parameter of changes'),
        ("/v1/views/orders/count?limit=1", 400, '"limit" is no parameter of a count'),
        ("/v1/views/orders/count?id=1&columns=id", 400, '"columns" is no parameter of a count'),
        ("/v1/views/orders/changes?from=now&from=snapshot", 400, '"from" is given more than once'),
        ("/v1/views/orders/changes?wait=" + "9" * 5_000, 400, "wait: seconds"),
        ("/v1/views/orders/changes?from=" + "9" * 5_000, 400, "from: snapshot"),
        ("/v1/views/orders/rows?limit=2&limit=3", 400, '"limit" is given more than once'),
        ("/v1/views/orders/rows/1/1?columns=id&columns=id", 400, '"columns" is given more than once'),
        ("/v1/views/orders/rows/1/1?read_version=0", 400, "read_version: no version is asked for"),
        ("/v1/views/orders/rows/1/1?read_version=", 400, "read_version: nothing is asked for"),
        ("/v1/views/orders/rows?min_version=", 400, "min_version: nothing is asked for"),
        ("/v1/views/orders/rows?max_staleness=", 400, "max_staleness: nothing is asked for"),
        ("/v1/views/orders/rows/1/1?min_version=" + "9" * 5_000, 400, 'invalid value for parameter "tidegate.min_version"'),
        ("/v1/views/orders/rows/1/1?max_staleness=" + "9" * 5_000, 400, "tidegate.max_staleness"),
        ("/v1/views/orders/rows/1/" + "9" * 5_000, 400, "out of range for type bigint"),
        ("/v1/views/orders/rows/1/1?numbers=words", 400, "numbers: json or string"),
        ("/v1/views/orders/rows/1/1?columns=a", 400, 'column "a" of view orders does not exist'),
        ("/v1/views/orders/rows?%ff=1", 400, "the query string cannot be read"),
        ("/nothing", 404, "there is nothing here"),
    ],
)
def test_bad_requests(door: Door, path: str, status: int, told: str) -> None:
    found = door.ask(path)
    assert (found.status, found.headers["content-type"]) == (status, "application/problem+json")
    assert told in found.json()["detail"]


@pytest.mark.parametrize(
    ("path", "body"),
    [("/v1/views/orders/rows:lookup", {"keys": []}), ("/v1/query", {"sql": "SELECT 1"})],
)
def test_parameters_beside_a_body(door: Door, path: str, body: object) -> None:
    for query, told in (
        ("limit=1", '"limit" is no parameter of this request'),
        ("numbers=json&numbers=string", '"numbers" is given more than once'),
        ("read_version=0", "read_version: no version is asked for"),
    ):
        found = door.ask(f"{path}?{query}", "POST", body)
        assert (found.status, found.json()["detail"]) == (400, told)
    assert door.ask(f"{path}?numbers=string&max_staleness=60000", "POST", body).status == 200


def test_bytes_that_are_no_text(door: Door) -> None:
    for key in ("%00", "%ff", "a%00b"):
        found = door.ask(f"{HERE}/rows/{key}")
        assert (found.status, found.json()["sqlstate"]) == (400, "22021")


def test_where_a_key_is(door: Door) -> None:
    found = door.ask("/v1/metadata/views/orders/keys/7/11").json()
    (shard,) = door.sql("SELECT tidegate.shard_for_key('orders', '7')")[0]
    assert [s["shard"] for s in found["shards"]] == [shard]
    every = door.ask("/v1/metadata/views/orders").json()
    assert [(s["shard"], s["rows"]) for s in every["shards"]] == door.sql(
        "SELECT shard, rows FROM tidegate.shards WHERE view = 'orders' ORDER BY shard"
    )
    assert door.ask("/v1/metadata").json()["nodes"][0]["name"] == "local"
    for key in ("x/11", "7/x", "7/9223372036854775808"):
        assert door.ask(f"/v1/metadata/views/orders/keys/{key}").status == 400


def test_what_views_there_are(door: Door) -> None:
    assert [v["name"] for v in door.ask("/v1/views").json()["views"]] == [
        r[0] for r in door.sql("SELECT name::text FROM tidegate.views ORDER BY name")
    ]
    view = door.ask("/v1/views/orders").json()
    assert view["key"] == ["customer", "id"]
    assert [(c["name"], c["type"]) for c in view["columns"]] == [
        ("customer", "int4"), ("id", "int8"), ("region", "text"), ("amount", "float8"),
    ]  # fmt: skip


def test_views_defined_by_sql_are_described_and_read_by_statements(door: Door) -> None:
    assert door.ask("/v1/views/doubled").json() == {
        "name": "doubled", "sql": DOUBLED,
        "columns": [{"name": "k", "type": "int4", "nullable": True}, {"name": "twice", "type": "int4", "nullable": True}],
    }  # fmt: skip
    refused = door.ask("/v1/views/doubled/rows/1")
    assert (refused.status, refused.json()["hint"]) == (404, "Such views are read by POST /v1/query.")
    asked = door.ask("/v1/query", "POST", {"sql": "SELECT twice FROM doubled WHERE k = 2"})
    assert asked.json()["rows"] == [[4]]
