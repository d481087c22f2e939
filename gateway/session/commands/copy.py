"""COPY (query) TO STDOUT: CopyOutResponse, CopyData …, CopyDone, CommandComplete, as fast as the client takes them.

The statement is planned when it runs, as a utility statement of PostgreSQL. Row limits of Execute do not apply to it.

- COPY is planned when it runs, like a utility statement, and always streams: back-pressure, cancelling and time limits are a
  SELECT's. The first chunk is there before CopyOutResponse is sent, so what fails at the start fails without one.
- Encoders (`codecs/copy_text.py`, `copy_formats.py`) are `arrow_rows`' with other words between the cells: text and csv are the
  text cells, escaped by a table of bytes; a binary row is a DataRow's bytes under another message type. One message per row,
  because psycopg reads rows by messages; binary's header stands in the first row's message for the same reason. Arrow has one
  message of its stream per CopyData and at most about a megabyte in each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from gateway.contract.bounds import VersionBounds, Versions
from gateway.contract.cancel import CancelToken
from gateway.contract.engine import (
    BINARY,
    TEXT,
    CopyOutput,
    FragmentScope,
    Prepared,
    ReadSettings,
    RowBlock,
    RowStream,
    WaitingStream,
)
from gateway.engine.options import VERSION_WAIT_S
from gateway.errors import FragmentRefused
from gateway.session.definitions import SETTINGS
from gateway.session.elsewhere import planned
from gateway.session.portals import Portal, PortalState
from gateway.session.queries import context
from gateway.session.session import Session
from gateway.session.statements import plan_query
from gateway.wire import writer as w
from planner.errors import PlanError, UndefinedColumn, Unsupported
from planner.tree.statement import CopyStatement, SelectStatement
from statestore.errors import ShardNotHeld, VersionNotKept

#: Settings that the statement may change for itself, as PlanSettings and OutputStyle call them.
_FIELDS: Final = {"timezone": "timezone", "datestyle": "date_style", "intervalstyle": "interval_style"}


async def copy(session: Session, portal: Portal, statement: CopyStatement) -> None:
    """Run it to its end. Raises FragmentRefused (55000) for shards that are not here."""
    portal.state = PortalState.DONE
    token = portal.token = CancelToken()
    limit_s = None if statement.timeout_ms is None else statement.timeout_ms / 1000
    with session.cancellable(token, limit_s):
        try:
            rows = await _copy(session, statement, token)
        except (ShardNotHeld, VersionNotKept) as error:
            if statement.shards is None:
                raise
            raise FragmentRefused("not held" if isinstance(error, ShardNotHeld) else "not kept", error.message) from error
    session.out.write(w.COPY_DONE + w.command_complete(f"COPY {rows}"))


async def _copy(session: Session, statement: CopyStatement, token: CancelToken) -> int:
    scope = None if statement.shards is None else FragmentScope(statement.versions, statement.shards)
    if scope is not None:
        session.engine.check_granted(scope, session.info.user)
        waiting = session.engine.reached(scope, VERSION_WAIT_S)
        if waiting is not None:
            await waiting
        session.engine.check_scope(scope)
    settings = _settings(session, statement)
    plan = await _plan(session, statement, settings, token)
    session.transaction.queried = True
    output = CopyOutput(statement.form, statement.keys)
    stream = session.engine.open(plan, (), (), replace(context(session, token), copy=output, fragment=scope, settings=settings))
    assert not isinstance(stream, RowBlock), "COPY's rows come as a stream"
    try:
        format_ = BINARY if statement.form.format in ("binary", "arrow") else TEXT
        return await _send(session, stream, token, w.copy_out_response(len(plan.columns) + statement.keys, format_))
    finally:
        await stream.close()


def _settings(session: Session, statement: CopyStatement) -> ReadSettings:
    """The session's settings as the statement changes them. Raises InvalidSetting."""
    settings = session.variables.read
    if statement.settings:
        changed = {name: SETTINGS[name].parse(text) for name, text in statement.settings.items()}
        fields: dict[str, Any] = {_FIELDS[name]: value for name, value in changed.items()}
        plan, style = replace(settings.plan, **fields), replace(settings.style, **fields)
        settings = replace(settings, plan=plan, style=style, values={**settings.values, **changed})
    if statement.versions and statement.shards is None:
        if any(version.committed_at_us for version in statement.versions.values()):
            raise Unsupported("COPY takes a version's commit time only together with SHARDS")
        session.engine.check_versions("VERSIONS", statement.versions, settings.plan.user)
        named = {view: version.version for view, version in statement.versions.items()}
        settings = replace(settings, bounds=VersionBounds(read=Versions(named=named)))
    return settings


async def _plan(session: Session, statement: CopyStatement, settings: ReadSettings, token: CancelToken) -> Prepared:
    try:
        begin = session.engine.prepare_elsewhere(statement.query, (), settings)
        if begin is not None:
            return await planned(statement.query, begin, token)
        return plan_query(session.engine, statement.query, (), settings)
    except PlanError as error:
        if isinstance(statement.query, SelectStatement) and statement.query.offset == 0:  # the query was made of a view's name
            error.position = None
            if isinstance(error, UndefinedColumn):
                relation = statement.query.text.rpartition('."')[2] or statement.query.text
                missing = error.message.removesuffix(" does not exist")
                named = relation.rpartition(' FROM "')[2].removesuffix('"')
                raise UndefinedColumn(f'{missing} of relation "{named}" does not exist') from error
        raise


async def _send(session: Session, stream: RowStream, token: CancelToken, announcement: bytes) -> int:
    """What fails before there are rows fails without an announcement; there is at least one chunk, the end of the data."""
    rows, size, waits = 0, 0, isinstance(stream, WaitingStream)
    while (chunk := await stream.next(None)) is not None:
        rows += chunk.rows
        size += len(chunk.data)
        session.limits.check_result(rows, size)
        session.out.write(announcement + chunk.data)
        announcement = b""
        if waits:
            session.out.flush()
        await session.out.drain(token)
    return rows
