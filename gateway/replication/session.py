"""A session whose connection has ``replication=database``: SQL by the simple protocol, replication commands, and one stream.

START_REPLICATION ─→ CopyBothResponse, CopyData both ways … CopyDone ─→ CopyDone, two CommandCompletes, ReadyForQuery
                                                       └ error ─→ ErrorResponse, ReadyForQuery

While it streams, its connection's events are handled as they come: status updates, and CopyDone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gateway.access.grants import Columns
from gateway.contract.cancel import CancelReason, CancelToken
from gateway.engine.engine import ReadEngine
from gateway.errors import ActiveTransaction, ConnectionFault, MessageFault, NoActiveTransaction, ProtocolFault
from gateway.replication import commands as c
from gateway.replication.following import FollowedViews
from gateway.replication.pgoutput import ViewMessages
from gateway.replication.positions import end_of, lsn, version_at
from gateway.replication.publications import granted_columns, positions, published, snapshot_name
from gateway.replication.sender import Sender
from gateway.replication.slots import Slot, Slots
from gateway.session import events
from gateway.session.queries import context
from gateway.session.session import Session
from gateway.sqlstate import KNOWN_ERRORS
from gateway.wire import messages as m
from gateway.wire import writer as w
from planner.errors import Unsupported
from planner.tree import types as t
from statestore.node import ViewVersion
from statestore.schema import ViewSchema
from statestore.version_id import VersionId

_EXTENDED: Final = m.Parse | m.Bind | m.Describe | m.Execute | m.Close | m.FunctionCall


@dataclass(slots=True, eq=False)
class _Stream:
    """What runs, and the slot that it uses."""

    sender: Sender
    slot: Slot
    task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Wait until nothing of it runs; its token has been cancelled."""
        if self.task is not None:
            await asyncio.wait([self.task])


def handle_replicating(session: Session, event: m.Event) -> Awaitable[None] | None:
    """As session.events.handle(), for a ReplicationSession."""
    assert isinstance(session, ReplicationSession), "made for such a connection"
    return events.handle(session, event, session.dispatch)


