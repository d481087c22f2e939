SELECT hour_start, departures FROM route_hours WHERE origin='JFK' AND dest='LAX' ORDER BY hour_start DESC LIMIT 5 OFFSET 2;
