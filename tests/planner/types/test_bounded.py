"""What a statement's Python functions may take: patterns with too many ways to match, deep documents, long texts."""

from __future__ import annotations

import pytest

from planner.errors import InvalidRegularExpression, LimitExceeded, PlanError, TooComplex
from planner.lower.expressions import REPEATED_CHARACTERS_MAX
from planner.parse import parse
from planner.plan.planner import plan_query
from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.faults import fault_of
from planner.postgres.functions.udf import patterns
from planner.postgres.functions.udf.all import UDFS
from planner.postgres.functions.udf.elsewhere import MATCHING_S
from planner.postgres.functions.udf.identifiers import SQL_SUBSTRING_CHARACTERS_MAX, sql_substring
from planner.postgres.functions.udf.large import Ledger
from planner.tree import types as t
from planner.tree.catalog import MemoryCatalog
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.types import ARRAY_OF

BY_NAME = {udf.name: udf.guarded(Ledger()) for udf in UDFS}


def test_a_pattern_with_exponentially_many_ways_ends() -> None:
    text = "a" * 60 + "!"
    limit = MATCHING_S.set(0.05)
    try:
        with pytest.raises(InvalidRegularExpression, match="to match one text"):
            patterns.replace(text, "(a|aa)+$", "", "g")
        with pytest.raises(InvalidRegularExpression, match="to match one text"):
            patterns.like(text, "(a|aa)+$", "")
    finally:
        MATCHING_S.reset(limit)


def test_a_long_text_is_not_split_in_every_way() -> None:
    with pytest.raises(LimitExceeded):
        sql_substring("x" * (SQL_SUBSTRING_CHARACTERS_MAX + 1), '%#"y#"%', "#")


@pytest.mark.parametrize("name", ["py_jsonb_pretty", "py_jsonb_strip_nulls"])
def test_a_deep_document_is_an_error_and_no_crash(name: str) -> None:
    with pytest.raises(ValueError, match="tidegate:") as caught:
        BY_NAME[name]("[" * 5_000 + "]" * 5_000)
    assert fault_of(str(caught.value)) is not None


#: Constants by type; a call of each function is put into itself.
SAMPLES = {
    t.FLOAT8: "0.5::float8", t.INT4: "1::int4", t.INT8: "1::int8", t.NUMERIC: "1.5::numeric", t.TEXT: "'a'::text", t.BOOL: "true",
    t.INTERVAL: "'1 day'::interval", t.TIMESTAMP: "'2020-01-01'::timestamp", t.TIMESTAMPTZ: "'2020-01-01Z'::timestamptz",
    t.DATE: "'2020-01-01'::date", t.JSONB: "'[]'::jsonb", ARRAY_OF[t.INT4]: "'{1}'::int4[]", ARRAY_OF[t.TEXT]: "'{a}'::text[]",
}  # fmt: skip
LEVELS = 40
#: Much more than one level beyond the limit.
CHARACTERS_MAX = 8 * REPEATED_CHARACTERS_MAX


def _selves() -> list[tuple[str, str]]:
    found = []
    for f in ALL:
        if f.kind != "scalar" or f.operator or not f.args or f.schema != "pg_catalog" or not set(f.args) <= SAMPLES.keys():
            continue
        rest = "".join(f", {SAMPLES[a]}" for a in f.args[1:])
        found.append((f'pg_catalog."{f.name}"((', f")::{f.args[0].name}{rest})"))
    return found


def test_a_call_in_itself_time_and_again_has_bounded_sql() -> None:
    planned, refused = set(), set()
    for before, after in _selves():
        name = after.removeprefix(")::").partition(",")[0].removesuffix(")")
        innermost = next(sample for type_, sample in SAMPLES.items() if type_.name == name)
        try:
            [statement] = parse(f"SELECT {before * LEVELS}{innermost}{after * LEVELS}")
            assert isinstance(statement, SelectStatement)
            assert len(plan_query(statement, MemoryCatalog([]), (), PlanSettings()).duckdb_sql) < CHARACTERS_MAX, before
            planned.add(before.split('"')[1])
        except TooComplex:
            refused.add(before.split('"')[1])
        except PlanError:
            continue  # its result cannot be its argument, or the sample is none of its arguments
    assert {"tand", "acosh"} <= refused
    assert {"abs", "lower", "md5"} <= planned - refused
