-- One statement a line: rows, columns and errors are PostgreSQL 15's, in text and in binary.
SELECT ROW(1, 'a', NULL)
SELECT (1, 2)
SELECT (ROW(1,2)).f1
SELECT (ROW(1,2)).f3
SELECT (ROW(1,2)).*
SELECT (c).name FROM airlines c ORDER BY 1 LIMIT 2
SELECT (c).nope FROM airlines c
SELECT (1).nope
SELECT r FROM (SELECT ROW(1,2) AS r) s
SELECT (r).f2 FROM (SELECT ROW(1,2) AS r) s
SELECT (r).f3 FROM (SELECT ROW(1,2) AS r) s
SELECT ROW(1,2)::text
SELECT ROW(1,2)::int
SELECT ROW(1,2) || 'x'
SELECT ROW(1,2) + 1
SELECT COALESCE(ROW(1,2), ROW(3,4))
SELECT CASE WHEN true THEN ROW(1,2) END
SELECT CASE WHEN true THEN ROW(1,2) ELSE 'x' END
SELECT array_agg(ROW(1,2))
SELECT ROW(1,2) IN (SELECT 1, 2)
SELECT max(ROW(1,2))
SELECT count(DISTINCT ROW(1,2))
SELECT DISTINCT ROW(1.0, 2)
SELECT ROW(1,2) IS NULL, ROW(NULL,NULL) IS NULL, ROW(1,NULL) IS NOT NULL
SELECT r IS NULL, r IS NOT NULL FROM (SELECT ROW(1,NULL) AS r) s
SELECT concat(ROW(1,2), 'x'), format('%s', ROW(1,'a b'))
SELECT row_to_json(r) FROM (SELECT ROW(1,2) AS r) s
SELECT to_json(r) FROM (SELECT ROW(1.50,'a') AS r) s
SELECT ROW(1,2) UNION SELECT ROW(1,2)
SELECT k::text FROM kinds k ORDER BY id
SELECT r FROM (SELECT id, words, ROW(id, money, day, instant, local, elapsed, raw, numbers, names, exact, single, double, flag, tiny) AS r FROM kinds) s ORDER BY id
SELECT (a).*, 1 FROM airlines a ORDER BY carrier LIMIT 3
SELECT ROW((a).*), ROW(a.*, 1) FROM airlines a ORDER BY carrier LIMIT 3
SELECT a.carrier, a IS NULL, a IS NOT NULL, c IS NULL, c IS NOT NULL FROM airlines a LEFT JOIN carrier_delays c ON c.carrier = a.carrier AND c.flights > 1000 ORDER BY 1
SELECT a.carrier, c::text, count(c) FROM airlines a LEFT JOIN carrier_delays c ON c.carrier = a.carrier AND c.flights > 1000 GROUP BY a.carrier, c ORDER BY 1
SELECT DISTINCT ROW(origin, dest) FROM flights ORDER BY 1
SELECT DISTINCT ROW(origin, dest), carrier FROM flights ORDER BY 1 DESC, 2 LIMIT 20
SELECT ROW(origin, carrier), count(*) FROM flights GROUP BY 1 ORDER BY 2 DESC, 1
SELECT ROW(origin, carrier), count(*) FROM flights GROUP BY origin, carrier ORDER BY 1
SELECT count(DISTINCT ROW(origin, dest)), count(DISTINCT (carrier, flight)) FROM flights
SELECT r, count(*) FROM (SELECT ROW(origin, carrier) AS r FROM flights) s GROUP BY r ORDER BY r DESC LIMIT 5
SELECT count(*) FROM (SELECT a FROM airlines a) s WHERE a IN (SELECT b FROM airlines b)
SELECT count(*) FROM airlines a WHERE a IN (SELECT b FROM airlines b WHERE b.carrier < 'F')
SELECT count(*) FROM airlines a WHERE a NOT IN (SELECT b FROM airlines b WHERE b.carrier < 'F')
SELECT count(*) FROM airlines a WHERE a = ANY (SELECT b FROM airlines b WHERE b.carrier < 'F')
SELECT count(*) FROM airlines a JOIN airlines b ON a = b
SELECT count(*) FROM airlines a JOIN airlines b ON a < b
SELECT count(*) FROM airlines a JOIN airlines b ON a IS DISTINCT FROM b
SELECT ((array_agg(a ORDER BY carrier))[1]).name FROM airlines a
SELECT array_agg(ROW(carrier, 1.50) ORDER BY carrier) FROM airlines a WHERE carrier < 'C'
SELECT array_agg(a ORDER BY carrier)::text FROM airlines a WHERE carrier < 'C'
SELECT CASE WHEN carrier < 'B' THEN ROW(carrier, name) ELSE ROW(name, carrier) END FROM airlines ORDER BY carrier LIMIT 4
SELECT CASE WHEN carrier < 'B' THEN ROW(carrier, name) END FROM airlines ORDER BY carrier LIMIT 4
SELECT COALESCE(CASE WHEN carrier < 'B' THEN ROW(carrier, name) END, ROW('x'::text, 'y'::text)) FROM airlines ORDER BY carrier LIMIT 4
SELECT (SELECT ROW(1, 'a'::text)) = (SELECT ROW('a'::text, 1))
SELECT (SELECT ROW(1, 2)) = (SELECT ROW(1, 2, 3))
SELECT v FROM (VALUES (ROW(2, NULL::int)), (ROW(1, 5)), (ROW(2, 1)), (NULL), (ROW(NULL::int, 1)), (ROW(2, NULL::int))) AS x(v) ORDER BY v
SELECT v FROM (VALUES (ROW(2, NULL::int)), (ROW(1, 5)), (ROW(2, 1)), (NULL), (ROW(NULL::int, 1)), (ROW(2, NULL::int))) AS x(v) ORDER BY v DESC
SELECT v FROM (VALUES (ROW(2, NULL::int)), (ROW(1, 5)), (ROW(2, 1)), (NULL), (ROW(NULL::int, 1)), (ROW(2, NULL::int))) AS x(v) ORDER BY v NULLS FIRST
SELECT DISTINCT v FROM (VALUES (ROW(2, NULL::int)), (ROW(1, 5)), (NULL), (ROW(2, NULL::int))) AS x(v) ORDER BY v DESC NULLS LAST
SELECT ROW(a, b) FROM (VALUES (1, NULL), (2, 5), (NULL, 7), (1, 3)) AS x(a, b) ORDER BY ROW(a, b) DESC
SELECT ROW(a, b) FROM (VALUES (1, NULL), (2, 5), (NULL, 7), (1, 3)) AS x(a, b) ORDER BY ROW(a, b) DESC NULLS LAST
SELECT ROW(a, b) FROM (VALUES (1.0, NULL), (2, 5), (NULL, 7), (1.00, 3), (10, 3)) AS x(a, b) ORDER BY ROW(a, b)
SELECT DISTINCT ROW(a, b) FROM (VALUES (1.0, NULL), (2, 5), (NULL, 7), (10, 3)) AS x(a, b) ORDER BY 1
SELECT x FROM (VALUES (1, NULL), (2, 5)) AS x(a, b) ORDER BY x
SELECT x FROM generate_series(1, 3) AS x
SELECT x FROM generate_series(1, 3) WITH ORDINALITY AS x(n, o)
SELECT (x).o FROM generate_series(1, 3) WITH ORDINALITY AS x(n, o)
SELECT jsonb_each('{"a": 1, "b": [2]}')
SELECT (jsonb_each('{"a": 1, "b": [2]}')).*
SELECT (jsonb_each('{"a": 1, "b": [2]}')).key
SELECT e FROM jsonb_each('{"a": 1, "b": [2]}') AS e
SELECT rank() OVER (PARTITION BY ROW(origin, carrier) ORDER BY ROW(time_hour, flight)) FROM flights ORDER BY 1 DESC LIMIT 2
SELECT ROW(1, ROW(2, 'x, y', ROW('(', '"'))) , ROW(1, ROW(2, 'x, y', ROW('(', '"')))::text
SELECT row_to_json(x) FROM (SELECT 1 AS a, ROW(2, 'x') AS b) x
SELECT json_agg(r) FROM (SELECT ROW(carrier, 1.5) AS r FROM airlines ORDER BY carrier LIMIT 2) x
SELECT to_json(ARRAY[ROW(1,'x'), ROW(2,'y')])
SELECT ARRAY[ROW(1,'x, y'), ROW(2,NULL), NULL]
SELECT ARRAY(SELECT ROW(1, 'x y'))
SELECT unnest(ARRAY[ROW(1,2), ROW(3,4)])
SELECT ROW(1, 2) UNION SELECT ROW(2, 1) UNION SELECT ROW(1, 2) ORDER BY 1
SELECT ROW(1, 2) INTERSECT SELECT ROW(1, 2)
SELECT ROW(1, 2) EXCEPT SELECT ROW(1, 2)
SELECT NULLIF(ROW(1, 2), ROW(1, 2))
SELECT ROW(1, 2) IN (ROW(1, 2), ROW(3, 4)), r IN (ROW(1, 2)), r = ROW(1, 2), ROW(1, 2) = r FROM (SELECT ROW(1, 2) AS r) s
SELECT r BETWEEN ROW(1, 1) AND ROW(1, 3) FROM (SELECT ROW(1, 2) AS r) s
SELECT a.* FROM airlines a WHERE a IS NOT NULL ORDER BY 1 LIMIT 1
SELECT public.airlines FROM airlines WHERE carrier = 'AA'
SELECT ROW(count(*), max(carrier)) FROM airlines
SELECT count(*) FROM airlines a GROUP BY a ORDER BY a LIMIT 2
SELECT pg_typeof(ROW(1,2)), pg_typeof(ARRAY[ROW(1,2)])
SELECT ROW('x'::regclass)
SELECT ROW('airlines'::regclass)::text
SELECT '(1,2)'::record
SELECT ROW(1,2)::record
SELECT ROW(1, current_date IS NOT NULL, now() IS NULL)
SELECT length(ROW(1,2)::text), quote_literal(ROW(1,2))
SELECT exists(SELECT ROW(1,2)), ROW(1,2) IS TRUE
SELECT * FROM (SELECT ROW(1,2)) s
SELECT string_agg(ROW(carrier, name)::text, ';' ORDER BY carrier) FROM airlines
SELECT array_agg(DISTINCT ROW(origin, dest)) FROM flights WHERE carrier = 'HA'
SELECT ROW(1,2) ->> 'x'
SELECT ROW(carrier, name) FROM airlines ORDER BY carrier LIMIT 2 OFFSET 1
-- Set-returning functions in places that take none, and in others.
SELECT CASE WHEN true THEN generate_series(1,2) END
SELECT CASE generate_series(1,2) WHEN 1 THEN 2 END
SELECT COALESCE(generate_series(1,2), 3)
SELECT COALESCE(1, 2 + generate_series(1,2))
SELECT 1 FROM airlines WHERE generate_series(1,2) = 1
SELECT 1 FROM airlines GROUP BY 1 HAVING generate_series(1,2) = 1
SELECT count(generate_series(1,2)) FROM airlines
SELECT sum(x) FILTER (WHERE generate_series(1,2) = 1) FROM (VALUES (1)) v(x)
SELECT array_agg(x ORDER BY generate_series(1,2)) FROM (VALUES (1)) v(x)
SELECT 1 LIMIT generate_series(1,2)
SELECT 1 OFFSET generate_series(1,2)
VALUES (generate_series(1,2))
SELECT * FROM (VALUES (generate_series(1,2))) v
SELECT * FROM airlines a JOIN airlines b ON generate_series(1,2) = 1
SELECT 1 FROM airlines ORDER BY generate_series(1,2)
SELECT sum(generate_series(1,2)) OVER () FROM (VALUES (1)) v(x)
SELECT lag(generate_series(1,2)) OVER () FROM (VALUES (1)) v(x)
SELECT * FROM generate_series(1, generate_series(1,2))
SELECT * FROM abs(generate_series(1,2))
SELECT abs(generate_series(1,2))
SELECT NULLIF(generate_series(1,2), 1)
SELECT GREATEST(generate_series(1,2), 1)
SELECT generate_series(1,2) IN (1, 2)
SELECT generate_series(1,2) IS NULL
SELECT ARRAY[generate_series(1,2)]
SELECT ROW(generate_series(1,2), 'x')
SELECT generate_series(1,2)::text || 'x'
SELECT percentile_cont(generate_series(1,2)) WITHIN GROUP (ORDER BY 1)
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY generate_series(1,2))
SELECT DISTINCT ON (generate_series(1,2)) 1
SELECT generate_series(1,2) UNION SELECT 3 ORDER BY 1
SELECT true AND generate_series(1,2) = 1
SELECT (SELECT generate_series(1,1))
SELECT CASE WHEN (SELECT count(*) FROM generate_series(1,2)) = 2 THEN 'y' END
SELECT CASE WHEN EXISTS (SELECT generate_series(1,2)) THEN 'y' END
SELECT COALESCE((SELECT max(g) FROM generate_series(1,2) g), 0)
SELECT sum(x) OVER (ROWS BETWEEN generate_series(1,2) PRECEDING AND CURRENT ROW) FROM (VALUES (1)) v(x)
SELECT CASE WHEN true THEN unnest(ARRAY[1,2]) END
SELECT COALESCE(unnest(ARRAY[1,2]), 0)
SELECT 1 WHERE unnest(ARRAY[true])
SELECT max((SELECT generate_series(1,1)))
SELECT CASE WHEN count(generate_series(1,2)) > 0 THEN 1 END
SELECT COALESCE(CASE WHEN true THEN generate_series(1,2) END, 1)
SELECT json_build_object('a', generate_series(1,2))
SELECT 1 FROM airlines HAVING generate_series(1,2) = 1
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT generate_series(n+1, 3) FROM t) SELECT count(*) FROM t
SELECT CASE WHEN false THEN jsonb_each('{}') END
SELECT 1 FROM (VALUES (1)) v(x) WHERE x IN (SELECT generate_series(1,2))
SELECT 1 FROM airlines a LEFT JOIN airlines b ON a.carrier = b.carrier AND unnest(ARRAY[true])
SELECT * FROM unnest(ARRAY[generate_series(1,2)])
SELECT generate_series(1,2) AS g ORDER BY g DESC
SELECT generate_series(1,2) ORDER BY generate_series(1,2) DESC
SELECT sum(CASE WHEN true THEN generate_series(1,2) END)
SELECT CASE WHEN sum(1) OVER () > generate_series(1,2) THEN 1 END
SELECT CASE 1 WHEN generate_series(1,2) THEN 3 END
SELECT NOT (generate_series(1,2) = 1)
SELECT (generate_series(1,2) = 1) IS TRUE
SELECT generate_series(1,2) = 1 OR true
SELECT a.carrier, generate_series(1,2) FROM airlines a ORDER BY generate_series(1,2) DESC, 1
SELECT a.carrier FROM airlines a ORDER BY generate_series(1,2) DESC, 1
-- ROWS FROM.
SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a', 'b']))
SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a', 'b'])) WITH ORDINALITY
SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a', 'b'])) WITH ORDINALITY AS x(n, t, o) WHERE n > 1
SELECT x.*, x.generate_series, x FROM ROWS FROM (generate_series(1, 3), jsonb_each('{"a": 1, "b": 2}'), abs(-7)) AS x
SELECT * FROM ROWS FROM (generate_series(1, 3))
SELECT g FROM ROWS FROM (generate_series(1, 3)) AS g
SELECT g FROM ROWS FROM (generate_series(1, 3)) WITH ORDINALITY AS g
SELECT * FROM ROWS FROM (abs(-1), abs(-2))
SELECT * FROM ROWS FROM (json_array_elements('[1,2]'), generate_series(1, 1)) AS x(a)
SELECT a.carrier, x.* FROM airlines a, ROWS FROM (generate_series(1, length(a.carrier)), regexp_split_to_table(a.carrier, '')) AS x(n, letter) ORDER BY 1, 2
SELECT a.carrier, x.* FROM airlines a LEFT JOIN LATERAL ROWS FROM (generate_series(1, 2), generate_series(5, 5)) AS x(n, m) ON x.n = x.m ORDER BY 1
SELECT * FROM ROWS FROM (generate_series(1, 2), nope(1))
SELECT * FROM ROWS FROM (generate_series(1, 2), count(1))
SELECT * FROM ROWS FROM (generate_series(1, 2), abs(generate_series(1, 2)))
SELECT * FROM ROWS FROM (generate_series(1, 2), generate_series(1, 2)) AS x(a, b, c)
SELECT generate_series FROM ROWS FROM (generate_series(1, 2), generate_series(1, 2))
SELECT count(*) FROM ROWS FROM (generate_series(1, 0), unnest(NULL::int[]))
SELECT * FROM ROWS FROM ()
SELECT rows FROM (SELECT 1 AS rows) x
SELECT a.carrier, x.* FROM airlines a, ROWS FROM (generate_series(1, 1 + length(a.carrier)), jsonb_each('{"a": 1, "b": 2}')) AS x ORDER BY 1, 2
SELECT x.* FROM (VALUES (3), (1)) v(n), ROWS FROM (generate_series(1, n), json_each_text('{"a": 1, "b": 2}')) AS x
select * from rows from (date_part('year', date '2020-01-01'), generate_series(1, 2)) x(a, b)
