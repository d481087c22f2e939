"""Nodes that find each other through a real broker."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

pytest.importorskip("confluent_kafka", reason="this machine lacks confluent-kafka (pip install 'tidegate[kafka]')")

from confluent_kafka import Consumer

from gateway.cluster.membership.kafka import KafkaMembership
from gateway.cluster.membership.members import Member
from gateway.config import Address
from tests.plugins.kafka import SESSION_MS_MIN, KafkaBroker
from tests.plugins.postgres import free_port

#: Generous: the machine may be busy. Everything here takes a second or two.
WAIT_S = 60.0
A, B, C = (Member(name, Address("127.0.0.1", 5433 + i)) for i, name in enumerate("abc"))

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(600)]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def fresh_cluster() -> str:
    return f"test-{uuid.uuid4().hex[:8]}"


@asynccontextmanager
async def joining(bootstrap: str, cluster: str, *members: Member, session_ms: int = 2_000) -> AsyncIterator[list[KafkaMembership]]:
    made = [KafkaMembership(bootstrap, cluster, member, secrets.token_hex(8), session_ms) for member in members]
    for membership in made:
        membership.start()
    try:
        yield made
    finally:
        await asyncio.gather(*(asyncio.to_thread(membership.close) for membership in made))


async def until(membership: KafkaMembership, condition: Callable[[], bool]) -> None:
    """Wait for a change after which *condition* holds."""
    changed = asyncio.Event()
    unsubscribe = membership.subscribe(changed.set)
    try:
        async with asyncio.timeout(WAIT_S):
            while not condition():
                changed.clear()
                await changed.wait()
    finally:
        unsubscribe()


async def until_members(membership: KafkaMembership, *members: Member) -> None:
    wanted = {member.name: member.address for member in members}
    await until(membership, lambda: dict(membership.members()) == wanted)


def test_nodes_read_addresses_from_the_group(kafka: KafkaBroker) -> None:
    async def test() -> None:
        async with joining(kafka.bootstrap, fresh_cluster(), A, B, C) as nodes:
            for node in nodes:
                await until_members(node, A, B, C)
                assert node.fault() == ""
                assert not node.conflicts()

    run(test())


def test_clusters_do_not_see_each_other(kafka: KafkaBroker) -> None:
    async def test() -> None:
        async with joining(kafka.bootstrap, fresh_cluster(), A) as [one], joining(kafka.bootstrap, fresh_cluster(), B) as [two]:
            await until_members(one, A)
            await until_members(two, B)

    run(test())


def test_who_leaves_is_gone_at_once(kafka: KafkaBroker) -> None:
    async def test() -> None:
        # Longer than the test may take: only leaving can make it forget.
        async with joining(kafka.bootstrap, fresh_cluster(), A, B, session_ms=300_000) as [a, b]:
            await until_members(a, A, B)
            await asyncio.to_thread(b.close)
            await until_members(a, A)

    run(test())


_CHILD = """
import sys
from gateway.cluster.membership.kafka import KafkaMembership
from gateway.cluster.membership.members import Member
from gateway.config import Address
me = Member("b", Address("127.0.0.1", 5434))
KafkaMembership(sys.argv[1], sys.argv[2], me, "killed", int(sys.argv[3])).start()
sys.stdin.read()
"""


def test_who_is_killed_is_gone_after_the_session_timeout(kafka: KafkaBroker) -> None:
    async def test() -> None:
        cluster = fresh_cluster()
        command = [sys.executable, "-c", _CHILD, kafka.bootstrap, cluster, str(SESSION_MS_MIN)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
            try:
                async with joining(kafka.bootstrap, cluster, A) as [a]:
                    await until_members(a, A, B)
                    os.kill(child.pid, signal.SIGKILL)
                    await until_members(a, A)
            finally:
                child.kill()

    run(test())


def test_two_nodes_of_one_name_are_a_conflict_until_one_leaves(kafka: KafkaBroker, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        twin = Member("b", Address("127.0.0.1", 7777))
        async with joining(kafka.bootstrap, fresh_cluster(), A, B, twin) as [a, _, other]:
            await until(a, lambda: "b" in a.conflicts())
            assert a.members().keys() == {"a", "b"}
            assert "127.0.0.1:5434" in a.conflicts()["b"]
            assert "127.0.0.1:7777" in a.conflicts()["b"]
            await until(other, lambda: "b" in other.conflicts())
            await asyncio.to_thread(other.close)
            await until(a, lambda: not a.conflicts())
            await until_members(a, A, B)

    with caplog.at_level(logging.INFO, "tidegate.kafka"):
        run(test())
    assert any("node b has joined from 2 addresses" in r.message for r in caplog.records if r.levelno == logging.ERROR)


def test_other_consumers_of_the_group_are_ignored(kafka: KafkaBroker, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with joining(kafka.bootstrap, fresh_cluster(), A) as [a]:
            await until_members(a, A)
            stranger = Consumer({"bootstrap.servers": kafka.bootstrap, "group.id": a.group, "client.id": "somebody"})
            stranger.subscribe([a.group])
            try:
                async with asyncio.timeout(WAIT_S):
                    while "somebody" not in caplog.text:
                        await asyncio.to_thread(stranger.poll, 0.2)
            finally:
                stranger.close()
            assert dict(a.members()) == {"a": A.address}

    with caplog.at_level(logging.WARNING, "tidegate.kafka"):
        run(test())


def test_kafka_down_at_start_is_named_and_joined_when_it_comes(kafka: KafkaBroker, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        kafka.stop()
        try:
            async with joining(kafka.bootstrap, fresh_cluster(), A) as [a]:
                assert a.members() == {}
                async with asyncio.timeout(WAIT_S):
                    while "does not answer" not in a.fault():
                        await asyncio.sleep(0.1)
                assert kafka.bootstrap in a.fault()
                assert a.members() == {}
                await asyncio.to_thread(kafka.start)
                await until_members(a, A)
                assert a.fault() == ""
        finally:
            await asyncio.to_thread(ensure_running, kafka)

    with caplog.at_level(logging.INFO, "tidegate.kafka"):
        run(test())
    assert any(f"Kafka at {kafka.bootstrap} does not answer" in r.message for r in caplog.records if r.levelno == logging.WARNING)


def test_kafka_lost_later_leaves_the_last_known_members(kafka: KafkaBroker, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with joining(kafka.bootstrap, fresh_cluster(), A, B) as [a, b]:
            await until_members(a, A, B)
            await until_members(b, A, B)
            kafka.kill()
            try:
                await until(a, lambda: bool(a.fault()))
                assert dict(a.members()) == {"a": A.address, "b": B.address}
                await asyncio.to_thread(kafka.start)
                await until(a, lambda: not a.fault())
                await until_members(a, A, B)
            finally:
                await asyncio.to_thread(ensure_running, kafka)

    with caplog.at_level(logging.INFO, "tidegate.kafka"):
        run(test())
    assert any("the last known members go on: a, b" in r.message for r in caplog.records if r.levelno == logging.WARNING)


def test_leaving_does_not_wait_for_a_lost_broker() -> None:
    membership = KafkaMembership(f"127.0.0.1:{free_port()}", fresh_cluster(), A, "run")
    membership.start()
    membership.close()
    assert membership.members() == {}


def test_a_bootstrap_that_is_none_is_refused() -> None:
    for bootstrap in ("", "a:1,", " "):
        with pytest.raises(ValueError, match="no list of brokers"):
            KafkaMembership(bootstrap, "c", A, "run")


def ensure_running(kafka: KafkaBroker) -> None:
    if not kafka.running:
        kafka.start()
