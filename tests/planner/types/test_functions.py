# ruff: noqa: E501 - tables of templates
"""Functions, operators and casts: lowered SQL in DuckDB against PostgreSQL 15, values and classes of errors."""

from __future__ import annotations

import random
from typing import ClassVar

import pytest

from tests.planner.types.both import Both, comparable
from tests.planner.types.moment_queries import ZONES as MOMENT_ZONES
from tests.planner.types.moment_queries import moment_queries
from tests.planner.types.more_queries import MORE_FAMILIES
from tests.planner.types.place_queries import places
from tests.planner.types.queries import FAMILIES
from tests.planner.types.set_queries import SET_FAMILIES
from tests.planner.types.statements import STATEMENTS
from tests.planner.types.template_queries import random_templates
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres
ZONES = ("UTC", "America/New_York")
SHOWN_MAX = 40
SAMPLED = 100
PLACES_SAMPLED = 250
#: Of intervals near the ends of their type.
_EXTREMES = ("2562047", "178956970", "214748364")
#: What may be refused by name (0A000) of calls over dates, times and intervals.
REFUSED_OF_MOMENTS = ("infinity", "julian", "timezone", "'MSK'", "to_char(", "generate_series(", "NULL", "::date")
#: Left out: known differences, each named in planner/DESIGN.md.
KNOWN = ("1e-7::float8)::numeric::", "(1e-7::float8)::jsonb")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("family", FAMILIES)
def test_expressions(both: Both, family: str, zone: str) -> None:
    if zone != "UTC" and family not in ("moments", "casts"):
        pytest.skip("nothing here depends on the time zone")
    queries = [q for q in FAMILIES[family]() if not any(k in q for k in KNOWN)]
    wrong = both.differences(queries, zone)
    assert not wrong, f"{len(wrong)} of {len(queries)} differ\n" + "\n".join(wrong[:SHOWN_MAX])


SAMPLED_FAMILIES = {**MORE_FAMILIES, **SET_FAMILIES}


@pytest.mark.parametrize("family", SAMPLED_FAMILIES)
def test_sampled_expressions(both: Both, family: str) -> None:
    """Of families with more calls than a run has time for."""
    seed = seed_for("functions")
    queries = SAMPLED_FAMILIES[family]()
    wrong = both.differences(random.Random(seed).sample(queries, min(len(queries), SAMPLED)), "America/New_York")
    assert not wrong, f"TIDEGATE_SEED={seed}\n" + "\n".join(wrong[:SHOWN_MAX])


def test_places(both: Both) -> None:
    """Of too many for a run, too."""
    seed = seed_for("functions")
    wrong = both.differences(random.Random(seed).sample(places(), PLACES_SAMPLED), ordered=False)
    assert not wrong, f"TIDEGATE_SEED={seed}\n" + "\n".join(wrong[:SHOWN_MAX])


@pytest.mark.parametrize("zone", ZONES)
def test_statements(both: Both, zone: str) -> None:
    wrong = both.differences(STATEMENTS, zone)
    assert not wrong, "\n".join(wrong[:SHOWN_MAX])


# ------------------------------------------------------------------------------------------------------------------- generated


