select '{"a":{"b":[1,2,{"c":null}]}}'::jsonb->'a'->'b'->2->>'c', '{"a":1}'::jsonb->>'a', '[1,2]'::jsonb->-1, '{"a":{"b":1}}'::jsonb#>'{a,b}', '{"a":{"b":"x"}}'::jsonb#>>'{a,b}', '{"a":1}'::json->'a', '{"a":1}'::json->>'b'
select '{"a":1,"b":2}'::jsonb @> '{"a":1}', '{"a":1}'::jsonb <@ '{"a":1,"b":2}', '{"a":1}'::jsonb ? 'a', '{"a":1}'::jsonb ?| array['b','a'], '{"a":1}'::jsonb ?& array['b','a'], '["a"]'::jsonb ? 'a'
select '{"a":1}'::jsonb || '{"b":2}', '[1]'::jsonb || '2', '{"a":1,"b":2}'::jsonb - 'a', '[1,2,3]'::jsonb - 1, '{"a":1,"b":2}'::jsonb - array['a','b'], '{"a":{"b":1,"c":2}}'::jsonb #- '{a,b}'
select json_build_object('a',1,'b',array[1,2]), jsonb_build_object('b',1,'a',null), json_build_array(1,'a',null,true), jsonb_build_array(1.5,'a'), json_object('{a,1,b,2}'), json_object('{a,b}','{1,2}'), jsonb_object('{a,1}'), jsonb_build_object()
select jsonb_agg(x), json_agg(x order by x desc), json_object_agg(x, y), jsonb_object_agg(x,y) from (values ('a',1),('b',2)) v(x,y)
select * from json_array_elements('[1,"a",null]'), jsonb_array_elements_text('["x"]') t
select * from jsonb_each('{"a":1,"b":"x"}'), json_each_text('{"c":null}') t(k2,v2)
select json_array_elements('[1,2]'), jsonb_object_keys('{"a":1,"b":2}')
select jsonb_typeof('[]'), jsonb_typeof('1'), jsonb_typeof('null'), jsonb_array_length('[1,2]'), json_typeof('"a"'), jsonb_extract_path('{"a":{"b":1}}','a','b'), jsonb_extract_path_text('{"a":{"b":"x"}}','a','b'), jsonb_exists('{"a":1}','a')
select '{"b":1,"a":2,"a":3}'::jsonb, '{"b":1, "a":2}'::json, '1.50'::jsonb, '"\u00e9"'::jsonb, '[1, 2]'::jsonb::text, '5'::jsonb::int, 'true'::jsonb::bool, '"a"'::jsonb::text, '1.5'::jsonb::float8
select '"a"'::jsonb::int
select ('{"a":{"b":5}}'::jsonb)['a']['b']
select '{"a":1}'::jsonb = '{"a":1}', '{"a":1}'::jsonb < '{"a":2}', '1'::jsonb > '"a"', '[1]'::jsonb <> '[2]'
select '{"a":1}'::jsonb || '[1]', '[1]'::jsonb || '{"a":1}', '1'::jsonb || '2', '{}'::jsonb || '{}', '[]'::jsonb || 'null'
select '1'::jsonb || '{"a":1}'
select '[1,2]'::jsonb - (-1), '["a","b"]'::jsonb - 'a', '[1,2]'::jsonb - 5, '["a",1]'::jsonb - array['a','x']
select '1'::jsonb - 'a'
select '{"a":1}'::jsonb - 1
select '{"a":[1,{"b":2}]}'::jsonb #- '{a,1,b}', '[1,2]'::jsonb #- '{-1}', '{"a":1}'::jsonb #- '{x,y}', '[1]'::jsonb #- '{}'
select '[1]'::jsonb #- '{x}'
select jsonb_set('{"a":[1,2]}','{a,5}','9'), jsonb_set('{"a":[1,2]}','{a,-5}','9'), jsonb_set('{"a":{}}','{a,b,c}','1'), jsonb_set('[1]','{}','2')
select jsonb_set('1','{a}','2')
select jsonb_insert('{"a":[0,1]}','{a,1}','9',true), jsonb_insert('[1,2]','{-1}','9'), jsonb_insert('[1,2]','{9}','9'), jsonb_insert('{}','{b}','1')
select jsonb_insert('{"a":1}','{a}','2')
select jsonb_pretty('{}'), jsonb_pretty('[]'), jsonb_pretty('1'), jsonb_pretty('{"b":{"c":[1,{}]},"a":null}')
select json_strip_nulls('{"a": null, "b": [null, {"c":null}], "d" : 1.50}'), jsonb_strip_nulls('[null,{"a":null}]')
select json_object('{a}')
select jsonb_each('{"b":1,"a":[2]}')
select * from jsonb_each_text('{"b":1,"a":null,"c":"x"}')
select key, value from json_each('{"b" : 1,"a": [2] }') order by key
select * from jsonb_each('[1]')
select * from json_each('1')
select '1'::jsonb < '2', '"a"'::jsonb < '1', 'null'::jsonb < '"a"', 'true'::jsonb > '1', '[1]'::jsonb > 'true', '{}'::jsonb > '[1]', '[1,2]'::jsonb > '[9]', '{"a":1}'::jsonb < '{"b":1}', '{"a":2}'::jsonb > '{"a":1}', 'false'::jsonb < 'true', '10'::jsonb > '9', '[]'::jsonb <= '[]'
select '1.5'::jsonb::int, '2.5'::jsonb::int, '1.5'::jsonb::numeric, 'false'::jsonb::bool, '1e3'::jsonb::float8, '7'::jsonb::int8, '7'::jsonb::int2, '1.25'::jsonb::numeric(5,1)
select 'null'::jsonb::int
select '{}'::jsonb::int
select '1'::jsonb::bool
select '99999999999'::jsonb::int
select json_object_agg(x,y order by x desc), jsonb_object_agg(x,y) filter (where y > 1) from (values ('a',1),('b',2)) v(x,y)
select json_object_agg(x,x) from (values (1)) v(x) where false
select json_object_agg(null::text, 1)
select json_object_agg(1, array['a']), jsonb_object_agg(true, null::text)
select array_to_json(array[1,null]), array_to_json(array['a','b"']), array_to_json(array[1.50,2])
select * from jsonb_array_elements('[1,2]')
select value from jsonb_array_elements('[1,2]')
select value, ordinality from jsonb_array_elements_text('["a"]') with ordinality
select e->>'a', e.value from jsonb_array_elements('[{"a":1}]') e
select e.value->>'a' from jsonb_array_elements('[{"a":1}]') as e(value)
select x->>'a' from jsonb_array_elements('[{"a":1}]') as e(x)
select g, g.g from generate_series(1,2) g
select k from jsonb_object_keys('{"a":1}') k
select jsonb_object_keys from jsonb_object_keys('{"a":1}')
select make_interval(days=>1, days=>2)
select make_interval(nope=>1)
select make_date(day=>1, month=>2, year=>2020), make_timestamp(2020,1,2,hour=>3,min=>4,sec=>5.5)
select row_to_json(t)::text from (values (1, 'a"b', 1.50, null::int, true, date '2020-01-01', timestamp '2020-01-02 03:04:05', array[1,2], interval '1 day', 1.5::float8)) t(a, "B c", n, z, b, d, ts, arr, i, f)
select to_json(t)::text, to_jsonb(t)::text from (values (1, 'a"b', 1.50, null::int)) t(a, "B""'c", n, z)
select count(t), count(t.*) from (values (1, null), (null, null)) t(a, b)
select json_agg(t)::text, jsonb_agg(t)::text from (values (1, 'x'), (2, null)) t(a, b)
select json_agg(t order by a desc)::text, json_agg(t) filter (where a > 1) from (values (1, 'x'), (2, null)) t(a, b)
select json_agg(t)::text from (select 1 as a where false) t
select row_to_json(row(1, 'a'))::text, to_jsonb(row(1, 'a', null, 2.50))::text, to_json((1, now() is null))::text
select row_to_json(t.*)::text from (select 1 as x, 2.0 as y) t
select json_build_object('t', t, 'n', 1)::text, jsonb_build_object('t', t)::text, json_build_array(t, 2)::text from (select 1 as x, 2.0 as y) t
select array_to_json(array_agg(t order by x desc))::text from (values (1), (2)) t(x)
select array_to_json(array_agg(row_to_json(t)))::text from (values (1), (2)) t(x)
select json_agg(a)::text, jsonb_agg(a)::text from (values (array[1,2]), (null), (array[3])) t(a)
select json_agg(a)::text, jsonb_agg(a)::text from (values ('{"b":1,"a":[1,2]}'::json), (null)) t(a)
select a.x, row_to_json(b)::text, count(b) over () from (values (1), (2)) a(x) left join (values (1, 'p')) b(x, y) on a.x = b.x order by 1
select a.x, json_agg(b)::text, count(b) from (values (1), (2)) a(x) left join (values (1, 'p'), (1, null)) b(x, y) using (x) group by a.x order by 1
with q as (select g as i, g * 1.5 as v from generate_series(1, 2) g) select jsonb_agg(q) from q
select coalesce(json_agg(t), '[]')::text from (select 1 as a where false) t
select row_to_json(t)::text from (select x, array_agg(y) as ys from (values (1, 2), (1, 3)) v(x, y) group by x) t
select json_object_agg(x, t)::text from (values ('a', 1), ('b', 2)) t(x, y)
select (select json_agg(q) from (select u.x, v.y from (values (2)) v(y) where v.y > u.x) q)::text from (values (1), (3)) u(x) order by u.x
select row_to_json(u)::text from unnest(array['a', 'b']) with ordinality u(v, n)
select json_agg(json_build_object('a', 1))::text from generate_series(1, 2)
select row_to_json(g) from generate_series(1, 2) g
select row_to_json(1)
select to_json(json_each('{"a":1}'))::text
select row_to_json(t)::text from (select timestamptz '2020-01-01 00:00+00' as at, '\x01ff'::bytea as b, 'a'::name as n, null as z, 1e20::float8 as f, 'nan'::float8 as nf) t
select json_agg(x)::text from (values (1.5), (2)) t(x)
select row_to_json(t)::text from (values (1.50), (2), (3.125)) t(x)
select v::text from (values (1, 2)) v(x, y)
select count(distinct t) from (values (1), (1)) t(a)
select json_strip_nulls('{"a" : 1.0, "b":{"c":null, "c" : -0.0}, "a":null, "a": "é\u00e9\n"}'), json_strip_nulls(' [1e3, null] '), json_strip_nulls(' "x" ')
select * from json_each('{"a" : 1, "b":[1, 2], "a": 2}')
select '{"a":1,"a": 2}'::json->'a', '{"a":1,"a":{"b":[1, 3]}}'::json#>'{a,b,1}', '{"1":5}'::json#>'{1}', '[[5]]'::json#>>'{0,0}'
select ' {"a" : 1} '::json #> '{}', ' {} '::json #>> '{}', ' "x" '::json #>> '{}', ' {"a": [1 , 2] } '::json #> '{a}', ' null '::json #>> '{}'
SELECT row_to_json((SELECT r FROM (SELECT t.a, b AS "B c") r)) FROM (VALUES (1, 'x'), (NULL, NULL)) t(a, b)
SELECT coalesce(json_agg("root"), '[]') FROM (SELECT row_to_json((SELECT "_e" FROM (SELECT "base"."a" AS "a", "base"."a" AS "c") AS "_e")) AS "root" FROM (VALUES (1), (2)) base(a)) AS "_root"
SELECT row_to_json((SELECT r FROM (SELECT a AS r, b) r)) FROM (VALUES (1, 'x')) t(a, b)
SELECT row_to_json((SELECT r FROM (SELECT a, b) AS r(x, y))) FROM (VALUES (1, 'x')) t(a, b)
SELECT row_to_json((SELECT r FROM (SELECT a, b LIMIT 0) r)), row_to_json((SELECT r FROM (SELECT a, b WHERE a > 1) r)) FROM (VALUES (1, 'x')) t(a, b)
SELECT to_jsonb((SELECT r FROM (SELECT a, t) r)), json_build_object('k', (SELECT r FROM (SELECT b) r)) FROM (VALUES (1, 'x')) t(a, b)
SELECT count((SELECT r FROM (SELECT a, b) r)) FROM (VALUES (NULL, NULL), (1, 2)) t(a, b)
SELECT row_to_json((SELECT r FROM (SELECT a) r)) FROM (VALUES (1), (2)) t(a) GROUP BY a ORDER BY a
SELECT a, row_to_json(x.*) FROM (VALUES (1), (2), (3)) t(a) LEFT JOIN LATERAL (SELECT b, c FROM (VALUES (1, 'x'), (3, NULL)) u(b, c) WHERE b = a) x ON true ORDER BY 1
SELECT a, row_to_json(x) FROM (VALUES (1), (2), (3)) t(a) LEFT JOIN LATERAL (SELECT c FROM (VALUES (1, 'x'), (3, NULL)) u(b, c) WHERE b = a) x ON true ORDER BY 1
SELECT a, to_jsonb(x), count(x) OVER () FROM (VALUES (1), (2), (3)) t(a) LEFT JOIN (SELECT max(c) AS c, b FROM (VALUES (1, 'x'), (3, NULL)) u(b, c) GROUP BY b) x ON b = a ORDER BY 1
SELECT count(x), json_agg(x ORDER BY a, c) FROM (VALUES (1), (2), (3)) t(a) LEFT JOIN (SELECT DISTINCT c FROM (VALUES (1, 'x'), (3, NULL)) u(b, c)) x ON a = 3 OR c = 'x'
SELECT row_to_json(x) FROM (SELECT NULL AS n) x RIGHT JOIN (VALUES (1), (2)) t(a) ON a = 1 ORDER BY a
SELECT row_to_json(x), row_to_json(y) FROM (SELECT NULL::int AS n) x FULL JOIN (SELECT 2 AS m) y ON n = m ORDER BY m
SELECT a, (SELECT row_to_json(x)), EXISTS (SELECT 1 WHERE to_jsonb(x) IS NULL) FROM (VALUES (1), (2)) t(a) LEFT JOIN (SELECT NULL AS n) x ON a = 1 ORDER BY 1
SELECT a, row_to_json(x) FROM (VALUES (1), (2)) t(a) LEFT JOIN (SELECT NULL AS n) x ON a = 1 GROUP BY a ORDER BY 1
SELECT a, row_to_json(x) FROM (VALUES (1), (2)) t(a) LEFT JOIN (SELECT NULL AS n) x ON a = 1 GROUP BY a, n ORDER BY 1
SELECT * FROM (SELECT a, row_to_json(x) AS r FROM (VALUES (1), (2)) t(a) LEFT JOIN (SELECT NULL AS n) x ON a = 1) s ORDER BY a
select json_agg(b) from (values (1)) a(x) left join (values (1)) b(y) on true
select jsonb_object_keys(j) from (values ('{"a":1,"b":2}'::jsonb, 'object'), ('3', 'scalar')) t(j, k) where k = 'object'
select json_object_keys(j) from (values ('{"a":1,"b":2}'::json, 'object'), ('3', 'scalar')) t(j, k) where k = 'object'
select x from (values ('{"a":1,"b":2}'::json, 'object'), ('3', 'scalar')) t(j, k), json_object_keys(j) x where k = 'object' order by x
select json_array_elements(j) from (values ('[1,2]'::json, 'object'), ('3', 'scalar')) t(j, k) where k = 'object'
select json_each(j) from (values ('{"a":2}'::json, 'object'), ('3', 'scalar')) t(j, k) where k = 'object'
select regexp_split_to_table(j::text, ',') from (values ('{"a":2}'::json, 'object'), ('3', 'scalar')) t(j, k) where k = 'object'
select generate_series(1, 6/j) from (values (3, 'object'), (0, 'scalar')) t(j, k) where k = 'object'
select k, generate_series(1, 6/j) from (values (3, 'object'), (0, 'scalar')) t(j, k) where k = 'object' and j > 0
select distinct jsonb_object_keys(j) from (values ('{"a":1,"b":2}'::jsonb, 'object'), ('3', 'scalar')) t(j, k) where jsonb_typeof(j) = 'object' order by 1
select jsonb_object_keys(j), count(*) from (values ('{"a":1,"b":2}'::jsonb), ('{"b":1}'), ('3'), ('[]')) t(j) where jsonb_typeof(j) = 'object' group by 1 order by 1
select k, count(*), jsonb_object_keys(min(j::text)::jsonb) from (values ('{"a":1,"b":2}'::jsonb, 1), ('3', 2)) t(j, k) where jsonb_typeof(j) = 'object' group by k order by 1, 3
select t.k, jsonb_array_elements_text(t.j), u.n from (values ('[1,2]'::jsonb, 1), ('3', 2)) t(j, k) join (values (1, 'x'), (2, 'y')) u(k, n) on u.k = t.k where u.n = 'x' and exists (select 1 where t.k = u.k) order by 2
select row_number() over (order by k, e::text), e from (select k, jsonb_array_elements(j) as e from (values ('[1,2]'::jsonb, 1), ('3', 2)) t(j, k) where k < 2) s order by 1
select distinct on (k) k, jsonb_array_elements(j) from (values ('[1,2]'::jsonb, 1), ('3', 2)) t(j, k) where k < 2 order by k
select k, jsonb_array_elements(j) from (values ('[1,2]'::jsonb, 1), ('[0]', 0), ('3', 2)) t(j, k) where k < 2 order by k desc limit 2
select (select max(x::text) from (select jsonb_array_elements(t.j) as x where jsonb_typeof(t.j) = 'array') s) from (values ('[1,2]'::jsonb), ('3')) t(j)
select j, n from (values ('1'::jsonb, 1), ('"b"', 2), ('[]', 3), ('{}', 4), ('null', 5), (null, 6), ('true', 7), ('[1]', 8), ('"a"', 9), ('-2.50', 10), ('1e3', 11), ('false', 12), ('{"b": 1}', 13), ('{"aa": 0}', 14), ('[0, 1]', 15), ('""', 16), ('"aa"', 17), ('0', 18), ('{"b": 0}', 19), ('[[]]', 20)) v(j, n) order by j, n
select j from (values ('1'::jsonb), ('"b"'), ('10'), ('9'), ('-10'), ('-9'), ('0.1'), ('[]'), (null)) v(j) order by j desc
select j -> 'k', count(*) from (values ('{"k": 2}'::jsonb), ('{"k": 10}'), ('{"k": "x"}'), ('{"k": 2.0}'), ('{}')) v(j) group by 1 order by 1 nulls first limit 4
select j, row_number() over (order by j desc, n), n from (values ('1'::jsonb, 1), ('"b"', 2), ('[1]', 3), ('{}', 4), ('1.0', 5)) v(j, n) order by 2
select jsonb_agg(j order by j desc), string_agg(n::text, ',' order by j -> 'k', n) from (values ('{"k": 2}'::jsonb, 1), ('{"k": 10}', 2), ('{"k": [1]}', 3), ('{}', 4)) v(j, n)
select j from (select '2'::jsonb as j union all select '10' union all select '"a"') s order by j limit 2 offset 1
