"""A subscription begins: its rows as messages of the protocol, or as COPY's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gateway.codecs.copy_formats import copy_encoder
from gateway.contract.engine import QueryContext, RowChunk
from gateway.engine.changes.query import SubscribeQuery
from gateway.engine.changes.stream import SubscriptionStream
from gateway.engine.recent import SUBSCRIPTION, RecordedSubscription, ViewsRead
from planner.errors import Unsupported
from planner.tree.values import Value

if TYPE_CHECKING:
    from gateway.engine.engine import ReadEngine


def open_subscription(
    engine: ReadEngine, query: SubscribeQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
) -> RecordedSubscription:
    """What Engine.open() does with it. Raises what SubscriptionStream does."""
    context.cancel.check()
    if context.copy is None:
        stream = SubscriptionStream(engine, query, params, formats, engine.row_encoders(query.columns, context), context)
    else:
        if context.copy.keys or context.fragment is not None:
            raise Unsupported("COPY of a SUBSCRIBE takes neither KEYS nor SHARDS")
        stream = _CopiedSubscription(engine, query, params, context)
    run = engine.recent.begin(query.statement.text, SUBSCRIPTION, context)
    return RecordedSubscription(stream, engine.recent, run, lambda: ViewsRead(stream.versions, plan="changes"))


class _CopiedSubscription(SubscriptionStream):
    """Its chunks are CopyData; what stands before the rows comes at once."""

    def __init__(self, engine: ReadEngine, query: SubscribeQuery, params: tuple[Value, ...], context: QueryContext) -> None:
        assert context.copy is not None
        self._copy = copy_encoder(query.columns, context.copy, context.settings.style)
        self._begun = False
        super().__init__(engine, query, params, (), lambda _: self._copy, context)

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See contract.RowStream."""
        if not self._begun:
            self._begun = True
            return RowChunk(self._copy.begin(self.schema), 0)
        return await super().next(rows_max)
