select width_bucket(float8 '0', '-Infinity', 1.5, 100000)
select width_bucket(float8 '0', 1, 'Infinity', 10), width_bucket(float8 '0', 1, 2, 10)
select width_bucket(float8 'NaN', 1, 2, 0)
select width_bucket(float8 'NaN', 1, 2, 3)
select width_bucket(float8 'Infinity', 1, 2, 2147483647)
select width_bucket(float8 'Infinity', 1, 2, 2147483646), width_bucket(float8 '-Infinity', 1, 2, 2147483647), width_bucket(float8 '1', 2, 1, 2147483646), width_bucket(float8 '5e-324', 0, 1e308, 20)
select width_bucket(-1.0, 1e-30, 0, 1), width_bucket(1e37, 0, 99999999999999999999999999999999999999, 2147483647), width_bucket(0.333333333333333333333333333333333333, 0, 1, 3)
select width_bucket(1e37, 0, 1e37, 2147483647)
select array_to_string('{1,2}'::int[], n::text), array_to_string('{1,NULL}'::int[], 'x', n::text), array_to_string('{1,NULL,2}'::int[], n::text, n::text), array_to_string('{1,2}'::int[], nullif(n, 1)::text) from generate_series(1, 2) as n
select array_to_string('{1,2}'::int[], (select ',')), array_to_string('{}'::int[], (select ',')), array_to_string('{NULL}'::int[], (select ',')), array_to_string('{1,2}'::int[], (select null))
select array_to_string('{NULL,NULL}'::int[], ','), array_to_string('{NULL}'::text[], ',', '')
select cast(cast(array[] as int[]) as decimal[]), array[]::numeric[] || 1.5, array[]::numeric[] = array[1.5], (array[]::numeric[])[1], array[]::numeric(5,2)[]
select (select n) + 1, (select (select n::numeric / 3)), (select n where n > 1), (select 1.50 where n > 1), (select 1), (select n / 3.0) from generate_series(1, 2) as n
select date '2020-01-01' + age(date '2020-01-01', (select date '2010-01-01' + n) + interval '1 day') from generate_series(1, 2) as n
select sum((select n)), max((select n::text || 'x')), count((select n where n > 1)), array_agg((select n order by 1)) from generate_series(1, 2) as n
select count(*) from generate_series(1, 2) as n group by (select n) order by (select n)
select (select n), (select x) from generate_series(1, 2) as n, lateral (select (select n * 2) as x) as l where (select n) = 1
select (select x.a + (select x.a + y.b)), (select x.b from (values (1)) as z where x.a = 1) from (values (1, 2.50)) as x(a, b), (values (1, 2.5)) as y(a, b)
select (select row_number() over () + n), (select n limit 0), (select distinct n), (select n union select n), (select count(*) from generate_series(1, n)) from generate_series(3, 3) as n
select percentile_cont(null) within group (order by n), percentile_disc(null) within group (order by n::numeric), percentile_disc(null::float8[]) within group (order by n), percentile_cont(null::float8) within group (order by n * interval '1 day'), percentile_cont(array[0.5, 1]) within group (order by n) from generate_series(1, 3) as n
select mode() within group (order by date '2013-07-01'), mode() within group (order by interval '1 day'), mode() within group (order by '\x00'::bytea), mode() within group (order by 'a'::text), mode() within group (order by n % 2) from generate_series(1, 3) as n
select (select 1 limit (select max(m) from generate_series(1, 3) as m)), (select m from generate_series(1, 3) as m limit 1 offset (select 1)) from generate_series(1, 2) as n
