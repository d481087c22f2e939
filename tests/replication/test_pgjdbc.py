"""pgjdbc's replication stream follows a slot that it makes: it confirms, leaves, and comes back to what it has not had."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.plugins.cluster import wait_until
from tests.plugins.jdbc import jdbc_url
from tests.plugins.need import program
from tests.plugins.scale import scaled
from tests.replication.messages import Told
from tests.replication.publishing import Publishing, make_changing, publishing
from tests.replication.streamed import end_of, expected, shown
from tests.replication.test_streams import confirmed


def streamed(classpath: str, at: Publishing, versions: int, *created: str) -> list[str]:
    """What the program prints, of more than that many versions that are committed while it follows; the last changes something."""
    command = [program("java"), "-cp", classpath, "Replication", jdbc_url(at.server.dsn), "tester", "mine", "v", *created]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        said: list[str] = []
        while not said or said[-1] != "streaming":
            said.append(running.stdout.readline().strip())
            assert said[-1], "the program has ended"
        for _ in range(versions + 1):
            at.commit_random()
        while not expected(at.world, at.world.version - 1, at.world.version):
            at.commit_random()
        rest, _ = running.communicate(f"{at.world.version:X}/8\n", timeout=60)
    assert running.returncode == 0
    return said + rest.splitlines()


@pytest.mark.clients
def test_pgjdbc(tmp_path: Path, classpath: str) -> None:
    world = make_changing(tmp_path, "pgjdbc", 4)
    told, begun = Told(rows=shown(world, 4)), 4
    with publishing(tmp_path, world) as at:
        for number in range(scaled(3, 20)):
            made, *messages, closed = streamed(classpath, at, world.dice.randrange(5), *(() if number else ("create",)))
            assert closed == "closed true"
            if number == 0:
                assert made.split()[0] == "4/8"
                made, *messages = messages
            assert made == "streaming"
            last = 0
            for message in messages:
                position, data = message.split()
                high, low = (int(part, 16) for part in position.split("/"))
                assert (high << 32) + low > last
                last = (high << 32) + low - (data[:2] in ("42", "52"))  # B and R are where the first row is
                told.take(bytes.fromhex(data))
            assert last == end_of(world.version)
            wait_until(lambda: confirmed(at.server.dsn) == f"{world.version:X}/8", 20, "it is confirmed")
            for _ in range(world.dice.randrange(3)):
                at.commit_random()
        # The last ones have not been followed.
        assert told.transactions == expected(world, begun, told.transactions[-1][0] >> 32)
        assert told.rows == shown(world, told.transactions[-1][0] >> 32)
