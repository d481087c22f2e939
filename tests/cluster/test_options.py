"""Command lines and configurations of clusters that cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gateway.cluster.options import ClusterSettings
from gateway.config import Address
from planner.distribute.placement import ALL

PEERS = "a=127.0.0.1:6001,b=127.0.0.1:6002"


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"node": "c", "peers": PEERS}, "node 'c' is not among the peers a, b"),
        ({"peers": PEERS}, "node is missing; give --node or set it in [cluster]"),
        ({"node": "a"}, "node and advertise belong to a cluster; give --peers, or --kafka"),
        ({"node": "a", "peers": f"{PEERS},a=127.0.0.1:6003"}, "peers: two members are named 'a'"),
        ({"node": "a", "peers": f"{PEERS},c=127.0.0.1:6001"}, "peers: two members have the address 127.0.0.1:6001"),
        ({"node": "a", "peers": "a"}, "peers: 'a' is no NAME=HOST:PORT"),
        ({"node": "a", "peers": "a=127.0.0.1"}, "peers: '127.0.0.1' is no HOST:PORT"),
        ({"node": "a", "peers": "a=127.0.0.1:0"}, "peers: a=127.0.0.1:0: port 0 is nowhere"),
        ({"node": "a", "peers": f"{PEERS},"}, "peers: '' is no NAME=HOST:PORT"),
        ({"node": "a b", "peers": "a b=127.0.0.1:6001"}, "node 'a b' is no name: letters, digits, '.', '_' and '-', 63 at most"),
        ({"node": "a", "peers": "a=h:1,ü=h:2"}, "peers: 'ü' is no name: letters, digits, '.', '_' and '-', 63 at most"),
        ({"node": "a", "peers": PEERS, "cluster": ""}, "cluster is missing; give --cluster or set it in [cluster]"),
        ({"node": "a", "peers": PEERS, "replicas": "0"}, "replicas is '0'; it takes a number from 1, or all"),
        ({"node": "a", "peers": PEERS, "replicas": "many"}, "replicas is 'many'; it takes a number from 1, or all"),
        ({"node": "a", "peers": PEERS, "replicas": True}, "replicas is 'True'; it takes a number from 1, or all"),
        ({"node": "a", "peers": PEERS, "kafka": "h:1"}, "members come from peers or from kafka, not from both"),
        (
            {"node": "a", "peers": PEERS, "advertise": "h:1"},
            "advertise is for kafka; with peers, the node's address stands among them",
        ),
        ({"node": "a", "kafka": "h:1"}, "advertise is missing: with kafka, the address where other nodes reach this one"),
        ({"node": "a", "kafka": "h:1", "advertise": "h"}, "advertise: 'h' is no HOST:PORT"),
        ({"node": "a", "peers": PEERS, "dead_after_s": 0.3}, "dead_after_s=0.3: from 0.35 to 60"),
        ({"node": "a", "peers": PEERS, "dead_after_s": float("nan")}, "dead_after_s=nan: from 0.35 to 60"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(said: dict[str, str | float], complaint: str) -> None:
    with pytest.raises(ValueError) as told:
        ClusterSettings(**said)  # type: ignore[arg-type]
    assert str(told.value) == complaint


def test_what_is_odd_is_a_warning() -> None:
    assert ClusterSettings("a", PEERS, 3).warnings() == ("replicas is 3, and there are 2 nodes: each of them holds everything",)
    assert not ClusterSettings("a", PEERS, "all").warnings()
    assert not ClusterSettings("a", PEERS, "2").warnings()


def test_what_settings_mean() -> None:
    assert not ClusterSettings().clustered
    assert ClusterSettings("b", PEERS, "all").copies() == ALL
    assert ClusterSettings("b", PEERS, "2").copies() == 2
    assert ClusterSettings("b", PEERS).address == Address("127.0.0.1", 6002)
    assert ClusterSettings("b", kafka="h:1", advertise="10.0.0.1:7").address == Address("10.0.0.1", 7)


def test_the_program_says_it_and_ends(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    command = [sys.executable, "-m", "gateway", "serve", "--root", str(tmp_path / "root"), "--store", str(tmp_path / "store")]
    done = subprocess.run([*command, "--node", "z", "--peers", PEERS], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == "tidegate: command line: [cluster]: node 'z' is not among the peers a, b\n"
