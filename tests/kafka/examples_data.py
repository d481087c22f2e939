"""What the topics of the examples hold, and what their views must hold then: counted here in plain Python."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from confluent_kafka import Producer

from tests.plugins.kafka import KafkaBroker

PARTITIONS = 3
#: Scheduled start of the trades: 2024-03-01 12:00:00 UTC.
TRADES_FROM_MS = 1_709_294_400_000
COMPACTED = {"cleanup.policy": "compact"}
TOPICS = ("customers", "orders", "trades", "plays", "ratings")

Record = tuple[str, dict[str, Any] | None]


@dataclass
class Examples:
    """Records by topic, in the order in which they were sent; more may be sent later."""

    seed: int
    sent: dict[str, list[Record]] = field(default_factory=lambda: {topic: [] for topic in TOPICS})

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def make(self) -> dict[str, list[Record]]:
        """The first records of all topics."""
        r = self.random
        names = [f"c{i:03}" for i in range(40)]
        customers: list[Record] = [(c, {"name": f"Customer {c}", "city": r.choice(["Oslo", "Zürich", "Łódź"])}) for c in names]
        customers += [(c, {"name": f"Customer {c}", "city": "Hamburg"}) for c in names[5:15]]
        customers += [(c, None) for c in names[30:35]]
        songs = [(f"song {i}", r.choice(["punk", "hip hop", "folk"])) for i in range(25)]
        weights = [1.3**i for i in range(25)]
        played = r.choices(songs, weights, k=600)
        return {
            "customers": customers,
            "orders": self.orders(300),
            "trades": [self._trade() for _ in range(300)],
            "plays": [(song, {"genre": genre, "duration_ms": r.choice([5_000, 30_000, 180_000])}) for song, genre in played],
            "ratings": [(f"movie {r.randrange(30)}", {"rating": r.randint(1, 10)}) for _ in range(400)],
        }

    def orders(self, count: int) -> list[Record]:
        """Some orders more, also of customers whom nobody knows."""
        return [(f"c{self.random.randrange(45):03}", {"cents": self.random.randrange(1, 100_000)}) for _ in range(count)]

    def _trade(self) -> Record:
        at_ms = TRADES_FROM_MS + self.random.randrange(20_000)
        return self.random.choice(["ACME", "INIT", "ZORK"]), {"at_ms": at_ms, "price": self.random.randrange(1_000, 2_000) / 8}

    def send(self, broker: KafkaBroker, records: dict[str, list[Record]]) -> None:
        """Produce to the topics, keyed."""
        producer = Producer({"bootstrap.servers": broker.bootstrap, "enable.idempotence": True})
        for topic, listed in records.items():
            for key, value in listed:
                producer.produce(topic, key=key, value=None if value is None else json.dumps(value))
            self.sent[topic] += listed
        assert producer.flush(60) == 0

    # ---------------------------------------------------------------------------------------------------------- expected

    def customers(self) -> dict[str, dict[str, Any]]:
        """Customers that are not removed, as last sent."""
        last = dict(self.sent["customers"])
        return {customer: value for customer, value in last.items() if value is not None}

    def order_counts(self) -> dict[str, tuple[int, int]]:
        """Orders and cents per customer."""
        counts: Counter[str] = Counter()
        cents: Counter[str] = Counter()
        for customer, value in self.sent["orders"]:
            assert value is not None
            counts[customer] += 1
            cents[customer] += value["cents"]
        return {customer: (counts[customer], cents[customer]) for customer in counts}

    def trade_windows(self) -> dict[tuple[str, int], tuple[float, int]]:
        """(symbol, start in seconds) → mean price and trades of every window that a trade falls in."""
        prices: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
        for symbol, value in self.sent["trades"]:
            assert value is not None
            second = value["at_ms"] // 1000
            for start_s in range(second - 4, second + 1):
                prices[symbol, start_s].append(value["price"])
        return {window: (sum(found) / len(found), len(found)) for window, found in prices.items()}

    def song_plays(self) -> Counter[tuple[str, str]]:
        """(song, genre) → plays that count."""
        return Counter((song, value["genre"]) for song, value in self.sent["plays"] if value and value["duration_ms"] >= 30_000)

    def movie_ratings(self) -> dict[str, tuple[float, int]]:
        """Mean and number of ratings per movie."""
        ratings: defaultdict[str, list[int]] = defaultdict(list)
        for movie, value in self.sent["ratings"]:
            assert value is not None
            ratings[movie].append(value["rating"])
        return {movie: (sum(found) / len(found), len(found)) for movie, found in ratings.items()}
