"""docs/reference/limits.md says of every limit what the code says."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any, Final

import pytest

from gateway.access.options import AccessOptions
from gateway.engine import EngineOptions
from gateway.engine.functions.server import KEPT_SHARE
from gateway.http.options import HttpOptions
from gateway.presto.options import PrestoOptions
from gateway.server import ServerOptions
from gateway.session.options import SessionOptions
from gateway.sqlstate import sqlstate
from planner.postgres.functions.udf import elsewhere
from tests.tools.references import error_classes

TABLE: Final = Path(__file__).parents[2] / "docs" / "reference" / "limits.md"
SECTIONS: Final[dict[str, tuple[type[Any], frozenset[str]]]] = {
    # section: its options, and those of them that are no limits
    "server": (ServerOptions, frozenset({"trust", "replication_restarts"})),
    "session": (SessionOptions, frozenset()),
    "engine": (EngineOptions, frozenset()),
    "http": (HttpOptions, frozenset({"listen", "hosts", "tls"})),
    "presto": (PrestoOptions, frozenset({"listen", "hosts", "tls"})),
    "access": (
        AccessOptions,
        frozenset(f.name for f in dataclasses.fields(AccessOptions) if not f.name.startswith("failed_login")),
    ),
}
WITHOUT_ERROR: Final = {"", "waits", "goes on", "queues", "streams", "reset"}


def rows() -> list[list[str]]:
    """The cells of the table's rows."""
    lines = [line for line in TABLE.read_text().splitlines() if re.match(r"\| (\w+) \| (\w+) \|", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not line.startswith("| section")]


@pytest.mark.parametrize("section", SECTIONS)
def test_every_limit_is_listed_with_its_default(section: str) -> None:
    kind, others = SECTIONS[section]
    defaults = {field.name: field.default for field in dataclasses.fields(kind) if field.name not in others}
    shown = {name: "none" if value is None else '""' if value == "" else str(value) for name, value in defaults.items()}
    assert {cells[1]: cells[2] for cells in rows() if cells[0] == section} == shown


def test_every_sqlstate_is_one_of_ours() -> None:
    found = {cells[3] for cells in rows()} - WITHOUT_ERROR
    assert found <= {sqlstate(kind) for kind in error_classes()}


def test_the_constants_of_functions_are_named_with_their_values() -> None:
    shown = {
        "HERE_LENGTH_MAX": f"{elsewhere.HERE_LENGTH_MAX:,} characters",
        "HERE_MATCHING_S": f"{elsewhere.HERE_MATCHING_S * 1000:.0f} ms",
        "KEPT_SHARE": f"{KEPT_SHARE:.0%}",
        "MATCHING_S": f"{elsewhere.MATCHING_S.get():.0f} s",
    }
    (item,) = (line for line in TABLE.read_text().split("\n- ") if line.startswith("**Processes of functions**"))
    named = {name: re.split(rf"\b{name}\b", item)[0] for name in shown}
    assert {name: text for name, text in shown.items() if text not in named[name]} == {}
