"""SQLSTATEs of errors."""

from __future__ import annotations

import pytest

from gateway import errors as gateway_errors
from gateway.sqlstate import INTERNAL_ERROR, report, sqlstate
from planner import errors as planner_errors
from statestore import errors as store_errors
from tests.tools.references import error_classes

#: Those, the bases that are never raised, and an error that brings its code along.
BUGS = {
    gateway_errors.ExecutorFault, gateway_errors.GatewayError, gateway_errors.FragmentFailed, planner_errors.SqlError,
    planner_errors.PlanError, store_errors.StateStoreError,
}  # fmt: skip


@pytest.mark.parametrize("kind", error_classes(), ids=lambda c: f"{c.__module__}.{c.__name__}")
def test_every_error_that_is_no_bug_has_a_code(kind: type[Exception]) -> None:
    assert (sqlstate(kind) == INTERNAL_ERROR) == (kind in BUGS)


def test_a_subclass_has_the_code_of_its_base() -> None:
    class Special(planner_errors.UndefinedTable):
        pass

    assert sqlstate(Special) == "42P01"


def test_errors_of_connections_are_fatal() -> None:
    assert report(gateway_errors.TooManyConnections("full")).severity == "FATAL"
    assert report(planner_errors.SyntaxFault("bad", position=3)).position == 3
