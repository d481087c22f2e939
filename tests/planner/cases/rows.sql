-- Rows as JSON
SELECT row_to_json(t), to_jsonb(t.*) FROM t;
SELECT count(t), json_agg(t ORDER BY a), jsonb_agg(u) FILTER (WHERE t.a > 1) FROM t LEFT JOIN u ON u.a = t.a;
SELECT row_to_json(x) FROM (SELECT a, b FROM t) x;
SELECT row_to_json(ROW(a, $1)) FROM t;
SELECT row_to_json(nope) FROM t;
SELECT row_to_json(nope.*) FROM t;
SELECT row_to_json(a) FROM t;
SELECT row_to_json(1);
SELECT array_to_json(array_agg(t)) FROM t;
SELECT t.a, json_agg(u) FROM t LEFT JOIN u USING (a) GROUP BY t.a;
