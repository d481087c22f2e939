"""Prepared statements: what Parse and PREPARE leave behind, under one set of names.

A statement that holds a query has a plan; the plan is made anew when the catalog's generation or a setting that plans depend on
has changed, with the parameter types it had at first. The columns must stay what clients were told.
"""

from __future__ import annotations

from collections.abc import Sequence

from gateway.contract.engine import Engine, Prepared, ReadSettings
from gateway.contract.held import HeldStatement
from gateway.errors import CachedPlanChanged, ConfigurationLimitExceeded, DuplicateStatement, UndefinedStatement
from gateway.session.options import SessionOptions
from gateway.session.ports import Runtime
from gateway.wire.writer import FieldDescription
from planner.errors import PlanError
from planner.plan.arguments import check_no_parameters
from planner.tree.bound import OutputColumn
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import DeclareStatement, Query, Statement, select_of
from planner.tree.types import SqlType


def query_of(statement: Statement) -> Query | None:
    """The query that a statement runs or declares a cursor for."""
    if isinstance(statement, Query):
        return statement
    return statement.query if isinstance(statement, DeclareStatement) else None


def plan_query(engine: Engine, query: Query, oids: tuple[int, ...], settings: ReadSettings) -> Prepared:
    """Plan; positions of errors become those in the text that the client sent."""
    try:
        return engine.prepare(query, oids, settings)
    except PlanError as error:
        shift(error, query)
        raise


def refuse_parameters(query: Query) -> None:
    """Raise UndefinedParameter if there is a $1 in it: a Query message brings no values."""
    if "$" not in query.text:
        return
    try:
        check_no_parameters(select_of(query))
    except PlanError as error:
        shift(error, query)
        raise


def shift(error: PlanError, query: Query) -> None:
    """Make the error's position, which is one in the query, one in the text that it stands in."""
    if error.position is not None:
        error.position += select_of(query).offset


class PreparedStatement:
    """One statement, with the plan of its query if it has one: *plan*, or one made here.

    *from_sql*: by PREPARE. *made_us*, of named ones: when it was added (microseconds since 1970, UTC).
    """

    __slots__ = ("_plan", "_plan_settings", "engine", "from_sql", "made_us", "name", "parameters", "query", "sql", "statement")
    made_us: int

    def __init__(
        self,
        name: str,
        sql: str,
        statement: Statement,
        oids: tuple[int, ...],
        engine: Engine,
        settings: ReadSettings,
        plan: Prepared | None = None,
    ) -> None:
        self.name = name
        self.sql = sql
        self.from_sql = False
        self.statement = statement
        self.engine = engine
        self.query = query_of(statement)
        self._plan: Prepared | None = None
        self._plan_settings: PlanSettings | None = None
        self.parameters: tuple[SqlType, ...] = ()
        if self.query is not None:
            self._plan = plan if plan is not None else plan_query(engine, self.query, oids, settings)
            self._plan_settings = settings.plan
            self.parameters = self._plan.parameters

    @property
    def query_text(self) -> str:
        """The SQL of its query alone."""
        assert self.query is not None, "has no query"
        return select_of(self.query).text

    @property
    def label(self) -> str:
        """How messages name it."""
        return f'prepared statement "{self.name}"' if self.name else "unnamed prepared statement"

    @property
    def parameter_oids(self) -> tuple[int, ...]:
        """Types of $1 …"""
        return tuple(p.pg.oid for p in self.parameters)

    def stale(self, settings: ReadSettings) -> bool:
        """Is its plan no longer valid?"""
        plan = self._plan
        return plan is None or plan.generation != self.engine.generation or self._plan_settings != settings.plan

    def plan(self, settings: ReadSettings) -> Prepared:
        """The query's plan, valid now. Raises what planning does, and CachedPlanChanged."""
        plan = self._plan
        if plan is None or plan.generation != self.engine.generation or self._plan_settings != settings.plan:
            assert self.query is not None, "has no query"
            plan = self.renew(plan_query(self.engine, self.query, self.parameter_oids, settings), settings)
        return plan

    def renew(self, plan: Prepared, settings: ReadSettings) -> Prepared:
        """Take a new plan, made with *settings*. Raises CachedPlanChanged."""
        if self._plan is not None and _shape(plan.columns) != _shape(self._plan.columns):
            raise CachedPlanChanged("cached plan must not change result type")
        self._plan, self._plan_settings = plan, settings.plan
        return plan


