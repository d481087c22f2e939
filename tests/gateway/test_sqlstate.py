"""The table of SQLSTATEs."""

from __future__ import annotations

import inspect
import re
from types import ModuleType

import pytest

from gateway import errors as gateway_errors
from gateway.sqlstate import SQLSTATES, report, sqlstate
from planner import errors as planner_errors
from statestore import errors as store_errors

MODULES = (gateway_errors, planner_errors, store_errors)


def _classes(module: ModuleType) -> list[type[Exception]]:
    return [
        c for _, c in inspect.getmembers(module, inspect.isclass) if issubclass(c, Exception) and c.__module__ == module.__name__
    ]


@pytest.mark.parametrize("kind", [c for module in MODULES for c in _classes(module)], ids=lambda c: f"{c.__module__}.{c.__name__}")
def test_every_error_has_a_code_of_its_own_and_its_docstring_names_it(kind: type[Exception]) -> None:
    assert kind in SQLSTATES
    named = re.findall(r"\((?=\w*\d)([0-9A-Z]{5})\b", kind.__doc__ or "")
    assert not named or SQLSTATES[kind] in named


def test_a_subclass_has_the_code_of_its_base() -> None:
    class Special(planner_errors.UndefinedTable):
        pass

    assert sqlstate(Special) == "42P01"


def test_errors_of_connections_are_fatal() -> None:
    assert report(gateway_errors.TooManyConnections("full")).severity == "FATAL"
    assert report(planner_errors.SyntaxFault("bad", position=3)).position == 3
