\set FETCH_COUNT 100
SELECT carrier, flight, time_hour FROM flights WHERE carrier = 'HA' ORDER BY 1, 2, 3;
