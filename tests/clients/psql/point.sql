SELECT * FROM flights WHERE carrier='UA' AND flight=1545 AND time_hour='2013-01-01 10:00+00';
