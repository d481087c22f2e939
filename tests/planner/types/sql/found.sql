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
