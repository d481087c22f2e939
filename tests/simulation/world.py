"""The cluster of one seed: its nodes and members, the views, who is told what and when."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from contextlib import suppress

from gateway.cluster.membership.holding import LEAVE_GRACE_S
from gateway.config import Address
from statestore.errors import StateStoreError
from statestore.views.vacuum import ORPHAN_AGE_S
from tests.simulation.membership import SimMembership
from tests.simulation.network import Network
from tests.simulation.node import SimNode
from tests.simulation.queries import Violation
from tests.simulation.root import RETENTION
from tests.simulation.store import PASS_S, SLOWER, Disk, Local
from tests.simulation.truth import EPOCH_US, EXPIRE_AFTER_US, TrueView, Truth

#: A change of membership reaches a node within this.
DELIVERY_S = 0.8
#: A commit is noticed within this.
NOTICE_S = 0.03
#: Versions that replace all content.
REPLACES = 0.04
#: What making a base takes, and deleting a file.
BASE_S = (0.01, 0.4)
DELETE_S = (0.0, 0.01)
#: Between looking at the root and deleting the first file.
VACUUM_S = (0.0, 1.0)


class World:
    """Everything there is. All chances come from *rng*, in the order in which things happen."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.loop = asyncio.get_running_loop()
        self.truth = Truth(self.loop.time)
        self.network = Network(rng)
        self.disks: dict[str, Disk] = {}
        #: The members as they are in truth; those of them that are down are in *down*.
        self.members: dict[str, Address] = {}
        self.conflicts: dict[str, str] = {}
        self.nodes: dict[str, SimNode] = {}
        #: Processes that have no business here: doubles and impostors.
        self.strangers: list[SimNode] = []
        self.replicas = 1
        self.trace: list[tuple[float, str]] = []
        self.violations: list[Violation] = []
        self._runs = 0
        self._ports = 0
        self._told_s: dict[str, float] = {}

    def log(self, what: str) -> None:
        """Another line of the trace."""
        self.trace.append((self.loop.time(), what))

    def violated(self, violation: Violation) -> None:
        """Something happened that must not."""
        self.log(f"VIOLATION {violation}")
        self.violations.append(violation)

    # -------------------------------------------------------------------------------------------------------------- nodes

    def new_member(self) -> str:
        """A member that is not running yet."""
        self._ports += 1
        name = f"n{self._ports}"
        self.members[name] = Address("sim", self._ports)
        self.disks[name] = Disk()
        return name

    def start(self, name: str) -> SimNode:
        """Start a member's process."""
        node = self.nodes[name] = self._process(name, self.members[name], self.disks[name], SimMembership(dict(self.members)))
        self.network.silent.discard(node.address)
        self.network.mended()
        node.start()
        self.log(f"start {name} run {node.run_id}")
        return node

    def start_stranger(self, name: str, address: Address, *, cluster: str = "sim", format_: int = 0) -> SimNode:
        """Another process at an address, of a name or cluster that it should not have."""
        node = self._process(name, address, Disk(), SimMembership(dict(self.members)), cluster)
        node.format = format_
        node.is_member = cluster == "sim" and not format_ and self.members.get(name) == address
        node.start()
        self.strangers.append(node)
        self.log(f"stranger {name} of {cluster} format {format_ or 'same'} at {address}, run {node.run_id}")
        return node

    def _process(self, name: str, address: Address, disk: Disk, membership: SimMembership, cluster: str = "sim") -> SimNode:
        self._runs += 1
        return SimNode(
            name,
            address,
            f"r{self._runs}",
            membership=membership,
            replicas=self.replicas,
            truth=self.truth if cluster == "sim" else Truth(self.loop.time),
            disk=disk,
            network=self.network,
            rng=self.rng,
            on_drop=self._check_drop,
            cluster=cluster,
        )

    def stop(self, name: str, *, silently: bool = False) -> None:
        """Kill a member's process, or its whole host."""
        node = self.nodes.pop(name)
        if silently:
            self.network.silent.add(node.address)
        node.stop()
        self.log(f"{'silence' if silently else 'kill'} {name}")

    def lose_disk(self, name: str) -> None:
        """A member that is down comes back with an empty disk."""
        self.disks[name] = Disk()
        self.log(f"{name} loses its disk")

    def up(self) -> list[SimNode]:
        """The members' processes that run."""
        return list(self.nodes.values())

    def _check_drop(self, node: SimNode, local: Local, shard: int) -> None:
        """A shard that goes from a node must be on another member's disk, at least at the version where it began to leave.

        Or have been there when the node last asked: a disk that is lost after that question and before the drop, with the member's
        process or with a double that alone answered in its name, is lost unseen. With one replica its shards are gone until they
        are restored, whether that happens just before the drop or just after it; no protocol can know of the one or prevent the
        other. Nothing else is excused: what counts is what was really on that disk, and how old the news was (News.relied_on).
        """
        name = local.schema.name
        if node in self.strangers or local.incarnation != self.truth.views[name].incarnation:
            return
        since_s = self.loop.time() - LEAVE_GRACE_S - SLOWER * PASS_S[1]
        before = next(k.version for k in local.kept if k.replaced_s is None or k.replaced_s > since_s)
        others = [disk for disk in self.disks.values() if disk is not node.disk]
        for disk in (*others, *node.news.relied_on(name, shard)):
            theirs = disk.views.get(name)
            same = theirs is not None and theirs.incarnation == local.incarnation
            if same and theirs and shard in theirs.current.held and theirs.current.version >= before:
                return
        have = {
            o: (sorted(d.views[name].current.held), d.views[name].current.version) for o, d in self.disks.items() if name in d.views
        }
        self.violated(Violation(f"{node.name} drops shard {shard} of {name} at {local.current.version}, there are {have}"))

    # --------------------------------------------------------------------------------------------------------- membership

    def tell_members(self) -> None:
        """The members have changed: every process hears of it some time, in order."""
        members, conflicts = dict(self.members), dict(self.conflicts)
        self.log(f"members {' '.join(members)} {conflicts or ''}")
        for node in [*self.up(), *self.strangers]:
            at_s = max(self.loop.time() + self.rng.uniform(0, DELIVERY_S), self._told_s.get(node.run_id, 0.0) + 1e-6)
            self._told_s[node.run_id] = at_s
            self.loop.call_at(at_s, self._deliver, node, members, conflicts)

    def _deliver(self, node: SimNode, members: Mapping[str, Address], conflicts: Mapping[str, str]) -> None:
        if node.up and isinstance(node.membership, SimMembership):
            node.membership.deliver(members, conflicts)

    # -------------------------------------------------------------------------------------------------------------- views

    def publish(self, view: str) -> None:
        """Commit another version; now and then one that replaces all content."""
        now_us = EPOCH_US + round(self.loop.time() * 1e6)
        # Rows that are late, or too late; watermarks that stand, go back, or were never there.
        time_us = now_us - round(self.rng.uniform(0, 1.5 * EXPIRE_AFTER_US))
        watermark_us = None if self.rng.random() < 0.5 else now_us - round(self.rng.uniform(0, EXPIRE_AFTER_US))
        version = self.truth.publish(view, replaces=self.rng.random() < REPLACES, time_us=time_us, watermark_us=watermark_us)
        self.log(f"publish {view}={version.version}")
        self._notice()

    def create(self, view: str, shards: int) -> None:
        """Make a view, or make it anew; of every other one rows expire."""
        made = self.truth.create(view, shards, expires=self.rng.random() < 0.5)
        expires = ", rows expire" if made.schema.expiry else ""
        self.log(f"create {view} of {shards} shards, incarnation {made.incarnation}{expires}")
        self._notice()

    async def make_base(self, view: str) -> None:
        """Of the latest version, or of the oldest that is kept; killed now and then."""
        true = self.truth.views[view]
        there = true.root.folder.versions()
        if not there:
            return
        version = there[-1] if self.rng.random() < 0.5 else there[-min(len(there), RETENTION.versions)]
        with suppress(StateStoreError, FileNotFoundError):  # vacuum has deleted what it is made of
            finish = true.root.start_base(version)
            await asyncio.sleep(self.rng.uniform(*BASE_S))
            if finish(self.rng.random() < 0.1):
                self.log(f"base {view}={version}")

    async def vacuum(self, view: str) -> None:
        """Delete file by file; killed now and then."""
        true = self.truth.views[view]
        going = true.root.start_vacuum()
        lives = len(going) if self.rng.random() < 0.8 else self.rng.randrange(len(going) + 1)
        self.log(f"vacuum {view}: {lives} of {len(going)} files")
        await asyncio.sleep(self.rng.uniform(*VACUUM_S))
        for path in going[:lives]:
            await asyncio.sleep(self.rng.uniform(*DELETE_S))
            true.root.files.remove(path)
            if self.rng.random() < 0.2:
                self._check_kept(view, true)

    def _check_kept(self, view: str, true: TrueView) -> None:
        """All that comes after the oldest kept version is made of it and the log."""
        oldest = true.log[-min(len(true.log), RETENTION.versions)]
        found = true.root.can_be_made(oldest.version)
        if found != self.truth.past[view, oldest].content:
            self.violated(Violation(f"version {oldest.version} of {view} is kept, and can be made of nothing that is there"))

    def check_root(self, view: str) -> None:
        """A day later vacuum leaves what the kept versions need, and nothing else."""
        true = self.truth.views[view]
        for path in true.root.start_vacuum(later_s=2 * ORPHAN_AGE_S):
            true.root.files.remove(path)
        for version in true.log[-RETENTION.versions :]:
            if true.root.can_be_made(version.version) != self.truth.past[view, version].content:
                self.violated(Violation(f"version {version.version} of {view} is kept, and cannot be made"))
        if left := true.root.shard_files() ^ true.root.named():
            self.violated(Violation(f"of {view} there are files that nothing names, or files are missing: {sorted(left)[:3]}"))

    def _notice(self) -> None:
        for node in self.up():
            self.loop.call_later(self.rng.uniform(0, NOTICE_S), node.store.wake)
