\d flights
\d route_hours
\d carrier_delays
\d kinds
\d weather
