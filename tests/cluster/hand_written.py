"""Queries over the demo's views: one per way of distributing a query, and those that have been wrong once."""

from __future__ import annotations

from typing import Final

QUERIES: Final = (
    # one shard, some shards, no shard
    "SELECT * FROM flights WHERE carrier = 'UA' AND flight = 1545 ORDER BY time_hour",
    "SELECT * FROM carrier_delays WHERE carrier = 'B6'",
    "SELECT * FROM carrier_delays WHERE carrier IN ('B6', 'UA', 'nobody', NULL) ORDER BY carrier",
    "SELECT count(*) FROM flights WHERE carrier = 'UA' AND carrier = 'B6'",
    "SELECT * FROM flights WHERE carrier IS NULL",
    "SELECT count(*), min(time_hour) FROM flights WHERE carrier > 'U' AND time_hour < '2013-01-03 00:00+00'",
    # rows in key order, merged; cut off at the nodes
    "SELECT carrier, flight, time_hour FROM flights ORDER BY carrier, flight, time_hour",
    "SELECT * FROM flights ORDER BY carrier DESC, flight DESC, time_hour DESC LIMIT 20 OFFSET 7",
    "SELECT * FROM flights ORDER BY dep_delay DESC NULLS LAST, carrier, flight, time_hour LIMIT 25",
    "SELECT carrier, flight FROM flights WHERE origin = 'JFK' ORDER BY carrier, flight, time_hour LIMIT 0",
    "SELECT tailnum FROM flights ORDER BY tailnum, carrier, flight, time_hour OFFSET 17000",
    "SELECT a.carrier, (SELECT max(f.distance) FROM flights f WHERE f.carrier <> a.carrier AND f.month = 1) FROM airlines a "
    "ORDER BY 2 DESC, 1 LIMIT 4",
    "SELECT a.name FROM airlines a ORDER BY (SELECT count(*) FROM flights f WHERE f.carrier > a.carrier), 1 LIMIT 4",
    # aggregates: partial ones, and those that need all values
    "SELECT count(*), count(dep_time), sum(distance), avg(dep_delay), min(time_hour), max(tailnum), stddev(dep_delay) FROM flights",
    "SELECT carrier, count(*), avg(arr_delay), max(dep_delay) FROM flights GROUP BY carrier ORDER BY carrier",
    "SELECT origin, dest, count(*) AS n, avg(dep_delay) FROM flights GROUP BY 1, 2 HAVING count(*) > 50 ORDER BY n DESC, 1, 2",
    "SELECT origin, count(DISTINCT carrier), count(DISTINCT tailnum), sum(DISTINCT distance) FROM flights GROUP BY 1 ORDER BY 1",
    "SELECT origin, string_agg(DISTINCT carrier, ',' ORDER BY carrier) FROM flights GROUP BY 1 ORDER BY 1",
    "SELECT dest, array_agg(flight ORDER BY carrier, flight, time_hour) FROM flights WHERE dest LIKE 'S%' GROUP BY 1 ORDER BY 1",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY dep_delay), mode() WITHIN GROUP (ORDER BY dest) FROM flights",
    "SELECT origin, percentile_disc(0.9) WITHIN GROUP (ORDER BY arr_delay) FROM flights GROUP BY 1 ORDER BY 1",
    "SELECT count(*) FILTER (WHERE dep_delay > 60), bool_or(dep_delay > 600), bool_and(distance > 0), every(hour "
    "< 24) FROM flights",
    "SELECT origin, month, grouping(origin, month), count(*) FROM flights "
    "GROUP BY GROUPING SETS ((origin), (month), ()) ORDER BY 1, 2",
    "SELECT origin, carrier, sum(distance) FROM flights GROUP BY CUBE (origin, carrier) ORDER BY 1 NULLS FIRST, 2 NULLS FIRST",
    "SELECT sum(dep_delay) FROM flights WHERE carrier = 'no such'",
    "SELECT carrier, count(*) FROM flights WHERE false GROUP BY carrier",
    "SELECT date_trunc('day', time_hour) AS d, count(*), corr(dep_delay, arr_delay) FROM flights GROUP BY d ORDER BY d",
    "SELECT extract(hour FROM time_hour AT TIME ZONE 'America/New_York') AS h, avg(dep_delay) FROM flights GROUP BY 1 ORDER BY 1",
    "SELECT avg(n), max(n) FROM (SELECT count(*) AS n FROM flights GROUP BY tailnum) AS per_plane",
    "SELECT count(*) FROM (SELECT DISTINCT origin, dest FROM route_hours) AS routes",
    # joins: on the shard key of both, of one, of none; with views of one shard
    "SELECT c.carrier, c.flights, count(*) FROM flights f JOIN carrier_delays c USING (carrier) GROUP BY 1, 2 ORDER BY 1",
    "SELECT f.carrier, count(*) FROM flights f JOIN carrier_delays c ON c.carrier = f.carrier AND f.dep_delay > c.avg_dep_delay "
    "GROUP BY 1 ORDER BY 1",
    "SELECT n.name, count(*), avg(f.dep_delay) FROM flights f JOIN airlines n USING (carrier) GROUP BY 1 ORDER BY 2 DESC, 1",
    "SELECT p.manufacturer, count(*), count(DISTINCT f.tailnum) FROM flights f JOIN planes p USING (tailnum) GROUP BY 1 ORDER BY 1",
    "SELECT count(*) FROM flights f LEFT JOIN planes p USING (tailnum) WHERE p.tailnum IS NULL",
    "SELECT a.name, n.name, count(*) FROM flights f JOIN airports a ON a.faa = f.dest JOIN airlines n USING (carrier) "
    "WHERE f.origin = 'LGA' GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 15",
    "SELECT f.origin, round(avg(w.visib)::numeric, 6), count(*) FROM flights f JOIN weather w USING (origin, time_hour) "
    "WHERE f.dep_delay > 30 GROUP BY 1 ORDER BY 1",
    "SELECT r.origin, r.dest, r.departures, count(f.flight) FROM route_hours r LEFT JOIN flights f ON f.origin = r.origin "
    "AND f.dest = r.dest AND f.time_hour = r.hour_start WHERE r.hour_start < '2013-01-02' GROUP BY 1, 2, 3, r.hour_start "
    "ORDER BY 1, 2, r.hour_start",
    "SELECT a.faa, b.carrier FROM airports a FULL JOIN carrier_delays b ON a.faa = b.carrier ORDER BY 1, 2",
    "SELECT x.carrier, y.carrier FROM airlines x CROSS JOIN airlines y WHERE x.carrier < y.carrier ORDER BY 1, 2",
    "SELECT x.flight, y.dest FROM flights x JOIN flights y ON x.carrier = y.carrier AND x.flight = y.flight AND x.day = y.day - 1 "
    "AND x.dest <> y.dest ORDER BY x.carrier, x.flight, x.time_hour, y.time_hour LIMIT 40",
    "SELECT n.name, f.* FROM airlines n CROSS JOIN LATERAL (SELECT flight, time_hour FROM flights f WHERE f.carrier = n.carrier "
    "ORDER BY dep_delay DESC NULLS LAST, flight, time_hour LIMIT 2) f ORDER BY n.name, f.flight, f.time_hour",
    "SELECT carrier, v.x FROM airlines JOIN (VALUES ('UA', 1), ('B6', 2), ('??', 3)) v(c, x) ON v.c = carrier ORDER BY 1",
    # subqueries
    "SELECT name FROM airlines n WHERE EXISTS (SELECT 1 FROM flights f WHERE f.carrier = n.carrier AND dep_delay > 300) ORDER BY 1",
    "SELECT name FROM airlines n WHERE NOT EXISTS (SELECT FROM flights f "
    "WHERE f.carrier = n.carrier AND f.origin = 'JFK') ORDER BY 1",
    "SELECT faa FROM airports WHERE faa IN (SELECT dest FROM flights) ORDER BY 1",
    "SELECT count(*) FROM planes WHERE tailnum NOT IN (SELECT tailnum FROM flights WHERE tailnum IS NOT NULL)",
    "SELECT count(*) FROM planes WHERE tailnum NOT IN (SELECT tailnum FROM flights)",
    "SELECT carrier, (SELECT max(dep_delay) FROM flights f WHERE f.carrier = c.carrier) FROM carrier_delays c ORDER BY 1",
    "SELECT carrier, flights - (SELECT count(*) FROM flights f WHERE f.carrier = c.carrier) AS later "
    "FROM carrier_delays c ORDER BY 1",
    "SELECT * FROM carrier_delays WHERE flights = (SELECT max(flights) FROM carrier_delays)",
    "SELECT carrier, flight, time_hour FROM flights WHERE (origin, dest) IN (SELECT origin, dest FROM route_hours "
    "WHERE avg_dep_delay > 200) ORDER BY 1, 2, 3 LIMIT 50",
    "SELECT carrier, count(*) FROM flights f WHERE dep_delay > (SELECT avg(dep_delay) FROM flights g WHERE g.carrier = f.carrier) "
    "GROUP BY 1 ORDER BY 1",
    "SELECT carrier, count(*) FROM flights WHERE carrier IN (SELECT carrier FROM flights ORDER BY 1 LIMIT 3) "
    "AND carrier IN ('UA', 'B6') GROUP BY 1",
    "SELECT carrier FROM airlines WHERE carrier IN (SELECT max(carrier) FROM flights GROUP BY origin) AND carrier IN ('9E', 'WN')",
    "SELECT array(SELECT carrier FROM airlines ORDER BY carrier), (SELECT count(*) FROM flights)",
    # CTEs, set operations, windows, DISTINCT
    "WITH w AS (SELECT carrier, avg(dep_delay) AS d FROM flights GROUP BY 1) "
    "SELECT n.name, round(w.d, 6) FROM w JOIN airlines n USING (carrier) ORDER BY 2 DESC, 1",
    "WITH w AS (SELECT * FROM flights WHERE origin = 'EWR') SELECT (SELECT count(*) FROM w), (SELECT count(*) FROM w "
    "WHERE dep_delay < 0)",
    "WITH RECURSIVE d(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM d WHERE n < 20) "
    "SELECT n, (SELECT count(*) FROM flights WHERE day = n) FROM d ORDER BY 1",
    "SELECT dest FROM flights EXCEPT SELECT faa FROM airports ORDER BY 1",
    "SELECT origin FROM flights UNION SELECT dest FROM route_hours UNION SELECT carrier FROM airlines ORDER BY 1",
    "(SELECT carrier FROM flights ORDER BY dep_delay DESC NULLS LAST, flight, time_hour LIMIT 3) "
    "UNION ALL SELECT carrier FROM airlines ORDER BY 1",
    "SELECT carrier FROM flights INTERSECT ALL SELECT carrier FROM carrier_delays ORDER BY 1",
    "SELECT carrier, flight, time_hour, rank() OVER (PARTITION BY carrier ORDER BY dep_delay DESC NULLS LAST) AS r FROM flights "
    "WHERE day = 3 ORDER BY 1, 4, 2, 3 LIMIT 60",
    "SELECT origin, time_hour, temp - lag(temp) OVER (PARTITION BY origin ORDER BY time_hour) FROM weather ORDER BY 1, 2",
    "SELECT * FROM (SELECT carrier, flight, time_hour, row_number() OVER (PARTITION BY origin "
    "ORDER BY distance DESC, carrier, flight, "
    "time_hour) AS r FROM flights) x WHERE r <= 3 ORDER BY 1, 2, 3",
    "SELECT carrier, sum(count(*)) OVER (ORDER BY carrier) FROM flights GROUP BY carrier ORDER BY 1",
    "SELECT DISTINCT origin, carrier FROM flights ORDER BY 1, 2",
    "SELECT DISTINCT ON (origin) origin, carrier, flight, dep_delay FROM flights "
    "ORDER BY origin, dep_delay DESC NULLS LAST, carrier, flight",
    "SELECT DISTINCT carrier FROM flights WHERE carrier IN ('UA', 'AA') ORDER BY 1 DESC LIMIT 1",
    # beside views: constants, system relations, functions of the session
    "SELECT 1, 'x', (SELECT count(*) FROM airlines)",
    "SELECT count(*) > 0 FROM pg_class c JOIN airlines a ON c.relname = 'airlines'",
    "SELECT g, count(f.flight) FROM generate_series(1, 25) g LEFT JOIN flights f ON f.day = g GROUP BY g ORDER BY g",
    "SELECT to_char(max(time_hour), 'YYYY-MM-DD HH24:MI'), date_part('doy', min(time_hour)) FROM flights",
)
