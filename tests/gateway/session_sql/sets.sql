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

-- Beside groups and windows: what is grouped by comes before, all else behind.
select unnest(names) as name, count(*) from kinds group by 1 order by 2 desc, 1
select unnest(names) as name, count(*), sum(id), avg(double) from kinds where id <> 2 group by name order by 1 nulls first limit 2
select count(*) from kinds group by unnest(names) order by 1
select unnest(names) || 'x', unnest(names), max(id) from kinds group by unnest(names) order by 2
select lower(unnest(names)), unnest(names) from kinds group by 1, names order by 1, 2
select unnest(names), unnest(numbers), count(*) from kinds group by 1, 2 order by 1, 2
select unnest(names), unnest(numbers), count(*) from kinds group by 1, numbers order by 1, 2
select unnest(names), count(*) from kinds group by kind
select unnest(names), flag, count(*), grouping(flag) from kinds group by grouping sets ((1), (2), ()) order by 1, 2, 3, 4
select unnest(names), count(*) from kinds where false group by 1
select unnest(string_to_array(name, ' ')) w, count(*) c from airlines group by w having count(*) > 1 order by c desc, w
select distinct on (1) unnest(string_to_array(name, ' ')), count(*) from airlines group by 1, carrier order by 1, 2 desc
select unnest(string_to_array(name, ' ')), count(*) from airlines group by 1 order by 2 desc, 1 fetch first 2 rows with ties
select generate_series(1, count(*)) from airlines where carrier < 'B'
select generate_series(1, count(*)) from airlines where false
select generate_series(1, 2), count(*) from airlines where false
select generate_series(1, 2), carrier, count(*) from airlines where false group by carrier
select generate_series(1, count(*)), origin from flights where day = 1 and dep_time < 540 group by origin order by origin
select generate_series(1, count(*)) g, origin from flights where day = 1 and dep_time < 540 group by origin order by 1 desc, 2 limit 7 offset 2
select origin, unnest(array_agg(distinct carrier)) c, count(*) from flights group by origin order by 1, 2
select origin, generate_series(1, 2), sum(distance), count(*) + generate_series(1, 2) from flights group by origin order by 1, 2
select unnest(percentile_cont(array[0.25, 0.5, 0.75]) within group (order by dep_delay)), origin from flights group by origin order by origin
select unnest(array['min', 'max']), unnest(array[min(distance), max(distance)]) from flights
select count(*) + generate_series(1, 2) from flights group by rollup(origin) order by 1
select origin, sum(count(*)) over (order by origin), unnest(array_agg(distinct carrier)) c from flights group by origin order by 1, 3
select unnest(names), row_number() over (order by id) from kinds order by 2
select unnest(names), count(*), sum(count(*)) over () from kinds group by 1 order by 1
select unnest(names), count(*), rank() over (order by count(*) desc, unnest(names)) from kinds group by 1 order by 1
select id, generate_series(1, row_number() over (order by id)) from kinds order by id
select id, unnest(numbers), rank() over (partition by unnest(names) order by id) from kinds order by 1, 3, 2
select unnest(names), rank() over (order by unnest(names)) from kinds order by 2, 1
select distinct unnest(names), count(*) over () from kinds order by 1
with w as (select unnest(names) as w, count(*) c from kinds group by 1) select sum(c) from w
select id, (select string_agg(t || c, ',' order by t) from (select unnest(k.names) t, count(*) c group by 1) q) from kinds k order by id
select (jsonb_each_text('{"a":1,"b":2}')).key, count(*) from airlines group by 1 order by 1
select json_array_elements_text('["b","a","b"]') e, count(*), min(carrier) from airlines group by e order by e
select count(*) from airlines having unnest(array[true])
select max(generate_series(1, 3)) from airlines
select unnest(array[a, b, a + c]), unnest(array['x', d]) from (values (1, 2, 3, 'k'), (3, 4, 5, 'l'), (6, 7, 8, 'm')) v(a, b, c, d)
select unnest(array[a, b]) from (values (1, 2.50), (3, 4), (5, 6)) v(a, b)
select unnest(array[min(distance), max(distance), count(*)]) from flights
