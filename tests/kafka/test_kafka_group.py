"""What a consumer group says of the cluster, without a broker."""

from __future__ import annotations

import pytest

from gateway.cluster.membership.kafka_group import GroupMember, client_id, read_client_id, standing
from gateway.cluster.membership.members import Member
from gateway.config import Address


def joined(name: str, port: int, run: str) -> GroupMember:
    return GroupMember(Member(name, Address("10.0.0.1", port)), run)


@pytest.mark.parametrize("address", [Address("10.0.0.1", 5433), Address("::1", 1), Address("node-a.example.org", 65535)])
def test_a_client_id_is_read_back(address: Address) -> None:
    member = Member("a.b-c_1", address)
    assert read_client_id(client_id(member, "5f0c")) == GroupMember(member, "5f0c")


@pytest.mark.parametrize(
    "text",
    ["", "rdkafka", "tidegate a 10.0.0.1:5433", "tidegate a 10.0.0.1 r", "tidegate  10.0.0.1:1 r", "other a 10.0.0.1:5433 r"],
)
def test_other_consumers_are_no_nodes(text: str) -> None:
    assert read_client_id(text) is None


def test_members() -> None:
    found = standing([joined("b", 2, "r2"), joined("a", 1, "r1")])
    assert dict(found.members) == {"a": Address("10.0.0.1", 1), "b": Address("10.0.0.1", 2)}
    assert not found.conflicts


def test_a_node_that_was_started_again_is_no_conflict() -> None:
    found = standing([joined("a", 1, "before"), joined("a", 1, "after")])
    assert dict(found.members) == {"a": Address("10.0.0.1", 1)}
    assert not found.conflicts


def test_two_nodes_of_one_name_are_a_conflict_whoever_looks() -> None:
    one, other = joined("a", 1, "r1"), joined("a", 2, "r2")
    found = standing([one, other, joined("b", 3, "r3")])
    assert found == standing([other, joined("b", 3, "r3"), one])
    assert found.members.keys() == {"a", "b"}
    assert found.conflicts.keys() == {"a"}
    for part in ("10.0.0.1:1", "10.0.0.1:2", "r1", "r2"):
        assert part in found.conflicts["a"]
