"""Queries of a session in the engine: what a statement's columns are, and how its rows begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import FragmentScope, QueryContext, RowBlock, RowStream
from gateway.contract.remote import FORWARDED
from gateway.engine.explain import output_column
from gateway.engine.keyed.block_rows import BlockRows
from gateway.session.definitions import SETTINGS
from gateway.session.portals import Portal
from gateway.session.session import Session
from gateway.session.statements import PreparedStatement
from planner.parse.set_config import SetConfig, asks_settings, set_config_calls
from planner.tree import types as t
from planner.tree.bound import OutputColumn
from planner.tree.statement import (
    ExecuteStatement,
    ExplainExecuteStatement,
    ExplainStatement,
    FetchStatement,
    SelectStatement,
    ShowStatement,
    SubscribeStatement,
)
from planner.tree.types import SqlType

_TEXT: Final = SqlType(t.TEXT)
_TAGS: Final[dict[type, str]] = {ExplainStatement: "EXPLAIN", SubscribeStatement: "SUBSCRIBE {}"}
#: Whatever the query asks for, from this node only.
_HERE: Final = FragmentScope()


def columns_of(session: Session, prepared: PreparedStatement) -> tuple[OutputColumn, ...] | None:
    """The statement's result columns now; None if it returns no rows."""
    match prepared.statement:
        case SelectStatement() | ExplainStatement() | SubscribeStatement():
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


def start_query(session: Session, portal: Portal) -> None:
    """Bring a portal of a SELECT or EXPLAIN to life."""
    portal.tag = _TAGS.get(type(portal.statement.statement), "SELECT {}")
    statement = portal.statement.statement
    calls = set_config_calls(statement, portal.params) if isinstance(statement, SelectStatement) else ()
    first = bool(calls) and isinstance(statement, SelectStatement) and not asks_settings(statement)
    if first:
        _set(session, calls)
        portal.plan = None
    opened = open_query(session, portal)
    if isinstance(opened, RowBlock):
        portal.rows = BlockRows(opened.rows)
    else:
        portal.rows = portal.stream = opened
    if not first:
        try:
            _set(session, calls)
        except BaseException:
            session.portals.give_back(portal)  # a Query's portal is nobody else's
            raise


def _set(session: Session, calls: Sequence[SetConfig]) -> None:
    for call in calls:
        session.variables.set(call.name, call.value, local=call.local)


def open_query(
    session: Session, portal: Portal, *, formats: tuple[int, ...] | None = None, reformat: bool = False
) -> RowBlock | RowStream:
    """Ask the engine for the rows of a portal's plan, in *formats* or the portal's own; the portal gets the execution's token."""
    settings = session.variables.read
    session.transaction.queried = True
    portal.token = CancelToken()
    plan = portal.plan
    if plan is None or plan.generation != session.engine.generation:
        plan = portal.plan = portal.statement.plan(settings)
    return session.engine.open(
        plan, portal.params, portal.formats if formats is None else formats, context(session, portal.token, reformat=reformat)
    )


def context(session: Session, token: CancelToken, *, reformat: bool = False) -> QueryContext:
    """The circumstances of an execution that begins now."""
    settings = session.variables.read
    return QueryContext(
        now_us=session.transaction.now_us(),
        settings=settings,
        cancel=token,
        session=session.info,
        snapshot=session.transaction.snapshot(settings.values["transaction_isolation"]),
        reformat=reformat,
        # Another node sent it here because the rows are here: if they are not, that node has to know.
        fragment=_HERE if settings.values[FORWARDED] == "on" else None,
        warn=session.warn,
    )
