"""Executions of the subqueries of a row program: first, or for each row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, zip_longest
from typing import TYPE_CHECKING, Any

from gateway.engine.options import PROGRAM_ROWS_MAX
from gateway.engine.rows.bounds import ASKED_MAX, PARAMETERS_MAX, Place, SubqueryBounds
from gateway.engine.rows.lookups import GivenRows
from gateway.engine.rows.windows import WindowColumns
from planner.postgres.functions.udf.elsewhere import length_of
from planner.rows import Gives
from planner.rows.program import RowSubquery
from planner.rows.series import series
from planner.rows.shared import Leave
from statestore.node import ViewVersion

if TYPE_CHECKING:
    from gateway.engine.rows.reading import RowReads


class SubqueryReads:
    """One subquery and the executions of its *parts*: several of UNION ALL."""

    __slots__ = ("_windows", "parts", "query", "views")

    def __init__(self, query: RowSubquery, parts: Sequence[RowReads]) -> None:
        self.query, self.parts = query, parts
        self.views = sum(reads.views for reads in parts)
        self._windows = WindowColumns(query.windows) if query.windows else None

    def value(self, params: tuple[Any, ...], versions: Sequence[ViewVersion], now_us: int, place: Place) -> Any:
        """The parameter's value: what is found, or the function from a row's values to what is found with them.

        Both raise Leave, and what else LEAVES lists.
        """
        if not self.query.is_asked:
            return self._found(params, versions, now_us, place)
        left, asked = count(ASKED_MAX, -1), Place(asked=SubqueryBounds())

        def ask(*values: Any) -> Any:
            if not next(left):
                raise Leave
            return self._found((*params, *values), versions, now_us, asked)

        return ask

    def _found(self, params: tuple[Any, ...], versions: Sequence[ViewVersion], now_us: int, place: Place) -> Any:
        found = list[Any]()
        for reads in self.parts:
            own, versions = versions[: reads.views], versions[reads.views :]
            keys = reads.keys(params, now_us)
            if own and not own[0].held.issuperset(keys.shards):
                raise Leave
            found += reads.read(own, keys, params, now_us, place)
        match self.query.gives:
            case Gives.ROWS:
                in_thread = place.in_thread
                return GivenRows(found if self._windows is None else self._windows.before(found, params, in_thread=in_thread))
            case Gives.CUT:
                row, width = found[0], self.query.width
                return GivenRows([row[at : at + width] for at in range(0, len(row), width)])
            case Gives.ELEMENTS:
                (arrays,) = found
                rows = zip_longest(*[_few(array or ()) for array in arrays])
                is_numbered = self.query.width > len(arrays)
                return GivenRows([(*row, number) for number, row in enumerate(rows, 1)] if is_numbered else list(rows))
            case Gives.SERIES:
                (program,), (row,) = self.query.programs, found
                pg, zone = program.items[0].type.pg, program.forms.timezone
                return GivenRows([(value,) for value in series(pg, row, zone, PROGRAM_ROWS_MAX)])
            case Gives.LIST:
                return found
            case Gives.VALUE if len(found) > 1:
                raise Leave
            case Gives.VALUE:
                return found[0] if found else None


def _few(elements: Sequence[Any]) -> Sequence[Any]:
    """An array that may be looked at for each row. Raises Leave."""
    if len(elements) > PROGRAM_ROWS_MAX or length_of(elements) > PARAMETERS_MAX:
        raise Leave
    return elements
