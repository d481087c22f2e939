-- What parameters become
SELECT $1;
SELECT $1::int;
SELECT $1 + 1;
SELECT $1 + $2;
SELECT $1 || 'x';
SELECT $1 || $2;
SELECT a FROM t WHERE a = $1;
SELECT a FROM t WHERE $1 = a;
SELECT a FROM t WHERE h = $1 AND b = $2;
SELECT a FROM t WHERE d > $1 AND f = $2 AND e < $3;
SELECT a FROM t WHERE g > $1 AND c < $2 AND r = $3 AND s = $4;
SELECT a FROM t WHERE i = $1;
SELECT a FROM t WHERE $1;
SELECT a FROM t WHERE NOT $1;
SELECT a FROM t WHERE a IN ($1, $2);
SELECT a FROM t WHERE a IN ($1, 2.5);
SELECT a FROM t WHERE $1 IN (1, 2);
SELECT a FROM t WHERE b IN ($1);
SELECT a FROM t WHERE a = ANY($1);
SELECT a FROM t WHERE b = ANY($1);
SELECT a FROM t WHERE a BETWEEN $1 AND $2;
SELECT a FROM t WHERE d BETWEEN $1 AND $2;
SELECT a FROM t WHERE b LIKE $1;
SELECT a FROM t WHERE b LIKE $1 || '%';
SELECT a FROM t WHERE a + 1 = $1;
SELECT a FROM t WHERE a = $1 + 1;
SELECT a FROM t WHERE a = $1 + $2;
SELECT a FROM t WHERE (a, b) = ($1, $2);
SELECT a FROM t WHERE (a, b) IN (($1, $2));
SELECT a FROM t WHERE (a, b) > ($1, $2);
SELECT a FROM t WHERE d > now() - $1;
SELECT a FROM t WHERE d > $1 + interval '1 day';
SELECT a FROM t WHERE d > now() - $1::interval;
SELECT a FROM t LIMIT $1;
SELECT a FROM t LIMIT $1 OFFSET $2;
SELECT a FROM t ORDER BY $1;
SELECT a FROM t GROUP BY a, $1;
SELECT a, $1 FROM t WHERE a = $1;
SELECT $1, $1::int;
SELECT $1::int, $1;
SELECT $1::int, $1::text;
SELECT $1 = $2;
SELECT $1 IS NULL;
SELECT $1 IS DISTINCT FROM 1;
SELECT $1 = 'x';
SELECT lower($1), length($2);
SELECT COALESCE($1, 1), COALESCE($2, 'x'), COALESCE($3, $4);
SELECT CASE WHEN $1 THEN $2 ELSE 1 END;
SELECT CASE $1 WHEN 1 THEN 2 END;
SELECT CASE a WHEN $1 THEN 2 END FROM t;
SELECT NULLIF($1, 1), NULLIF(1, $2);
SELECT GREATEST($1, 1.5);
SELECT ARRAY[$1, 1], ARRAY[$2];
SELECT ($1)[1];
SELECT o[$1] FROM t;
SELECT $2;
SELECT $1, $3;
SELECT 1 WHERE $1 = $1;
SELECT abs($1);
SELECT round($1, 2);
SELECT round($1, $2);
SELECT date_trunc('day', $1);
SELECT date_trunc($1, d) FROM t;
SELECT EXTRACT(year FROM $1);
SELECT EXTRACT(year FROM $1::date);
SELECT SUBSTRING($1 FROM 1 FOR $2);
SELECT concat($1, $2);
SELECT $1 UNION SELECT 1;
SELECT 1 UNION SELECT $1;
SELECT $1 UNION SELECT $2;
SELECT a FROM t UNION ALL SELECT $1;
VALUES ($1, 1), (2, $2);
VALUES ($1), (1.5);
SELECT * FROM (SELECT $1 AS x) q WHERE x = 1;
SELECT * FROM (SELECT $1 AS x) q WHERE x = 'y';
SELECT * FROM (VALUES ($1, $2)) q(x, y) JOIN t ON t.a = q.x;
SELECT a FROM t WHERE a IN (SELECT $1);
SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = $1 AND u.x = $2);
SELECT sum($1), max($2::int) FROM t;
SELECT count($1) FROM t;
SELECT sum(a) FILTER (WHERE b = $1) FROM t;
SELECT lag(a, $1) OVER (ORDER BY a) FROM t;
SELECT sum(a) OVER (ORDER BY a ROWS $1 PRECEDING) FROM t;
SELECT $1::numeric(10,2), $2::varchar(5);
SELECT CAST($1 AS date), $2::timestamptz, $3::text[];
SELECT a FROM t WHERE a = $1 AND h = $1;
SELECT a FROM t WHERE a = $1 AND b = $1;
SELECT a FROM t WHERE a::text = $1;
SELECT -$1;
SELECT NOT $1;
SELECT $0;
--! sqlstate: the protocol counts parameters in 16 bits, so a higher number is refused at once
--! message: the protocol counts parameters in 16 bits, so a higher number is refused at once
--! position: the protocol counts parameters in 16 bits, so a higher number is refused at once
SELECT $99999;
--$ 23
SELECT $1;
--$ 20
SELECT a FROM t WHERE a = $1;
--$ 25
SELECT a FROM t WHERE a = $1;
--$ 25
SELECT a FROM t WHERE b = $1 AND h = $2;
--$ 0 23
SELECT a FROM t WHERE b = $1 AND h = $2;
--$ 1082
SELECT a FROM t WHERE d > $1;
--$ 701
SELECT a FROM t WHERE a > $1;
--$ 1700
SELECT a FROM t WHERE a + $1 > 2;
--$ 1043
SELECT a FROM t WHERE b = $1;
--$ 21
SELECT a FROM t WHERE h = $1;
--$ 1184
SELECT a FROM t WHERE e > $1;
--$ 20
SELECT a FROM t LIMIT $1;
--$ 25
SELECT a FROM t LIMIT $1;
--$ 23 23
SELECT $1 / $2;
--$ 1007
SELECT a FROM t WHERE h = ANY($1);
--$ 705
SELECT $1 + 1;
--$ 2278 1043
SELECT * FROM upper($1, $2) AS result;
--$ 2278 25
SELECT lower($1, $2);
--$ 2278 23 23
SELECT * FROM generate_series($1, $2, $3);
--$ 2278
SELECT $1;
--$ 2278
SELECT upper($1);
--! unsupported: inet
--$ 869
SELECT a FROM t WHERE $1 IS NULL;
SELECT count(DISTINCT $1), count(DISTINCT 'x') FROM t;
SELECT count($1) FROM t;
SELECT string_agg(DISTINCT $1, ',') FROM t;
SELECT json_agg(DISTINCT $1) FROM t;
SELECT array_agg(DISTINCT $1) FROM t;
SELECT jsonb_object_agg(DISTINCT $1, $2) FROM t;
