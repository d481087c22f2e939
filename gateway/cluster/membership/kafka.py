"""Members through Kafka: the nodes join one consumer group and read each other's addresses from it.

    group tidegate-CLUSTER, subscribed to the topic of the same name, which is empty and only there because a group needs one
      join     client.id says name, address and run (kafka_group.py); the broker removes who stops sending heartbeats to it
      read     the group's description, every READ_EVERY_S and after each rebalance
      leave    at close(); the broker removes the member at once

The group's description counts once the group is stable and this process is in it. Otherwise, and while no broker can be asked, the
last known members go on: Kafka is asked who belongs to the cluster, and the nodes' own heartbeats find out who is alive.

- What counts is the description of a stable group with this process in it. In between, and while no broker answers, the last
  known members go on: Kafka says who belongs to the cluster, heartbeats say who lives. A fault is in the log once, and in the
  node's own row of `tidegate.nodes` as long as it lasts.
- A node that stops leaves, and placement changes at once; one that is killed stays a member for the session timeout (10 s),
  so that a quick restart moves nothing.
- Two processes under one name: at one address it is a node that was killed and started again. At two addresses it is a
  conflict, and nobody uses either until one leaves.
- A trap: `AdminClient.describe_consumer_groups()` aborts the process when a broker is lost while it is asked (librdkafka
  issue 4605; 2.16.1 too, in the first of four kills). The deprecated `list_groups()` does not, and lets other threads run while
  it waits; the assignment comes as bytes then.
- How far behind (`cluster/membership/topic_ends.py`, `catalog/lag.py`): the manifest's offsets against the topics' ends,
  asked every second in the background, for 15 s at most believed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from confluent_kafka import Consumer, KafkaError, KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from gateway.cluster.membership.kafka_group import UNKNOWN, GroupMember, GroupStanding, client_id, read_client_id, standing
from gateway.cluster.membership.members import Member
from gateway.config import Address

#: How long a member may be silent before the broker removes it; the broker has bounds for that.
SESSION_MS: Final = 10_000
#: Between two looks at the group; it is looked at sooner after a rebalance.
READ_EVERY_S: Final = 1.0
#: A broker that does not answer in this time is not reached.
REQUEST_S: Final = 3.0
#: How long close() waits for the broker to take note.
LEAVE_S: Final = 3.0
_POLL_S: Final = 0.1
_TOPIC_PARTITIONS: Final = 1
#: As many copies as the brokers make of a topic by default.
_DEFAULT_REPLICATION: Final = -1
_RECONNECT_MS_MAX: Final = 1_000
#: The topic is there, or somebody else has to see to it.
_TOPIC_MADE: Final = (
    KafkaError.TOPIC_ALREADY_EXISTS,
    KafkaError.TOPIC_AUTHORIZATION_FAILED,
    KafkaError.CLUSTER_AUTHORIZATION_FAILED,
)

#: The state of a group in which every member has its assignment.
_STABLE: Final = "Stable"

_log: Final = logging.getLogger("tidegate.kafka")


class KafkaMembership:
    """A Membership (members.py) that a thread of its own keeps up to date. The brokers need not be there yet; start() begins."""

    def __init__(self, bootstrap: str, cluster: str, member: Member, run: str, session_ms: int = SESSION_MS) -> None:
        """*run* is the process's random id. Raises ValueError where *bootstrap* is no list of brokers."""
        if not all(broker.strip() for broker in bootstrap.split(",")):
            raise ValueError(f"kafka {bootstrap!r} is no list of brokers, HOST:PORT,…")
        self.group = f"tidegate-{cluster}"
        self._bootstrap = bootstrap
        self._me = GroupMember(member, run)
        self._standing = UNKNOWN
        self._fault = f"Kafka at {bootstrap} has not answered yet"
        self._cause = ""
        self._complained = False
        self._callbacks: list[tuple[asyncio.AbstractEventLoop, Callable[[], None]]] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kafka-membership", daemon=True)
        self._topic_made = False
        self._subscribed = False
        self._read_at_s = 0.0
        self._strangers: set[str] = set()
        common: dict[str, Any] = {
            "bootstrap.servers": bootstrap,
            "client.id": client_id(member, run),
            "reconnect.backoff.max.ms": _RECONNECT_MS_MAX,
            "error_cb": self._note_error,
            "log_level": 0,
        }
        try:
            self._admin = AdminClient(common)
            self._consumer = Consumer(
                common
                | {
                    "group.id": self.group,
                    "group.protocol": "classic",
                    "session.timeout.ms": session_ms,
                    "heartbeat.interval.ms": min(1_000, session_ms // 3),
                    "max.poll.interval.ms": max(session_ms, 10_000),
                    "enable.auto.commit": False,
                    "topic.metadata.refresh.interval.ms": 5_000,
                }
            )
        except KafkaException as error:
            raise ValueError(f"kafka {bootstrap!r} is no list of brokers: {error.args[0].str()}") from error

    # ---------------------------------------------------------------------------------------------------- for any thread

    def members(self) -> Mapping[str, Address]:
        """See Membership."""
        return self._standing.members

    def conflicts(self) -> Mapping[str, str]:
        """See Membership."""
        return self._standing.conflicts

    def fault(self) -> str:
        """See Membership."""
        return self._fault

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """See Membership. To be called in the event loop."""
        entry = (asyncio.get_running_loop(), callback)
        with self._lock:
            self._callbacks.append(entry)

        def unsubscribe() -> None:
            with self._lock:
                if entry in self._callbacks:
                    self._callbacks.remove(entry)

        return unsubscribe

    def start(self) -> None:
        """See Membership."""
        self._thread.start()

    def close(self) -> None:
        """Leave the group; returns when the broker knows, or after LEAVE_S."""
        with self._lock:
            self._callbacks.clear()
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(LEAVE_S)

    # ------------------------------------------------------------------------------------------------- in its own thread

    def _run(self) -> None:
        _log.info("joining %s at %s as %s, %s", self.group, self._bootstrap, self._me.member.name, self._me.member.address)
        try:
            while not self._stopping.is_set():
                message = self._consumer.poll(_POLL_S)
                if message is not None and (error := message.error()) is not None:
                    self._note_error(error)
                self._join()
                self._read()
        finally:
            self._consumer.close()

    def _join(self) -> None:
        """Make the topic if there is none, and subscribe to it."""
        if not self._topic_made:
            self._topic_made = self._make_topic()
        if self._topic_made and not self._subscribed:
            self._consumer.subscribe([self.group], on_assign=self._rebalanced, on_revoke=self._rebalanced)
            self._subscribed = True

    def _make_topic(self) -> bool:
        """Whether it is there now."""
        try:
            if self._admin.list_topics(self.group, timeout=REQUEST_S).topics[self.group].error is None:
                return True
            topic = NewTopic(self.group, _TOPIC_PARTITIONS, _DEFAULT_REPLICATION)
            self._admin.create_topics([topic], operation_timeout=REQUEST_S, request_timeout=REQUEST_S)[self.group].result()
        except KafkaException as error:
            if error.args[0].code() in _TOPIC_MADE:
                return True
            self._failed(error.args[0])
            return False
        return True

    def _rebalanced(self, _consumer: Consumer, _partitions: list[Any]) -> None:
        self._read_at_s = 0.0

    def _note_error(self, error: KafkaError) -> None:
        """What librdkafka reports on the way: the cause, should a request fail then."""
        if error.code() == KafkaError.UNKNOWN_TOPIC_OR_PART:
            self._topic_made = False
        if error.code() != KafkaError._ALL_BROKERS_DOWN:
            self._cause = error.str()

    def _read(self) -> None:
        """Look at the group, when it is time."""
        if not self._subscribed or time.monotonic() < self._read_at_s:
            return
        self._read_at_s = time.monotonic() + READ_EVERY_S
        try:
            # Deprecated, but describe_consumer_groups() ends the whole process when a broker is lost while it is asked: "Assertion
            # `eonce->refcnt > 0' failed", confluentinc/librdkafka issue 4605; 2.16 does so too, one time in two.
            groups = self._admin.list_groups(self.group, REQUEST_S)
        except KafkaException as error:
            self._failed(error.args[0])
            self._refresh_brokers()
        else:
            self._take(next((group for group in groups if group.id == self.group), None))

    def _refresh_brokers(self) -> None:
        """Find out which brokers there are: one that has gone for good must not be asked for ever."""
        with contextlib.suppress(KafkaException):
            self._admin.list_topics(self.group, timeout=REQUEST_S)

    def _take(self, group: Any) -> None:
        found = [joined for member in (group.members if group else ()) if (joined := self._joined(member)) is not None]
        if all(joined.run != self._me.run for joined in found):
            self._set_fault(f"this node has not joined group {self.group} at {self._bootstrap} yet{self._reason()}")
        elif group.state == _STABLE:
            self._set_fault("")
            self._set_standing(standing(found))
            self._cause = ""
        # Else it is between two memberships: who is about to join again may be missing.

    def _joined(self, member: Any) -> GroupMember | None:
        found = read_client_id(member.client_id)
        if found is None and member.client_id not in self._strangers:
            self._strangers.add(member.client_id)
            _log.warning("%s: a member that is no node is ignored: %r on %s", self.group, member.client_id, member.client_host)
        return found

    def _failed(self, error: KafkaError) -> None:
        fault = f"Kafka at {self._bootstrap} does not answer: {error.str()}{self._reason()}"
        if not self._standing.members and not self._complained:
            self._complained = True
            _log.warning("%s; nothing is known of other nodes until it does", fault)
        self._set_fault(fault)

    def _reason(self) -> str:
        return f" ({self._cause})" if self._cause else ""

    def _set_fault(self, fault: str) -> None:
        before, self._fault = self._fault, fault
        if bool(fault) == bool(before):
            return
        if fault:
            _log.warning("%s; the last known members go on: %s", fault, ", ".join(self._standing.members))
        else:
            _log.info("group %s at %s has been read", self.group, self._bootstrap)
        self._notify()

    def _set_standing(self, found: GroupStanding) -> None:
        before, self._standing = self._standing, found
        if found == before:
            return
        _log.info("%s: %s", self.group, ", ".join(f"{name} at {address}" for name, address in found.members.items()))
        for name, reason in found.conflicts.items():
            if before.conflicts.get(name) != reason:
                _log.error("node %s %s; it is not used", name, reason)
        self._notify()

    def _notify(self) -> None:
        with self._lock:
            callbacks = list(self._callbacks)
        for loop, callback in callbacks:
            if not loop.is_closed():
                loop.call_soon_threadsafe(callback)
