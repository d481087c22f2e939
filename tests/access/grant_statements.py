"""Statements of every kind, about columns that may be read and columns that may not.

What is enumerated comes from the code's own registers (relations, options of COPY and EXPLAIN): test_grants_property fails for one
that is not tried here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from gateway.catalog.relations import RELATIONS
from tests.access.grant_worlds import VIEWS, Granted, columns_of

Way = Literal["simple", "binary", "trino"]

#: {v}: a view; {c} and {d}: columns of it.
SELECTS: Final = (
    "SELECT {c} FROM {v}", "SELECT {c}, {d} FROM {v}", "SELECT {c} FROM {v} WHERE {d} IS NOT NULL", "SELECT count(*) FROM {v}",
    "SELECT 1 FROM {v}", "SELECT DISTINCT {c} FROM {v}", "SELECT * FROM {v}", "TABLE {v}", "SELECT {v} FROM {v}",
    "SELECT ({v}).{c} FROM {v}", "SELECT row_to_json(x) FROM {v} x", "SELECT to_jsonb(x) FROM {v} x", "SELECT count(x) FROM {v} x",
    "SELECT x::text FROM {v} x", "SELECT x IS NULL FROM {v} x", "SELECT {c}::text FROM {v} ORDER BY {d}::text",
    "SELECT {c}::text FROM {v} ORDER BY 1 LIMIT 3", "SELECT max({c}::text), min({d}::text) FROM {v}",
    "SELECT {c}, row_number() OVER (ORDER BY {d}::text) FROM {v}", "SELECT {c} FROM {v} WHERE {d}::text > '05'",
    "SELECT a.{c} FROM {v} a JOIN {v} b ON a.{d} = b.{d}", "SELECT a.{c} FROM {v} a JOIN {v} b USING ({d})",
    "SELECT {c} FROM {v} x WHERE EXISTS (SELECT 1 FROM {v} y WHERE y.{d} = x.{d})",
    "WITH q AS (SELECT {c}, {d} FROM {v}) SELECT {c} FROM q", "WITH q AS MATERIALIZED (SELECT * FROM {v}) SELECT {c} FROM q",
    "SELECT {c} FROM {v} UNION ALL SELECT {d} FROM {v}", "SELECT {c}::text FROM {v} EXCEPT SELECT {d}::text FROM {v}",
    "SELECT array_agg({c}::text) FROM {v}", "SELECT string_agg({c}::text, ',' ORDER BY {d}::text) FROM {v}",
    "SELECT (SELECT {c}::text FROM {v} ORDER BY 1 LIMIT 1)", "SELECT {c}::text::int FROM {v}",
    "SELECT 1 / (length({c}::text) - length({c}::text)) FROM {v}", "SELECT q.{c} FROM (SELECT * FROM {v}) q",
    "SELECT {c} FROM {v} GROUP BY {c} HAVING count({d}) > 0", "SELECT count(*) FILTER (WHERE {d} IS NULL) FROM {v}",
    "SELECT l.w FROM {v} x, LATERAL (SELECT x.{c} AS w) l", "SELECT jsonb_each_text(to_jsonb(x)) FROM {v} x",
    "SELECT nonsense FROM {v}", "SELECT {c}x FROM {v}", "SELECT x.{c}x FROM {v} x", "SELECT {c}.nothing FROM {v}",
    "SELECT ctid FROM {v}", "SELECT tableoid::regclass FROM {v}", "SELECT pg_typeof({c}) FROM {v}",
    "SELECT {c} FROM {v} WHERE {d} = ANY (SELECT {d} FROM {v})", "SELECT {c} FROM {v} TABLESAMPLE SYSTEM (100)",
    "SELECT CASE WHEN {d} IS NULL THEN 'x' ELSE {c}::text END FROM {v}", "SELECT coalesce({c}::text, {d}::text) FROM {v}",
    "SELECT {c} FROM {v} NATURAL JOIN (SELECT {d} FROM {v}) y",
    "SELECT grouping({c}), count(*) FROM {v} GROUP BY rollup({c}, {d})", "SELECT {c} FROM nothing",
    "SELECT no_function({c}) FROM {v}", "SELECT {c} FROM {v} FOR UPDATE", "SELECT 'x' = {c} FROM {v}", "SELECT {c} + {d} FROM {v}",
)  # fmt: skip
#: About views, without reading them.
ABOUT: Final = (
    "SELECT obj_description('{v}'::regclass), col_description('{v}'::regclass, 1)", "SELECT pg_get_viewdef('{v}'::regclass)",
    "SELECT pg_get_indexdef(indexrelid) FROM pg_index",
    "SELECT has_table_privilege('{v}', 'SELECT'), has_column_privilege('{v}', '{c}', 'SELECT')",
    "SELECT attname, atttypid::regtype, attnotnull FROM pg_attribute WHERE attrelid = '{v}'::regclass", "SHOW tidegate.version",
    "SELECT tidegate.shard_for_key('{v}', '07x')",
    "SELECT tidegate.shard_for_key(relname, '07x') FROM pg_class WHERE relname = 'people'", "SHOW tidegate.heartbeat",
    "SHOW search_path", "SELECT pg_get_constraintdef(oid) FROM pg_constraint",
    "SET tidegate.read_version = '{v}=9'; SELECT {c} FROM {v}; RESET tidegate.read_version",
    "SET tidegate.min_version = '{v}=1'; SELECT {c} FROM {v}; RESET tidegate.min_version", "SELECT '{v}.{c}'::regclass",
    "SELECT pg_describe_object('pg_class'::regclass, '{v}'::regclass, 1)", "SELECT to_regclass('{v}')::text",
)  # fmt: skip
#: Every option of COPY, and what it is given; {v}: the view read.
COPY_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "format": ("text", "csv", "binary", "arrow"), "delimiter": ("';'",), "null": ("'none'",), "header": ("", "true"),
    "quote": ("'~'",), "escape": ("'!'",), "force_quote": ("*", "({c})"), "force_not_null": ("({c})",), "force_null": ("({c})",),
    "encoding": ("'UTF8'",), "freeze": ("false",), "versions": ("'{v}=1'", "'{v}=7'", "'people=1'"),
    "shards": ("'{v}=0'", "'{v}=0 1 2'", "'cards=0'", "'{v}=99'"), "timezone": ("'Asia/Tokyo'",), "datestyle": ("'SQL, DMY'",),
    "intervalstyle": ("'iso_8601'",), "timeout_ms": ("60000",), "keys": ("", "true"),
}  # fmt: skip
EXPLAIN_OPTIONS: Final = (
    "analyze", "analyse", "verbose", "costs", "settings", "buffers", "wal", "timing", "summary", "format json",
)  # fmt: skip
TRINO: Final = (
    "SELECT {c} FROM {v}", "SELECT * FROM {v}", "SELECT count(*) FROM {v}", "SELECT {c}, {d} FROM {v} ORDER BY 1 LIMIT 5",
    "SELECT max(cast({c} AS varchar)) FROM {v}", "EXPLAIN SELECT {c} FROM {v} WHERE {d} IS NOT NULL", "SHOW TABLES",
    "SHOW COLUMNS FROM {v}", "DESCRIBE {v}", "SHOW CREATE VIEW {v}", "SHOW STATS FOR {v}", "SHOW SCHEMAS",
    "SELECT * FROM information_schema.columns WHERE table_name = '{v}'", "SELECT * FROM information_schema.views",
    "SELECT * FROM system.jdbc.columns WHERE table_name = '{v}'", "SELECT * FROM system.jdbc.tables",
    "SELECT * FROM system.metadata.table_comments", "SELECT view, shard, rows, min_key, max_key FROM tidegate.tidegate.shards",
    "SELECT view, shard, rows, min_key, max_key FROM tidegate.tidegate.local_shards", "SELECT nonsense FROM {v}",
    "SELECT {c}x FROM {v}", "SELECT name, key, rows FROM tidegate.tidegate.views", "SELECT cast({c} AS integer) FROM {v}",
)  # fmt: skip
#: Columns that tell of the moment, of sizes, or of the machine, and so differ between two servers that hold the same.
OF_THE_MOMENT: Final[Mapping[str, frozenset[str]]] = {
    "tidegate.views": frozenset({"bytes", "committed_at", "bytes_live", "bytes_total"}),
    "tidegate.shards": frozenset({"bytes"}),
    "tidegate.local_shards": frozenset({"bytes"}),
    "tidegate.versions": frozenset({"bytes", "committed_at", "query_id", "batch_id"}),
    "tidegate.nodes": frozenset({"heartbeat_age_ms", "run"}),
    "tidegate.queries": frozenset({"started_at", "elapsed_ms"}),
    "tidegate.fragments": frozenset({"bytes", "elapsed_ms"}),
    "pg_catalog.pg_stat_activity": frozenset({"client_port", "backend_start", "xact_start", "query_start", "state_change"}),
    "pg_catalog.pg_cursors": frozenset({"creation_time"}),
    "pg_catalog.pg_prepared_statements": frozenset({"prepare_time"}),
}


@dataclass(frozen=True)
class Asked:
    """One statement, or several that belong together, and how it is sent."""

    way: Way
    sql: str


def system_tables() -> Iterator[tuple[str, str]]:
    """(relation, a query of what of it stays) for every one there is."""
    for (schema, name), relation in RELATIONS.items():
        left_out = OF_THE_MOMENT.get(f"{schema}.{name}", frozenset())
        shown = ", ".join(f'"{column.name}"' for column in relation.columns if column.name not in left_out)
        yield f"{schema}.{name}", f"SELECT {shown} FROM {schema}.{name}"


class Statements:
    """An endless supply."""

    def __init__(self, chance: random.Random, granted: Granted) -> None:
        self._chance, self._granted = chance, granted
        self._relations = dict(system_tables())

    def next(self) -> Asked:
        """A statement."""
        kinds: tuple[Callable[[], Asked], ...] = (
            self._query,
            self._query,
            self._query,
            self._explain,
            self._copy,
            self._copy,
            self._system,
            self._about,
            self._trino,
        )
        return self._chance.choice(kinds)()

    def filled(self, template: str) -> str:
        """The template about some view, mostly one of which something is granted, and columns that mostly are."""
        chance = self._chance
        view = chance.choice(VIEWS if chance.random() < 0.3 else tuple(self._granted))
        names = columns_of(view)
        told = tuple(sorted(self._granted.get(view) or ())) or names
        c, d = (chance.choice(names if chance.random() < 0.25 else told) for _ in range(2))
        return template.replace("{v}", view).replace("{c}", c).replace("{d}", d)

    def _query(self) -> Asked:
        sql = self.filled(self._chance.choice(SELECTS))
        match self._chance.randrange(6):
            case 0:
                return Asked("binary", sql)
            case 1:
                return Asked(
                    "simple", f"PREPARE p AS {sql}; EXECUTE p; SELECT statement FROM pg_prepared_statements; DEALLOCATE ALL"
                )
            case 2:
                return Asked(
                    "simple", f"BEGIN; DECLARE k CURSOR FOR {sql}; FETCH ALL FROM k; SELECT name, statement FROM pg_cursors; COMMIT"
                )
            case _:
                return Asked("simple", sql)

    def _explain(self) -> Asked:
        options = self._chance.sample(EXPLAIN_OPTIONS, self._chance.randrange(3))
        shown = f" ({', '.join(options)})" if options else self._chance.choice(("", " ANALYZE", " VERBOSE", " ANALYZE VERBOSE"))
        return Asked("simple", f"EXPLAIN{shown} {self.filled(self._chance.choice(SELECTS))}")

    def _copy(self) -> Asked:
        what = self._chance.choice(
            ("({v})", "{v}", "{v} ({c})", "(SELECT {c} FROM {v})", "(SELECT {c}, {d} FROM {v})", "(SELECT * FROM {v})", None)
        )
        what = what or f"({self._chance.choice(SELECTS)})"
        named = self._chance.sample(sorted(COPY_OPTIONS), self._chance.randrange(3))
        if self._chance.random() < 0.3:
            named = [name for name in named if name not in ("format", "keys")] + ["format", "keys"]
        options = ", ".join(f"{name} {self._chance.choice(COPY_OPTIONS[name])}" for name in named)
        if named[-2:] == ["format", "keys"]:
            options = options.replace("format text", "format arrow").replace("format csv", "format arrow")
        return Asked("simple", self.filled(f"COPY {what} TO STDOUT" + (f" ({options})" if options else "")))

    def _system(self) -> Asked:
        return Asked(
            self._chance.choice(("simple", "simple", "binary")), self._relations[self._chance.choice(sorted(self._relations))]
        )

    def _about(self) -> Asked:
        return Asked("simple", self.filled(self._chance.choice(ABOUT)))

    def _trino(self) -> Asked:
        return Asked("trino", self.filled(self._chance.choice(TRINO)))
