"""COPY … TO STDOUT as parsing leaves it. What both know is compared with PostgreSQL in tests/gateway/test_copy_postgres.py."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from planner.errors import InvalidArgument, PlanError, ReadOnly, SyntaxFault, Unsupported
from planner.parse import parse
from planner.parse.copy_lists import read_shards, read_versions, shards_text, versions_text
from planner.tree.statement import CopyForm, CopyStatement
from statestore.schema import SHARDS_MAX
from statestore.version_id import VersionId


def one(text: str) -> CopyStatement:
    (statement,) = parse(text)
    assert isinstance(statement, CopyStatement)
    return statement


def test_a_fragment_says_what_it_reads() -> None:
    found = one(
        "copy (select 1 from f) to stdout (format arrow, versions 'f=4@17, \"a, b\"=1', shards 'f=0 3 5-7, g=',"
        " timezone 'Europe/Berlin', timeout_ms 1000, keys)"
    )
    assert found.form == CopyForm("arrow")
    assert found.versions == {"f": VersionId(4, 17), "a, b": VersionId(1, 0)}
    assert found.shards == {"f": frozenset({0, 3, 5, 6, 7}), "g": frozenset()}
    assert (found.settings, found.timeout_ms, found.keys) == ({"timezone": "Europe/Berlin"}, 1000, True)


def test_the_query_has_its_own_text_and_its_place_in_the_clients() -> None:
    text = "SELECT 1; COPY (SELECT a FROM t WHERE b = ')') TO STDOUT"
    statement = parse(text)[1]
    assert isinstance(statement, CopyStatement)
    assert statement.query.text == "SELECT a FROM t WHERE b = ')'"
    assert text[statement.query.offset :].startswith("SELECT a")
    assert statement.text == text[10:]
    assert statement.shards is None


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("copy t to stdout", 'SELECT * FROM "t"'),
        ('copy s.T (a, "B""c") to stdin with binary', 'SELECT "a", "B""c" FROM "s"."t"'),
        ("copy binary t to stdout", 'SELECT * FROM "t"'),
        ('copy "binary" to stdout', 'SELECT * FROM "binary"'),
    ],
)
def test_a_view_by_name(text: str, query: str) -> None:
    assert one(text).query.text == query


@pytest.mark.parametrize(
    ("options", "form"),
    [
        ("", CopyForm()),
        ("with csv header", CopyForm("csv", ",", "", True)),
        (
            "csv delimiter as ';' null 'x' quote '''' escape as '!' force quote a, b",
            CopyForm("csv", ";", "x", False, "'", "!", ("a", "b")),
        ),
        ("with (format csv, force_quote *, header false)", CopyForm("csv", ",", "", force_quote=None)),
        ("(format csv, force_quote (a), quote '|', header on)", CopyForm("csv", ",", "", True, "|", "|", ("a",))),
        ("(delimiter '|', null '')", CopyForm("text", "|", "")),
        ("(header 1, encoding 'UTF-8')", CopyForm(header=True)),
        ("with binary", CopyForm("binary")),
    ],
)
def test_options_in_both_spellings(options: str, form: CopyForm) -> None:
    assert one(f"copy (select 1 a, 2 b) to stdout {options}").form == form


@pytest.mark.parametrize("text", ["copy t from stdin", "copy t (a) from '/tmp/x' csv", "copy t from program 'x' where a = 1"])
def test_nothing_is_copied_in(text: str) -> None:
    with pytest.raises(ReadOnly, match="cannot execute COPY FROM: tidegate is read-only"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("copy (delete from t returning a) to stdout", ReadOnly),
        ("copy (select 1) to '/tmp/x'", Unsupported),
        ("copy (select 1) to program 'sh'", Unsupported),
        ("copy (select 1 to stdout", SyntaxFault),
        ("copy (select 1) to stdout extra", SyntaxFault),
        ("copy (select 1) to stdout (", SyntaxFault),
        ("copy (explain select 1) to stdout", SyntaxFault),
        ("copy (select 1) to stdout (shards 'f')", InvalidArgument),
        ("copy (select 1) to stdout (shards 'f=1 x')", InvalidArgument),
        ("copy (select 1) to stdout (shards 'f=5-3')", InvalidArgument),
        (f"copy (select 1) to stdout (shards 'f=0-{SHARDS_MAX}')", InvalidArgument),
        ("copy (select 1) to stdout (shards 'f=1, f=2')", InvalidArgument),
        ("copy (select 1) to stdout (versions 'f=x')", InvalidArgument),
        ("copy (select 1) to stdout (versions 'f=1@')", InvalidArgument),
        ("copy (select 1) to stdout (timeout_ms 0)", InvalidArgument),
        ("copy (select 1) to stdout (timeout_ms -1)", InvalidArgument),
        ("copy (select 1) to stdout (timeout_ms 99999999999)", InvalidArgument),
        ("copy (select 1) to stdout (format arrow, header)", Unsupported),
        ("copy (select 1) to stdout (format arrow, delimiter ';')", SyntaxFault),
        ("copy (select 1) to stdout (keys, keys)", SyntaxFault),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, error: type[PlanError]) -> None:
    with pytest.raises(error) as caught:
        parse(text)
    assert caught.value.position is None or 1 <= caught.value.position <= len(text) + 1


_NAMES = some.text(min_size=1).filter(lambda name: "\0" not in name)
_SHARDS = some.frozensets(some.integers(0, SHARDS_MAX - 1))
_IDS = some.builds(VersionId, some.integers(0, 2**53), some.integers(0, 2**62))


@given(some.dictionaries(_NAMES, _SHARDS, max_size=3), some.dictionaries(_NAMES, _IDS, max_size=3))
def test_what_is_written_is_read(shards: dict[str, frozenset[int]], versions: dict[str, VersionId]) -> None:
    assert read_shards(shards_text(shards)) == shards
    assert read_versions(versions_text(versions)) == versions
