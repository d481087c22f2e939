"""Statements that are no queries: one function each, called with the session, the portal to bring to life and the statement.

They set the portal's tag, and its rows where the statement returns any.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gateway.session.commands import cursors, prepared, settings, transactions
from planner.tree import statement as s

#: The statement that a command gets is of the class it is listed under.
COMMANDS: Final[dict[type[Any], Callable[[Any, Any, Any], None]]] = {
    s.SetStatement: settings.set_,
    s.ShowStatement: settings.show,
    s.ResetStatement: settings.reset,
    s.DiscardStatement: settings.discard,
    s.TransactionStatement: transactions.transaction,
    s.UnlistenStatement: settings.unlisten,
    s.DeallocateStatement: prepared.deallocate,
    s.DeclareStatement: cursors.declare,
    s.FetchStatement: cursors.fetch,
    s.CloseStatement: cursors.close,
}
