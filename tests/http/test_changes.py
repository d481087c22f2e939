"""GET /v1/views/{view}/changes: what a view becomes, as server-sent events and as lines, against a model of it."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from tests.http.conftest import Door, http_port
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import running_gateway
from tests.plugins.scale import random_for, scaled
from tests.statestore.changing_world import ChangingWorld, make_world

LINES = "application/x-ndjson"


@dataclass
class Followed:
    """A view of which everything changes but its columns, and its gateway."""

    world: ChangingWorld
    door: Door

    def shown(self, version: int) -> dict[int, dict[str, Any]]:
        """What a version shows, as JSON has it."""
        names = ("k", "t", "s", "x0", "x1", "x2")
        return {k: dict(zip(names, (k, _moment(t), *rest), strict=True)) for k, (t, *rest) in self.world.shown[version].items()}


def _moment(time_us: int | None) -> str | None:
    return None if time_us is None else f"{datetime.fromtimestamp(time_us / 1e6, UTC).replace(tzinfo=None).isoformat()}Z"


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Followed]:
    folder = tmp_path_factory.mktemp("changes")
    world = make_world(folder, random_for("changes over HTTP"))
    world.extra = 3
    for _ in range(4):
        world.commit_random()
    root = folder / "root"
    with running_gateway(root, folder / "store", "--http", "127.0.0.1:0") as gateway:
        yield Followed(world, Door(gateway, http_port(gateway), root))


@dataclass
class Replica:
    """What a client has been told."""

    rows: dict[int, dict[str, Any]] = field(default_factory=dict)
    position: str = "snapshot"

    @property
    def version(self) -> int:
        return int(self.position.partition("@")[0]) if self.position != "snapshot" else 0

    def take(self, told: dict[str, Any]) -> None:
        if told["kind"] == "progress":
            self.position = told["position"]
            return
        row, before = told["row"], told["before"]
        assert self.rows.get(row["k"]) == before
        if told["kind"] == "delete":
            assert row == before
            del self.rows[row["k"]]
        else:
            assert (told["kind"] == "insert") == (before is None)
            self.rows[row["k"]] = row


def test_lines_from_position_to_position(followed: Followed) -> None:
    replica, world = Replica(), followed.world
    for _ in range(scaled(15, 200)):
        while replica.version < world.version:
            found = followed.door.ask(f"/v1/views/v/changes?from={replica.position}&wait=2", Accept=LINES)
            assert (found.status, found.headers["content-type"]) == (200, LINES)
            told = [json.loads(line) for line in found.body.splitlines()]
            assert told[-1]["kind"] == "progress"
            for one in told:
                replica.take(one)
        assert replica.rows == followed.shown(replica.version)
        for _ in range(world.dice.randrange(1, 4)):
            world.commit_random()


def test_lines_end_when_the_time_is_over(followed: Followed) -> None:
    path = f"/v1/views/v/changes?from=now&wait=0&min_version={followed.world.version}"
    wait_until(lambda: followed.door.ask(path, Accept=LINES).status != 409, 30, "the version is here")
    found = followed.door.ask(path, Accept=LINES)
    (told,) = map(json.loads, found.body.splitlines())
    assert (told["kind"], told["version"]) == ("progress", followed.world.version)
    assert told["position"].startswith(f"{told['version']}@")


class Events:
    """A stream of events, read as the standard says."""

    def __init__(self, door: Door, path: str, last: str | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", door.port, timeout=30)
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip", **({} if last is None else {"Last-Event-ID": last})}
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200
        assert self.answer.headers["Content-Type"].startswith("text/event-stream")
        assert "Content-Encoding" not in self.answer.headers
        self.last = last

    def __iter__(self) -> Iterator[dict[str, Any]]:
        event: dict[str, str] = {}
        for raw in self.answer:
            line = raw.decode().rstrip("\n")
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
                continue
            self.last = event.get("id", self.last)
            if "data" in event:
                told = json.loads(event["data"])
                assert told["kind"] == event["event"]
                assert ("id" in event) == (told["kind"] == "progress")
                yield told
            event = {}


def test_events_go_on_behind_the_last_one(followed: Followed) -> None:
    """The connection breaks anywhere, within a version too: what was told of one that is not complete is told again."""
    world, last, complete = followed.world, None, Replica()
    for _ in range(scaled(8, 100)):
        until = world.version + 2
        for _ in range(2):
            world.commit_random()
        events = Events(followed.door, "/v1/views/v/changes", last)
        pending: list[dict[str, Any]] = []
        left = world.dice.randrange(1, 40)
        for told in events:
            pending.append(told)
            left -= 1
            if told["kind"] == "progress":
                for one in pending:
                    complete.take(one)
                pending = []
                assert complete.rows == followed.shown(told["version"])
            if left == 0 or complete.version == until:
                break
        last = events.last
        events.connection.close()
    wait_until(lambda: subscriptions(followed.door) == 0, 20, "all have ended")


def subscriptions(door: Door) -> int:
    return sum(len(row) for row in door.sql("SELECT 1 FROM tidegate.queries WHERE kind = 'subscription' AND state = 'running'"))


def test_one_key_and_some_columns(followed: Followed) -> None:
    world = followed.world
    events = Events(followed.door, "/v1/views/v/changes?k=5&columns=k,s&from=now")
    told = iter(events)
    assert next(told)["kind"] == "progress"
    world.commit({5: (None, "a", 1, 2, 3), 6: (None, "a", 1, 2, 3)}, mode="replace")
    world.commit({5: (None, "b", 1, 2, 3), 6: (None, "b", 1, 2, 3)})
    for one in told:
        if one["version"] == world.version and one["kind"] != "progress":
            assert (one["kind"], one["row"], one["before"]) == ("update", {"k": 5, "s": "b"}, {"k": 5, "s": "a"})
            break
        assert one["kind"] == "progress" or one["row"]["k"] == 5
    events.connection.close()


def test_a_condition_on_other_columns(followed: Followed) -> None:
    """A row that begins to meet it is inserted, one that ceases to is deleted."""
    world = followed.world
    events = Events(followed.door, "/v1/views/v/changes?s=a&columns=k&from=now")
    told = iter(events)
    assert next(told)["kind"] == "progress"
    world.commit({5: (None, "b", 1, 2, 3)}, mode="replace")
    begun = world.version
    world.commit({5: (None, "a", 1, 2, 3), 6: (None, "b", 1, 2, 3)})
    world.commit({5: (None, "a", 1, 2, 4), 6: (None, "c", 1, 2, 3)})
    world.commit({5: (None, "b", 1, 2, 3)}, deletes=(6,))
    seen = []
    for one in told:
        seen += [(one["version"] - begun, one["kind"], one["row"])] if one["kind"] != "progress" and one["version"] > begun else []
        if one["kind"] == "progress" and one["version"] == world.version:
            break
    assert seen == [(1, "insert", {"k": 5}), (3, "delete", {"k": 5})]
    events.connection.close()


@pytest.mark.parametrize(
    ("path", "status", "sqlstate"),
    [
        ("/v1/views/nothing/changes", 404, "42P01"),
        ("/v1/views/v/changes?from=soon", 400, None),
        ("/v1/views/v/changes?from=5@6@7", 400, None),
        ("/v1/views/v/changes?wait=301", 400, None),
        ("/v1/views/v/changes?wait=x", 400, None),
        ("/v1/views/v/changes?nothing=1", 400, None),
        ("/v1/views/v/changes?columns=nothing", 400, None),
        ("/v1/views/v/changes?from=1000000", 409, "40001"),
        ("/v1/views/v/changes?from=2@17", 409, "40001"),
        ("/v1/views/v/changes?k=x", 400, "22P02"),
    ],
)
def test_refused(followed: Followed, path: str, status: int, sqlstate: str | None) -> None:
    found = followed.door.ask(path, Accept="text/event-stream")
    assert (found.status, found.json().get("sqlstate")) == (status, sqlstate)
    assert found.headers["content-type"] == "application/problem+json"


def test_other_forms_and_methods_are_refused(followed: Followed) -> None:
    for accept in ("text/html", "text/event-stream;q=0"):
        assert followed.door.ask("/v1/views/v/changes", Accept=accept).status == 406
    for accept, media in (("text/*", "text/event-stream"), ("text/event-stream;q=0.1, */*;q=0.2", LINES)):
        found = followed.door.ask("/v1/views/v/changes", "HEAD", Accept=accept)
        assert found.headers["content-type"].partition(";")[0] == media
    assert followed.door.ask("/v1/views/v/changes", "POST", {}).status == 405


def test_a_head_has_an_end(followed: Followed) -> None:
    head = b"HEAD /v1/views/%b/changes?from=now HTTP/1.1\r\nHost: localhost\r\n\r\n" % followed.world.folder.name.encode()
    with socket.create_connection(("127.0.0.1", followed.door.port), timeout=10) as client:
        client.sendall(head + b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answers = client.makefile("rb").read()
    assert [answers.count(b"HTTP/1.1 200"), answers.endswith(b"ok\n")] == [2, True]


def test_what_follows_is_seen(followed: Followed) -> None:
    events = Events(followed.door, "/v1/views/v/changes?from=now")
    next(iter(events))
    assert subscriptions(followed.door) == 1
    with psycopg.connect(followed.door.gateway.dsn, user="tidegate", autocommit=True) as connection:
        (pid,) = connection.execute("SELECT pid FROM tidegate.queries WHERE kind = 'subscription' AND state = 'running'").fetchall()
        assert connection.execute("SELECT pg_cancel_backend(%s)", pid).fetchone() == (True,)
    assert b"event: error" in events.answer.read()
    events.connection.close()
    wait_until(lambda: subscriptions(followed.door) == 0, 20, "it has ended")
