"""pgjdbc: the same Java program against Tidegate and PostgreSQL 15 writes the same lines."""

from __future__ import annotations

import subprocess

import pytest

from tests.plugins.jdbc import jdbc_url
from tests.plugins.need import program
from tests.plugins.twin import Twin


def run_client(classpath: str, dsn: str, *arguments: str) -> list[str]:
    command = [program("java"), "-cp", classpath, "Client", jdbc_url(dsn), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr}"
    return ran.stdout.splitlines()


@pytest.mark.clients
@pytest.mark.postgres
@pytest.mark.parametrize("binary_transfer", ["true", "false"])
def test_the_same_lines(twin: Twin, classpath: str, binary_transfer: str) -> None:
    with_role = twin.postgres.replace("user=postgres", "user=tester")
    expected = run_client(classpath, with_role, binary_transfer)
    assert len(expected) > 150
    assert run_client(classpath, twin.tidegate, binary_transfer) == expected
