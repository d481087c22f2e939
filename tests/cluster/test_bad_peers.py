"""At the address of node c answers something that is not node c, or nothing: a and b say so, and answer as if there were no c."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from gateway.cluster.membership.status import NodeStatus
from gateway.config import Address
from tests.cluster.answers import CITIES, CUSTOMERS, ORDERS, Answers, answer
from tests.cluster.impostor import Conduct, babbles, claims, greets_only, hangs_up, impostor, says_nothing
from tests.gateway.fake_peer import BATCH_MESSAGE, COPY_OUT, END_MESSAGE, GOOD, SCHEMA_MESSAGE, done
from tests.plugins.cluster import Cluster, running, wait_until
from tests.plugins.gateway import start_gateway
from tests.plugins.postgres import free_port

NOTICED_S: Final = 20


def _cluster(root: Path, folder: Path, replicas: int) -> AbstractContextManager[Cluster]:
    """Nodes a and b of three. The third address is free."""
    folder.mkdir()
    addresses = {name: f"127.0.0.1:{free_port()}" for name in "abc"}
    return running(Cluster(root, folder, replicas, addresses, dead_after_s=None), "ab")


@pytest.fixture(scope="module")
def pair(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two replicas: a and b have one of each shard at least."""
    with _cluster(root, tmp_path_factory.mktemp("pair") / "nodes", replicas=2) as found:
        yield found


