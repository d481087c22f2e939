-- Set-returning calls of a select list: behind ORDER BY and DISTINCT ON where no key needs them, each call's rows in their order.
select distinct on (x) x, generate_series(1,3) from (values (1),(2)) v(x) order by x
select distinct on (x) x, y, generate_series(1,y) from (values (1,2),(2,1),(1,3),(2,4)) v(x,y) order by x, y desc
select distinct on (x) y, generate_series(1,y)+x from (values (1,2),(2,1),(1,3),(2,4)) v(x,y) order by x, y desc limit 4 offset 1
select distinct on (x) x, generate_series(1,3) g from (values (1),(2)) v(x) order by x, g desc
select unnest(array[3,1,2])
select unnest(array[3,1,2]) from generate_series(1,3)
select g, unnest(array[3,1,2]) from generate_series(1,3) g
select g, unnest(array[3,1,2]), unnest(array['a','b']) from generate_series(1,3) g
select g, unnest(array[g,1,2]), generate_series(1,g) from generate_series(1,3) g order by g desc
select g % 2, unnest(array[g,1,2]) from generate_series(1,3) g order by g % 2, g desc
select x, generate_series(1,3) from (values (2),(1)) v(x) order by x limit 4
select x, generate_series(1,x) * 2 + x, (select count(*) from generate_series(1, x)) from (values (2),(1)) v(x) order by x desc
select v.x, generate_series(1,3), w.* from (values (2),(1)) v(x), (values (5),(4)) w(y) order by x, y
select v.x, generate_series(1,3), w.* from (values (2),(1)) v(x) left join (values (1,4)) w(x,y) using (x) order by x
select x, unnest(array[1.5,2.25]) from (values (2),(1)) v(x) order by x
select x, unnest(array['b','a']) u from (values (2),(1)) v(x) order by u, x
select generate_series(1,3) order by (select 1)
select (select string_agg(u::text, ',') from (select unnest(array[3,1,2]) u from (values (1)) z(q) order by q) s)
select array(select unnest(array[3,1,2]) from (values (1),(2)) z(q) order by q)
select array(select unnest(array[3,q]) from (values (2),(1)) z(q) order by q desc)
select carrier, unnest(string_to_array(name, ' ')) from airlines where carrier < 'B' order by carrier
select unnest(string_to_array(name, ' ')) from airlines where carrier < 'B' order by carrier desc
select carrier, generate_series(3,1,-1) from airlines order by carrier desc limit 5
select distinct on (length(name)) length(name), unnest(string_to_array(name, ' ')) from airlines order by length(name), carrier
select id, unnest(numbers) from kinds order by id
select id, unnest(numbers), unnest(names) from kinds order by id desc
select id, unnest(numbers) from kinds where id < 3 order by id desc fetch first 4 rows only
select x, json_array_elements('[1,"a",{"b":2}]') from (values (2),(1)) v(x) order by x
select x, regexp_split_to_table('c b a', ' ') from (values (2),(1)) v(x) order by x
select x, jsonb_each('{"a":1,"b":2}') from (values (2),(1)) v(x) order by x
select x, (jsonb_each('{"a":1,"b":2}')).* from (values (2),(1)) v(x) order by x
select x, unnest(array[]::int[]), generate_series(1,2) from (values (2),(1)) v(x) order by x
select x, unnest(array[1,2]) from (values (2),(1)) v(x) order by x, x+1 desc nulls last
with t as (select x, unnest(array[2,1]) u from (values (2),(1)) v(x) order by x) select * from t
(select x, unnest(array[2,1]) u from (values (2),(1)) v(x) order by x) union all (select 9, 9)
select 1, unnest(array[2,1]) order by 1
select distinct x, unnest(array[2,1]) u from (values (2),(1)) v(x) order by x, u
select y.x, unnest(array[y.x, 5]) from (values (2),(1)) v(x), lateral (select v.x + 1 as x) y order by v.x
select x, (select array_agg(u) from (select unnest(array[x, 7, 3]) u order by x) q) from (values (2),(1)) v(x) order by 1
