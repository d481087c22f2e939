"""What Superset's engine spec makes of a database, as lines of JSON; run in Superset's environment with a URI of SQLAlchemy's."""

import json
import os
import sys
import tempfile
from pathlib import Path

CONFIG = """
SECRET_KEY = "of a test, and of nothing else"
SQLALCHEMY_DATABASE_URI = "sqlite://"
CACHE_CONFIG = DATA_CACHE_CONFIG = FILTER_STATE_CACHE_CONFIG = EXPLORE_FORM_DATA_CACHE_CONFIG = {"CACHE_TYPE": "NullCache"}
"""
QUERIES = (
    "SELECT origin, count(*) AS n, avg(dep_delay)::float8 AS late FROM flights GROUP BY 1 ORDER BY 1",
    "SELECT * FROM kinds ORDER BY id",
    "SELECT carrier, max(time_hour) FROM flights WHERE origin = 'JFK' AND time_hour < '2013-01-05' GROUP BY 1 ORDER BY 1",
)
WRONG = ("SELECT nothing FROM flights", "SELECT 1 FROM nothing", "SELECT 1 / 0")

os.environ["SUPERSET_CONFIG_PATH"] = str(Path(tempfile.mkdtemp()) / "superset_config.py")
Path(os.environ["SUPERSET_CONFIG_PATH"]).write_text(CONFIG)

from superset.app import create_app  # noqa: E402


def tell(what, found):
    print(json.dumps([what, found], default=str))


def rows(frame):
    return [[str(bytes(value) if isinstance(value, memoryview) else value) for value in row] for row in frame.values.tolist()]


def structure(database):
    from superset.sql.parse import Table

    tell("spec", database.db_engine_spec.__name__)
    with database.get_inspector() as inspector:
        names = sorted(database.db_engine_spec.get_table_names(database, inspector, "public"))
        tell("views", sorted(database.db_engine_spec.get_view_names(database, inspector, "public")))
    tell("tables", names)
    for name in names:
        table = Table(name, "public")
        tell(f"columns of {name}", [{k: str(v) for k, v in column.items()} for column in database.get_columns(table)])
        tell(f"keys of {name}", [database.get_pk_constraint(table), database.get_foreign_keys(table), database.get_indexes(table)])
        tell(f"all of {name}", database.select_star(table, limit=10))


def contents(database):
    from psycopg2 import DatabaseError
    from sqlalchemy import column

    spec = database.db_engine_spec
    for sql in QUERIES:
        frame = database.get_df(sql)
        tell(sql, [list(frame.columns), [str(kind) for kind in frame.dtypes], rows(frame)])
    for grain in database.grains():
        moment = spec.get_timestamp_expr(column("time_hour"), None, grain.duration)
        sql = f"SELECT {moment} AS t, count(*) FROM flights GROUP BY 1 ORDER BY 1 LIMIT 20"
        tell(sql, rows(database.get_df(sql)))
    for sql in WRONG:
        try:
            tell(sql, len(database.get_df(sql)))
        except DatabaseError as error:
            tell(sql, [[found.error_type, found.message] for found in spec.extract_errors(error)])


with create_app().app_context():
    from superset.extensions import db
    from superset.models.core import Database

    db.create_all()
    asked = Database(database_name="asked", sqlalchemy_uri=sys.argv[1])
    structure(asked)
    contents(asked)
