"""What can be found wrong with a node's settings before anything is opened: `serve` begins with it, `check-config` is that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gateway.config import DEFAULT_LISTEN, Address, ConfigError, ServeSettings
from gateway.http.setup import HttpSetup
from gateway.node.settings import NodeSettings
from gateway.presto.setup import PrestoSetup

if TYPE_CHECKING:
    from gateway.node.joining import Joining


@dataclass(frozen=True, slots=True)
class Checked:
    """What settings come to that a node can start with."""

    cluster: Joining | None
    address: Address
    presto: PrestoSetup | None
    http: HttpSetup | None


def check_settings(settings: NodeSettings) -> Checked:
    """All of it. Raises ConfigError."""
    cluster = _joining(settings)
    address, access = _address(settings.serve, cluster), settings.access
    settings.trace.check()
    access.check(address, nodes=cluster is not None and cluster.credentials.secret is not None)
    if settings.serve.workers > 1 and cluster is not None and cluster.settings.kafka:
        raise ConfigError("--workers and --kafka: a member of a Kafka group is one process; use --peers, or one worker")
    if access.options.grants_file is not None and cluster is not None and cluster.peer_user is None:
        raise ConfigError(
            "[access] grants_file: nodes have to know each other, or they may not read either; set secret_file in [cluster]"
        )
    checked = Checked(cluster, address, PrestoSetup.of(settings.presto, access), HttpSetup.of(settings.http, access))
    _check_apart(checked)
    return checked


def _check_apart(checked: Checked) -> None:
    """Nothing listens where something else does."""
    taken = {checked.address: "listen"}
    for name, front in (("presto", checked.presto), ("http", checked.http)):
        if front is None or front.address.port == 0:
            continue
        if front.address in taken:
            raise ConfigError(f"--{name} {front.address}: --{taken[front.address]} has this address")
        taken[front.address] = name


def _joining(settings: NodeSettings) -> Joining | None:
    if not settings.cluster.clustered:
        return None
    from gateway.node.joining import Joining

    return Joining.of(settings.cluster)


def _address(settings: ServeSettings, cluster: Joining | None) -> Address:
    """Where to listen: in a cluster, unless it is said, where the others expect this node."""
    if settings.listen is not None:
        return Address.parse(settings.listen, "--listen, or listen in [serve]: ")
    return Address.parse(DEFAULT_LISTEN) if cluster is None else cluster.settings.address
