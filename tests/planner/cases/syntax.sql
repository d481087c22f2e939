-- Syntax errors
SELECT * FORM t;
SELECT FROM WHERE;
SELECT 1 +;
SELECT (1;
SELECT 1);
SELECT a b c FROM t;
SELECT * FROM;
SELECT * FROM t WHERE;
SELECT * FROM t GROUP;
SELECT * FROM t GROUP BY;
SELECT * FROM t ORDER BY;
SELECT * FROM t LIMIT;
SELECT * FROM t LIMIT 1, 2;
SELECT a, FROM t;
SELECT a FROM t,;
SELECT a FROM t WHERE a = 1 AND;
SELECT a FROM t WHERE a < b < c;
SELECT a FROM t WHERE a = b = c;
SELECT a BETWEEN 1 AND 2 BETWEEN 3 AND 4 FROM t;
SELECT a LIKE b LIKE c FROM t;
SELECT a IS DISTINCT FROM b IS NULL FROM t;
SELECT 'unterminated;
SELECT "unterminated;
SELECT $$unterminated;
SELECT /* unterminated;
SELECT "";
SELECT 1a;
SELECT 1.5x;
SELECT 0x10;
SELECT 1_000;
SELECT 1e;
SELECT $1a;
SELECT CASE END;
SELECT CASE WHEN 1;
SELECT CASE a WHEN 1 THEN 2;
SELECT CAST(1 AS);
SELECT CAST(1, int);
SELECT 1::;
SELECT a IN () FROM t;
SELECT a IN 1 FROM t;
SELECT ARRAY[1,];
SELECT f(,);
SELECT f(1,);
SELECT sum(a) OVER FROM t;
SELECT sum(a) FILTER (a > 1) FROM t;
SELECT * FROM t JOIN u;
SELECT * FROM t JOIN u ON;
SELECT * FROM t CROSS JOIN u ON true;
SELECT * FROM t LEFT u;
SELECT * FROM (SELECT 1;
SELECT 1 UNION;
SELECT 1 UNION ALL ORDER BY 1;
VALUES;
VALUES ();
VALUES 1;
WITH x SELECT 1;
WITH x AS SELECT 1;
WITH SELECT 1;
SELECT select;
SELECT from FROM t;
SELECT a FROM select;
SELECT a AS FROM t;
SELECT user.a FROM t;
SELECT t..a FROM t;
SELECT t. FROM t;
SELECT .a FROM t;
SELECT @ FROM t;
SELECT a ? FROM t;
SELECT #1;
SELECT {'a': 1};
SELECT [1, 2];
SELECT a -> FROM t;
SELEC 1;
SELECT 1 SELECT 2;
EXPLAIN;
SELECT a year FROM t;
SELECT a FROM t AS;
SELECT a FROM t t2 t3;
SELECT a FROM t t2 (x;
SELECT INTERVAL '1' day to year;
SELECT INTERVAL '1' foo bar;
SELECT EXTRACT(year, d) FROM t;
SELECT POSITION('x', b) FROM t;
SELECT DISTINCT FROM t;
SELECT DISTINCT ON a FROM t;
SELECT a FROM t HAVING;
SELECT * EXCLUDE (a) FROM t;
SELECT * REPLACE (1 AS a) FROM t;
FROM t;
FROM t SELECT a;
SELECT a FROM t QUALIFY row_number() OVER () = 1;
SELECT a FROM t USING SAMPLE 10;
SELECT TRY_CAST(a AS int) FROM t;
SELECT a FROM t1 ASOF JOIN t2 ON true;
SELECT x -> x + 1 FROM t WHERE;
SELECT 1 LIMIT 1 LIMIT 2;
SELECT 1 OFFSET 1 OFFSET 2;
(SELECT 1 ORDER BY 1) ORDER BY 1;
(SELECT 1 LIMIT 1) LIMIT 2;
SELECT float(0) '1';
SELECT 'a'::float(99);
SELECT U&'\00zz';
SELECT E'\u00zz';
SELECT ORDER BY;
SELECT a FROM t ORDER a;
SELECT a FROM t ORDER BY a NULLS;
SELECT a FROM t FETCH FIRST;
SELECT not FROM t;
SELECT a NOT 1 FROM t;
SELECT a IS 1 FROM t;
-- What follows a star, GROUP BY's sets, and words that cannot stand in front of a dot
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT t.*.a FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT t.*.a + 1 FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT t.*[1].x foo FROM t;
--! message: another of its faults is named
--! position: another of its faults is named
SELECT (t).*.a FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT count(t.*.a) FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT b FROM t GROUP BY CUBE (b) + 1;
SELECT b FROM t GROUP BY GROUPING SETS ((b)), ROLLUP (b)[1];
SELECT like.foo(1);
SELECT a FROM left.foo(1);
SELECT 'x'::like.foo;
SELECT 'x'::between.foo;
SELECT bit.foo '1';
SELECT like 'x';
SELECT current_schema 'x';
SELECT a FROM grouping(1);
-- Keywords of two words
SELECT t.NOT BETWEEN 1 AND 2 FROM t;
SELECT a AS NOT IN (1) FROM t;
SELECT NULLS FIRST;
SELECT t.NULLS FIRST FROM t;
SELECT t.WITH TIME FROM t;
SELECT NOT left('abc', 1) = 'a';
-- Fields of EXTRACT are no keywords
SELECT EXTRACT(zone FROM d) FROM t;
SELECT EXTRACT(left FROM d) FROM t;
SELECT EXTRACT("zone" FROM d) FROM t;
-- Counts of rows
SELECT a FROM t FETCH FIRST ROW ROW ONLY;
SELECT a FROM t FETCH FIRST rows[1] ROWS ONLY;
SELECT a FROM t FETCH FIRST -0 ROWS ONLY;
SELECT a FROM t FETCH FIRST + 1.5 ROWS ONLY;
--! sqlstate: the grammar is wider here, what it means is refused
--! message: the grammar is wider here, what it means is refused
--! position: the grammar is wider here, what it means is refused
SELECT a FROM t FETCH FIRST - (1) ROWS ONLY;
--! accepted: the grammar is wider here
SELECT a FROM t FETCH FIRST 1 + 1 ROWS ONLY;
SELECT a FROM t FETCH FIRST count(*) OVER () ROWS ONLY;
--! accepted: the grammar is wider here
SELECT a FROM t FETCH FIRST @ 1 ROWS ONLY;
--! accepted: the grammar is wider here
SELECT a FROM t OFFSET 1 + 1 ROWS;
--! accepted: the grammar is wider here
SELECT a FROM t OFFSET 1::int ROWS;
--! sqlstate: the grammar is wider here, what it means is refused
--! message: the grammar is wider here, what it means is refused
--! position: the grammar is wider here, what it means is refused
SELECT a FROM t OFFSET i AND i ROWS;
SELECT a FROM t OFFSET -0 ROWS;
--! sqlstate: the grammar is wider here, what it means is refused
--! message: the grammar is wider here, what it means is refused
--! position: the grammar is wider here, what it means is refused
--! hint: the grammar is wider here, what it means is refused
SELECT a FROM t OFFSET - $1 ROWS;
SELECT a FROM t OFFSET (1 + 1) ROWS;
SELECT a FROM t FETCH FIRST 1 ROW WITH TIES;
--! message: another of its faults is named
--! position: another of its faults is named
SELECT a FROM t FETCH FIRST 1 ROW WITH TIES foo;
--! message: another of its faults is named
--! position: another of its faults is named
SELECT a FROM t FETCH FIRST 1 ROW WITH TIES OFFSET 1 foo;
--! message: another of its faults is named
--! position: another of its faults is named
SELECT (SELECT a FROM t FETCH FIRST 1 ROW WITH TIES) +;
(SELECT a FROM t LIMIT 1) LIMIT ALL;
(SELECT a FROM t ORDER BY a) ORDER BY a DESC;
-- Arrays of arrays
--! sqlstate: the grammar is wider here, what it means is refused
--! message: the grammar is wider here, what it means is refused
SELECT ARRAY[[1], 2];
--! sqlstate: the grammar is wider here, what it means is refused
--! message: the grammar is wider here, what it means is refused
SELECT ARRAY[1, [2]];
SELECT ARRAY[- [1]];
-- POSITION takes no AND, IN, LIKE …
SELECT POSITION('a' IN NOT i) FROM t;
SELECT POSITION('a' IN b AND i) FROM t;
SELECT POSITION(i OR i IN b) FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT POSITION('a' IN b IN ('c')) FROM t;
SELECT POSITION('a' LIKE b IN b) FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT POSITION('a' COLLATE "C" IN b) FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT POSITION('a' IN b IS NULL) FROM t;
--! sqlstate: the grammar is wider here, what it means is refused
--! message: the grammar is wider here, what it means is refused
--! position: the grammar is wider here, what it means is refused
--! hint: the grammar is wider here, what it means is refused
SELECT POSITION('a' IN b = ANY (k)) FROM t;
SELECT POSITION('a' IN (b LIKE 'c')::text) FROM t;
-- BETWEEN of a frame, and BETWEEN as a column in one
SELECT sum(a) OVER (ROWS BETWEEN AND 1 PRECEDING) FROM t;
SELECT sum(a) OVER (ROWS BETWEEN * 1 PRECEDING) FROM t;
SELECT sum(a) OVER (ROWS BETWEEN.x PRECEDING) FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT sum(a) OVER (ROWS BETWEEN LIKE 'x' PRECEDING) FROM t;
--! sqlstate: the grammar is wider here, what it means is refused
--! message: the grammar is wider here, what it means is refused
SELECT sum(a) OVER (ROWS BETWEEN BETWEEN PRECEDING AND 1 FOLLOWING) FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT sum(a) OVER (ROWS BETWEEN NOT IN (1) PRECEDING) FROM t;
SELECT sum(a) OVER (ROWS 1 FOLLOWING) FROM t;
-- Modifiers of types
SELECT 1::numeric(1 + 1);
SELECT 1::numeric(3, 'x'::text);
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT 1::numeric(3, 'x' text);
SELECT 1::numeric(CURRENT_DATE);
SELECT '1'::varbit(a.b);
SELECT numeric(1 + 1) '5';
SELECT lower(b ORDER BY a) 'x' FROM t;
SELECT lower(x => 1) 'x';
SELECT lower(DISTINCT 1) 'x';
-- Names of tables have three parts at most
SELECT 1 FROM a.b.c.d WHERE;
TABLE a.b.c.d;
-- More of the same
--! message: another of its faults is named
--! position: another of its faults is named
SELECT a FROM t FETCH FIRST 1 ROW WITH TIES OFFSET 1 'x';
SELECT 1 OPERATOR(a.b.+) 1;
SELECT 1 OPERATOR(a.b.c.+) 1;
SELECT 1 OPERATOR(a.b.+ 1;
SELECT k[1 > :2] FROM t;
SELECT k[- :] FROM t;
--! sqlstate: the grammar is wider here, what it means is refused
--! message: the grammar is wider here, what it means is refused
--! position: the grammar is wider here, what it means is refused
--! hint: the grammar is wider here, what it means is refused
SELECT TRIM(b, 'x' FROM b) FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT TRIM(FROM b FROM b) FROM t;
SELECT TRIM('x' FROM b, 'y') FROM t;
SELECT int (4);
--! message: another of its faults is named
--! position: another of its faults is named
(SELECT 1 LIMIT 1) LIMIT int (4);
SELECT a overlaps b FROM t;
SELECT (f, f) OVERLAPS (f, f) FROM t;
SELECT (f, f) OVERLAPS (f, f) AS "?column?", NOT (f, g) OVERLAPS ROW(f, interval '1 day') FROM t;
SELECT true = (f, f) OVERLAPS (f, f) AND a = 1, (f, f) OVERLAPS (f, f) IS NULL FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT (f, f) OVERLAPS (f) FROM t;
SELECT (f, f) OVERLAPS (f, f, f) FROM t;
SELECT ROW(f) OVERLAPS (f, f) FROM t;
SELECT (f, f) OVERLAPS ROW() FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT (f, f) OVERLAPS f FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT (f, f) OVERLAPS (SELECT f, f) FROM t;
SELECT (f, f) OVERLAPS (f, f) OVERLAPS (f, f) FROM t;
SELECT (f) OVERLAPS (f, f) FROM t;
SELECT a IN (1, 2) OVERLAPS (f, f) FROM t;
SELECT a BETWEEN (f, f) OVERLAPS (f, f) AND 2 FROM t;
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT (f, f) OVERLAPS (f, f) OVERLAPS FROM t;
SELECT (1, 2) OVERLAPS (3, 4);
SELECT ($1, $2) OVERLAPS (f, $3) FROM t;
SELECT 1 (f, f) OVERLAPS (f, f) FROM t;
SELECT '1'::setof int;
SELECT $1::NULLS FIRST;
--! message: another of its faults is named
--! position: another of its faults is named
--! hint: another of its faults is named
SELECT a FROM (SELECT a FROM t) NULLS FIRST;
--! message: another of its faults is named
--! position: another of its faults is named
(SELECT 1 ORDER BY 1) ORDER BY 'x' ESCAPE;
--! message: another of its faults is named
--! position: another of its faults is named
(SELECT 1 LIMIT 1) LIMIT 2 NOT a;
SELECT SUBSTRING();
SELECT OVERLAY(true, 1);
SELECT SUBSTRING(true, 1);
SELECT SUBSTRING(true FROM 1);
--! message: the fault is named at another token
--! position: the fault is named at another token
SELECT a BETWEEN t.*.x foo FROM t;
--! message: another of its faults is named
--! position: another of its faults is named
(SELECT 1 LIMIT 1) LIMIT int WITH x;
--! message: another of its faults is named
--! position: another of its faults is named
(SELECT 1 LIMIT 1) LIMIT time WITH x;
SELECT time WITH TIME x;
SELECT lower(1 => b) FROM t;
--! unsupported: named arguments
SELECT lower("x" => b) FROM t;
SELECT (((SELECT 2)) UNION SELECT 3);
SELECT ((((SELECT 2))) UNION ((SELECT 3)) ORDER BY 1 LIMIT 1);
SELECT a FROM t WHERE a IN (((SELECT 2)) EXCEPT SELECT 3) OR a IN (((SELECT 2)), 3) OR a = ANY (((SELECT 2)) LIMIT 1);
SELECT ARRAY(((SELECT 1)) UNION SELECT 2), EXISTS (((SELECT 1)) INTERSECT SELECT 2);
SELECT * FROM (((SELECT 1)) UNION SELECT 2) q;
SELECT * FROM (((SELECT 1 AS x)) OFFSET 1) q, (((SELECT 1) y CROSS JOIN (SELECT 2) z));
SELECT (((SELECT 2) + 1) UNION SELECT 3);
SELECT ((SELECT 2) + 1 UNION SELECT 3);
SELECT * FROM (((SELECT 1)) x) y;
SELECT * FROM (((SELECT 1) x)) y;
SELECT * FROM (((SELECT 1) x));
SELECT (t.*)::text, row(t.*), (SELECT (t.*)::text), count(t.*) OVER () FROM t;
SELECT t.*::text, (t)::text, (SELECT t.*::text) FROM t;