def _shape(columns: tuple[OutputColumn, ...]) -> list[tuple[str, SqlType]]:
    return [(column.name, column.type) for column in columns]


class _AllSessions:
    """What the statements of all of the process's sessions have. For the event loop's thread."""

    characters = 0


class Statements:
    """A session's prepared statements by name; "" is the unnamed one, which there is always room for."""

    __slots__ = ("_by_name", "_characters", "_limits", "_named", "_runtime")

    def __init__(self, runtime: Runtime, limits: SessionOptions) -> None:
        self._by_name: dict[str, PreparedStatement] = {}
        self._runtime = runtime
        self._limits = limits
        self._named = self._characters = 0

    def __len__(self) -> int:
        return len(self._by_name)

    def check_free(self, name: str, sql: str) -> None:
        """Raises DuplicateStatement (42P05) for a name that a statement has (the unnamed one is always free),
        ConfigurationLimitExceeded (53400) if there are too many or too long ones.
        """
        if not name:
            return
        if name in self._by_name:
            raise DuplicateStatement(f'prepared statement "{name}" already exists')
        if self._named >= self._limits.statements_max:
            raise ConfigurationLimitExceeded(
                f"too many prepared statements in one session; the limit is {self._limits.statements_max}",
                hint="DEALLOCATE those not needed.",
            )
        if self._characters + len(sql) > self._limits.prepared_bytes_max:
            raise ConfigurationLimitExceeded(
                f"the texts of one session's prepared statements may have {self._limits.prepared_bytes_max} bytes",
                hint="DEALLOCATE those not needed.",
            )
        if _AllSessions.characters + len(sql) > self._limits.prepared_total_bytes_max:
            raise ConfigurationLimitExceeded(
                f"the texts of all sessions' prepared statements may have {self._limits.prepared_total_bytes_max} bytes",
                hint="DEALLOCATE those not needed, here or in other sessions.",
            )

    def add(self, statement: PreparedStatement) -> None:
        """Keep it under its name."""
        self._by_name[statement.name] = statement
        if statement.name:
            statement.made_us = self._runtime.now_us()
            self._named += 1
            self._count(len(statement.sql))

    def held(self) -> tuple[HeldStatement, ...]:
        """All but the unnamed one, which is that of the query that looks. Any thread."""
        statements = [statement for statement in list(self._by_name.values()) if statement.name]
        return tuple(HeldStatement(s.name, s.sql, s.made_us, s.parameter_oids, from_sql=s.from_sql) for s in statements)

    def find(self, name: str) -> PreparedStatement | None:
        """The statement of that name."""
        return self._by_name.get(name)

    def get(self, name: str) -> PreparedStatement:
        """Raises UndefinedStatement (26000) if there is none."""
        found = self._by_name.get(name)
        if found is None:
            label = f'prepared statement "{name}"' if name else "unnamed prepared statement"
            raise UndefinedStatement(f"{label} does not exist")
        return found

    def discard(self, name: str) -> None:
        """Forget it, if there is one."""
        found = self._by_name.pop(name, None)
        if found is not None and name:
            self._named -= 1
            self._count(-len(found.sql))

    def clear(self) -> None:
        """Forget all."""
        self._by_name = {}
        self._named = 0
        self._count(-self._characters)

    def _count(self, characters: int) -> None:
        self._characters += characters
        _AllSessions.characters += characters


def fields(columns: Sequence[OutputColumn], formats: Sequence[int]) -> list[FieldDescription]:
    """RowDescription's fields for a statement's columns."""
    return [
        FieldDescription(c.name, c.origin[0], c.origin[1], c.type.pg.oid, c.type.pg.length, c.type.typmod, format_)
        for c, format_ in zip(columns, formats, strict=True)
    ]
