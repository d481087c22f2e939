"""EXECUTE name (arguments): the portal becomes one of the prepared statement.

Plain constants are read at once; any other argument is evaluated as ``SELECT CAST((argument) AS type)``.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable
from functools import partial
from typing import Final

from gateway.codecs.codec import decoder
from gateway.contract.cancel import CancelToken
from gateway.contract.engine import BINARY, TEXT, RowBlock, RowStream
from gateway.engine.threads.planning import is_costly
from gateway.session.elsewhere import after, in_thread, planning
from gateway.session.portals import Portal
from gateway.session.queries import context
from gateway.session.rows import cells_of
from gateway.session.session import Session
from gateway.session.statements import PreparedStatement, plan_query
from planner.errors import PlanError, SyntaxFault, Unsupported
from planner.parse import parse
from planner.plan.arguments import check_argument
from planner.tree import types as t
from planner.tree.statement import ExecuteStatement, ExplainExecuteStatement, ExplainStatement, SelectStatement
from planner.tree.types import SqlType
from planner.tree.values import Value

_STRING: Final = re.compile(r"'((?:[^']|'')*)'", re.DOTALL)
_NUMBER: Final = re.compile(r"-?\d+")


def retarget(session: Session, portal: Portal, statement: ExecuteStatement | ExplainExecuteStatement) -> Awaitable[None] | None:
    """Put the prepared statement, its parameters and plan into the portal, or EXPLAIN of them."""
    if isinstance(statement, ExecuteStatement):
        return _retarget(session, portal, statement)
    pending = _retarget(session, portal, statement.execute)
    if pending is not None:
        return after(pending, lambda _: _explain(session, portal, statement))
    _explain(session, portal, statement)
    return None


def _retarget(session: Session, portal: Portal, statement: ExecuteStatement) -> Awaitable[None] | None:
    target = session.statements.get(statement.name)
    if len(statement.arguments) != len(target.parameters):
        raise SyntaxFault(
            f'wrong number of parameters for prepared statement "{statement.name}"',
            detail=f"Expected {len(target.parameters)} parameters but got {len(statement.arguments)}.",
        )
    values: list[Value] = []
    arguments = zip(statement.arguments, statement.offsets, target.parameters, strict=True)
    for argument, offset, type_ in arguments:
        text = _constant(argument, type_)
        if text is None and argument.lower() != "null":
            return _evaluated(session, portal, target, values, statement)
        values.append(None if text is None else _read(session, text, type_, offset))
    _adopt(session, portal, target, tuple(values))
    return None


def _read(session: Session, text: str, type_: SqlType, offset: int) -> Value:
    try:
        return decoder(type_, TEXT, session.variables.read.style)(text.encode())
    except PlanError as error:
        error.position = offset + 1
        raise


def _explain(session: Session, portal: Portal, statement: ExplainExecuteStatement) -> None:
    target, settings = portal.statement, session.variables.read
    if not isinstance(target.query, SelectStatement):
        raise Unsupported("EXPLAIN EXECUTE explains queries only")
    made = ExplainStatement(statement.text, target.query, statement.analyze, statement.verbose, statement.format, statement.costs)
    portal.statement = PreparedStatement("", target.sql, made, target.parameter_oids, session.engine, settings)
    portal.plan = portal.statement.plan(settings)


def _constant(argument: str, type_: SqlType) -> str | None:
    """The text of a plain constant for a parameter of this type."""
    if (match := _STRING.fullmatch(argument)) is not None:
        return match[1].replace("''", "'")
    if type_.pg.category != "N" or _NUMBER.fullmatch(argument) is None:
        return None
    bits = 8 * type_.pg.length - 1  # numeric has no length of its own
    return argument if bits < 0 or -(1 << bits) <= int(argument) < 1 << bits else None


def _adopt(session: Session, portal: Portal, target: PreparedStatement, params: tuple[Value, ...]) -> None:
    portal.statement = target
    portal.params = params
    portal.plan = target.plan(session.variables.read) if target.query is not None else None


async def _evaluated(
    session: Session, portal: Portal, target: PreparedStatement, values: list[Value], statement: ExecuteStatement
) -> None:
    types, arguments = target.parameters[len(values) :], statement.arguments[len(values) :]
    for number in range(len(values), len(statement.arguments)):
        text, offset, type_ = statement.arguments[number], statement.offsets[number], target.parameters[number]
        check = partial(check_argument, text, offset, number + 1, type_, session.variables.read.plan)
        await in_thread(session, check) if is_costly(text) else check()
    items = ", ".join(f"CAST(({a}) AS {_type_name(type_)})" for a, type_ in zip(arguments, types, strict=True))
    sql = f"SELECT {items}"
    (query,) = await in_thread(session, partial(parse, sql)) if is_costly(sql) else parse(sql)
    assert isinstance(query, SelectStatement), "SELECT is a SELECT"
    settings = session.variables.read
    waiting = planning(session, query, (), settings)
    plan = plan_query(session.engine, query, (), settings) if waiting is None else await waiting
    token = CancelToken()
    with session.cancellable(token):
        opened = session.engine.open(plan, (), (BINARY,) * len(types), context(session, token))
        row = await _first_row(opened)
    cells = cells_of(row)
    values += [None if c is None else decoder(type_, BINARY)(c) for c, type_ in zip(cells, types, strict=True)]
    _adopt(session, portal, target, tuple(values))


def _type_name(type_: SqlType) -> str:
    return '"char"' if type_.pg is t.CHAR_ else type_.pg.name


async def _first_row(opened: RowBlock | RowStream) -> bytes:
    if isinstance(opened, RowBlock):
        return opened.rows[0]
    try:
        chunk = await opened.next(1)
    finally:
        await opened.close()
    assert chunk is not None, "a SELECT without FROM has a row"
    return chunk.data
