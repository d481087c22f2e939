"""The catalog that clients introspect: views as Postgres tables, and schema tidegate.

- System relations are ours (`catalog/`), never DuckDB's. `facts.py` is generated from a live PostgreSQL 15 (`python -m
  tests.tools.catalog_facts`, compared by a test): columns and OIDs of the relations, and the rows that are the same in every
  database: types, functions, operators, casts, operator classes, keywords, comments, what is said of settings. Of those,
  `allowed.py` shows what a query here may use, by the planner's registry, and the functions that other catalogs name (a type's
  input function, an operator's, …); so a function that joins the registry joins pg_proc. Types that no value has here (xid,
  pg_node_tree …) are served as int8 or text; aclitem is a type, which is only printed and exploded. A relation that is not listed
  does not exist: 42P01, not an empty answer, and one line in the log, as for a function that is not there.
- Clients see what a PostgreSQL 15 would show that holds the same tables with the same keys: `tests/plugins/namesake.py` makes one
  in which even owner, database and schemas have Tidegate's names and numbers, and pgjdbc's DatabaseMetaData, SQLAlchemy's
  inspector, psql's backslash commands, psqlODBC's catalog functions, pgcli and the statements of BI tools are compared over it.
  What differs is named in those tests: sizes, the system's own relations, types, functions and casts that are not served, the
  numbers of tables, privileges.
- A comment of a view is `publish(comment=…)`, of a column Spark's metadata. `reltuples` is -1, which is PostgreSQL's "never
  analyzed"; the live rows are in pg_stat_user_tables.
- pg_stat_activity has the sessions of the process that is asked (with `--workers`, one of several). A session's last query is
  known if it took longer than a keyed read. It, tidegate.queries and tidegate.fragments follow one rule: who may read every view
  (which is everybody where nothing is guarded) is told everybody's; others only their own, and of other users' sessions that they
  are there.
- set_config in a query is applied by the session before the query begins (`planner/parse/set_config.py`), constant or parameter
  arguments only; beside current_setting after it began, which gives the value before. asyncpg and pgAdmin need it.
- A parameter of type regclass, regtype … may be a name; it is looked up where the query runs, so that an unknown one is an error
  of Execute, not of Bind.
- Views are tables: relkind `r`, `BASE TABLE`, primary key index and constraint `<view>_pkey`; key columns are NOT NULL. A state
  table's key columns are what Spark's schema says, which newer Sparks write as nullable throughout; where one is, the key is what
  PostgreSQL 15 calls UNIQUE NULLS NOT DISTINCT (`<view>_key`): grouping by NULL gives a row, found by IS NULL. OIDs are hashes of
  names between 16385 and 2^31, so they are the same after a restart and on every node (16384 is the database: clients hide
  databases below); of two names with one hash the later one gets the next free number.
- Views defined by SQL (`[view.NAME]`, `LiveCatalog.define`) are views: relkind `v`, no key, `pg_get_viewdef` gives the text as it
  was written, and a grant on one is enough for what it reads (`guard.check_columns`), as with PostgreSQL's views of an owner who
  may read everything. They are bound anew with each generation, of which they are a part, so that plans need no other key.
  tidegate.views lists them with kind `defined`, and `reason` where they cannot be read yet. Of a checkpoint that is waited for,
  the reason is asked when it is told.
- A keyed read over a definition is forwarded as it was written. A node that does not know the definition refuses the preparation,
  and the read takes the general way; nodes with different definitions of one name answer each by its own.
- Tables that only change with the catalog's generation are made once per generation as DuckDB tables (1,000 views of 20 columns:
  57 ms for pg_attribute, 96 ms for information_schema.columns, the others below 10 ms), then shared. tidegate.*, pg_settings and
  the pg_stat relations are made per query.
- What such a view reads is in pg_depend (from its rule `_RETURN` in pg_rewrite, column by column) and
  information_schema.view_table_usage and view_column_usage, as PostgreSQL notes it (`catalog/dependencies.py`);
  `planner.postgres.mentioned` tells it, for privileges as well. The texts stay as they were written: PostgreSQL prints its parse
  tree, and ours is another one (USING, NATURAL, BETWEEN, simple CASE and IN are rewritten while binding, names of WITH and
  aliases are numbers, implicit casts are others), so a text in PostgreSQL's layout would be made up from what is lost; what was
  written is valid SQL of the same meaning, and what its author knows.
- information_schema's tables of privileges (`catalog/grant_tables.py`) show PUBLIC's grants and one's own, as there; where
  nothing is guarded, everything is PUBLIC's.
- pg_cursors and pg_prepared_statements (`catalog/held.py`) show what the asking session holds by name; the session hands itself
  on in SessionInfo.
- Functions (`planner/postgres/functions/catalog.py`, `catalog_macros.py`) are DuckDB macros over seven helper tables in DuckDB's
  schema `sys`; session settings, sizes and the pid are variables of the execution's cursor.
- Texts of regclass, regoperator … are taken apart by `planner/postgres/functions/udf/object_names.py` with PostgreSQL's errors,
  and looked up by the spelling that the type prints, where the query runs (`catalog/helpers.py`: the same in every catalog);
  literals of regtype and of views as regclass already while planning. A name that PostgreSQL has several functions or operators
  of is ambiguous (42725) and printed with its schema even where only one of them is served, so `'lower'::regproc` is no answer
  that would be another one there. Text search configurations and dictionaries are listed for what names them; nothing searches
  with them.
- regclass, regtype … are numbers in DuckDB. Casts to text look names up; result columns in text format are named on the way out
  (`engine/reg_names.py`), binary ones stay numbers, as in Postgres.
- Row counts in schema `tidegate` are exact: the first count of a shard reads its keys, in a worker thread.
"""

from gateway.catalog.live import LiveCatalog

__all__ = ["LiveCatalog"]
