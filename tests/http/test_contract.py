"""Generated requests against the contract: an answer that it describes, in the form that it says, never a fault of the server's;
and the rows that SQL gives over the Postgres port.
"""

from __future__ import annotations

import base64
import http.client
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.http.conftest import NAMES, ODD, Answer, Door

_KNOWN = ["orders", "kinds", ODD, "nothing", "", "1", "7", "-1", "1e9", "customer", "id", "json", "string", "NaN", "'"]
_BYTES = st.binary(max_size=6).map(lambda b: b.decode("latin-1"))
WORDS = st.one_of(st.sampled_from(_KNOWN), st.integers(-(2**65), 2**65).map(str), st.text(max_size=20), _BYTES)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
_SQL = st.sampled_from(["SELECT $1", "SELECT 1", "SELECT $1::int + $2", ";"]) | st.text(max_size=30)
BODIES = st.one_of(
    VALUES,
    st.fixed_dictionaries({"keys": st.lists(st.lists(VALUES, max_size=3), max_size=4)}),
    st.fixed_dictionaries({"sql": _SQL}, optional={"parameters": st.lists(VALUES, max_size=3)}),
)


@st.composite
def requests(draw: st.DrawFn, paths: dict[str, Any]) -> tuple[str, str, str, bytes | None]:
    """(path of the contract, method, target, body)."""
    path = draw(st.sampled_from(sorted(paths)))
    method = draw(st.sampled_from(sorted(paths[path])))
    target = path
    pairs = []
    for parameter in paths[path][method]["parameters"]:
        word = draw(WORDS)
        if parameter["in"] == "path":
            many = [word, *draw(st.lists(WORDS, max_size=2))] if parameter["name"] == "key" else [word]
            target = target.replace("{" + parameter["name"] + "}", "/".join(quote(w, safe="") for w in many))
        elif draw(st.booleans()):
            name = draw(WORDS) if parameter["name"] == "conditions" else parameter["name"]
            pairs.append(f"{quote(name, safe='')}={quote(word, safe='')}")
    body = json.dumps(draw(BODIES)).encode() if method == "post" else None
    return path, method.upper(), target + ("?" + "&".join(pairs) if pairs else ""), body


def errors(schema: dict[str, Any], value: Any) -> list[str]:
    """What is wrong with a value by a schema of the contract, which refers to nothing."""
    return [error.message for error in OAS31Validator(schema).iter_errors(value)]


