-- Documents as rows: a column definition list behind json_to_record and its like.
select * from jsonb_to_recordset('[{"a":1},{"a":2,"b":"x"}]') as x(a int, b text)
select * from json_to_recordset('[{"a":1},{"a":2,"b":"x"}]') as x(a int, b text)
select * from jsonb_to_record('{"a":1}') as x(a int, b text)
select * from json_to_record('{"a":1}') as x(a int, b text)
select * from json_to_recordset('[{"a":1}, {"a":null}, {"A":3}, {}]') as (a int, "A" int)
select * from json_to_recordset('[]') as x(a int)
select * from json_to_recordset(null) as x(a int)
select * from jsonb_to_recordset(null) as x(a int)
select * from json_to_record(null) as x(a int, b text)
select * from jsonb_to_record(null) as x(a int, b text)
select * from jsonb_to_record('{"a":"1", "b":2.50, "c":true, "d":[1,2], "e":{"k":"v"}, "f":"s"}') as x(a int, b text, c text, d text, e text, f text)
select * from json_to_record('{"a":"1", "b":2.50, "c":true, "d":[1, 2], "e":{"k": "v"}, "f":"s\u00e4"}') as x(a int, b text, c text, d text, e text, f text)
select * from jsonb_to_record('{"a":"1", "b":2.50, "c":true, "d":[1,2], "e":{"k":"v"}, "f":"s", "g":null}') as x(a jsonb, b jsonb, c jsonb, d jsonb, e jsonb, f json, g jsonb)
select * from json_to_record('{"a":"1", "b":2.50, "c":true, "d":[1, 2], "e":{"k": "v"}, "f":"s", "g":null}') as x(a json, b jsonb, c json, d json, e json, f json, g json)
select * from jsonb_to_record('{"a":[1,2,null], "b":["x","y z",null,"q\"r"], "d":[], "e":null}') as x(a int[], b text[], d int[], e int[])
select * from json_to_record('{"a":[1,2,null], "b":["x","y z",null], "d":[1.5,2], "e":[true,false]}') as x(a int[], b varchar[], d numeric[], e bool[])
select * from jsonb_to_record('{"a":[1,"2",3]}') as x(a int[])
select * from jsonb_to_record('{"d":"2020-01-01","t":"2020-01-01T10:00:00Z","u":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","n":1.50,"f":1.5,"b":true,"i":"1 day"}') as x(d date, t timestamptz, u uuid, n numeric, f float8, b bool, i interval)
select * from jsonb_to_record('{"n":1.555}') as x(n numeric(5,2))
select * from jsonb_to_record('{"n":"abc"}') as x(n varchar)
select * from jsonb_to_record('{"a":"x"}') as x(a int)
select * from jsonb_to_record('{"a":1.5}') as x(a int)
select * from jsonb_to_record('{"a":true}') as x(a int)
select * from jsonb_to_record('{"a":99999999999}') as x(a int)
select * from jsonb_to_record('{"a":{"b":1}}') as x(a int)
select * from jsonb_to_recordset('{"a":1}') as x(a int)
select * from json_to_recordset('{"a":1}') as x(a int)
select * from jsonb_to_recordset('1') as x(a int)
select * from json_to_recordset('1') as x(a int)
select * from jsonb_to_recordset('[1]') as x(a int)
select * from json_to_recordset('[[1]]') as x(a int)
select * from jsonb_to_record('[1]') as x(a int)
select * from json_to_record('[1]') as x(a int)
select * from jsonb_to_record('1') as x(a int)
select * from json_to_record('1') as x(a int)
select * from jsonb_to_record('{"a":1}')
select * from jsonb_to_record('{"a":1}') as x
select * from jsonb_to_record('{"a":1}') as x(a)
select * from generate_series(1,2) as x(a int)
select * from jsonb_to_record('{"a":1}') with ordinality as x(a int)
select * from jsonb_to_record('{"a":1}') as x(a int, a text)
select * from jsonb_to_record('{"a":1}') as x(a nope)
select x, x.a, row_to_json(x) from jsonb_to_record('{"a":1}') as x(a int)
select t.k, x.* from (values (1,'[{"a":1},{"a":2}]'::jsonb),(2,'[]'),(3,null)) t(k,j), jsonb_to_recordset(t.j) as x(a int) order by 1, 2
select t.k, x.* from (values (1,'[{"a":1},{"a":2}]'::jsonb),(2,'[]'),(3,null)) t(k,j) left join lateral jsonb_to_recordset(t.j) as x(a int, b text) on true order by 1, 2
select t.k, x.a from (values (1,'{"a":1}'::json),(3,null)) t(k,j), json_to_record(t.j) as x(a int) order by k
select a.carrier, x.n from airlines a, jsonb_to_record(to_jsonb(a)) as x(name text, n int) where carrier = 'UA'
select a.carrier, x.name from airlines a, jsonb_to_record(to_jsonb(a)) as x(name text) order by 1
select (select sum(a) from jsonb_to_recordset(t.j) as x(a int)) from (values ('[{"a":1},{"a":2}]'::jsonb)) t(j)
select count(*) from flights f join jsonb_to_recordset('[{"c":"UA"},{"c":"AA"}]') as x(c text) on x.c = f.carrier
select sum(x.a) over (order by x.a) from jsonb_to_recordset('[{"a":1},{"a":2}]') x(a int) order by 1
select * from pg_catalog.jsonb_to_recordset('[{"a":1}]') as x(a int)
select * from json_to_recordset('[{"a":1}]') as x("select" int, "A b" text)
select * from json_to_recordset('[{"a":1,"a":2}]') as x(a int)
select * from jsonb_to_recordset('[{"a":1,"a":2}]') as x(a int)
select * from jsonb_to_recordset($1) as x(a int)
select * from json_to_recordset('[{"a":"10:00"}]') as x(a time, "b" timestamp(3))
select * from airlines as x(a int)
select * from (select 1) as x(a int)
select * from json_to_recordset('[{"a":1}]') as x(a int) where a = 1 order by a limit 1
select * from json_to_recordset('[{"a":1}]') as x(a int), json_to_recordset('[{"b":1}]') as y(b double precision, c character varying) where x.a = y.b

