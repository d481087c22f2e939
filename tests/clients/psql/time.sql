SET timezone = 'America/New_York';
SELECT date_trunc('day', time_hour) AS day, count(*) FROM flights GROUP BY 1 ORDER BY 1;
SHOW timezone;
SELECT min(time_hour), max(time_hour) FROM flights;
