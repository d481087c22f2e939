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
select ('1'::jsonb)[0], ('"a"'::jsonb)['a'], ('null'::jsonb)[0], ('[1,2]'::jsonb)[-1], ('[1,2]'::jsonb)['-1'], ('[1,2]'::jsonb)['0'], ('[1,2]'::jsonb)['a'], ('[[1,2],3]'::jsonb)[1][0]
select ('{"0":1}'::jsonb)[0], ('{"0":1}'::jsonb)['0'], ('{"a":1}'::jsonb)[null], ('{"a":{"b":1}}'::jsonb)['a'][null], ('{"a":[1,{"b":2}]}'::jsonb)['a']['1']['b'], ('[1,2]'::jsonb)[1::int2]
select j[k], j[k]['b'] from (values ('{"a":{"b":1}}'::jsonb,'a'),('[{"b":3}]','0'),('1','a'),(null,'a'),('{"a":1}',null)) t(j,k)
select j[i] from (values ('[1,2,3]'::jsonb,1),('[1]',-1),('1',0),('{"0":3}',0),('[1]',null)) t(j,i)
select p, '[1]'::jsonb #> array[p], '[1]'::json #> array[p] from (values (' 0'),('+0'),('00'),('0x0'),(''),('2147483648'),('0 '),('-1'),(chr(9)||'0'),(chr(160)||'0'),('٠'),('1_0')) t(p)
select ('[1,2]'::jsonb)[1.5]
select ('[1,2]'::jsonb)[1::int8]
select ('[1,2]'::jsonb)[true]
select ('[1]'::jsonb)[1:2]
select 10.0 ^ -2147483648, 1.0 ^ -2147483648, 1.0 ^ 2147483648, (-1.0) ^ -2147483648, 0.999999999 ^ 2147483648
select x ^ y from (values (10.0, -2147483648), (10.0, -2147483647), (0.5, 2147483647)) t(x,y)
select 0.5 ^ -2147483648
select x::float8, x::float4 from (values ('NaN'), ('Infinity'), ('-0')) t(x)
select string_to_array(x, ',')::float8[], acosh(x::float8), degrees(x::float8) from (values ('NaN')) t(x)
select sum(distinct x::numeric), avg(distinct x::numeric) from (values ('1.3333333333333333333'), ('1.5'), ('1.50')) t(x)
select variance(distinct x), variance(x) from (values (-2), (2), (2)) t(x)
select unistr('\d800')
select unistr('\ud800')
select unistr('\ud83d\ude00'), unistr('\+01f600'), unistr('\U0001f600')
select unistr('\d83d\de00')
select unistr('\ude00\ud83d')
select unistr('\ud83dx')
select unistr('\ud83d\u0041')
select unistr('\0000')
select unistr('\u0000')
select unistr('\U00110000')
select unistr('\+110000')
select unistr('\U00000000')
select unistr('\Uffffffff')
select unistr('\\'), unistr('a\0061b'), unistr('')
select unistr('\')
select unistr('\xyz')
select unistr('\u12')
select unistr('\u12g4')
select unistr(x) from (values ('\ud800'),('a')) t(x)
select unistr('\U0000d83d\U0000de00'), unistr('\+00d83d\ude00')
select '"\ud800"'::json
select '"\ud800"'::jsonb
select '"\ud83d\ude00"'::jsonb, '"\ud83d\ude00"'::json
select '"\ude00"'::jsonb
select '"\ude00"'::json
select '"\ude00\ud83d"'::json
select '"\ud83d\ud83d"'::jsonb
select '"\ud83dx"'::jsonb
select '"\ud83d\u0041"'::jsonb
select '"\u0000"'::json
select '"\u0000"'::jsonb
select '"\\u0000"'::jsonb, '"\\ud800"'::jsonb
select '"\u00"'::jsonb
select '"\uzzzz"'::jsonb
select '{"\ud800":1}'::json->'a'
select '{"\u0000":1}'::json->'a'
select '{"\u0000":1}'::jsonb
select '{"a":"\u0000"}'::json->'a'
select '{"a":"\u0000"}'::json->>'a'
select '{"a":"\ud800"}'::json->>'a'
select '{"a":"\ud800", "b":1}'::json->>'b'
select '{"a":"\u0000", "b":1}'::json->>'b'
select '"\u0000"'::json #>> '{}'
select json_array_elements_text('["\u0000"]')
select json_array_elements_text('["a","\ud800"]')
select * from json_each('{"a":"\u0000"}')
select * from json_each_text('{"a":"\ud800"}')
select x::jsonb from (values ('"\ud800"'),('1')) t(x)
select x::json->>'a' from (values ('{"a":"\u0000"}')) t(x)
select x::json from (values ('{"a":"\ud800"}')) t(x)
select ('{"a":"\u0000"}'::json)::jsonb
select to_jsonb('{"a":"\u0000"}'::json)
select json_strip_nulls('{"a":"\u0000","b":null}')
select chr(-1)
select (repeat('0',5000)||'1')::int, (repeat('0',5000)||'1')::int8, (repeat('0',5000)||'1')::int2, (repeat('0',5000)||'1')::oid, ('-'||repeat('0',5000)||'1')::int
select (repeat('0',5000)||'1')::numeric, (repeat('0',5000)||'1')::float8, x::int from (values (repeat('0',5000)||'1')) t(x)
select (repeat('1',5000))::int
select ('1e'||repeat('9',5000))::numeric
select right((('1'||repeat('0',x))::numeric + 1)::text, 3), right((('1'||repeat('0',x))::numeric * 3 - 1)::text, 3) from generate_series(20001,20003) x
select length((('1'||repeat('0',x))::numeric / 3)::text), right((('1'||repeat('0',x))::numeric / 3)::text, 5), ('1'||repeat('0',x))::numeric % 7 from generate_series(30001,30002) x
select length((('1'||repeat('0',x))::numeric * ('1'||repeat('0',x))::numeric)::text) from generate_series(65001,65001) x
select (('1'||repeat('0',x))::numeric * ('1'||repeat('0',x))::numeric) from generate_series(65536,65536) x
select right((('0.'||repeat('0',x)||'7')::numeric * 0.111)::text, 10) from generate_series(16380,16382) x
select ('1'||repeat('0',131071))::numeric + ('9'||repeat('0',131071))::numeric
select variance((('1'||repeat('0',120000))||x)::numeric) from generate_series(20001,20005) x
select ('1e'||repeat('9',5000))::float8
select '[1]'::jsonb #> array[repeat('0',5000)||'0'], jsonb_set('[1]', array[repeat('0',5000)], '2')
select format('%'||repeat('1',5000)||'s','a')
select (select '{1.5}')::numeric[]
select (select 1 limit n) from generate_series(1, 2) as n
select exists(select 1 limit (select n)) from generate_series(1, 2) as n
select (select m from generate_series(1, 5) as m limit 1 offset (select max(k) from generate_series(1, n) as k)) from generate_series(1, 2) as n
select x from (values (1), (2), (3), (4)) as v(x) group by x order by x limit 2.5 offset 0.5
select x from (values (1)) as v(x) where x > 5 group by x limit -1.5
select x from (values (1)) as v(x) where x > 5 group by x limit 1 offset -0.5
select x from (values (1)) as v(x) where x > 5 group by x limit -0.4
select pg_wal_lsn_diff('16/B374D848', '16/B3000000'), pg_wal_lsn_diff('0/0', 'FFFFFFFF/FFFFFFFF'), pg_wal_lsn_diff('1/8', null), pg_wal_lsn_diff('3/8', '1/8') / 4294967296, pg_wal_lsn_diff('0/5', pg_lsn('0/1'))::float, pg_wal_lsn_diff(pg_lsn('1/0'), null)
select pg_wal_lsn_diff('16', '16/B3000000')
select x from (values (2147483647), (5)) v(x) where x + 1 < 0
select x from (values (2147483647), (5)) v(x) where 3 - 2147483647 - x < 7 or x * 2 > 12
select x from (values ('9223372036854775807'::int8), (5)) v(x) where x + 1 between 3 and 6
select x from (values ('32767'::int2), (5)) v(x) where x + 1::int2 <> 5
select x from (values (-2147483647 - 1), (5)) v(x) where -x > 0
select sum(x + 1) from (values (2147483647), (5)) v(x)
select sum(x - 1), avg(x * 2), count(*) from (values (2147483), (5)) v(x) where x + 1 > 5 and 7 - x < 3 and x * 3 is distinct from 16
SELECT pg_lsn(x)::text, pg_lsn(n)::text FROM (VALUES ('0/1', 0.5), (NULL, NULL), ('01/0abc', -0.4), ('FFFFFFFF/ffffffff', 18446744073709551615.4), ('0/0', 4294967296)) AS v(x, n)
SELECT pg_lsn(23783416::numeric)::text, pg_lsn(1)::text, pg_lsn(4294967296)::text, pg_lsn('1/2'::varchar)::text
SELECT pg_lsn('1')
SELECT pg_lsn(' 1/2')
SELECT pg_lsn('1/123456789')
SELECT pg_lsn(-1::numeric)
SELECT pg_lsn(18446744073709551615.5)
SELECT * FROM pg_partition_ancestors(NULL)
