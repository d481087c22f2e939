"""What a node tells the others with each heartbeat: who it is, and which shards it has at which versions.

As JSON, for `SHOW tidegate.heartbeat`:

    {"format": 2, "cluster": "prod", "name": "a", "address": "10.0.0.1:5433", "run": "5f0c…", "state": "serving",
     "placement": "9d31…", "views": {"flights": {"kept": ["41@1700…@5f0c…", "42@1700…@5f0c…"], "shards": "ff", "schema": "77ab…"}}}

*shards* is a bitmap in hexadecimal: bit i is shard i.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, TypeVar, get_args

from gateway.config import Address, ConfigError
from gateway.errors import BadStatus
from statestore.schema import SHARDS_MAX, ViewSchema
from statestore.version_id import VersionId

#: Of everything that nodes say to each other. Nodes of different formats do not use each other.
PEER_FORMAT: Final = 2
#: A longer answer to a heartbeat is garbage: about 10,000 views of SHARDS_MAX shards.
STATUS_BYTES_MAX: Final = 16 << 20

Given = TypeVar("Given")
Made = TypeVar("Made")
NodeState = Literal["starting", "serving", "leaving"]
NODE_STATES: Final[tuple[NodeState, ...]] = get_args(NodeState)


@dataclass(frozen=True, slots=True)
class ViewStatus:
    """What a node has of one view.

    *kept* are the versions at which every one of *shards* can be read there, ascending; the last one is the node's current one.
    There may be gaps: a node that was behind takes several versions at once. *schema* is the schema_fingerprint() of the current
    version: a query that was planned for another schema must not be run at a version that its planner did not know.
    """

    kept: tuple[VersionId, ...]
    shards: frozenset[int]
    schema: str = ""

    @property
    def current(self) -> VersionId:
        """The node's current version."""
        return self.kept[-1]

    @property
    def version(self) -> int:
        """Number of the current version."""
        return self.kept[-1].version

    @property
    def committed_at_us(self) -> int:
        """When the current version was committed."""
        return self.kept[-1].committed_at_us

    @property
    def oldest(self) -> int:
        """Number of the oldest kept version."""
        return self.kept[0].version


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """One node at one moment.

    *run* is a random id of the process; *placement* says by which members and replicas it places shards.
    """

    cluster: str
    name: str
    address: Address
    run: str
    format: int
    state: NodeState
    views: Mapping[str, ViewStatus]
    placement: str = ""

    def to_json(self, view_json: Callable[[str, ViewStatus], str] | None = None) -> str:
        """See the module. *view_json* may know a view's text already."""
        text_of = view_json or _view_json
        body = {
            "format": self.format,
            "cluster": self.cluster,
            "name": self.name,
            "address": str(self.address),
            "run": self.run,
            "state": self.state,
            "placement": self.placement,
        }
        views = ", ".join([text_of(name, view) for name, view in self.views.items()])
        return f'{json.dumps(body)[:-1]}, "views": {{{views}}}}}'

    @classmethod
    def from_json(cls, text: str, view_of: Callable[[str, Any], ViewStatus] | None = None) -> Self:
        """Inverse of to_json; *view_of* may know what a view's part says already. Raises BadStatus."""
        if len(text) > STATUS_BYTES_MAX:
            raise BadStatus(f"its status has {len(text)} bytes; {STATUS_BYTES_MAX} are possible")
        try:
            body = json.loads(text)
        except (ValueError, RecursionError):
            raise BadStatus(f"its status is not JSON: {text[:40]!r}") from None
        if not isinstance(body, dict):
            raise BadStatus(f"its status is not an object: {text[:40]!r}")
        if body.get("format") != PEER_FORMAT:
            raise BadStatus(f"it speaks format {body.get('format')!r}, and this release {PEER_FORMAT}")
        return cls._from_body(body, view_of or _view_status)

    @classmethod
    def _from_body(cls, body: dict[str, Any], view_of: Callable[[str, Any], ViewStatus]) -> Self:
        try:
            state = body["state"]
            if state not in NODE_STATES:
                raise ValueError(f"state {state!r}")
            names = {field: _text(body, field) for field in ("cluster", "name", "run", "placement")}
            views = {name: view_of(name, view) for name, view in body["views"].items()}
            return cls(address=Address.parse(_text(body, "address")), format=PEER_FORMAT, state=state, views=views, **names)
        except (KeyError, ValueError, TypeError, AttributeError, ConfigError) as error:
            raise BadStatus(f"its status lacks or misspells {str(error)[:80]}") from None


