select sum(20 / x) filter (where x > 0), count(20 / x) filter (where x > 4), count(distinct 20 / x) filter (where x <> 0) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t)
select g, sum(20 / x) filter (where x > 0), count(distinct 20 / x) filter (where x > 0), array_agg(x order by 20 / x desc) filter (where x <> 0), sum(distinct 20 / x) filter (where x > 0) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t) group by g order by g
select g, sum(20 / x) filter (where x > 0) over (partition by g), count(20.5 / x) filter (where x > 0) over (), array_agg(t::int) filter (where t ~ '^[0-9]+$') over (order by g) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t) order by g, x
select percentile_disc(0.5) within group (order by 20 / x) filter (where x > 0), mode() within group (order by 20 / x) filter (where x > 4), string_agg((20 / x)::text, ',' order by 20 / x) filter (where x > 0) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t)
select sum(t::int) filter (where t ~ '^[0-9]+$'), avg(t::numeric) filter (where t ~ '^[0-9]+$'), bool_or(t::int > 2) filter (where t ~ '^[0-9]+$'), json_agg(t::int) filter (where t ~ '^[0-9]+$') from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t)
select g, sum(20 / x) filter (where x > 0) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t) group by rollup(g) having count(20 / x) filter (where x > 4) >= 0 order by g
select sum(20 / x) filter (where g = 1) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t)
select count(*) filter (where x = 0), count(x) filter (where null), sum(20 / x) filter (where null), sum(20 / x) filter (where false) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t)
select 'x' ~ any (array['a','x']), 'x' ~ all (array['a','x']), 'x' !~ all (array['a','b']), 'X' ~* any (array['x']), 'X' !~* any (array['x']), 'x' ~ any (array[null]::text[]), 'x' ~ any ('{}'::text[])
select t, t ~ any (array['^\d', 'b', null]), t !~ all (array['^\d', t]) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t) order by t
select 'a'::char ~ any (array['a']), 'a'::name ~ any (array['a', 'b']), 'a'::varchar ~* all (array['A'])
select '\101'::"char", '\000'::"char"::text = '', 'a'::"char", 'abc'::"char", '\1'::"char", '\19a'::"char", ''::"char", '\\'::"char", t::"char" from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t) order by t
select json_build_object('{a,b}'::text[], 1)
select json_build_object('{1}'::int[], 1)
select json_build_object(row(1,2), 1)
select json_build_object('{}'::json, 1)
select json_build_object('{}'::jsonb, 1)
select json_build_object(1.50, 1)
select json_build_object(true, 1)
select json_build_object(date '2020-01-01', 1)
select jsonb_build_object('{a,b}'::text[], 1)
select jsonb_build_object('{1}'::int[], 1)
select jsonb_build_object(row(1,2), 1)
select jsonb_build_object('{}'::json, 1)
select jsonb_build_object('{}'::jsonb, 1)
select jsonb_build_object(1.50, 1)
select jsonb_build_object(true, 1)
select jsonb_build_object(date '2020-01-01', 1)
select json_object_agg(array[1], 1)
select json_object_agg(row(1,2), 1)
select json_object_agg('{}'::json, 1)
select jsonb_object_agg(array[1], 1)
select jsonb_object_agg(row(1,2), 1)
select jsonb_object_agg('{}'::json, 1)
select json_build_array('{a,b}'::text[], row(1), '{}'::json)
select 4567890123456789::oid
select g::oid from (values (1::int8), (-1)) v(g)
select (-1)::int8::oid
select 4294967295::int8::oid, 4294967296::int8 - 1
select g::oid, (g::int2)::oid, g::int8::text from (values (-1), (5), (null)) v(g)
select * from (values (1, 2)) a(i, j) join (values (1, 3)) b(i, k) using (i) as a
select * from (values (1, 2)) a(i, j) join (values (1, 3)) b(i, k) using (i) as b
select x.i, a.j, x.* from (values (1, 2)) a(i, j) join (values (1, 3)) b(i, k) using (i) as x
select nth_value(g, 0) over () from generate_series(1, 2) g
select nth_value(g, g - 2) over () from generate_series(1, 2) g
select nth_value(g, null) over (), nth_value(g, 2) over (), nth_value(g / 2.0, g) over (order by g) from generate_series(1, 3) g
select 'abc' similar to 'a#%' escape '##'
select 'abc' similar to 'a%' escape '#', 'a%' similar to 'a#%' escape '#', 'a%' similar to 'a#%' escape '', 'abc' similar to null
select t similar to '_' escape t from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x')) v(g, x, t)
select g from generate_series(1, 3) g except (((select h from generate_series(1, 5) h order by h limit 1))) order by 1
select 5 union all (((select h from generate_series(1, 5) h order by h desc limit 1))) order by 1 limit 1
(select 1 order by 1) union (select 2 limit 1) order by 1 desc offset 1
((select 1 limit 1)) limit 1
(select 1 union (select 2 order by 1) order by 1) order by 1
select power('-inf'::float8, 3.5::float8)
select '-inf'::float8 ^ '-3.5'
select power('-inf'::float8, 3), power('-inf'::float8, -3), power('-inf'::float8, 0), power('-inf'::float8, 'inf'::float8), power(-2::float8, 'inf'::float8)
select 'a' ~ '^\x61$', 'ab' ~ '^\x61b$', 'a' ~ '^\x061$', 'a' ~ '^\x0061$', chr(11) ~ '^\xb$', 'a' ~ '[\x0061]', 'ab' ~ '^[\x61b]+$', '.' ~ '^\x2e$', 'a' ~ '^\x2e$'
select 'a' ~ '\x'
select 'a' ~ '\x7fffffff'
select 'a' ~ '(a)\1|b', 'aa' ~ '(a)\1|b', 'b' ~ '(a)\1|b', 'aa' ~ '^(?:(a)|b)\1$', 'abab' ~ '(ab|c)\1'
select regexp_match('llmf', '^(l*){1,1}(.*)(f*)$'), regexp_match('llmf', '^(l*){1}?(.*)(f*)$')
select '5.5 seconds 3 milliseconds'::interval
select '1:20:05 5 microseconds'::interval
select '1 ms 1:02:03'::interval
select '1.0 seconds 3 milliseconds'::interval, '1 s 1 ms 1 us'::interval, '1:02:03 1 day'::interval, '1 2:03'::interval, '1 day 1.5'::interval
select t::interval from (values ('1.5 s 1 us')) v(t)
select interval '2562047 hours', array[interval '2562047 hours', null], i * interval '1 hour', '3000000 hours'::interval > interval '1 hour', (i * interval '3000000 hours')::text from generate_series(1, 3) i order by i desc
select count(*) over (order by x range between 1::float4 preceding and current row) from (values (1.5), (2)) v(x)
select count(*) over (order by x range between 1.5 preceding and current row) from (values (1::int8)) v(x)
select count(*) over (order by x range between 1::int8 preceding and current row) from (values (1::int2), (2::int2)) v(x)
select count(*) over (order by x range between 1::float8 preceding and current row) from (values (1::float4), (2::float4)) v(x)
select g, x <> 0 and 20 / x > 4, x = 0 or 20 / x > 4, not (x = 0 or 20 / x > 4), (x <> 0 and 20 / x > 4) is true, x <> 0 and 20 / x > 4 and 5 / (20 / x - 4) > 0 or g = 3 from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) order by g, x
select bool_or(x <> 0 and 20 / x > 4), bool_and(x = 0 or 20 / x >= 4), count(*) filter (where x <> 0 and 20 / x > 4), sum(20 / x) filter (where x <> 0 and 20 / x > 4) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t)
select t ~ '^[0-9]+$' and t::int > 2, t !~ '^[0-9]+$' or t::int > 2 from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) order by t
select x <> 0 and 20 / x > 4, count(*) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) group by 1 order by 1
select g from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) order by (x <> 0 and 20 / x > 4), g, x
select count(*) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) where (x <> 0 and 20 / x > 4) = true or (t ~ '^[0-9]+$' and t::int > 2) is null
select g, sum(x) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) group by g having sum(x) <> 0 and 20 / sum(x) > 3 order by g
select max(g) over (order by x <> 0 and 20 / x > 4), lag(x <> 0 and 20 / x > 4) over (order by g, x) from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) order by g, x
select v.g from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) left join (values (0), (4)) w(y) on y <> 0 and 20 / y > v.x or v.x is null order by 1
select null and 20 / x > 4 from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) where x = 0
select x <> 0 and (select count(*) from generate_series(1, 20 / nullif(v.x, 0))) > 4 from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t) order by g, x
select 20 / x > 4 and x <> 0 from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t)
select x <> 0 and 20 / x > 4 or 20 / x > 3 from (values (1, 0, '1'), (1, 4, 'b'), (2, 5, '3'), (2, 0, '2x'), (3, null, null)) v(g, x, t)
