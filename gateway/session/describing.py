"""What a statement returns: its columns, before it runs, and RowDescription's fields for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gateway.engine.explain import output_column
from gateway.session.definitions import SETTINGS
from gateway.wire.writer import Field
from planner.tree import types as t
from planner.tree.bound import OutputColumn
from planner.tree.statement import (
    ExecuteStatement,
    ExplainExecuteStatement,
    ExplainStatement,
    FetchStatement,
    SelectStatement,
    ShowStatement,
)
from planner.tree.types import SqlType

if TYPE_CHECKING:
    from gateway.session.session import Session
    from gateway.session.statements import PreparedStatement

_TEXT = SqlType(t.TEXT)


def columns_of(session: Session, prepared: PreparedStatement) -> tuple[OutputColumn, ...] | None:
    """The statement's result columns now; None if it returns no rows."""
    match prepared.statement:
        case SelectStatement() | ExplainStatement():
            return prepared.plan(session.variables.read).columns
        case ShowStatement(name="all"):
            return tuple(OutputColumn(name, _TEXT) for name in ("name", "setting", "description"))
        case ShowStatement(name=name, label=label):
            session.show(name)  # says if there is no such setting
            return (OutputColumn(SETTINGS[name].name if name in SETTINGS else label, _TEXT),)
        case FetchStatement(cursor=name, move=False):
            portal = session.portals.find(name)
            return portal.columns if portal is not None else None
        case ExecuteStatement(name=name):
            target = session.statements.find(name)  # running it says if there is none
            return None if target is None else columns_of(session, target)
        case ExplainExecuteStatement() as statement:
            return (output_column(statement),)
        case _:
            return None


def fields(columns: Sequence[OutputColumn], formats: Sequence[int]) -> list[Field]:
    """RowDescription's fields."""
    return [
        Field(c.name, c.origin[0], c.origin[1], c.type.pg.oid, c.type.pg.length, c.type.typmod, format_)
        for c, format_ in zip(columns, formats, strict=True)
    ]
