"""A subscription begins: its rows as messages of the protocol, or as COPY's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gateway.catalog.guard import denied
from gateway.codecs.copy_formats import CopyEncoder, copy_encoder
from gateway.contract.engine import QueryContext, RowChunk
from gateway.engine.changes.batch import ChangeEncoder
from gateway.engine.changes.query import SubscribeQuery
from gateway.engine.changes.rows import OWN_COLUMNS
from gateway.engine.changes.stream import ChangeBatches, SubscriptionStream
from gateway.engine.recent import SUBSCRIPTION, RecordedSubscription, ViewsRead
from gateway.engine.workers import Workers
from planner.errors import Unsupported
from planner.parse.statements import parse
from planner.postgres.deparse.words import identifier
from planner.tree.statement import SubscribeStatement
from planner.tree.values import Value
from statestore.version_id import VersionId

if TYPE_CHECKING:
    from gateway.engine.engine import ReadEngine


def open_subscription(
    engine: ReadEngine, query: SubscribeQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
) -> RecordedSubscription:
    """What Engine.open() does with it. Raises what ReadEngine.changes() does."""
    context.cancel.check()
    copy = context.copy
    subscription = query.subscription(params, context)
    if copy is not None and copy.keys:
        if copy.form.format != "arrow":
            raise Unsupported("COPY of a SUBSCRIBE takes KEYS only in ARROW mode")
        grants = engine.catalog.guard.of(context.session.user)
        if grants is not None and not grants.allows_whole(subscription.followed.view):
            raise denied(subscription.followed.view)
        subscription = subscription.stored()
    changes = engine.changes(subscription, context)
    if copy is None:
        columns, style = query.columns, context.settings.style
        arrow, own = engine.row_encoders(columns, context), [column.type for column in OWN_COLUMNS]
        stream = SubscriptionStream(changes, formats, lambda f: ChangeEncoder(arrow(f), own, f, style), engine.workers, context)
    else:
        stream = _CopiedSubscription(
            changes,
            copy_encoder(subscription.columns, replace(copy, keys=False), context.settings.style),
            engine.workers,
            context,
        )
    run = engine.recent.begin(query.statement.text, SUBSCRIPTION, context)
    return RecordedSubscription(stream, engine.recent, run, lambda: ViewsRead(changes.versions, plan="changes"))


def stored_statement(view: str) -> str:
    """A SUBSCRIBE for rows as they are stored: of no columns, because some make it one that SUBSCRIBE does not take."""
    return f"SUBSCRIBE TO (SELECT FROM public.{identifier(view)})"


def stored_changes(engine: ReadEngine, view: str, at: VersionId | None, context: QueryContext) -> ChangeBatches:
    """What changes in a view behind the version *at*, or behind all rows of the newest, as STORED_COLUMNS; for who may read all of
    it. Raises what ReadEngine.changes() does."""
    (statement,) = parse(stored_statement(view) + ("" if at is None else f" FROM VERSION '{at}'"))
    assert isinstance(statement, SubscribeStatement), "that is what it is"
    query = engine.prepare(statement, (), context.settings)
    assert isinstance(query, SubscribeQuery), "made of one"
    context.cancel.endless = True
    return engine.changes(query.subscription((), context).stored(), context)


class _CopiedSubscription(SubscriptionStream):
    """Its chunks are CopyData; what stands before the rows comes at once."""

    def __init__(self, changes: ChangeBatches, copy: CopyEncoder, workers: Workers, context: QueryContext) -> None:
        self._copy, self._begun = copy, False
        super().__init__(changes, (), lambda _: copy, workers, context)
        self._next = changes.next_within

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See contract.RowStream."""
        if not self._begun:
            self._begun = True
            return RowChunk(self._copy.begin(self.changes.schema), 0)
        return await super().next(rows_max)
