SELECT carrier, flights, cancelled FROM carrier_delays WHERE carrier IN ('UA', 'B6', 'ZZ', 'AA') ORDER BY carrier;
