select array_position(array[1,2,1],1,2), array_position(array[1,2],3,1), trim_array(array[1,2,3],1), trim_array(array[1],1), width_bucket(5,array[1,3,10]), width_bucket(0.5,array[1,3]), width_bucket(11,array[1,3,10]), width_bucket(timestamp '2015-01-01', array['2000-01-01','2010-01-01']::timestamp[])
select trim_array(array[1],5)
select width_bucket(5,array[1,null])
select percentile_cont(0.5) within group (order by x), percentile_disc(0.5) within group (order by x), mode() within group (order by x), percentile_cont(array[0.25,0.75]) within group (order by x), percentile_disc(array[0.5,1]) within group (order by x desc) from (values (1.0::float8),(2),(2),(4)) v(x)
select percentile_cont(0.5) within group (order by x) from (values (interval '1 day'),('3 days')) v(x)
select percentile_cont(0.25) within group (order by x desc) from (values (interval '1 day'),('3 days'),(null),('10 hours')) v(x)
select percentile_cont(1.5) within group (order by x) from (values (1),(2)) v(x)
select percentile_cont(0.5) within group (order by x) from (values (interval '1 day')) v(x) where false
select avg(x), sum(x) from (values (interval '1 day'),('2 hours'),(null)) v(x)
select avg(x) from (values (interval '1 mon'),('2 days')) v(x)
select avg(x) from (values (interval '1 mon')) v(x) where false
select x, sum(x) over (partition by x%2), count(*) over (partition by x/2 order by x) from (values (1),(2),(3)) v(x) order by 1
select -7/2, -7%3, 7/2, (-32768)::int2/2::int2, 9223372036854775807/2, -9223372036854775807%10, 7/(-2), 7%(-2)
select array_agg(x order by x desc), array_agg(distinct x) filter (where x>1) from (values (1),(3),(2),(3)) v(x)
select unnest(array[1,2,3]), unnest(array['a','b'])
select array[1,2]||array[3], 1||array[2], array[1]||2, array[1,2] @> array[1], array[1]<@array[1,2], array[1,2]&&array[2,3], array[1,2]=array[1,2], array[1,null]=array[1,null]
select array['a']||'{x,y}', '{x}'||array['a'], array[1]||'{7,NULL}', '{7}'||array[1], array[1]||null, null||array['a'], array['2020-01-01'::date]||'{2021-01-01}', array[1.50]||'{2}', array[true]||'{f}', array['a'::char(3)]||'{b}'
select i||'{7}', '{x,"y z"}'||t, i||null, t||'{}', i||'{1}'='{1,1}' from (values (array[1], array['a']), ('{}', '{}'), (null, null)) v(i, t)
select array['a']||'x'
select 'x'||array[1]
select array[1]||'7'
select 1 = any(array[1,2]), 1 <> all(array[2,3]), 1 = any('{1,2}'), 'a' = any('{a,b}'), 2 > all(array[1,1]), null = any(array[1])
select array_sample(array[1,2],1)
select array[1,2]::text[], array['1','2']::int[], array(select x from (values (3),(1)) v(x) order by 1), array[1,2.5], array[1,null], array['a',null,'b c','"']
select array[1]
select array[]
select generate_subscripts(array['a','b'],1)
select percentile_cont(0.5) within group (order by x), percentile_cont(0.3) within group (order by x desc) from (values (1),(2),(4),(null)) v(x)
select percentile_cont(0.5) within group (order by x) filter (where x > 1) from (values (1),(2),(4)) v(x)
select percentile_cont(0.95) within group (order by x)::text, percentile_cont(array[0.95, null, 0.05]) within group (order by x desc)::text, percentile_cont('{}'::float8[]) within group (order by x), percentile_cont(null::float8[]) within group (order by x) from (select round(i * 7919 % 100000 * 0.37, 2)::float8 from generate_series(0, 1999) i) v(x)
select g, percentile_cont(0.3) within group (order by x / 7)::text, percentile_cont(array[0.1, 0.77]) within group (order by x / 3 desc)::text, percentile_cont(g / 10.0) within group (order by x)::text from (select i % 11, i * 7919 % 10007 * 0.1::float8 from generate_series(0, 1999) i) v(g, x) group by g order by g
select percentile_cont(0.25) within group (order by x)::text, percentile_cont(array[0, 0.5, 0.9, 1]) within group (order by x desc)::text from (values ('nan'::float8),('inf'),('-inf'),(1),(null),(2)) v(x)
select percentile_cont(array[0.25, null, 0.9]) within group (order by x desc), percentile_cont(array[0.5]) within group (order by x) filter (where false) from (values (interval '1 day'),('3 days'),(null),('10 hours')) v(x)
select percentile_cont(array[0, 1.5]) within group (order by x) from (values (interval '1 day')) v(x)
select percentile_cont(p) within group (order by 1) from (values (-0.5), (null)) v(p) group by p
select width_bucket(5,0,10,0)
select x, y, count(*), grouping(x), grouping(x,y) from (values ('a',1),('a',2),('b',1)) v(x,y) group by grouping sets ((x,y),(x),()) order by 1,2,4,5
select x, y, sum(y) from (values ('a',1),('a',2),('b',1)) v(x,y) group by rollup(x,y) order by 1,2
select x, y, sum(y) from (values ('a',1),('a',2),('b',1)) v(x,y) group by cube(x,y) order by 1,2,3
select x, y, sum(y) from (values ('a',1),('a',2),('b',1)) v(x,y) group by x, rollup(y) order by 1,2,3
select x, count(*) filter (where y > 1), sum(y) filter (where y > 5) from (values ('a',1),('a',2),('b',1)) v(x,y) group by 1 having count(*) > 1
select x, sum(x) over (order by x rows between 1 preceding and 1 following), sum(x) over (order by x range between 1 preceding and current row), sum(x) over (order by x groups between 1 preceding and current row), sum(x) over (order by x rows between unbounded preceding and current row exclude current row) from (values (1),(2),(2),(5)) v(x)
select x, row_number() over w, rank() over w, dense_rank() over w, percent_rank() over w, cume_dist() over w, ntile(2) over w, lag(x) over w, lead(x,1,0) over w, first_value(x) over w, last_value(x) over w, nth_value(x,2) over w from (values (1),(2),(2),(5)) v(x) window w as (order by x)
select d, sum(v) over (order by d range between interval '1 day' preceding and current row) from (values (date '2020-01-01',1),(date '2020-01-02',2),(date '2020-01-05',3)) t(d,v)
select x, sum(x) over (order by x desc rows 2 preceding), count(*) over (), avg(x) over (partition by x%2), string_agg(x::text,',') over (order by x), array_agg(x) over (order by x) from (values (1),(2),(3)) v(x)
select x, lag(x,2) over (order by x), lag(x,-1) over (order by x), sum(x) filter (where x > 1) over (order by x) from (values (1),(2),(3)) v(x)
select a.x, l.y from (values (1),(2)) a(x), lateral (select a.x * 10 as y) l
select a.x, l.y from (values (1),(2)) a(x) left join lateral (select a.x * 10 as y where a.x > 1) l on true order by 1
select a.x, g from (values (1),(2)) a(x), generate_series(1,a.x) g
select a.x, e from (values (array[1,2])) a(x), unnest(a.x) with ordinality e(e,n)
select distinct on (x) x, y from (values ('a',2),('a',1),('b',3)) v(x,y) order by x, y
select distinct on (y) x from (values ('a',2),('a',1)) v(x,y) order by x
select * from (values (1,'a'),(2,null)) v(x,y) where (x,y) = (1,'a')
select greatest(1,2,null), least(1,null), greatest('a','b'), greatest(1,2.5), nullif(1,1), nullif(1,2), coalesce(null,1), greatest(null,null), greatest(date '2020-01-01', '2021-01-01')
select stddev(x), stddev_pop(x), stddev_samp(x), variance(x), var_pop(x), var_samp(x), avg(x), sum(x), min(x), max(x), count(x), count(*), count(distinct x) from (values (1),(2),(4),(null)) v(x)
select stddev(x), variance(x), avg(x), sum(x) from (values (1.5),(2.25),(4.125)) v(x)
select stddev(x), variance(x), avg(x), sum(x) from (values (1.5::float8),(2.25),(4.125)) v(x)
select stddev(x), variance(x), stddev_pop(x) from (values (1)) v(x)
select bool_and(x), bool_or(x), every(x) from (values (true),(false),(null)) v(x)
select bit_and(x), bit_or(x), bit_xor(x) from (values (5),(3)) v(x)
select any_value(x) from (values (5)) v(x)
select min(x), max(x) from (values ('a'),('b')) v(x)
select min(x), max(x) from (values (true),(false)) v(x)
select sum(x) from (values (interval '1 day'),('2 hours')) v(x)
select avg(x) from (values (interval '1 day'),('2 hours')) v(x)
select abs(-1), ceil(1.2), ceiling(-1.2), floor(-1.5), round(1.5), round(2.5), round(-1.5), round(1.255,2), round(1234,-2), trunc(1.9), trunc(-1.99,1), sign(-2), mod(7,3), mod(-7,3), div(7,2), div(-7,2), 7%3, -7%3, gcd(12,18), lcm(4,6), factorial(5), power(2,10), power(2.0,0.5), 2^10, sqrt(2), cbrt(27), |/16, ||/27, @(-5), exp(1), exp(1.0), ln(2), ln(2.0), log(100), log(2,8), log10(1000), pi(), degrees(pi()), radians(180), scale(1.50), min_scale(1.50), trim_scale(1.50), round(2.5::float8), round(-2.5::float8)
select exp(-5000::numeric), -exp(-5000::numeric), round(exp(-5000::numeric), 1005), trunc(exp(-5000::numeric), 600), exp(-5000::numeric) + 1, 1 - exp(-5000::numeric), exp(-5000::numeric) * 3, exp(-5000::numeric) * exp(-5000::numeric), exp(-5000::numeric) / 3, scale(exp(-5000::numeric)), power(exp(-5000::numeric), 0.5), power(2, exp(-5000::numeric)), (exp(-5000::numeric))::numeric(10,2), (exp(-5000::numeric))::text
select exp(-2300::numeric), -exp(-2300::numeric), round(exp(-2300::numeric), 1005), trunc(exp(-2300::numeric), 600), exp(-2300::numeric) + 1, 1 - exp(-2300::numeric), exp(-2300::numeric) * 3, exp(-2300::numeric) * exp(-2300::numeric), exp(-2300::numeric) / 3, 5 % exp(-2300::numeric), scale(exp(-2300::numeric)), power(exp(-2300::numeric), 0.5), power(2, exp(-2300::numeric)), (exp(-2300::numeric))::numeric(10,2), (exp(-2300::numeric))::text
select exp(-1000.5), -exp(-1000.5), round(exp(-1000.5), 1005), trunc(exp(-1000.5), 600), exp(-1000.5) + 1, 1 - exp(-1000.5), exp(-1000.5) * 3, exp(-1000.5) * exp(-1000.5), exp(-1000.5) / 3, 5 % exp(-1000.5), scale(exp(-1000.5)), power(exp(-1000.5), 0.5), power(2, exp(-1000.5)), (exp(-1000.5))::numeric(10,2), (exp(-1000.5))::text
select power(10::numeric, -600), -power(10::numeric, -600), round(power(10::numeric, -600), 1005), trunc(power(10::numeric, -600), 600), power(10::numeric, -600) + 1, 1 - power(10::numeric, -600), power(10::numeric, -600) * 3, power(10::numeric, -600) * power(10::numeric, -600), power(10::numeric, -600) / 3, 5 % power(10::numeric, -600), scale(power(10::numeric, -600)), power(power(10::numeric, -600), 0.5), power(2, power(10::numeric, -600)), (power(10::numeric, -600))::numeric(10,2), (power(10::numeric, -600))::text
select 5 % exp(-5000::numeric)
select exp(exp(-5000::numeric)), sqrt(exp(-900::numeric)), ln(exp(-900::numeric)), log(exp(-900::numeric)), log(2, exp(-900::numeric)), 1 / exp(-40::numeric), exp(-900::numeric) / exp(-880::numeric)
select power(0.9, 1e10), power(0.7::numeric, 900), power(-1, 12345678901234567891), power(1.00001, -200000.5), power(0::numeric, 2.5), power(0.000::numeric, 3)
select ln(0.00000000000000000000001), log(0.5, 1e37), ln(1.0000000000000000000001), exp(0.0000000000000000000001), sqrt(0.0000000000000000000000000000000000001)
select sqrt(-1)
select ln(0)
select log(-1)
select power(0,-1)
select 1/0
select 1%0
select 1.0/0
select 1::float8/0
select 2147483647+1
select 9223372036854775807+1
select 1e308::float8*10
select 32767::int2+1::int2
select (-2147483648)::int/-1
select factorial(-1)
select asin(2)
select 7/2, -7/2, 7.0/2, 7/2.0, 1/3.0, 10.0/3, 2/3::float8, 1e0, 1e-10::numeric, .5, 5., 1_000
select x from (values (1),(2)) v(x) union select 2 union all select 3 intersect select 3 except select 4 order by 1
select * from (values (1),(2),(3)) v(x) order by x desc nulls last limit 2 offset 1
select * from (values (1),(2),(2)) v(x) order by x desc fetch first 2 rows only
with recursive t(n) as (values (1) union all select n+1 from t where n < 5) select sum(n) from t
with x as materialized (select 1 a), y as not materialized (select a+1 b from x) select * from x, y
select case when 1=1 then 'a' else 'b' end, case 1 when 1 then 2 end, case when false then 1 end
select 1 where exists (select 1) and not exists (select 1 where false)
select (select 1), (select 1 where false)
select (select 1 union select 2)
select x, (select count(*) from (values (1),(2)) w(y) where y < x) from (values (1),(2),(3)) v(x)
select * from (values (1,2)) a(x,y) join (values (1,3)) b(x,z) using (x)
select * from (values (1,2)) a(x,y) natural full join (values (1,3),(2,4)) b(x,z) order by 1
select * from (values (1),(2)) a(x) cross join (values (3)) b(y)
select v.* from (values (1,2)) v(x,y)
values (1,'a'),(2,'b') order by 1 desc
select 1 as "A", 2 b, 3 as select
select * from unnest(array[1,2],array['a','b','c']) u(x,y)
select * from unnest(array[1,2],array['a','b','c']) with ordinality
select u.x, y, ordinality from unnest('{}'::int[],array['a']) with ordinality u(x,y)
select * from unnest(null::int[],array[true])
select * from unnest(array[1,2],array[3,4],array[date '2020-01-01'])
select * from unnest(array[1], 5)
select v.a, u.* from (values (array[1,2], array['x'])) v(a,b), unnest(v.a, v.b) u order by 2
select * from (values (1), (2), (2)) v(x) order by x fetch first 1 rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x fetch first 2 rows with ties
select x from (values (1,1.50), (2,2.0), (2,1), (3,4)) v(x,y) order by y % 2, x desc nulls last fetch first row with ties
select * from (values (1), (2), (2), (3)) v(x) order by x offset 1 fetch first 1 rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x offset 2 fetch first 1 rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x offset 2 fetch first 0 rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x fetch first null rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x fetch first (null) rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x fetch first (null::int) rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x fetch first -1 rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x fetch first (1+1) rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x fetch first (1-2) rows with ties
select * from (values (1), (2), (2), (3)) v(x) order by x fetch first (select 2) rows with ties
select distinct x from (values (1), (2), (2), (3)) v(x) order by x fetch first 2 rows with ties
select distinct on (x) x, y from (values (1,1), (2,5), (2,4), (3,0)) v(x,y) order by x, y desc fetch first 2 rows with ties
select y, count(*) from (values (1,1), (2,5), (2,4), (3,5)) v(x,y) group by y order by count(*) desc, sum(x) fetch first 2 rows with ties
select y, sum(x) over () from (values (1,1), (2,5), (2,4), (3,5)) v(x,y) order by row_number() over (order by x) fetch first 2 rows with ties
values (1), (1), (2) order by 1 fetch first 1 rows with ties
select 1 union all select 1 union all select 2 order by 1 fetch next 1 rows with ties
with w as (select * from (values (1), (2), (2), (3)) v(x)) select x, x*1.5 from w order by x desc offset 1 fetch first 1 row with ties
select (select string_agg(x::text, ',') from (select x from (values (1), (1), (2)) v(x) order by x fetch first 1 rows with ties) q)
select 'a' order by 1 fetch first 1 rows with ties
(select 'a' order by 1 fetch first 1 rows with ties) union select 'b' order by 1
select count(*) from (select * from generate_series(1, 20) g order by g / 7 fetch first 10 rows with ties) q
select generate_series(1,3) order by 1 fetch first 1 rows with ties
select * from (values (1), (2)) v(x) order by x fetch first 9223372036854775807 rows with ties offset 1
select * from (values (1), (2)) v(x) order by 1 fetch first 1 rows with ties offset null
select * from (values (1, 'a'), (1, 'b'), (2, 'c')) v(x, y) order by x fetch first 1 rows with ties
select sum(x) from (values (1), (2)) v(x) order by sum(x) fetch first 1 rows with ties
select 1 where exists (select 1 from (values (1), (2)) v(x) order by x fetch first 1 rows with ties)
select rank(2) within group (order by x), dense_rank(2) within group (order by x), percent_rank(2) within group (order by x), cume_dist(2) within group (order by x) from (values (1), (1), (2), (3), (null)) v(x)
select rank(2) within group (order by x desc), dense_rank(2) within group (order by x desc), percent_rank(2) within group (order by x desc), cume_dist(2) within group (order by x desc) from (values (1), (1), (2), (3), (null), (null)) v(x)
select rank(null) within group (order by x), dense_rank(null) within group (order by x nulls first), percent_rank(null::int) within group (order by x nulls first), cume_dist(null) within group (order by x) from (values (1), (1), (2), (3), (null)) v(x)
select rank(2, 'b') within group (order by x, y desc), dense_rank(2, 'b') within group (order by x, y desc), cume_dist(2, 'b') within group (order by x, y desc) from (values (1, 'a'), (2, 'a'), (2, 'c'), (2, 'b'), (3, null)) v(x, y)
select rank(2) within group (order by x), percent_rank(2) within group (order by x), cume_dist(2) within group (order by x), dense_rank(2) within group (order by x) from (values (1)) v(x) where false
select y, rank(1.5) within group (order by x) from (values (1, 'a'), (2, 'a'), (2, 'c')) v(x, y) group by y order by y
select rank(2) within group (order by x) filter (where x <> 1), dense_rank(3) within group (order by x) filter (where x > 1) from (values (1), (1), (2), (2), (3)) v(x)
select rank(1, 2) within group (order by x) from (values (1)) v(x)
select rank('a') within group (order by x) from (values (1)) v(x)
select rank(true) within group (order by x) from (values (1)) v(x)
select rank('2020-01-02') within group (order by x) from (values (date '2020-01-01'), (date '2020-01-03')) v(x)
select rank() within group (order by x) from (values (1)) v(x)
select rank(1) from (values (1)) v(x)
select rank(1) over (order by x) from (values (1)) v(x)
select rank(1) within group (order by x) over () from (values (1)) v(x)
select a, (select rank(a) within group (order by x) from (values (1), (3)) v(x)) from (values (2), (4)) u(a) order by 1
select rank(2) within group (order by x) + 1 from (values (1), (2)) v(x) having count(*) > 1
select * from (values (3),(1),(2)) v(n) union select * from (values (2),(5)) w(m) order by 1 desc limit (select 2) offset (select count(*) from (values (1)) one(x))
select * from (values (3.5),(1.0),(2.0)) v(n) except select * from (values (2.0)) w(m) order by 1 limit (select max(m) from (values (1),(0)) w(m))
(select 1 as n union all select 2.50 union all select 3) order by 1 offset (select 1)
select n from (select 3 as n, 'a' as x intersect select 3, 'a' union select 4, 'b' order by x desc limit (select 1)) as q
select max(c) from (select 1, 2 union select 3, 4 union all select 5, 6) t(c, d)
select count(*) from (select distinct 1, 2 union all select 5, 6) t(c, d)
select d from (select distinct 1, 2 union all select 5, 6 union all (select 7, 8 union select 9, 10 order by 1 limit 1)) t(c, d) order by 1
select c from ((select 7, 8 union all select 9, 1 order by 2 limit 1) union all select 0, 0) t(c, d) order by 1
select c from (select 7, 8 intersect select 7, 8 union all select 0, 0) t(c, d) order by 1
select c from (select 1, 1.0 union select 1, 1.00 union all select 2, 3.0) t(c, d) order by 1
select max(c) from (select 1, x / 3 from (values (1.0), (2.00)) v(x) union select 3, x / 7 from (values (1.0), (2.00)) v(x) union all select 5, extract(minute from interval '1 day 02:03')) t(c, d)
select c, d from (select 1, x / 3 from (values (1.0), (2.00)) v(x) union select 3, x / 7 from (values (1.0), (2.00)) v(x) union all select 5, extract(minute from interval '1 day 02:03')) t(c, d) order by 1, 2
select d from (select distinct 1, x / 3 from (values (1.0), (2.00)) v(x) union all select 5, 1.50) t(c, d) order by 1
select c from (select distinct 1, x / 3 from (values (1.0), (2.00)) v(x) union all select 5, 1.50) t(c, d) order by 1
with recursive w(c) as (select 1 union select c + 1 from w where c < 3), x(d) as (select 7 union all select 8 order by 1 desc limit 1) select c, d from w, x order by 1
with recursive w(c) as (select 1 union select c + 1 from w where c < 3), x(d) as materialized (select c from w except select 2 order by 1 desc offset 1) select d from x
with recursive w(c) as (select 1 union select c + 1 from w where c < 3), x(d) as (select c from w union all select c from w order by 1) select string_agg(d::text, ',') from x
select n = any (array(select m from generate_series(1, 2) as m)), n = any (array(select nullif(m, 1) from generate_series(1, 2) as m)), n = any (array(select m from generate_series(1, 0) as m)), nullif(n, 1) = any (array(select 1 where false)), nullif(n, 1) = any (array(select 1)) from generate_series(1, 3) as n
select n <> all (array(select m from generate_series(1, 2) as m)), n <> all (array(select nullif(m, 1) from generate_series(1, 2) as m)), n != all (array(select 1 where false)), not n = any (array(select n union all select null)) from generate_series(1, 3) as n
select n, n < any (array(select m from generate_series(2, 3) as m)), n > all (array(select m from generate_series(1, 2) as m)), n <> any (array(select 1)), n = all (array(select n)), n = any (array(select m order by 1 desc limit 1)) from generate_series(1, 3) as n, lateral (select n as m) as l
select '2' = any (array(select n from generate_series(1, 2) as n)), 1.0 = any (array(select n from generate_series(1, 2) as n)), 1 = any (array(select 1.0)), 1::int2 = any (array(select 1::int8)), 'a' = any (array(select 'a')), null = any (array(select 1))
select 'x' = any (array(select n from generate_series(1, 2) as n))
select 1 = any (array(select 'a'))
select count(*) from generate_series(1, 9) as n where n = any (array(select m * 2 from generate_series(1, 9) as m where m > n % 3))
