"""The classic examples of Interactive Queries, on the whole path: Kafka topics, a Spark job, three nodes that met through Kafka.

Every question is asked of every node. The answers are counted from the records in plain Python.
"""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

pytest.importorskip("confluent_kafka", reason="this machine lacks confluent-kafka (pip install 'tidegate[kafka]')")

from tests.kafka.examples_data import COMPACTED, PARTITIONS, TOPICS, TRADES_FROM_MS, Examples
from tests.kafka.nodes import KafkaCluster, kafka_cluster
from tests.plugins.cluster import wait_until
from tests.plugins.kafka import KafkaBroker
from tests.plugins.need import program
from tests.plugins.scale import seed_for

pytestmark = [pytest.mark.kafka, pytest.mark.spark, pytest.mark.timeout(900)]

JOB_S = 300.0
CATCH_UP_S = 60.0
SHARDS = 6


@dataclass
class World:
    """Everything that runs."""

    broker: KafkaBroker
    examples: Examples
    cluster: KafkaCluster
    run_job: Callable[[], None]

    def ask(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """The answer, which must be the same from every node."""
        answers = [self.ask_node(name, sql, *parameters) for name in self.cluster.nodes]
        assert all(answer == answers[0] for answer in answers), answers
        return answers[0]

    def ask_node(self, name: str, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.cluster.nodes[name].dsn) as connection:
            return connection.execute(sql.encode(), parameters or None).fetchall()


@pytest.fixture(scope="module")
def world(kafka: KafkaBroker, kafka_jars: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    program("java")
    folder = tmp_path_factory.mktemp("examples")
    for topic in TOPICS:
        kafka.create_topic(topic, PARTITIONS, COMPACTED if topic == "customers" else None)
    examples = Examples(seed_for("examples"))
    examples.send(kafka, examples.make())

    def run_job() -> None:
        command = [sys.executable, "-m", "tests.kafka.examples_job", "--kafka", kafka.bootstrap, "--jars", kafka_jars]
        paths = ["--root", str(folder / "root"), "--work", str(folder / "work")]
        ran = subprocess.run([*command, *paths], capture_output=True, text=True, timeout=JOB_S)
        assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr[-4000:]}"

    run_job()
    name = f"examples-{uuid.uuid4().hex[:8]}"
    with kafka_cluster(folder / "root", folder / "nodes", kafka.bootstrap, name) as cluster:
        yield World(kafka, examples, cluster, run_job)


def test_the_nodes_have_found_each_other(world: World) -> None:
    found = world.ask("SELECT name, address FROM tidegate.nodes ORDER BY name")
    assert found == sorted(world.cluster.addresses.items())
    held = world.ask("SELECT view, count(*), count(DISTINCT owner) FROM tidegate.shards GROUP BY view ORDER BY view")
    assert [(view, shards) for view, shards, _ in held] == [
        (view, SHARDS) for view in ("customers", "movie_ratings", "order_counts", "song_plays", "trade_windows")
    ]
    assert max(owners for *_, owners in held) > 1


# ------------------------------------------------------------------------------------------------------------------- orders


def test_order_counts_get(world: World) -> None:
    for customer, (orders, cents) in world.examples.order_counts().items():
        assert world.ask("SELECT orders, cents FROM order_counts WHERE customer = %s", customer) == [(orders, cents)]
    assert world.ask("SELECT orders FROM order_counts WHERE customer = 'nobody'") == []


def test_order_counts_range_and_all(world: World) -> None:
    counts = sorted((customer, orders) for customer, (orders, _) in world.examples.order_counts().items())
    assert world.ask("SELECT customer, orders FROM order_counts ORDER BY customer") == counts
    assert world.ask("SELECT customer, orders FROM order_counts WHERE customer BETWEEN 'c010' AND 'c020' ORDER BY customer") == [
        (customer, orders) for customer, orders in counts if "c010" <= customer <= "c020"
    ]
    assert world.ask("SELECT customer, orders FROM order_counts ORDER BY customer DESC LIMIT 3") == counts[:-4:-1]


def test_order_counts_approximate_count(world: World) -> None:
    customers, sql = len(world.examples.order_counts()), "SELECT rows FROM tidegate.views WHERE name = 'order_counts'"
    for name in world.cluster.nodes:
        # They are not known of shards that are on their way from one node to another.
        wait_until(lambda name=name: world.ask_node(name, sql) != [(None,)], CATCH_UP_S, "all shards' rows are known")
        assert world.ask_node(name, sql) == [(customers,)]
        assert world.ask_node(name, "SELECT sum(rows) FROM tidegate.shards WHERE view = 'order_counts'") == [(customers,)]
    assert world.ask("SELECT count(*) FROM order_counts") == [(customers,)]


def test_which_host_holds_a_key(world: World) -> None:
    host_of = """
        SELECT n.name, n.address FROM tidegate.shards s JOIN tidegate.nodes n ON n.name = s.owner
        WHERE s.view = 'order_counts' AND s.shard = tidegate.shard_for_key('order_counts', '{}')"""
    local = "SELECT shard, rows FROM tidegate.local_shards WHERE view = 'order_counts'"

    def held_by_each() -> dict[str, set[int]]:
        return {name: {shard for shard, _ in world.ask_node(name, local)} for name in world.cluster.nodes}

    # Whoever was there before the others lets go of shards once their new owners have them.
    wait_until(lambda: sum(map(len, held_by_each().values())) == SHARDS, CATCH_UP_S, "every shard is held by one node")
    held, hosts = held_by_each(), set()
    for customer in world.examples.order_counts():
        ((name, address),) = world.ask(host_of.format(customer))
        assert world.cluster.addresses[name] == address
        ((shard,),) = world.ask(f"SELECT tidegate.shard_for_key('order_counts', '{customer}')")
        assert [node for node in held if shard in held[node]] == [name]
        hosts.add(name)
    assert len(hosts) > 1


def test_orders_joined_to_a_compacted_customers_topic(world: World) -> None:
    customers = world.examples.customers()
    assert 0 < len(customers) < 40
    expected = sorted(
        (customer, customers[customer]["name"], customers[customer]["city"], orders)
        for customer, (orders, _) in world.examples.order_counts().items()
        if customer in customers
    )
    joined = "SELECT customer, c.name, c.city, o.orders FROM order_counts o JOIN customers c USING (customer)"
    assert world.ask(f"{joined} ORDER BY customer") == expected
    assert world.ask(f"{joined} WHERE customer = 'c007'") == [row for row in expected if row[0] == "c007"]
    per_city: dict[str, int] = {}
    for _, _, city, orders in expected:
        per_city[city] = per_city.get(city, 0) + orders
    cities = "SELECT c.city, sum(o.orders) FROM order_counts o JOIN customers c USING (customer) GROUP BY c.city ORDER BY c.city"
    assert world.ask(cities) == sorted(per_city.items())


# ------------------------------------------------------------------------------------------------------------------- trades


def test_hopping_windows_over_trades(world: World) -> None:
    windows = world.examples.trade_windows()
    asked = "SELECT symbol, extract(epoch FROM window_start)::bigint, avg_price, trades FROM trade_windows"
    assert {(symbol, start): (price, trades) for symbol, start, price, trades in world.ask(f"{asked} ORDER BY 1, 2")} == windows
    first = TRADES_FROM_MS // 1000
    some = world.ask(
        f"{asked} WHERE symbol = 'ACME' AND window_start >= to_timestamp(%s) AND window_start < to_timestamp(%s) ORDER BY 2",
        first + 3,
        first + 9,
    )
    assert some == [
        ("ACME", start, *found)
        for (symbol, start), found in sorted(windows.items())
        if symbol == "ACME" and first + 3 <= start < first + 9
    ]
    lengths = world.ask("SELECT DISTINCT extract(epoch FROM window_end - window_start)::int FROM trade_windows")
    assert lengths == [(5,)]


# ------------------------------------------------------------------------------------------------------------ charts, means


def test_top_five_of_the_music_chart(world: World) -> None:
    plays = world.examples.song_plays()
    chart = sorted(((song, count) for (song, _), count in plays.items()), key=lambda row: (-row[1], row[0]))
    assert world.ask("SELECT song, plays FROM song_plays ORDER BY plays DESC, song LIMIT 5") == chart[:5]
    punk = sorted(((song, count) for (song, genre), count in plays.items() if genre == "punk"), key=lambda row: (-row[1], row[0]))
    per_genre = """
        SELECT song, plays FROM (
            SELECT song, genre, plays, row_number() OVER (PARTITION BY genre ORDER BY plays DESC, song) AS place FROM song_plays
        ) AS ranked WHERE genre = 'punk' AND place <= 5 ORDER BY place"""
    assert world.ask(per_genre) == punk[:5]


def test_average_rating_per_movie(world: World) -> None:
    ratings = world.examples.movie_ratings()
    found = world.ask("SELECT movie, rating, ratings FROM movie_ratings ORDER BY movie")
    assert {movie: (rating, count) for movie, rating, count in found} == ratings
    best = min(ratings, key=lambda movie: (-ratings[movie][0], movie))
    assert world.ask("SELECT movie FROM movie_ratings ORDER BY rating DESC, movie LIMIT 1") == [(best,)]


# --------------------------------------------------------------------------------------------------------- behind the topic


def test_how_far_a_view_is_behind_its_topic(world: World) -> None:
    asked = "SELECT source, behind_records FROM tidegate.views WHERE name = 'order_counts'"

    def behind(records: int) -> Callable[[], bool]:
        return lambda: all(world.ask_node(name, asked) == [("orders", records)] for name in world.cluster.nodes)

    wait_until(behind(0), CATCH_UP_S, "no node's order_counts is behind its topic")
    world.examples.send(world.broker, {"orders": world.examples.orders(17)})
    wait_until(behind(17), CATCH_UP_S, "17 records behind on every node")
    world.run_job()
    wait_until(behind(0), CATCH_UP_S, "the job has read them")
    world.cluster.await_placed()
    counts = sorted((customer, *found) for customer, found in world.examples.order_counts().items())
    assert world.ask("SELECT customer, orders, cents FROM order_counts ORDER BY customer") == counts