def test_the_contract_is_one(door: Door) -> None:
    document = door.ask("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert [str(error) for error in OpenAPIV31SpecValidator(document).iter_errors()] == []
    row = door.ask("/v1/views/orders/rows/1/1")
    versioned = document["paths"]["/v1/views/{view}/rows/{key}"]["get"]["responses"]["200"]["headers"]
    assert {name.lower() for name in versioned} <= row.headers.keys()
    assert errors(
        document["paths"]["/v1/views/{view}/rows"]["get"]["responses"]["200"]["content"]["application/json"]["schema"], {}
    )


def test_generated_requests(door: Door) -> None:
    document = door.ask("/openapi.json").json()
    connection = http.client.HTTPConnection("127.0.0.1", door.port, timeout=60)

    @settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
    @given(requests(document["paths"]))
    def check(request: tuple[str, str, str, bytes | None]) -> None:
        path, method, target, body = request
        connection.request(method, target, body, {} if body is None else {"Content-Type": "application/json"})
        answer = connection.getresponse()
        data = answer.read()
        assert answer.status not in (500, 502, 503), data
        described = document["paths"][path][method.lower()]["responses"]
        if answer.status == 200:
            media = (answer.getheader("content-type") or "").partition(";")[0]
            assert media in described["200"]["content"], target
            if media == "application/json":
                assert errors(described["200"]["content"][media]["schema"], json.loads(data)) == [], target
        elif answer.status != 304:
            assert answer.getheader("content-type") == "application/problem+json", (target, data)
            told = json.loads(data)
            assert (told["status"], bool(told["detail"])) == (answer.status, True)

    check()
    connection.close()


# ------------------------------------------------------------------------------------------------------------- the same as SQL's

#: Views, with the columns of their keys and some values of each.
VIEWS: dict[str, dict[str, list[Any]]] = {
    "orders": {"customer": [-1, 0, 7, 19, 20], "id": [0, 11, 29, 30]},
    "kinds": {"k": [0, 1, 2, 3, 4]},
    ODD: {"name": [*NAMES, "nothing"]},
}
#: Further columns that may be asked for by their value.
OTHERS: dict[str, dict[str, list[Any]]] = {
    "orders": {"region": ["r0", "r2", "r3"], "amount": [0, 702.75]},
    "kinds": {"b": ["true"], "i8": [-1], "day": ["0001-01-01"], "d": ["0"]},
    ODD: {"n": [0, 3]},
}
COLUMNS = {
    "orders": ["customer", "id", "region", "amount"],
    "kinds": ["k", "b", "i2", "i8", "f", "d", "t", "day", "at", "raw", "list"],
    ODD: ["name", "n"],
}
OPERATORS = {"": "=", ".eq": "=", ".gt": ">", ".gte": ">=", ".lt": "<", ".lte": "<="}
_WIDE = (psycopg.adapters.types["int8"].oid, psycopg.adapters.types["numeric"].oid)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def as_json(value: Any, oid: int) -> Any:
    """By the table of docs/rest.md, of numbers=string."""
    match value:
        case None | bool() | str() | list():
            return value
        case _ if oid in _WIDE:
            return format(value, "f") if isinstance(value, Decimal) else str(value)
        case float():
            return "NaN" if value != value else value
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case bytes():
            return base64.b64encode(value).decode()
    return value


def listed(columns: list[str] | None) -> str:
    return "*" if columns is None else ", ".join(map(quoted, columns))


def parameter(columns: list[str] | None) -> list[tuple[str, str]]:
    return [] if columns is None else [("columns", ",".join(columns))]


@st.composite
def conditions(draw: st.DrawFn, view: str) -> list[tuple[str, str, Any]]:
    """(column, word, value) each."""
    made = []
    for column, values in VIEWS[view].items():
        words = draw(st.lists(st.sampled_from(sorted(OPERATORS)), max_size=2))
        made += [(column, word, draw(st.sampled_from(values))) for word in words]
    for column, values in OTHERS[view].items():
        if draw(st.integers(0, 3)) == 0:
            made.append((column, draw(st.sampled_from(["", ".eq"])), draw(st.sampled_from(values))))
    return made


@dataclass(frozen=True)
class Asking:
    """One request about a view, drawn as it is made, and what SQL says to the same."""

    door: Door
    connection: psycopg.Connection[Any]
    data: st.DataObject
    view: str

    def sql(self, text: str, values: Iterable[Any] = ()) -> list[dict[str, Any]]:
        """What SQL answers, as REST writes it; $$ are parameters."""
        found = self.connection.execute(text.replace("%", "%%").replace("$$", "%s").encode(), [*values])
        described = found.description or ()
        return [{c.name: as_json(v, c.type_code) for c, v in zip(described, row, strict=True)} for row in found]

    def get(self, path: str, query: Iterable[tuple[str, Any]] = ()) -> Answer:
        return self.door.ask(f"{self.path}{path}?{urlencode([('numbers', 'string'), *query])}")

    @property
    def path(self) -> str:
        return f"/v1/views/{quote(self.view, safe='')}"

    @property
    def table(self) -> str:
        return f"public.{quoted(self.view)}"

    @property
    def key(self) -> list[str]:
        return list(VIEWS[self.view])

    def columns(self) -> list[str] | None:
        """None: all."""
        return self.data.draw(st.none() | st.lists(st.sampled_from(COLUMNS[self.view]), min_size=1, unique=True))

    def a_key(self) -> tuple[Any, ...]:
        return self.data.draw(st.tuples(*(st.sampled_from(values) for values in VIEWS[self.view].values())))

    def by_key(self, columns: list[str] | None, at: tuple[Any, ...]) -> list[dict[str, Any]]:
        where = " AND ".join(f"{quoted(name)} = $$" for name in self.key)
        return self.sql(f"SELECT {listed(columns)} FROM {self.table} WHERE {where}", at)

    def conditions(self) -> tuple[list[tuple[str, str]], str, list[Any]]:
        """Parameters of a request; SQL's condition, and its values."""
        wanted = self.data.draw(conditions(self.view))
        where = " AND ".join(["true", *(f"{quoted(column)} {OPERATORS[word]} $$" for column, word, _ in wanted)])
        return [(column + word, str(value)) for column, word, value in wanted], where, [value for *_, value in wanted]


def one_row(asking: Asking) -> None:
    columns, at = asking.columns(), asking.a_key()
    answer = asking.get(f"/rows/{'/'.join(quote(str(part), safe='') for part in at)}", parameter(columns))
    assert ([answer.json()] if answer.status == 200 else []) == asking.by_key(columns, at)


def many_by_key(asking: Asking) -> None:
    columns, keys = asking.columns(), [asking.a_key() for _ in range(asking.data.draw(st.integers(0, 5)))]
    query = urlencode([("numbers", "string"), *parameter(columns)])
    answer = asking.door.ask(f"{asking.path}/rows:lookup?{query}", "POST", {"keys": [list(at) for at in keys]})
    assert answer.json()["rows"] == [next(iter(asking.by_key(columns, at)), None) for at in keys]


def how_many(asking: Asking) -> None:
    query, where, values = asking.conditions()
    ((count,),) = (row.values() for row in asking.sql(f"SELECT count(*) FROM {asking.table} WHERE {where}", values))
    assert asking.get("/count", query).json() == {"count": int(count)}


def pages(asking: Asking) -> None:
    columns, (query, where, values) = asking.columns(), asking.conditions()
    told = None if columns is None else columns + [name for name in asking.key if name not in columns]
    order = listed(asking.key)
    expected = asking.sql(f"SELECT {listed(told)} FROM {asking.table} WHERE {where} ORDER BY {order}", values)
    limit = asking.data.draw(st.integers(max(1, len(expected) // 4), len(expected) + 1))
    page = asking.get("/rows", [*parameter(columns), *query, ("limit", limit)]).json()
    found = page["rows"]
    while page["next"] is not None:
        assert len(page["rows"]) == limit
        page = asking.door.ask(page["next"]).json()
        found += page["rows"]
    assert found == expected


def a_statement(asking: Asking) -> None:
    columns, (_, where, values) = asking.columns(), asking.conditions()
    sql = f"SELECT {listed(columns)} FROM {asking.table} WHERE {where} ORDER BY {listed(asking.key)}"
    numbered = "".join(f"${n}{part}" if n else part for n, part in enumerate(sql.split("$$")))
    body = {"sql": numbered, "parameters": [str(value) for value in values]}
    found = asking.door.ask("/v1/query?numbers=string", "POST", body).json()
    names = [column["name"] for column in found["columns"]]
    assert [dict(zip(names, row, strict=True)) for row in found["rows"]] == asking.sql(sql, values)


KINDS = (one_row, many_by_key, how_many, pages, a_statement)


def test_answers_are_those_of_sql(door: Door) -> None:
    """By keys, ranges, columns and limits, page by page."""
    asked = Counter[str]()

    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        kind = data.draw(st.sampled_from(KINDS))
        asked[kind.__name__] += 1
        kind(Asking(door, connection, data, data.draw(st.sampled_from(sorted(VIEWS)))))

    with psycopg.connect(door.gateway.dsn, autocommit=True) as connection:
        connection.execute("SET timezone = 'UTC'")
        check()
    assert len(asked) == len(KINDS)
