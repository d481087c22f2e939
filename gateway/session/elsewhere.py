"""Parsing and planning in another thread, for statements that would hold up the event loop.

Each function says at once whether there is anything to wait for: None, and then the usual way takes little time, or an awaitable,
which after() goes on from. While it is awaited, statement_timeout, a cancel request and the end of the connection end the waiting.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import Prepared, ReadSettings
from gateway.engine.threads.planning import SHORT_CHARACTERS, is_costly
from gateway.session.session import Session
from gateway.session.statements import PreparedStatement, shift
from planner.errors import PlanError
from planner.tree.statement import ExecuteStatement, ExplainExecuteStatement, Query, Statement

T = TypeVar("T")


async def after(waiting: Awaitable[T], go_on: Callable[[T], Awaitable[None] | None]) -> None:
    """What is to be done with what is waited for, and whatever that leaves to await."""
    rest = go_on(await waiting)
    if rest is not None:
        await rest


def parsing(session: Session, sql: str) -> Awaitable[list[Statement]] | None:
    """The text's statements; None if ParseCache.parse() is quick."""
    if len(sql) <= SHORT_CHARACTERS or session.parses.knows(sql) or not is_costly(sql):
        return None
    return _parsed(session, sql)


async def _parsed(session: Session, sql: str) -> list[Statement]:
    statements = await in_thread(session, partial(session.parses.parser, sql), len(sql))
    session.parses.keep(sql, statements)
    return statements


async def in_thread(session: Session, work: Callable[[], T], characters: int = 0) -> T:
    """What *work*, which parses or plans so many *characters*, returns or raises, from a thread for planning."""
    token = CancelToken()
    with session.cancellable(token):
        return await session.engine.planners.run(work, token, characters)


def planning(session: Session, query: Query | None, oids: tuple[int, ...], settings: ReadSettings) -> Awaitable[Prepared] | None:
    """The query's plan; None if Engine.prepare() is quick, or there is no query."""
    if query is None:
        return None
    begin = session.engine.prepare_elsewhere(query, oids, settings)
    return None if begin is None else _planned(session, query, begin)


async def _planned(session: Session, query: Query, begin: Callable[[CancelToken], Awaitable[Prepared]]) -> Prepared:
    token = CancelToken()
    with session.cancellable(token):
        return await planned(query, begin, token)


async def planned(query: Query, begin: Callable[[CancelToken], Awaitable[Prepared]], token: CancelToken) -> Prepared:
    """The plan that *begin* makes; positions of errors become those in the text that the client sent."""
    try:
        return await begin(token)
    except PlanError as error:
        shift(error, query)
        raise


def renewal(session: Session, statement: PreparedStatement) -> Awaitable[None] | None:
    """Plan a prepared statement anew that needs it; of EXECUTE the statement that it names. None if that is quick."""
    made = statement.statement
    made = made.execute if isinstance(made, ExplainExecuteStatement) else made
    if isinstance(made, ExecuteStatement):
        target = session.statements.find(made.name)
        return None if target is None or target.query is None else renewal(session, target)
    settings = session.variables.read
    if statement.query is None or not statement.stale(settings):
        return None
    waiting = planning(session, statement.query, statement.parameter_oids, settings)
    return None if waiting is None else _renewed(statement, settings, waiting)


async def _renewed(statement: PreparedStatement, settings: ReadSettings, waiting: Awaitable[Prepared]) -> None:
    statement.renew(await waiting, settings)
