"""What members of the Kafka consumer group say of themselves, and what the group says of the cluster. No I/O.

A consumer has one thing that it may choose and that everybody can read in the group's description: its client.id. There stands

    tidegate NAME HOST:PORT RUN

where RUN is a random id of the process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from gateway.cluster.membership.members import Member
from gateway.config import Address, ConfigError

_MARK: Final = "tidegate"
_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A process in the group."""

    member: Member
    run: str


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """The cluster as the group shows it: what Membership's methods answer."""

    members: Mapping[str, Address]
    conflicts: Mapping[str, str]


#: Nothing is known.
UNKNOWN: Final = GroupStanding(MappingProxyType({}), MappingProxyType({}))


def client_id(member: Member, run: str) -> str:
    """The client.id of a node."""
    return f"{_MARK} {member.name} {member.address} {run}"


def read_client_id(text: str) -> GroupMember | None:
    """The node whose client.id that is; None for a consumer that is no node."""
    words = text.split(" ")
    if len(words) != _WORDS or words[0] != _MARK or not all(words):
        return None
    try:
        address = Address.parse(words[2])
    except ConfigError:
        return None
    return GroupMember(Member(words[1], address), words[3])


def standing(group: Iterable[GroupMember]) -> GroupStanding:
    """Two processes under one name and at one address are one node that was killed and started again, until the broker notices.

    Under one name at different addresses they are two nodes, and neither can be used: what one of them holds would be believed
    of the other. Two names at one address are left to the heartbeats, which find out who answers there.
    """
    ordered = sorted(group, key=lambda joined: (joined.member.name, str(joined.member.address), joined.run))
    members: dict[str, Address] = {}
    runs: dict[str, dict[str, str]] = {}
    for joined in ordered:
        name, address = joined.member.name, joined.member.address
        members.setdefault(name, address)
        runs.setdefault(name, {})[str(address)] = joined.run
    conflicts = {name: _conflict(at) for name, at in runs.items() if len(at) > 1}
    return GroupStanding(MappingProxyType(members), MappingProxyType(conflicts))


def _conflict(run_at: Mapping[str, str]) -> str:
    return f"has joined from {len(run_at)} addresses: {' and '.join(f'{address} (run {run})' for address, run in run_at.items())}"
