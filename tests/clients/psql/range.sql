SELECT * FROM route_hours WHERE origin='JFK' AND dest='LAX' AND hour_start >= '2013-01-07' AND hour_start < '2013-01-08' ORDER BY hour_start;
