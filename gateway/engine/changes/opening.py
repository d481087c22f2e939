"""A subscription begins: its rows as messages of the protocol, or as COPY's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gateway.codecs.copy_formats import CopyEncoder, copy_encoder
from gateway.contract.engine import QueryContext, RowChunk
from gateway.engine.changes.query import SubscribeQuery
from gateway.engine.changes.stream import ChangeBatches, SubscriptionStream
from gateway.engine.recent import SUBSCRIPTION, RecordedSubscription, ViewsRead
from gateway.engine.workers import Workers
from planner.errors import Unsupported
from planner.tree.values import Value

if TYPE_CHECKING:
    from gateway.engine.engine import ReadEngine


def open_subscription(
    engine: ReadEngine, query: SubscribeQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
) -> RecordedSubscription:
    """What Engine.open() does with it. Raises what ReadEngine.changes() does."""
    context.cancel.check()
    copy = context.copy
    if copy is not None and copy.keys:
        raise Unsupported("COPY of a SUBSCRIBE takes no KEYS")
    changes = engine.changes(query.subscription(params, context), context)
    if copy is None:
        encoders = engine.row_encoders(query.columns, context)
        stream = SubscriptionStream(changes, formats, encoders, engine.workers, context)
    else:
        stream = _CopiedSubscription(changes, copy_encoder(query.columns, copy, context.settings.style), engine.workers, context)
    run = engine.recent.begin(query.statement.text, SUBSCRIPTION, context)
    return RecordedSubscription(stream, engine.recent, run, lambda: ViewsRead(changes.versions, plan="changes"))


class _CopiedSubscription(SubscriptionStream):
    """Its chunks are CopyData; what stands before the rows comes at once."""

    def __init__(self, changes: ChangeBatches, copy: CopyEncoder, workers: Workers, context: QueryContext) -> None:
        self._copy, self._begun = copy, False
        super().__init__(changes, (), lambda _: copy, workers, context)

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See contract.RowStream."""
        if not self._begun:
            self._begun = True
            return RowChunk(self._copy.begin(self.changes.schema), 0)
        return await super().next(rows_max)
