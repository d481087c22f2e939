"""Entries, failures and options by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from gateway.access.failures import FailedLogins
from gateway.access.hba import ClientOrigin, HbaEntry, first_match, trusted_entries
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig
from gateway.access.tallies import SOURCES_MAX, OwnTallies
from gateway.access.trust import Trust
from gateway.config import Address, ConfigError, ConfigFile
from tests.access.lockouts import Clock, is_locked


@pytest.mark.parametrize(
    ("entry", "origin", "user", "matches"),
    [
        (HbaEntry("trust", address="10.0.0.0/8"), ClientOrigin("10.1.2.3"), "ann", True),
        (HbaEntry("trust", address="10.0.0.0/8"), ClientOrigin("::ffff:10.1.2.3"), "ann", True),
        (HbaEntry("trust", address="10.0.0.0/8"), ClientOrigin("11.1.2.3"), "ann", False),
        (HbaEntry("trust", address="10.0.0.0/8, 11.1.2.3"), ClientOrigin("11.1.2.3"), "ann", True),
        (HbaEntry("trust", address="all"), ClientOrigin("2001:db8::1"), "ann", True),
        (HbaEntry("trust", address="loopback"), ClientOrigin("::1"), "ann", True),
        (HbaEntry("trust", address="loopback"), ClientOrigin("10.0.0.1"), "ann", False),
        (HbaEntry("trust", address="all"), ClientOrigin(""), "ann", False),
        (HbaEntry("trust", type="local"), ClientOrigin(""), "ann", True),
        (HbaEntry("trust", type="local"), ClientOrigin("127.0.0.1"), "ann", False),
        (HbaEntry("trust", type="hostssl", address="all"), ClientOrigin("10.0.0.1"), "ann", False),
        (HbaEntry("trust", type="hostssl", address="all"), ClientOrigin("10.0.0.1", encrypted=True), "ann", True),
        (HbaEntry("trust", type="hostnossl", address="all"), ClientOrigin("10.0.0.1", encrypted=True), "ann", False),
        (HbaEntry("trust", type="hostnossl", address="all"), ClientOrigin("10.0.0.1"), "ann", True),
        (HbaEntry("trust", address="all", user="ann,bob"), ClientOrigin("10.0.0.1"), "bob", True),
        (HbaEntry("trust", address="all", user="ann,bob"), ClientOrigin("10.0.0.1"), "Bob", False),
        (HbaEntry("trust", address="all", database="other"), ClientOrigin("10.0.0.1"), "bob", False),
    ],
)
def test_what_an_entry_is_for(entry: HbaEntry, origin: ClientOrigin, user: str, *, matches: bool) -> None:
    assert entry.matches(origin, user, "tidegate") is matches
    assert first_match([HbaEntry("reject", address="192.0.2.1"), entry], origin, user, "tidegate") == (entry if matches else None)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"method": "md5", "address": "all"}, "method 'md5'"),
        ({"method": "trust", "address": "all", "type": "hostgssenc"}, "type 'hostgssenc'"),
        ({"method": "trust"}, "address is missing"),
        ({"method": "trust", "address": "10.0.0.1/8"}, "is no network such as"),
        ({"method": "trust", "address": "10.0.0.0/8,"}, "is no network such as"),
        ({"method": "trust", "address": "all", "user": ""}, "user is empty"),
        ({"method": "cert", "address": "all"}, "method cert is for entries of type hostssl"),
        ({"method": "trust", "type": "local", "address": "all"}, "neither an address"),
    ],
)
def test_entries_that_make_no_sense(fields: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        HbaEntry(**fields)


@pytest.mark.parametrize(
    ("config", "trust", "address", "words"),
    [
        ('[[hba]]\naddress = "all"\nmethod = "scram-sha-256"', None, "127.0.0.1", "needs users_file"),
        ('[[hba]]\naddress = "all"\ntype="hostssl"\nmethod = "trust"', None, "127.0.0.1", "needs ssl_cert_file"),
        ('[[hba]]\naddress = "all"\ntype="hostssl"\nmethod = "cert"', None, "127.0.0.1", "needs ssl_ca_file"),
        ('[[hba]]\naddress = "all"\nmethod = "reject"', None, "0.0.0.0", "nobody could log in from another machine"),
        ("", None, "0.0.0.0", "nobody could log in from another machine"),
        ("[hba]\nx = 1", None, "127.0.0.1", r"must be an array of tables, \[\[hba\]\]"),
        ('[[hba]]\nadress = "all"\nmethod = "trust"', None, "127.0.0.1", "has no setting 'adress'"),
        ("[[hba]]\naddress = 7\nmethod = 'trust'", None, "127.0.0.1", "address is 7"),
        ('[access]\nssl_cert_file = "x"', None, "127.0.0.1", "belong together"),
        ('[access]\nssl_min_protocol_version = "TLSv1.1"', None, "127.0.0.1", "ssl_min_protocol_version='TLSv1.1'"),
        ("[access]\nscram_iterations = 4095", None, "127.0.0.1", "scram_iterations=4095"),
        ("[access]\nfailed_logins_max = 0", None, "127.0.0.1", "failed_logins_max=0"),
        ('[access]\nusers_file = "/"', None, "127.0.0.1", "Is a directory"),
        ('[access]\nssl_cert_file = "none"\nssl_key_file = "none"', None, "127.0.0.1", "none: No such file"),
    ],
)
def test_configurations_that_cannot_work(tmp_path: Path, config: str, trust: str | None, address: str, words: str) -> None:
    path = tmp_path / "tidegate.toml"
    path.write_text(config)
    file = ConfigFile(path)
    with pytest.raises(ConfigError, match=words):
        _access(file, trust, address)


def _access(file: ConfigFile, trust: str | None, address: str) -> None:
    options = file.section("access", AccessOptions)
    access = AccessConfig(options, file.entries("hba", HbaEntry), None if trust is None else Trust.parse(trust))
    access.check(Address(address, 0))
    access.open()


def test_trust_is_short_for_entries_behind_the_others() -> None:
    reject = HbaEntry("reject", address="10.0.0.9")
    trust = Trust.parse("10.0.0.0/8")
    assert AccessConfig(AccessOptions(), [reject], trust).entries == (reject, *trusted_entries(trust))
    assert AccessConfig(AccessOptions(), [reject]).entries == (reject,)
    loopback = AccessConfig(AccessOptions()).entries
    assert first_match(loopback, ClientOrigin("127.0.0.1"), "ann", "tidegate") is not None
    assert first_match(loopback, ClientOrigin(""), "ann", "tidegate") is not None
    assert first_match(loopback, ClientOrigin("10.0.0.1"), "ann", "tidegate") is None


def test_failures_count_within_a_window() -> None:
    clock = Clock()
    failures = FailedLogins(3, 60.0, 30.0, clock)
    for _ in range(2):
        failures.failed("10.0.0.1", "ann")
    clock.now_s += 61
    failures.failed("10.0.0.1", "ann")
    failures.failed("10.0.0.1", "ann")
    assert not is_locked(failures, "10.0.0.1")
    failures.failed("10.0.0.1", "ann")
    assert is_locked(failures, "10.0.0.1")
    assert not is_locked(failures, "10.0.0.2")
    assert not is_locked(failures, "10.0.0.1", "bob")
    clock.now_s += 29
    assert is_locked(failures, "10.0.0.1")
    clock.now_s += 1
    assert not is_locked(failures, "10.0.0.1")


def test_an_ipv6_network_counts_as_one() -> None:
    failures = FailedLogins(2, 60.0, 30.0, Clock())
    failures.failed("2001:db8::1", "ann")
    failures.failed("2001:db8::2%eth0", "ann")
    assert is_locked(failures, "2001:db8::3")
    assert not is_locked(failures, "2001:db8:0:1::3")
    failures.failed("::ffff:10.0.0.1", "ann")
    failures.failed("10.0.0.1", "ann")
    assert is_locked(failures, "10.0.0.1")
    assert not is_locked(failures, "10.0.0.2")


def test_what_is_remembered_is_bounded() -> None:
    tallies = OwnTallies()
    failures = FailedLogins(2, 60.0, 30.0, Clock(), tallies)
    failures.failed("192.0.2.1", "ann")
    for number in range(SOURCES_MAX):
        failures.failed(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", "ann")
    assert len(tallies) == SOURCES_MAX
    failures.failed("192.0.2.1", "ann")
    assert not is_locked(failures, "192.0.2.1")
