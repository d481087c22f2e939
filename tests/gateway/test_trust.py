"""Which addresses are trusted, and that nobody listens to other machines unless told to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gateway.access.trust import TRUST_LOOPBACK, Trust
from statestore.views.local_writer import write_version
from tests.hostile.conftest import NUMBERS, numbers


@pytest.mark.parametrize(
    ("trust", "address", "admitted"),
    [
        (TRUST_LOOPBACK, "127.0.0.1", True),
        (TRUST_LOOPBACK, "::1", True),
        (TRUST_LOOPBACK, "::ffff:127.8.9.1", True),
        (TRUST_LOOPBACK, "", True),
        (TRUST_LOOPBACK, "10.1.2.3", False),
        (TRUST_LOOPBACK, "fe80::1%eth0", False),
        (Trust.parse("127.0.0.0/8, 10.1.0.0/16"), "10.1.2.3", True),
        (Trust.parse("127.0.0.0/8,10.1.0.0/16"), "::ffff:10.1.2.3", True),
        (Trust.parse("10.1.0.0/16"), "10.2.0.1", False),
        (Trust.parse("10.1.0.0/16"), "127.0.0.1", False),
        (Trust.parse("::/0"), "fe80::1%eth0", True),
    ],
)
def test_admits(trust: Trust, address: str, admitted: bool) -> None:
    assert trust.admits(address) is admitted


@pytest.mark.parametrize("text", ["", "everybody", "10.1.2.3/16", "10.0.0.0/33", "127.0.0.0/8;10.0.0.0/8"])
def test_what_is_no_network_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="is no network such as"):
        Trust.parse(text)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--listen", "0.0.0.0:0"], "--trust names networks whose every user is trusted"),
        (["--listen", "0.0.0.0:0", "--trust", "127.0.0.0/8"], "--trust names networks whose every user is trusted"),
        (["--trust", "everybody"], "'everybody' is no network"),
    ],
)
def test_other_machines_need_to_be_trusted_by_name(tmp_path: Path, arguments: list[str], words: str) -> None:
    write_version(str(tmp_path / "root"), NUMBERS, numbers())
    command = [sys.executable, "-m", "gateway", "serve", "--root", str(tmp_path / "root"), "--store", str(tmp_path / "store")]
    ended = subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=60)
    assert ended.returncode != 0
    assert words in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1
