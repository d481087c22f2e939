"""Texts of time zones wherever SQL takes them, as PostgreSQL 15 reads them: names, abbreviations with a history, offsets, POSIX."""

from __future__ import annotations

from itertools import product

import pytest

from tests.planner.types.both import Both, Failed

pytestmark = pytest.mark.postgres
TEXTS = (
    "2", "+2", "-2", "5.5", "-5.5", "+02:00", "02:00", "-02:30", "+0230", "-2:30:15", "+12345", "-15:59:59", "+16", "25", "+25",
    "UTC+2", "utc-02:30", "GMT-3", "<+03>-3", "<x>3", "X3", "foo-24", "foo-167", "foo-168", "foo24:60", "foo2:3", "EST5EDT", "EST",
    "PST", "z", "europe/berlin", "Nowhere/At", "abc", " 2 ", " UTC", "FOO5BAR", "FOO5BAR,M3.2.0,M11.1.0", "", "-", "MSK", "VET",
)  # fmt: skip
LOCAL_TIMES = (
    "1900-01-01", "1931-05-05", "1985-07-01", "1991-06-01", "1992-01-19 02:00", "2007-12-09 03:10", "2010-06-01",
    "2011-03-27 01:59:59", "2011-03-27 02:00", "2011-03-27 02:30", "2012-01-01", "2014-10-26 00:59:59", "2014-10-26 01:00",
    "2014-10-26 01:30", "2014-10-26 02:00", "2016-05-01 02:30", "2020-01-01", "2030-07-07", "0044-03-15 BC",
)  # fmt: skip
PLACES = (
    "make_timestamptz(2020, 7, 1, 0, 0, 0, {z})",
    "timestamptz '2020-07-01 00:00+00' AT TIME ZONE {z}",
    "timestamp '2020-07-01 00:00' AT TIME ZONE {z}",
    "date_trunc('month', timestamptz '2020-07-01 00:00+00', {z})",
)
#: As {z}: a constant, and a column.
FORMS = ("SELECT ({place})::text", "SELECT ({place})::text FROM (VALUES ({z})) v(z)")


def differing(both: Both, queries: list[str], refused: tuple[str, ...] = ()) -> list[str]:
    """What *refused* is in may be refused by name."""
    may = [q for q in queries if any(r in q for r in refused) and both.lowered(q) == Failed("0A")]
    return both.differences([q for q in queries if q not in may], "Europe/Berlin")


#: Summers of one's own, and odd texts that PostgreSQL takes for them.
REFUSED = ("'5.5'", "'-5.5'", "' 2 '", "'FOO5BAR", "'+12345'", "'+0230'")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", PLACES)
def test_zones_of_functions(both: Both, place: str, form: str) -> None:
    column = "v(z)" in form
    queries = [form.replace("{place}", place).replace("{z}", "v.z" if column else f"'{text}'", 1) for text in TEXTS]
    queries = [q.replace("({z})", f"('{text}')") for q, text in zip(queries, TEXTS, strict=True)]
    no_history = ("'MSK'",) if column or "date_trunc" in place else ()
    assert differing(both, queries, REFUSED + no_history) == []


def test_abbreviations_of_literals_and_columns(both: Both) -> None:
    known = [row[0] for row in both.postgres.execute("SELECT abbrev FROM pg_timezone_abbrevs")]
    assert len(known) > 190
    wrong = []
    for name in known:
        rows = ", ".join(f"('{at} {name}'{'' if i else '::text'})" for i, at in enumerate(LOCAL_TIMES))
        constants = ", ".join(f"timestamptz '{at} {name}'" for at in LOCAL_TIMES)
        wrong += both.differences([f"SELECT x::timestamptz::text FROM (VALUES {rows}) v(x)", f"SELECT ARRAY[{constants}]::text"])
    assert wrong == []


def test_abbreviations_at_time_zone(both: Both) -> None:
    moments = product(("MSK", "msk", "MSD", "VET", "CLT", "KGT", "EST"), ("timestamp", "timestamptz"))
    rows = {pg: ", ".join(f"('{at}'::{pg})" for at in LOCAL_TIMES) for pg in ("timestamp", "timestamptz")}
    queries = [f"SELECT (x AT TIME ZONE '{name}')::text FROM (VALUES {rows[pg]}) v(x)" for name, pg in moments]
    assert both.differences(queries) == []
