WITH busy AS (SELECT dest FROM flights GROUP BY dest HAVING count(*) > 500) SELECT dest FROM busy EXCEPT SELECT faa FROM airports WHERE tz < -6 ORDER BY 1;
