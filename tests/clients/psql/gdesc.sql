SELECT carrier, flight, time_hour, 1.5 AS n, dep_delay / 2 AS half FROM flights \gdesc
