"""'now', 'today', 'tomorrow' and 'yesterday' as constants, and lists of arrays unnested together, against PostgreSQL 15."""

from __future__ import annotations

import psycopg
import pytest

from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

QUERIES = (
    "SELECT 'now'::timestamptz = now(), timestamp 'now' = now()::timestamp, date 'today' = current_date",
    "SELECT date 'tomorrow' - date 'yesterday', 'today'::timestamp = current_date, now() > 'yesterday', current_date = ' Today '",
    "SELECT count(*) FROM flights WHERE time_hour > 'yesterday'",
    "SELECT count(*) > 0 FROM flights WHERE time_hour < 'today' AND carrier = 'UA'",
    "SELECT 'today', 'today'::text, array['today', 'tomorrow']::date[] = array[current_date, current_date + 1]",
    "SELECT date 'todayx'",
    "SELECT u.* FROM kinds k, unnest(k.numbers, k.names) u WHERE k.id = 0",
    "SELECT id, n, s, o FROM kinds, unnest(numbers, names) WITH ORDINALITY u(n, s, o) ORDER BY id, o",
)


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Auckland"])
@pytest.mark.parametrize("sql", QUERIES)
def test_the_same_answers(twin: Twin, sql: str, zone: str) -> None:
    def outcome(dsn: str) -> object:
        with psycopg.connect(dsn) as connection:
            connection.execute("SELECT set_config('TimeZone', %s, false)", (zone,))
            try:
                return connection.execute(sql.encode()).fetchall()
            except psycopg.Error as error:
                return error.sqlstate, error.diag.message_primary

    assert outcome(twin.tidegate) == outcome(twin.postgres)
