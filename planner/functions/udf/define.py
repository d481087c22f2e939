"""How a Python function for DuckDB is declared.

About 1 µs a row, under the interpreter's lock: nothing that a filter or an aggregate over many rows needs is here. Strict: NULL
in, NULL out. They raise errors of planner.errors, which get through DuckDB with the marker that planner.functions.faults reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from planner.errors import NumericOverflow, PlanError, TooComplex
from planner.functions.faults import marked
from planner.functions.udf.large import SMALL_LENGTH, Ledger, bytes_of, check

#: Lists that stand for one argument or more: an interval's parts, numbers of which Postgres' function takes several.
_JOINED: Final = ("BIGINT[]", "INTEGER[]")
_WITH_LENGTH: Final = ("VARCHAR", "BLOB")
_FLOATS: Final = ("DOUBLE", "FLOAT")
#: In what int() says of thousands of digits; it would take a time that grows by their square.
_MANY_DIGITS: Final = "integer string conversion"
#: A float's NaN is NULL to DuckDB, where Python returns it.
_NAN: Final = Decimal("NaN")


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A function under the name *name* in DuckDB, with DuckDB's types; *body* gets no NULL."""

    name: str
    body: Callable[..., Any]
    args: tuple[str, ...]
    result: str
    #: The result is a number of things of so many bytes that DuckDB makes next.
    promises_bytes: int = 0

    def guarded(self, ledger: Ledger) -> Callable[..., Any]:
        """What DuckDB may call."""
        body, promises_bytes = self.body, self.promises_bytes
        joined = tuple(i for i, type_ in enumerate(self.args) if type_ in _JOINED)
        is_float = self.result in _FLOATS
        has_length = self.result in _WITH_LENGTH or self.result.endswith("[]")

        def call(*values: Any) -> Any:
            if None in values or any(None in values[i] for i in joined):
                return None
            try:
                found = body(*values)
                if has_length and found is not None and len(found) > SMALL_LENGTH:
                    size = bytes_of(found)
                    check(size)
                    ledger.made(size)
                elif promises_bytes:
                    ledger.promised(found * promises_bytes)
                return _NAN if is_float and found != found else found
            except PlanError as error:
                raise marked(error) from error
            except ValueError as error:
                if _MANY_DIGITS not in str(error):
                    raise
                raise marked(NumericOverflow("value is out of range")) from error
            except RecursionError as error:
                raise marked(TooComplex("stack depth limit exceeded")) from error

        return _WITH_ARITY[len(self.args)](call)


def udf(name: str, body: Callable[..., Any], args: str, result: str, *, promises_bytes: int = 0) -> PythonFunction:
    """A declaration; *args* are DuckDB's type names with commas between."""
    return PythonFunction(name, body, tuple(a.strip() for a in args.split(",")), result, promises_bytes)


#: DuckDB counts the parameters that a Python function declares.
_WITH_ARITY: Final[dict[int, Callable[[Callable[..., Any]], Callable[..., Any]]]] = {
    1: lambda f: lambda a: f(a),
    2: lambda f: lambda a, b: f(a, b),
    3: lambda f: lambda a, b, c: f(a, b, c),
    4: lambda f: lambda a, b, c, d: f(a, b, c, d),
    5: lambda f: lambda a, b, c, d, e: f(a, b, c, d, e),
}
