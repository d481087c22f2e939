"""peewee: pwiz's models, the introspector, dataset and queries tell of Tidegate what they tell of PostgreSQL 15."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import peewee
import pytest
from peewee import PostgresqlDatabase, fn
from playhouse.dataset import DataSet
from playhouse.postgres_ext import PostgresqlExtDatabase
from playhouse.reflection import generate_models

from tests.clients.questions import ERRORS, MANY
from tests.clients.told import address
from tests.plugins.namesake import VIEWS, Namesake
from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres


@contextmanager
def database(dsn: str, kind: Callable[..., PostgresqlDatabase] = PostgresqlDatabase, **more: Any) -> Iterator[PostgresqlDatabase]:
    where = address(dsn)
    made = kind(where["dbname"], host=where["host"], port=int(where["port"]), user=where["user"], **more)
    with made.connection_context():
        yield made


def pwiz(dsn: str, *more: str) -> list[str]:
    """What the program writes, but for the port and the minute in its head."""
    where = address(dsn)
    command = [
        "-e",
        "postgresql",
        "-H",
        where["host"],
        "-p",
        where["port"],
        "-u",
        where["user"],
        "-s",
        "public",
        *more,
        where["dbname"],
    ]
    ran = subprocess.run([sys.executable, "-m", "pwiz", *command], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return [re.sub(where["port"], "PORT", line) for line in ran.stdout.splitlines() if not line.startswith("# Date: ")]


@pytest.mark.parametrize("more", [("-i",), ("-o",), ("-t", "kinds,route_hours"), ("-v", "-L")])
def test_pwiz_writes_the_same_models(namesake: Namesake, more: tuple[str, ...]) -> None:
    ours, theirs = pwiz(namesake.tidegate, *more), pwiz(namesake.postgres, *more)
    assert ours == theirs
    assert any("CompositeKey('origin', 'hour_start', 'dest')" in line for line in theirs)


OF_TABLE: Final = ("get_columns", "get_indexes", "get_primary_keys", "get_foreign_keys")


def test_the_introspector(namesake: Namesake) -> None:
    def work(dsn: str) -> dict[Any, Any]:
        with database(dsn) as asked:
            found: dict[Any, Any] = {"tables": asked.get_tables("public"), "views": asked.get_views("public")}
            for view in VIEWS:
                found |= {(view.name, method): getattr(asked, method)(view.name, "public") for method in OF_TABLE}
                found[view.name] = asked.table_exists(view.name, "public")
            found["nothing"] = [asked.table_exists("nothing"), asked.sequence_exists("nothing"), asked.get_columns("nothing")]
            return found

    ours, theirs = work(namesake.tidegate), work(namesake.postgres)
    assert ours == theirs
    assert ours["route_hours", "get_primary_keys"] == ["origin", "hour_start", "dest"]


def flights_by_models(asked: PostgresqlDatabase) -> list[Any]:
    """Queries of models that the introspector made."""
    models = generate_models(asked, table_names=["airlines", "flights", "kinds"])
    airline, flight = models["airlines"], models["flights"]
    late = flight.select(fn.count(flight.flight)).where(flight.carrier == airline.carrier, flight.dep_delay > 60)
    latest = flight.select().where(flight.carrier == airline.carrier).order_by(flight.time_hour.desc(), flight.flight).limit(2)
    lateral = latest.alias("latest")
    ranked = (
        flight.select(
            flight.carrier,
            flight.dep_delay,
            fn.rank().over(partition_by=[flight.carrier], order_by=[flight.dep_delay.desc(nulls="LAST")]).alias("r"),
        )
        .where(flight.origin == "JFK")
        .alias("ranked")
    )
    return [
        airline.get(airline.carrier == "UA").__data__,
        airline.get_or_none(airline.carrier == "nobody"),
        airline.select().where(airline.name.contains("air")).order_by(airline.carrier).count(),
        list(airline.select(airline.name, late.alias("late")).order_by(peewee.SQL("late").desc()).limit(3).tuples()),
        list(
            flight.select(flight.origin, fn.avg(flight.dep_delay), fn.count(peewee.SQL("*")))
            .group_by(flight.origin)
            .order_by(flight.origin)
            .tuples()
        ),
        list(
            airline.select(airline.carrier, lateral.c.flight, lateral.c.time_hour)
            .join(lateral, peewee.JOIN.LEFT_LATERAL, on=True)
            .order_by(airline.carrier, lateral.c.time_hour.desc(), lateral.c.flight)
            .tuples()
        ),
        list(
            peewee.Select([ranked], [ranked.c.carrier, ranked.c.dep_delay])
            .where(ranked.c.r == 1)
            .order_by(ranked.c.carrier, ranked.c.dep_delay)
            .bind(asked)
            .tuples()
        ),
        list(
            flight.select(flight.flight)
            .where(flight.carrier.in_(["OO", "YV"]))
            .order_by(flight.flight, flight.time_hour)
            .paginate(2, 10)
            .tuples()
        ),
        list(
            flight.select(flight.origin)
            .distinct()
            .order_by(flight.origin)
            .union(airline.select(airline.carrier))
            .order_by(peewee.SQL("1"))
            .tuples()
        ),
        [
            {name: bytes(v) if isinstance(v, memoryview) else v for name, v in row.__data__.items()}
            for row in models["kinds"].select().order_by(models["kinds"].id)
        ],
        flight.select().where(flight.dep_delay.is_null()).exists(),
    ]


def test_models_and_their_queries(twin: Twin) -> None:
    def work(dsn: str) -> list[str]:
        with database(dsn) as asked:
            return [repr(answer) for answer in flights_by_models(asked)]

    ours, theirs = work(twin.tidegate), work(twin.postgres)
    assert ours == theirs


def test_dataset(twin: Twin) -> None:
    def work(dsn: str) -> list[Any]:
        with database(dsn) as asked:
            opened = DataSet(asked)
            airlines = opened["airlines"]
            return [
                sorted(opened.tables),
                airlines.columns,
                len(airlines),
                airlines.find_one(carrier="UA"),
                list(airlines.find(carrier="AA")),
                [tuple(row) for row in opened.query("SELECT count(*) FROM flights WHERE carrier = %s", ["UA"])],
            ]

    ours, theirs = work(twin.tidegate), work(twin.postgres)
    assert ours == theirs


def test_server_side_cursors_and_transactions(twin: Twin) -> None:
    def work(dsn: str) -> list[Any]:
        with database(dsn, PostgresqlExtDatabase, server_side_cursors=True) as asked:
            flight = generate_models(asked, table_names=["flights"])["flights"]
            found: list[Any] = [list(flight.raw(MANY).tuples())[::300]]
            with asked.atomic(), asked.atomic() as inner:
                found.append(flight.select().count())
                inner.rollback()
            for question, _ in ERRORS:
                with pytest.raises(peewee.PeeweeException) as caught:
                    asked.execute_sql(question).fetchall()
                found.append((type(caught.value), str(caught.value).splitlines()[0]))
                asked.rollback()
            with asked.atomic("REPEATABLE READ"):
                found.append(asked.execute_sql("SHOW transaction_isolation").fetchone())
            return found

    ours, theirs = work(twin.tidegate), work(twin.postgres)
    assert ours == theirs
