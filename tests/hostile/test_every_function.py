"""Every function that is served, with arguments that take it long: how soon its statement ends once it has been cancelled.

A run asks a sample, `make stops` all. Both print the distribution, and what takes longer than SOON_S.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from time import monotonic
from typing import Any, Final

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.hostile.conftest import NUMBERS, numbers
from tests.hostile.process import bugs, bystander, resident_bytes
from tests.hostile.worst import served, statements
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.scale import random_for, scaled

pytestmark = pytest.mark.slow
SAMPLED: Final = 100
#: When it is cancelled: it has been planned by then and works on its first rows.
CANCEL_AFTER_S: Final = 0.15
SOON_S: Final = 0.1
LATENCY_MAX_S: Final = 5.0
RESIDENT_BYTES_MAX: Final = 4 << 30


@dataclass(frozen=True, slots=True)
class Outcome:
    """*latency_s* from the cancel on; None where the statement had ended by then, with *state*."""

    name: str
    state: str
    latency_s: float | None


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[Gateway]:
    write_version(str(tmp_path / "root"), NUMBERS, numbers())
    with running_gateway(tmp_path / "root", tmp_path / "store") as gateway:
        yield gateway
        assert resident_bytes(gateway) < RESIDENT_BYTES_MAX
        assert not bugs(gateway.log.read_text(errors="replace"))


def cancelled(connection: psycopg.Connection[Any], name: str, sql: str) -> Outcome:
    """The statement, cancelled while it runs."""
    sent: list[float] = []

    def cancel() -> None:
        sent.append(monotonic())
        connection.cancel()

    timer = threading.Timer(CANCEL_AFTER_S, cancel)
    timer.start()
    state = "00000"
    try:
        connection.execute(sql)  # type: ignore[call-overload]
    except psycopg.Error as error:
        state = error.sqlstate or "none"
    ended = monotonic()
    timer.cancel()
    timer.join()
    return Outcome(name, state, ended - sent[0] if sent and ended > sent[0] else None)


def test_every_function_ends_when_it_is_cancelled(gateway: Gateway) -> None:
    chosen = [found for function in served() for found in statements(function)]
    random = random_for("functions")
    random.shuffle(chosen)
    with psycopg.connect(gateway.dsn, autocommit=True) as connection, bystander(gateway):
        outcomes = [cancelled(connection, name, sql) for name, sql in chosen[: scaled(SAMPLED, len(chosen))]]
        assert connection.execute("SELECT count(*) FROM numbers").fetchone() == (1000,)
    latencies = sorted(outcome.latency_s for outcome in outcomes if outcome.latency_s is not None)
    print(f"{len(outcomes)} statements, {len(latencies)} cancelled while they ran; the others ended before:")
    for state, names in groupby(sorted((o.state, o.name) for o in outcomes if o.latency_s is None), lambda found: found[0]):
        print(f"    {state}", *(name for _, name in names), sep="; ")
    print(", ".join(f"{share:.0%} {latencies[int(share * (len(latencies) - 1))] * 1000:.0f} ms" for share in (0.5, 0.9, 0.99, 1)))
    late = sorted(((o.latency_s, o.name, o.state) for o in outcomes if o.latency_s and o.latency_s > SOON_S), reverse=True)
    for latency_s, name, state in late:
        print(f"{latency_s * 1000:6.0f} ms {state} {name}")
    assert latencies
    assert latencies[-1] < LATENCY_MAX_S