@pytest.fixture(scope="module")
def singles(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One replica: what is placed on c, nobody has."""
    with _cluster(root, tmp_path_factory.mktemp("singles") / "nodes", replicas=1) as found:
        yield found


def port_of(cluster: Cluster, name: str) -> int:
    return Address.parse(cluster.addresses[name]).port


def as_c(cluster: Cluster) -> NodeStatus:
    """What a node c would say that has every shard of every view."""
    mine = cluster.status("a")
    shards = {schema.name: frozenset(range(schema.shards)) for schema in (ORDERS, CUSTOMERS, CITIES)}
    views = {name: replace(view, shards=shards[name]) for name, view in mine.views.items()}
    return replace(mine, name="c", address=Address.parse(cluster.addresses["c"]), run="0123456789abcdef", views=views)


def await_state(cluster: Cluster, state: str, reason: str, who: str = "c") -> None:
    """Both nodes show the member so, and have named it in their logs."""
    sql = "SELECT state, reason FROM tidegate.nodes WHERE name = %s"
    seen: dict[str, Any] = {}

    def shown() -> bool:
        for name in "ab":
            with psycopg.connect(cluster.dsns[name], autocommit=True) as connection:
                seen[name] = connection.execute(sql, [who]).fetchone()
        return all(found is not None and found[0] == state and reason in (found[1] or "") for found in seen.values())

    try:
        wait_until(shown, NOTICED_S, f"{who} is {state}: {reason}")
    except pytest.fail.Exception:
        pytest.fail(f"not {state}, {reason!r}: {seen}")
    for name in "ab":
        assert f"node {who} at {cluster.addresses[who]}" in cluster.nodes[name].log.read_text(errors="replace")


def check_answers(cluster: Cluster, expected: Answers) -> None:
    """Every query of one of the two nodes, half of them of each."""
    for first, name in enumerate("ab"):
        with psycopg.connect(cluster.dsns[name], autocommit=True) as connection:
            for sql in list(expected)[first::2]:
                assert answer(connection, sql) == expected[sql], (name, sql)


SILENT: Final[dict[str, tuple[Conduct | None, str, str]]] = {
    "unreachable": (None, "dead", "onnection refused"),
    "accepts and never answers": (says_nothing, "dead", ""),
    "greets and never answers": (greets_only, "dead", ""),
    "hangs up": (hangs_up, "dead", ""),
    "no Postgres server": (babbles, "dead", ""),
    "no status": (claims("hello"), "refused", "garbage"),
    "half a status": (claims('{"format": 1, "cluster": "tidegate", "name": "c"}'), "refused", "garbage"),
}


@pytest.mark.parametrize("case", SILENT)
def test_no_node_at_all(pair: Cluster, expected: Answers, case: str) -> None:
    conduct, state, reason = SILENT[case]
    there: AbstractContextManager[None] = nullcontext() if conduct is None else impostor(port_of(pair, "c"), conduct)
    with there:
        await_state(pair, state, reason)
        check_answers(pair, expected)


OTHERS: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "name": ({"name": "x"}, "answers as 'x'"),
    "cluster": ({"cluster": "another"}, "cluster 'another'"),
    "format": ({"format": 99}, "format 99"),
    "name of a": ({"name": "a"}, "answers as 'a'"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_another_node(pair: Cluster, expected: Answers, what: str) -> None:
    """It would serve anything, and is not asked."""
    changes, reason = OTHERS[what]
    with impostor(port_of(pair, "c"), claims(replace(as_c(pair), **changes), GOOD)):
        await_state(pair, "refused", reason)
        check_answers(pair, expected)


#: What comes instead of a fragment's rows from a node that seems to be in order.
LIES: Final = {
    "nothing": b"",
    "garbage": b"\x00\xff" * 100,
    "a truncated stream": COPY_OUT + SCHEMA_MESSAGE + BATCH_MESSAGE[: len(BATCH_MESSAGE) // 2],
    "no end of stream": COPY_OUT + SCHEMA_MESSAGE + BATCH_MESSAGE + done(3),
    "no rows, though it counts some": COPY_OUT + SCHEMA_MESSAGE + END_MESSAGE + done(6),
    "broken Arrow": COPY_OUT + SCHEMA_MESSAGE + BATCH_MESSAGE[:5] + b"\xff" * (len(BATCH_MESSAGE) - 5),
    "columns of another query": GOOD,
}


@pytest.mark.parametrize("lie", LIES)
def test_a_node_that_lies(pair: Cluster, expected: Answers, lie: str) -> None:
    with impostor(port_of(pair, "c"), claims(as_c(pair), LIES[lie])):
        await_state(pair, "alive", "")
        check_answers(pair, expected)


@pytest.mark.parametrize("lie", ["a truncated stream", "columns of another query"])
def test_no_answer_is_short(singles: Cluster, expected: Answers, lie: str) -> None:
    """With the only replica lost, a query fails, and says which node and why."""
    sql = "SELECT count(*), sum(amount) FROM orders"
    own = {name: singles.status(name).views["orders"].shards for name in "ab"}
    assert own["a"] | own["b"] < frozenset(range(8))
    with impostor(port_of(singles, "c"), claims(as_c(singles), LIES[lie])):
        await_state(singles, "alive", "")
        with psycopg.connect(singles.dsns["a"], autocommit=True) as connection:
            with pytest.raises(psycopg.errors.ConnectionFailure) as caught:
                connection.execute(sql)
            assert "node c" in (caught.value.diag.message_detail or "")


def test_two_nodes_of_one_name(pair: Cluster, expected: Answers, root: Path, tmp_path: Path) -> None:
    """A second process b, on another port: it finds out itself, and nobody asks it."""
    peers = ",".join(f"{name}={address}" for name, address in pair.addresses.items())
    twin = start_gateway(root, tmp_path / "b", "--node", "b", "--peers", peers, "--replicas", "2")
    try:
        with psycopg.connect(twin.dsn, autocommit=True) as connection:

            def told() -> bool:
                found = connection.execute("SELECT reason FROM tidegate.nodes WHERE here").fetchone()
                return found is not None and "another process answers at its address" in (found[0] or "")

            wait_until(told, NOTICED_S, "the second b knows of the first")
            assert "another process answers at its address" in twin.log.read_text(errors="replace")
            for sql, wanted in expected.items():
                assert answer(connection, sql) == wanted, sql
        check_answers(pair, expected)
    finally:
        assert twin.stop() == 0


def test_a_real_node_of_another_cluster(pair: Cluster, expected: Answers, root: Path, tmp_path: Path) -> None:
    peers = f"x={pair.addresses['c']},a={pair.addresses['a']},b={pair.addresses['b']}"
    options = ("--node", "x", "--peers", peers, "--cluster", "blue")
    stranger = start_gateway(root, tmp_path / "x", *options, port=port_of(pair, "c"))
    try:
        await_state(pair, "refused", "cluster 'blue'")
        check_answers(pair, expected)
    finally:
        stranger.kill()


def test_more_replicas_than_nodes(root: Path, expected: Answers, tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    node = start_gateway(
        root, tmp_path / "a", "--node", "a", "--peers", f"a={address}", "--replicas", "5", port=Address.parse(address).port
    )
    try:
        assert "replicas is 5, and there are 1 nodes: each of them holds everything" in node.log.read_text(errors="replace")
        with psycopg.connect(node.dsn, autocommit=True) as connection:
            for sql, wanted in expected.items():
                assert answer(connection, sql) == wanted, sql
    finally:
        assert node.stop() == 0