class StatusTexts:
    """The texts of statuses, most of which are what they were at the last heartbeat, or are so of most views.

    Of 3,000 views with one that is new, that is 5 ms in place of 21, and in place of 38.
    """

    def __init__(self) -> None:
        self._made: tuple[NodeStatus, str] | None = None
        self._parts: dict[str, tuple[ViewStatus, str]] = {}
        self._read: dict[Address, _Read] = {}

    def make(self, status: NodeStatus) -> str:
        """As to_json()."""
        if self._made is None or self._made[0] != status:
            before, self._parts = self._parts, {}
            self._made = status, status.to_json(_remembered(before, self._parts, _view_json))
        return self._made[1]

    def read(self, address: Address, text: str) -> NodeStatus:
        """As from_json() of what the node at *address* says; the same object as long as it says the same. Raises BadStatus."""
        known = self._read.get(address)
        if known is None or known.text != text:
            before, parts = {} if known is None else known.parts, dict[str, tuple[Any, ViewStatus]]()
            known = self._read[address] = _Read(text, NodeStatus.from_json(text, _remembered(before, parts, _view_status)), parts)
        return known.status


@dataclass(frozen=True, slots=True)
class _Read:
    """What a node has said last; of each view its part of the JSON, and what that means."""

    text: str
    status: NodeStatus
    parts: Mapping[str, tuple[Any, ViewStatus]]


def _remembered(
    before: Mapping[str, tuple[Given, Made]], now: dict[str, tuple[Given, Made]], make: Callable[[str, Given], Made]
) -> Callable[[str, Given], Made]:
    """*make*, but for views of which the same was given *before*; what is given and made goes to *now*."""

    def part(name: str, given: Given) -> Made:
        known = before.get(name)
        known = now[name] = known if known is not None and known[0] == given else (given, make(name, given))
        return known[1]

    return part


def _text(body: dict[str, Any], field: str) -> str:
    if not isinstance(body[field], str):
        raise TypeError(field)
    return str(body[field])


def _view_json(name: str, view: ViewStatus) -> str:
    body = {"kept": [str(v) for v in view.kept], "shards": to_bitmap(view.shards), "schema": view.schema}
    return f"{json.dumps(name)}: {json.dumps(body)}"


def _view_status(_name: str, body: dict[str, Any]) -> ViewStatus:
    kept = tuple(VersionId.parse(v) for v in body["kept"])
    if not kept or list(kept) != sorted(set(kept)):
        raise ValueError("kept versions")
    return ViewStatus(kept, from_bitmap(body["shards"]), _text(body, "schema"))


def schema_fingerprint(schema: ViewSchema) -> str:
    """The same for schemas for which every query means the same: columns, key and partitioning."""
    return hashlib.blake2b(json.dumps(schema.to_json(), sort_keys=True).encode(), digest_size=8).hexdigest()


def to_bitmap(shards: Collection[int]) -> str:
    """Shard numbers as a hexadecimal bitmap."""
    bits = bytearray(max(shards, default=0) // 8 + 1)
    for shard in shards:
        bits[shard // 8] |= 1 << shard % 8
    return f"{int.from_bytes(bits, 'little'):x}"


def from_bitmap(text: str) -> frozenset[int]:
    """Inverse of to_bitmap. Raises ValueError."""
    if len(text) > SHARDS_MAX // 4:
        raise ValueError(f"bitmap of {len(text)} digits")
    bits = int(text, 16)
    if bits < 0:
        raise ValueError(f"bitmap {text!r}")
    return frozenset(i for i in range(bits.bit_length()) if bits >> i & 1)
