"""Opening a portal's query in the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import FragmentScope, QueryContext, RowBlock, RowStream
from gateway.contract.remote import FORWARDED
from gateway.engine.block_rows import BlockRows
from gateway.session.portals import Portal
from gateway.session.rows import StreamRows
from planner.parse.set_config import set_config_calls
from planner.tree.statement import ExplainStatement, SelectStatement

if TYPE_CHECKING:
    from gateway.session.session import Session

#: Whatever the query asks for, from this node only.
_HERE: Final = FragmentScope()


def start_query(session: Session, portal: Portal) -> None:
    """Bring a portal of a SELECT or EXPLAIN to life."""
    portal.tag = _explain_tag if isinstance(portal.statement.statement, ExplainStatement) else _select_tag
    opened = open_query(session, portal)
    portal.rows = BlockRows(opened.rows) if isinstance(opened, RowBlock) else StreamRows(opened)
    if isinstance(portal.statement.statement, SelectStatement):
        try:
            for call in set_config_calls(portal.statement.statement, portal.params):
                session.variables.set(call.name, call.value, local=call.local)
        except BaseException:
            session.portals.give_back(portal)  # a Query's portal is nobody else's
            raise


def _explain_tag(_rows: int) -> str:
    return "EXPLAIN"


def _select_tag(rows: int) -> str:
    return f"SELECT {rows}"


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
