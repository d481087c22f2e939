\pset null '(null)'
SELECT dep_time, count(*) FROM flights WHERE dep_time IS NULL OR dep_time < 10 GROUP BY 1 ORDER BY 1;
SELECT dep_time FROM flights WHERE carrier = 'OO' ORDER BY 1 DESC LIMIT 3;