class Generator:
    """Random well-typed expressions. Their leaves are small, so that most have a value and not an error."""

    LEAVES: ClassVar = {
        "int4": ("1", "0", "-3", "17", "NULL::int4"),
        "int8": ("5::int8", "-7::int8", "100000::int8"),
        "numeric": ("1.5", "-2.25", "0.10", "3.00"),
        "float8": ("0.5::float8", "-8::float8", "'nan'::float8"),
        "text": ("'a'", "'Bc'", "''", "NULL::text"),
        "bool": ("true", "false", "NULL::bool"),
        "date": ("date '2020-02-29'", "date '1969-12-31'"),
        "timestamp": ("timestamp '2020-02-29 23:59:59.5'", "timestamp '1969-12-31 00:00'"),
    }

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def expression(self, kind: str, depth: int) -> str:
        """An expression of that type."""
        if depth == 0:
            return self.random.choice(self.LEAVES[kind])
        rules = {
            "int4": ("({int4} + {int4})", "({int4} * {int4})", "({int4} / 3)", "length({text})", "abs({int4})", "({date} - {date})"),
            "int8": ("({int8} + {int4})", "({int8} % 7::int8)", "({int8} - {int8})"),
            "numeric": ("({numeric} + {int4})", "({numeric} * {numeric})", "round({numeric}, 1)", "({numeric} - {int8})"),
            "float8": ("({float8} + {int4})", "({float8} * {float8})", "({numeric}::float8)", "floor({float8})"),
            "text": ("({text} || {text})", "upper({text})", "({int4}::text)", "substr({text}, 1, 2)", "replace({text}, 'a', {text})"),
            "bool": ("({int4} < {numeric})", "({text} = {text})", "({bool} AND {bool})", "(NOT {bool})", "({int4} IS NULL)",
                     "({date} <= {timestamp})", "({int4} IN ({int4}, {int8}))", "({float8} IS DISTINCT FROM {float8})"),
            "date": ("({date} + ({int4} % 50))", "({timestamp}::date)"),
            "timestamp": ("({date}::timestamp)", "({timestamp} + interval '1 month')", "date_trunc('month', {timestamp})"),
        }  # fmt: skip
        shared = (
            "coalesce({%s}, {%s})",
            "(CASE WHEN {bool} THEN {%s} ELSE {%s} END)",
            "nullif({%s}, {%s})",
            "greatest({%s}, {%s})",
        )
        template = self.random.choice((*rules[kind], *(s.replace("%s", kind) for s in shared)))
        while "{" in template:
            start = template.index("{")
            end = template.index("}", start)
            inner = self.expression(template[start + 1 : end], depth - 1)
            template = template[:start] + inner + template[end + 1 :]
        return template


@pytest.mark.parametrize("zone", ZONES)
def test_random_templates(both: Both, zone: str) -> None:
    seed = seed_for("functions")
    wrong = both.differences(random_templates(seed), zone)
    assert not wrong, f"TIDEGATE_SEED={seed}\n" + "\n".join(wrong[:SHOWN_MAX])


def test_generated_expressions(both: Both) -> None:
    seed = seed_for("functions")
    generator = Generator(seed)
    queries = [f"SELECT {generator.expression(kind, 3)}" for kind in Generator.LEAVES for _ in range(25)]
    wrong = both.differences(queries)
    assert not wrong, f"TIDEGATE_SEED={seed}\n" + "\n".join(wrong[:SHOWN_MAX])


def is_refusal(sql: str, ours: object, theirs: object) -> bool:
    """May this stand for what PostgreSQL answers?"""
    if ours in ("0A", "22") and "NULL" in sql:  # a field that there is not, or an interval that is no zone
        return theirs == [(None,)]
    if ours == "22" and "timezone(" in sql and "infinity" in sql:  # an interval that is no zone, where an infinity needs none
        return theirs in ([("infinity",)], [("-infinity",)])
    extreme = any(word in sql for word in _EXTREMES)
    if extreme and theirs == "22" and any(word in sql for word in ("avg(", "sum(")):  # its sum left the type on the way
        return isinstance(ours, list)
    if ours == "0A":
        return any(word in sql for word in REFUSED_OF_MOMENTS)
    # PostgreSQL 15 wraps around where there is no such interval.
    return ours == "22" and (extreme or "make_interval(" in sql) and isinstance(theirs, list)


@pytest.mark.parametrize("zone", MOMENT_ZONES)
def test_moments(both: Both, zone: str) -> None:
    """Dates, times and intervals, also BC, infinite, and as far as they go."""
    seed = seed_for("functions")
    wrong = []
    for sql in moment_queries(seed, SAMPLED):
        ours, theirs = both.lowered(sql, zone), both.expected(sql, zone)
        if comparable(ours) != comparable(theirs) and not is_refusal(sql, ours, theirs):
            wrong.append(f"{sql}\n  lowered    {ours!r}\n  PostgreSQL {theirs!r}")
    assert not wrong, f"TIDEGATE_SEED={seed}\n" + "\n".join(wrong[:SHOWN_MAX])
