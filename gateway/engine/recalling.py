"""Reads of versions that this node does not have and the root keeps: they wait until it has them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import RowBlock, RowChunk, RowStream
from gateway.engine.keyed.block_rows import BlockRows
from gateway.engine.threads.planning import unless_cancelled
from gateway.errors import StaleRead
from statestore.errors import VersionNotKept
from statestore.node import Store


class Recalled:
    """A RowStream that begins when the versions of *wanted* are here: then *begin* opens the query."""

    def __init__(
        self, store: Store, wanted: Mapping[str, int], begin: Callable[[], RowBlock | RowStream], cancel: CancelToken
    ) -> None:
        self._store = store
        self._wanted = wanted
        self._begin = begin
        self._cancel = cancel
        self._stream: RowStream | None = None

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See RowStream. Raises StaleRead where the root keeps one no more."""
        if self._stream is None:
            await self._recall()
            opened = self._begin()
            self._stream = BlockRows(opened.rows) if isinstance(opened, RowBlock) else opened
        return await self._stream.next(rows_max, formats)

    async def close(self) -> None:
        """See RowStream."""
        if self._stream is not None:
            await self._stream.close()

    async def _recall(self) -> None:
        for view, version in self._wanted.items():
            if (making := self._store.recall(view, version)) is None:
                continue
            # Others may wait for it too, and the next try finds it: it is made whatever becomes of this statement.
            try:
                await unless_cancelled(asyncio.shield(asyncio.wrap_future(making)), self._cancel)
            except VersionNotKept as error:
                raise StaleRead(error.message, detail=error.detail) from error
