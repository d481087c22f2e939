"""What nodes tell each other."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.cluster.membership.members import Member, StaticMembership, parse_members
from gateway.cluster.membership.status import PEER_FORMAT, NodeStatus, StatusTexts, ViewStatus, from_bitmap, to_bitmap
from gateway.config import Address, ConfigError
from gateway.errors import BadStatus, FragmentRefused
from statestore.schema import SHARDS_MAX
from statestore.version_id import VersionId

VIEW = ViewStatus((VersionId(3, 1_700_000_000_000_000), VersionId(7, 1_700_000_000_500_000)), frozenset((0, 2, 9)), "77ab")
STATUS = NodeStatus("prod", "a", Address("::1", 5433), "5f0c", PEER_FORMAT, "serving", {"fl ights": VIEW}, "9d")


def test_a_status_reads_back() -> None:
    assert NodeStatus.from_json(STATUS.to_json()) == STATUS


def test_what_is_said_again_is_neither_written_nor_read_again() -> None:
    sender, reader, there = StatusTexts(), StatusTexts(), Address("10.0.0.1", 1)
    first = sender.make(STATUS)
    assert sender.make(replace(STATUS, views=dict(STATUS.views))) is first
    known = reader.read(there, first)
    assert known == STATUS
    assert reader.read(there, str(first.encode(), "utf-8")) is known
    changed = replace(STATUS, views={"fl ights": replace(VIEW, shards=frozenset((1,)))})
    assert reader.read(there, sender.make(changed)) == changed
    assert reader.read(Address("10.0.0.2", 1), first) == STATUS
    with pytest.raises(BadStatus):
        reader.read(there, "nonsense")
    assert reader.read(there, sender.make(STATUS)) == STATUS


_VIEWS = st.builds(
    lambda number, shards, schema: ViewStatus((VersionId(number, number * 1_000_000, "5f0c" * 4),), shards, schema),
    st.integers(1, 3),
    st.frozensets(st.integers(0, 9), max_size=3),
    st.sampled_from(["77ab", "88"]),
)


@given(st.lists(st.dictionaries(st.sampled_from(["v", 'q"uoted', "\u00fcber", "{}"]), _VIEWS), min_size=1, max_size=6))
def test_what_is_known_of_some_views_changes_nothing(said: list[dict[str, ViewStatus]]) -> None:
    sender, reader, there = StatusTexts(), StatusTexts(), Address("10.0.0.1", 1)
    for views in said:
        text = sender.make(replace(STATUS, views=views))
        assert json.loads(text) == json.loads(replace(STATUS, views=views).to_json())
        found = reader.read(there, text)
        assert found == NodeStatus.from_json(text) == replace(STATUS, views=views)
        assert list(found.views) == list(views)


def test_a_views_status_in_words() -> None:
    assert (VIEW.version, VIEW.committed_at_us, VIEW.oldest) == (7, 1_700_000_000_500_000, 3)


@given(st.frozensets(st.integers(0, SHARDS_MAX - 1)))
def test_bitmaps_read_back(shards: frozenset[int]) -> None:
    assert from_bitmap(to_bitmap(shards)) == shards


def test_a_bitmap_is_hexadecimal_with_shard_0_in_the_lowest_bit() -> None:
    assert to_bitmap({0, 2, 9}) == "205"
    assert to_bitmap(()) == "0"


def _broken() -> list[tuple[str, str]]:
    body = json.loads(STATUS.to_json())
    view = body["views"]["fl ights"]
    cases = {
        "no JSON": "nonsense",
        "no object": "[]",
        "deep": "[" * 100_000,
        "another format": json.dumps({**body, "format": 3}),
        "no format": json.dumps({k: v for k, v in body.items() if k != "format"}),
        "no name": json.dumps({k: v for k, v in body.items() if k != "name"}),
        "a number for a name": json.dumps({**body, "name": 7}),
        "an unknown state": json.dumps({**body, "state": "dreaming"}),
        "a bad address": json.dumps({**body, "address": "here"}),
        "views as a list": json.dumps({**body, "views": []}),
    }
    for what, change in {
        "no kept version": {"kept": []},
        "versions out of order": {"kept": ["2@1", "1@2"]},
        "a version of no time": {"kept": ["2"]},
        "a bad bitmap": {"shards": "xyz"},
        "a negative bitmap": {"shards": "-1"},
        "a huge bitmap": {"shards": "f" * (SHARDS_MAX // 4 + 1)},
        "a bitmap that is a number": {"shards": 3},
    }.items():
        cases[what] = json.dumps({**body, "views": {"fl ights": {**view, **change}}})
    return list(cases.items())


@pytest.mark.parametrize(("what", "text"), _broken(), ids=lambda v: v if len(v) < 40 else "")
def test_garbage_is_no_status(what: str, text: str) -> None:
    with pytest.raises(BadStatus):
        NodeStatus.from_json(text)


def test_another_format_says_so() -> None:
    with pytest.raises(BadStatus, match="speaks format 3, and this release 2"):
        NodeStatus.from_json('{"format": 3}')


def test_a_refusal_travels_in_an_errors_detail() -> None:
    sent = FragmentRefused("not held", "shard 3 of view v is not held here")
    got = FragmentRefused.from_detail(sent.message, sent.detail)
    assert got is not None
    assert (got.reason, got.message) == (sent.reason, sent.message)


@pytest.mark.parametrize(
    "detail", [None, "", "plain words", "[]", "{}", '{"refused": "for fun"}', '{"refused": []}', '{"refused": 1}']
)
def test_other_errors_are_no_refusals(detail: str | None) -> None:
    assert FragmentRefused.from_detail("division by zero", detail) is None


def test_members_are_listed_by_name() -> None:
    found = StaticMembership(parse_members("a=h1:1, b=[::1]:2")).members()
    assert dict(found) == {"a": Address("h1", 1), "b": Address("::1", 2)}


@pytest.mark.parametrize("text", ["", "a", "=h:1", "a=h", "a=h:x", "a=h:1,,b=h:2", "a=h:99999"])
def test_a_bad_list_of_members_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        parse_members(text)


@pytest.mark.parametrize("members", [("a=h:1", "a=h:2"), ("a=h:1", "b=h:1")])
def test_two_members_of_one_name_or_address_are_refused(members: tuple[str, str]) -> None:
    with pytest.raises(ConfigError, match="two members"):
        StaticMembership([Member(m.name, m.address) for m in parse_members(",".join(members))])


@given(st.integers(0, 2**62), st.integers(0, 2**62))
def test_versions_read_back(version: int, committed_at_us: int) -> None:
    found = VersionId(version, committed_at_us)
    assert VersionId.parse(str(found)) == found


@pytest.mark.parametrize("text", ["", "1", "@", "1@", "-1@2", "1@2 ", "1@2@3"])
def test_what_is_no_version(text: str) -> None:
    with pytest.raises(ValueError, match="VERSION@COMMITTED_AT_US"):
        VersionId.parse(text)
