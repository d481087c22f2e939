SELECT * FROM (SELECT origin, dest, sum(departures) AS n, rank() OVER (PARTITION BY origin ORDER BY sum(departures) DESC, dest) AS r FROM route_hours GROUP BY 1, 2) t WHERE r <= 3 ORDER BY origin, r;
