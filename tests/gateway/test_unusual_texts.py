"""Settings that change how values are printed: results follow them; text made inside a query is refused, never the default one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.session.variables import Variables
from planner.errors import Unsupported
from tests.gateway.harness import Harness, harness

SETTINGS = (
    ("bytea_output", "escape", r"decode(n::text, 'escape')"),
    ("extra_float_digits", "0", "n::float8 / 3"),
    ("extra_float_digits", "-3", "n::float4 / 3"),
)
TEXTS = (
    "({0})::text",
    "({0})::varchar(5)",
    "'is '::text || ({0})",
    "concat('is ', {0})",
    "format('%s', {0})",
    "ARRAY[{0}]::text",
    "array_to_string(ARRAY[{0}], ',')",
    "to_jsonb({0})",
    "json_build_object('is', {0})",
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    folder: Path = tmp_path_factory.mktemp("texts")
    with harness(folder) as made:
        yield made


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("setting", "value", "expression"), SETTINGS)
def test_texts_inside_a_query(engine: Harness, setting: str, value: str, expression: str, text: str) -> None:
    variables = Variables("tester", "tidegate")
    sql = f"SELECT {text.format(expression)} FROM generate_series(1, 3) AS n"
    engine.prepare(sql, settings=variables.read)
    variables.set(setting, value, local=False)
    with pytest.raises(Unsupported, match=f"under this {setting}"):
        engine.prepare(sql, settings=variables.read)
    engine.prepare(f"SELECT {expression}, n::text FROM generate_series(1, 3) AS n", settings=variables.read)