class ReplicationSession(Session):
    """See the module. *close_connection* is for a client that a stream sends away; a stream *restarts* as Sender says."""

    engine: ReadEngine

    def __init__(self, slots: Slots, close_connection: Callable[[], None], *args: Any, restarts: bool) -> None:
        super().__init__(*args)
        self._slots, self._close_connection, self._restarts = slots, close_connection, restarts
        self._stream: _Stream | None = None
        self._gone = False
        self._temporary: list[Slot] = []

    # ------------------------------------------------------------------------------------------------------------ Session

    def ready(self) -> None:
        """Not while it streams."""
        if self._stream is None:
            super().ready()

    @property
    def at_rest(self) -> bool:
        """A stream may be ended at any time: who follows it goes on from where it was."""
        return self._stream is not None or super().at_rest

    def idle_limit(self) -> tuple[float, ConnectionFault] | None:
        """None while it streams: the sender looks after silent clients."""
        return None if self._stream is not None else super().idle_limit()

    def cancel(self, reason: CancelReason) -> None:
        """End what runs, the stream as well."""
        super().cancel(reason)
        if self._stream is not None:
            self._stream.sender.token.cancel(reason)

    def close(self) -> None:
        """The connection is gone: its slot is free at once."""
        self._gone = True
        if (stream := self._stream) is not None:
            self._stream = None
            self._slots.release(stream.slot)
            stream.sender.token.cancel(CancelReason.DISCONNECT)
            self._runtime.close(stream)
        for slot in self._temporary:
            self._slots.forget(slot)
        self._temporary = []
        super().close()

    # ------------------------------------------------------------------------------------------------------------- events

    def dispatch(self, event: m.Event) -> Awaitable[None] | None:
        """What handle_replicating() does. Raises MessageFault, and what a command or a statement does."""
        if self._stream is not None:
            return self._while_streaming(self._stream, event)
        match event:
            case m.Query(sql) if c.is_command(sql):
                self.transaction.check_usable()
                return self._run(c.parse_command(sql))
            case _ if isinstance(event, _EXTENDED):
                raise MessageFault("extended query protocol not supported in a replication connection")
            case _:
                return events.dispatch_event(self, event)

    def _while_streaming(self, stream: _Stream, event: m.Event) -> Awaitable[None] | None:
        match event:
            case m.CopyInput(b"d", data):
                stream.sender.take(data)
            case m.CopyInput(b"c"):
                stream.sender.finish()
                return stream.task
            case m.Terminate():
                pass
            case _:
                raise ProtocolFault(f"unexpected message while replication streams: {type(event).__name__}")
        return None

    def _run(self, command: c.Command) -> Awaitable[None]:
        match command:
            case c.IdentifySystem():
                return self._identify()
            case c.CreateSlot():
                return self._create(command)
            case c.DropSlot(name, wait):
                return self._drop(name, wait=wait)
            case c.StartReplication():
                return self._start(command)

    async def _identify(self) -> None:
        oldest, _ = await asyncio.to_thread(self._slots.numbering, positions(self.engine, None))  # as pg_current_wal_lsn()
        row = {
            "systemid": str(self._slots.system_id),
            "timeline": "1",
            "xlogpos": lsn(end_of(oldest)),
            "dbname": self.info.database,
        }
        self._answer(row, "IDENTIFY_SYSTEM")

    async def _create(self, command: c.CreateSlot) -> None:
        exported = command.snapshot == "export"
        if exported and self.transaction.in_block:
            raise ActiveTransaction("CREATE_REPLICATION_SLOT … (SNAPSHOT 'export') must not be called inside a transaction")
        at = self._context() if command.snapshot == "use" else None
        found = positions(self.engine, at)
        if self._slots.timeline is not None:
            await asyncio.to_thread(self._slots.timeline.reach, found)
        slot = self._slots.create(command.name, found, temporary=command.temporary)
        if command.temporary:
            self._temporary.append(slot)
        row = {
            "slot_name": slot.name,
            "consistent_point": lsn(slot.confirmed),
            "snapshot_name": snapshot_name(self.engine, self.info.user, found) if exported else None,
            "output_plugin": "pgoutput",
        }
        self._answer(row, "CREATE_REPLICATION_SLOT")

    def _context(self) -> Any:
        """Of a transaction that has read nothing yet. Raises NoActiveTransaction, ActiveTransaction."""
        found = context(self, CancelToken())
        if found.snapshot is None:
            raise NoActiveTransaction("SNAPSHOT 'use' is for a transaction of isolation level REPEATABLE READ")
        if self.transaction.queried:
            raise ActiveTransaction("CREATE_REPLICATION_SLOT … (SNAPSHOT 'use') must be called before any query")
        return found

    async def _drop(self, name: str, *, wait: bool) -> None:
        await self._slots.drop(name, wait=wait)
        self._temporary = [slot for slot in self._temporary if slot.name != name]
        self.out.write(w.command_complete("DROP_REPLICATION_SLOT"))

    # ------------------------------------------------------------------------------------------------------------- stream

    async def _start(self, command: c.StartReplication) -> None:
        if self.transaction.in_block:
            raise ActiveTransaction("START_REPLICATION cannot run inside a transaction block")
        names = c.publications_of(command.options)
        slot = self._slots.acquire(command.slot, self.info.pid)
        try:
            sender = await self._sender(slot, names, command.position)
        except BaseException:
            self._slots.release(slot)
            raise
        if self._gone:
            self._slots.release(slot)
            await sender.close()
            return
        sender.begin()
        stream = self._stream = _Stream(sender, slot)
        stream.task = asyncio.get_running_loop().create_task(self._streamed(stream))

    async def _sender(self, slot: Slot, publications: Sequence[str], position: int) -> Sender:
        if len(publications) > 1 and self._slots.timeline is None:
            raise Unsupported("a slot follows one view", hint="Make a subscription for each, or a [publication] of several views.")
        engine, run = self.engine, context(self, CancelToken())
        current = published(engine, publications)
        slot.check_timeline(self._slots.timeline)
        messages = self._messages(current.values())
        if (timeline := self._slots.timeline) is None:
            at, number = self._begun(slot, current, version_at(position))
        else:
            await asyncio.to_thread(timeline.reach, {view: version.id for view, version in current.items()})
            number = max(version_at(position), slot.number)
            at = slot.versions_at(number, current, timeline)
        followed = await FollowedViews.open(engine, at, run, restarts=self._restarts, timeline=timeline, number=number)
        return Sender(self._slots, slot, followed, run.cancel, messages, self.out)

    def _begun(self, slot: Slot, current: Mapping[str, ViewVersion], said: int) -> tuple[dict[str, VersionId], int]:
        """Where a client begins that follows one view, and said that it has that version."""
        ((view, newest),) = current.items()
        at = slot.position_for(newest)
        if slot.view is None:
            self._slots.bind(slot, view, at)
        if said > at.version:
            at = VersionId(said, 0, at.view_id)
        return {view: at}, at.version

    def _messages(self, views: Iterable[ViewVersion]) -> Callable[[ViewSchema], ViewMessages]:
        """What tells rows of such a view to the session's user. Raises, now as later, where they cannot be told, or may not."""
        user, engine, style = self.info.user, self.engine, self.variables.read.style
        made: dict[str, tuple[ViewSchema, Columns, ViewMessages]] = {}
        granted: dict[str, Columns] = {}
        seen = engine.generation

        def messages(schema: ViewSchema) -> ViewMessages:
            nonlocal seen
            if engine.generation != seen:
                granted.clear()
                seen = engine.generation
            if schema.name not in granted:
                granted[schema.name] = granted_columns(engine, user, schema)
            found = made.get(schema.name)
            if found is None or found[:2] != (schema, granted[schema.name]):
                oid = engine.catalog.state.by_name[schema.name].oid
                found = made[schema.name] = (schema, granted[schema.name], ViewMessages(schema, oid, style, granted[schema.name]))
            return found[2]

        for view in views:
            messages(view.schema)
        return messages

    async def _streamed(self, stream: _Stream) -> None:
        await events.guarded(self, self._sent(stream))
        if self._gone:
            return
        if not self.closing:
            self.ready()
        self.out.flush()
        if self.closing:
            self._close_connection()

    async def _sent(self, stream: _Stream) -> None:
        try:
            await stream.sender.run()
        except KNOWN_ERRORS:
            if self._left(stream):
                raise
            return
        except BaseException:
            self._left(stream)
            raise
        if self._left(stream):
            self.out.write(w.COPY_DONE + w.command_complete("COPY 0") + w.command_complete("START_REPLICATION"))

    def _left(self, stream: _Stream) -> bool:
        """The stream is over; False: its connection is gone already."""
        if self._stream is not stream:
            return False
        self._stream = None
        self._slots.release(stream.slot)
        return True

    # ------------------------------------------------------------------------------------------------------------ answers

    def _answer(self, row: Mapping[str, str | None], tag: str) -> None:
        """One row of texts; the timeline is a number."""
        fields = [
            w.FieldDescription(name, 0, 0, (t.INT4 if name == "timeline" else t.TEXT).oid, 4 if name == "timeline" else -1, -1, 0)
            for name in row
        ]
        cells = [None if value is None else value.encode() for value in row.values()]
        self.out.write(w.row_description(fields) + w.data_row(cells) + w.command_complete(tag))
