"""How a Python function for DuckDB is declared.

About 1 µs a row, under the interpreter's lock: nothing that a filter or an aggregate over many rows needs is here. Strict: NULL
in, NULL out. They raise errors of planner.errors, which get through DuckDB with the marker that functions.faults reads.
Calls that may take long are made elsewhere: those with long arguments, and those that a function's *small* says are not.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from inspect import Parameter, Signature
from typing import Any, Final

from planner.errors import NumericOverflow, PlanError, TooComplex
from planner.postgres.functions.faults import marked
from planner.postgres.functions.udf.elsewhere import HERE_LENGTH_MAX, HERE_MATCHING_S, MATCHING_S, Elsewhere, Interrupted, length_of
from planner.postgres.functions.udf.large import SMALL_LENGTH, Ledger, bytes_of, check

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
    #: The result is the length of a text that DuckDB makes next.
    promises_text: bool = False
    #: The same of a text or list that is made of one as long, which rows may share.
    remakes: bool = False
    #: Of arguments that are not long: do they take the function but a moment?
    small: Callable[..., bool] | None = None
    #: It looks at MATCHING_S, and raises TimeoutError where that is HERE_MATCHING_S.
    matches: bool = False

    def guarded(self, ledger: Ledger) -> Callable[..., Any]:
        """What DuckDB may call where nothing need be stopped."""
        return partial(self._call(ledger, self.body, None), None)

    def stoppable(self, ledger: Ledger, elsewhere: Elsewhere | None) -> Callable[..., Any]:
        """What DuckDB may call with the query's number in front."""
        body = _in_a_moment(self.body) if self.matches and elsewhere is not None else self.body
        return self._call(ledger, body, elsewhere)

    def _call(self, ledger: Ledger, body: Callable[..., Any], elsewhere: Elsewhere | None) -> Callable[..., Any]:
        name, promises_bytes, promises_text, here = self.name, self.promises_bytes, self.promises_text, self.in_a_moment()
        remakes = self.remakes
        stopped: Container[int | None] = () if elsewhere is None else elsewhere.stopped
        joined = tuple(i for i, type_ in enumerate(self.args) if type_ in _JOINED)
        is_float = self.result in _FLOATS
        has_length = self.result in _WITH_LENGTH or self.result.endswith("[]")

        def call(query: int | None, *values: Any) -> Any:
            if None in values or any(None in values[i] for i in joined):
                return None
            if query in stopped:
                raise Interrupted
            try:
                try:
                    found = body(*values) if elsewhere is None or here(values) else elsewhere.call(query, name, values)
                except TimeoutError:
                    if elsewhere is None:
                        raise
                    found = elsewhere.call(query, name, values)
                if has_length and found is not None and len(found) > SMALL_LENGTH:
                    size = bytes_of(found)
                    check(size)
                    ledger.made(size)
                elif promises_bytes:
                    ledger.promised(found * promises_bytes)
                elif promises_text:
                    ledger.joining(found)
                elif remakes:
                    ledger.remaking(found)
                return _NAN if is_float and found != found else found
            except PlanError as error:
                found = None
                raise marked(error) from error
            except ValueError as error:
                if _MANY_DIGITS not in str(error):
                    raise
                raise marked(NumericOverflow("value is out of range")) from error
            except RecursionError as error:
                raise marked(TooComplex("stack depth limit exceeded")) from error

        # DuckDB counts the parameters that a Python function declares.
        parameters = [Parameter(f"_{i}", Parameter.POSITIONAL_ONLY) for i in range(1 + len(self.args))]
        call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        return call

    def in_a_moment(self) -> Callable[[tuple[Any, ...]], bool]:
        """Do such arguments take the function but a moment?"""
        small = self.small
        texts = [i for i, type_ in enumerate(self.args) if type_ in _WITH_LENGTH]
        lists = [i for i, type_ in enumerate(self.args) if type_.endswith("[]") and type_ not in _JOINED]
        if small is None and not lists:
            match texts:
                case []:
                    return lambda values: True
                case [i]:
                    return lambda values: len(values[i]) <= HERE_LENGTH_MAX
                case [i, j]:
                    return lambda values: len(values[i]) + len(values[j]) <= HERE_LENGTH_MAX
        lengths = [(i, length_of) for i in lists] + [(i, len) for i in texts]

        def here(values: tuple[Any, ...]) -> bool:
            length = 0
            for i, of in lengths:
                length += of(values[i])
            return length <= HERE_LENGTH_MAX and (small is None or small(*values))

        return here


def _in_a_moment(body: Callable[..., Any]) -> Callable[..., Any]:
    """In this process's threads of DuckDB's nothing else looks at MATCHING_S, so it stays."""

    def call(*values: Any) -> Any:
        if MATCHING_S.get() != HERE_MATCHING_S:
            MATCHING_S.set(HERE_MATCHING_S)
        return body(*values)

    return call


def udf(
    name: str,
    body: Callable[..., Any],
    args: str,
    result: str,
    *,
    promises_bytes: int = 0,
    promises_text: bool = False,
    remakes: bool = False,
    small: Callable[..., bool] | None = None,
    matches: bool = False,
) -> PythonFunction:
    """A declaration; *args* are DuckDB's type names with commas between."""
    return PythonFunction(
        name, body, tuple(a.strip() for a in args.split(",")), result, promises_bytes, promises_text, remakes, small, matches
    )
