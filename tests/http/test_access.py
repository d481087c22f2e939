"""Logins and grants: whoever may not ask in SQL may not ask over HTTP."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gateway.access.users import Users, write_users
from gateway.access.verifier import Verifier
from statestore.views.local_writer import write_version
from tests.http.conftest import ORDERS, TYPES, Door, http_port, kinds, orders
from tests.plugins.gateway import running_gateway

CONFIG = """
[access]
users_file = "{folder}/users"
grants_file = "{folder}/grants"
failed_login_delay_s = 0.0
[[hba]]
method = "trust"
address = "loopback"
user = "tester"
[[hba]]
method = "scram-sha-256"
address = "loopback"
"""
GRANTS = ';; tidegate grants 1\n"ann" "orders" ("customer", "id")\n"tester" *\n"bob" "orders"\n'


@contextmanager
def guarding(folder: Path, config: str) -> Iterator[Door]:
    write_version(str(folder / "root"), ORDERS, orders(3))
    write_version(str(folder / "root"), TYPES, kinds())
    write_users(folder / "users", Users({user: Verifier.of("pencil") for user in ("ann", "bob")}))
    (folder / "grants").write_text(GRANTS)
    (folder / "tidegate.toml").write_text(config.format(folder=folder))
    with running_gateway(
        folder / "root", folder / "store", "--http", "127.0.0.1:0", "--config", str(folder / "tidegate.toml")
    ) as gateway:
        yield Door(gateway, http_port(gateway), folder / "root")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    with guarding(tmp_path_factory.mktemp("guarded"), CONFIG) as door:
        yield door


def basic(user: str, password: str = "pencil") -> str:
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


def test_who_has_no_password_is_asked_for_one(guarded: Door) -> None:
    assert guarded.ask("/livez").status == guarded.ask("/readyz").status == 200
    for path in ("/status", "/metrics", "/v1/views", "/v1/views/orders/rows/1/1"):
        found = guarded.ask(path)
        assert (found.status, found.headers["www-authenticate"][:5]) == (401, "Basic")
        assert guarded.ask(path, Authorization=basic("ann", "wrong")).status == 401
        for given in (basic("nobody"), "Bearer x", "Basic", "Basic x", "Basic YW5u", basic("", ""), basic("a" * 64)):
            found = guarded.ask(path, Authorization=given)
            assert (found.status, found.headers["www-authenticate"][:5]) == (401, "Basic"), given


def test_who_may_come_under_another_name_only_is_asked_for_it(tmp_path: Path) -> None:
    """RFC 9110 15.5.2: 401 without credentials that are good enough; 15.5.4: 403 with some that are not."""
    with guarding(tmp_path, CONFIG + 'user = "ann"\n') as door:
        assert door.ask("/v1/views").status == 401
        assert door.ask("/v1/views", Authorization=basic("bob")).status == 403
        assert door.ask("/v1/views", Authorization=basic("ann")).status == 200


def test_grants_are_those_of_sql(guarded: Door) -> None:
    ann, bob = basic("ann"), basic("bob")
    assert guarded.ask("/v1/views/orders/rows/1/1", Authorization=bob).status == 200
    hidden = guarded.ask("/v1/views/orders/rows/1/1", Authorization=ann)
    assert (hidden.status, hidden.json()["sqlstate"]) == (403, "42501")
    some = guarded.ask("/v1/views/orders/rows/1/1?columns=customer,id", Authorization=ann)
    assert some.json() == {"customer": 1, "id": 1}
    for path in (
        "/v1/views/kinds",
        "/v1/views/kinds/rows/1",
        "/v1/views/kinds/rows",
        "/v1/views/kinds/count",
        "/v1/metadata/views/kinds",
        "/v1/metadata/views/kinds/keys/1",
    ):
        found = guarded.ask(path, Authorization=bob)
        assert (found.status, found.json()["sqlstate"]) == (403, "42501"), path
    for path, body in (("/v1/views/kinds/rows:lookup", {"keys": [[1]]}), ("/v1/query", {"sql": "TABLE kinds"})):
        found = guarded.ask(path, "POST", body, Authorization=bob)
        assert (found.status, found.json()["sqlstate"]) == (403, "42501"), path
    assert [v["name"] for v in guarded.ask("/v1/views", Authorization=bob).json()["views"]] == ["orders"]
    assert [v["name"] for v in guarded.ask("/status", Authorization=bob).json()["views"]] == ["orders"]
    query = guarded.ask("/v1/query", "POST", {"sql": "SELECT amount FROM orders"}, Authorization=ann)
    assert query.json()["sqlstate"] == "42501"


def test_a_tag_is_for_who_may_read_as_much(guarded: Door) -> None:
    path = "/v1/views/orders/rows/1/1"
    told = guarded.ask(path, Authorization=basic("bob"))
    assert told.status == 200
    assert guarded.ask(path, Authorization=basic("bob"), If_None_Match=told.headers["etag"]).status == 304
    assert guarded.ask(path, Authorization=basic("ann"), If_None_Match=told.headers["etag"]).status == 403


def test_metrics_name_no_view_that_is_not_granted(guarded: Door) -> None:
    assert b'view="kinds"' not in guarded.ask("/metrics", Authorization=basic("bob")).body
    assert b'view="orders"' in guarded.ask("/metrics", Authorization=basic("bob")).body


def test_a_page_of_another_site_asks_for_nothing(guarded: Door) -> None:
    assert guarded.ask("/v1/views", Host="evil.example").status == 421
