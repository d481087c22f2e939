"""A node as the image runs it: a read-only file system but for its store and /tmp, no privilege, and the image's own health check.

Linux's namespaces stand in for the container engine; root in them has no capability, so that files' modes hold for it too.
"""

from __future__ import annotations

import ctypes
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.docker.test_docker import stage
from tests.http.conftest import ORDERS, http_port, orders
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.need import lacking, program

#: What is in {folder} can be read, of which store can be written to, and TMPDIR, of which nothing is executed; nothing else can be.
_CONFINED: Final = """
set -e
mkdir -p {folder}/store {folder}/tmp
mount --bind {folder} {folder}
mount --bind {folder}/store {folder}/store
mount -t tmpfs -o nosuid,nodev,noexec tmpfs {folder}/tmp
mount -o remount,bind,ro {folder}
mount -o remount,bind,ro /
export TMPDIR={folder}/tmp
exec "$@"
"""
#: PR_SET_MDWE and PR_GET_MDWE.
_SET_MDWE, _GET_MDWE = 65, 66
_NO_PRIVILEGE: Final = ("--no-new-privs", "--bounding-set=-all", "--inh-caps=-all")


def confined(folder: Path) -> tuple[str, ...]:
    """What a command begins with that is to run like that. Skips where namespaces are not permitted."""
    tried = subprocess.run([program("unshare"), "--mount", "true"], capture_output=True, text=True)
    if tried.returncode != 0:
        lacking(f"mount namespaces: {tried.stderr.strip()}")
    script = _CONFINED.format(folder=shlex.quote(str(folder)))
    return (program("unshare"), "--mount", "sh", "-c", script, "sh", program("setpriv"), *_NO_PRIVILEGE)


@contextmanager
def running(folder: Path, *inside: str) -> Iterator[Gateway]:
    """A node with an HTTP port, inside of that."""
    write_version(str(folder / "root"), ORDERS, orders(2))
    gateway = start_gateway(folder / "root", folder / "store", "--http", "127.0.0.1:0", inside=inside)
    try:
        yield gateway
        assert gateway.stop() == 0, gateway.log.read_text()
    finally:
        gateway.kill()


def health_check(port: int) -> int:
    """The exit code of the image's, of a node on that port."""
    (found,) = (rest for word, rest in stage("gateway") if word == "HEALTHCHECK")
    python, *arguments = json.loads(found.partition("CMD ")[2])
    assert python == "python"
    asked = [argument.replace("8432", str(port)) for argument in arguments]
    return subprocess.run([sys.executable, *asked], capture_output=True).returncode


def test_a_node_needs_nothing_but_its_store_and_tmp(tmp_path: Path) -> None:
    with running(tmp_path, *confined(tmp_path)) as gateway:
        status = dict(line.split(":\t") for line in Path(f"/proc/{gateway.process.pid}/status").read_text().splitlines())
        assert {status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}
        assert status["NoNewPrivs"] == "1"
        with pytest.raises(OSError, match="Read-only"):
            Path(f"/proc/{gateway.process.pid}/root{tmp_path}/written").write_text("")
        with psycopg.connect(gateway.dsn) as connection:
            assert connection.execute("SELECT count(*), sum(amount) FROM orders WHERE id < 2").fetchone() == (4, 200.5)
        assert health_check(http_port(gateway)) == 0
    assert health_check(http_port(gateway)) != 0


def test_a_node_writes_no_memory_that_it_executes(tmp_path: Path) -> None:
    """MemoryDenyWriteExecute of the unit, by prctl(2)."""
    forbid = (
        f"import ctypes, os, sys; assert not ctypes.CDLL(None).prctl({_SET_MDWE}, 1, 0, 0, 0); os.execv(sys.argv[1], sys.argv[1:])"
    )
    if ctypes.CDLL(None).prctl(_GET_MDWE, 0, 0, 0, 0) < 0:
        lacking("PR_SET_MDWE, which Linux has from 6.3 on")
    with running(tmp_path, sys.executable, "-c", forbid) as gateway, psycopg.connect(gateway.dsn) as connection:
        assert connection.execute("SELECT count(*), sum(amount) FROM orders WHERE id < 2").fetchone() == (4, 200.5)


def test_a_node_calls_nothing_that_the_unit_forbids(tmp_path: Path) -> None:
    """SystemCallFilter, of which systemd says what it comes to; strace sees all that is beside it."""
    calls = tmp_path / "calls"
    allowed = ",".join(f"?{call}" for call in sorted(system_calls("@system-service") - system_calls("@privileged")))
    traced = (program("strace"), "-D", "-f", "-qqq", "--seccomp-bpf", "--signal=none", "-o", str(calls), f"--trace=!{allowed}")
    with running(tmp_path, *traced) as gateway, psycopg.connect(gateway.dsn) as connection:
        assert connection.execute("SELECT count(*), sum(amount) FROM orders WHERE id < 2").fetchone() == (4, 200.5)
    assert calls.read_text() == ""


def system_calls(group: str) -> set[str]:
    """Names, those of groups inside it as well."""
    asked = subprocess.run([program("systemd-analyze"), "syscall-filter", group], capture_output=True, text=True, check=True)
    lines = {line.strip() for line in asked.stdout.splitlines() if line.startswith("    ") and not line.strip().startswith("#")}
    return {call for line in lines for call in (system_calls(line) if line.startswith("@") else {line})}
