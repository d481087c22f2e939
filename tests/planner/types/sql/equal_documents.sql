select '5.0'::jsonb = '5', '5'::jsonb <> '5.00', '{"x":5.0}'::jsonb @> '{"x":5}', '{"x":5}'::jsonb <@ '{"x":5.00}', '[1.0]'::jsonb @> '[1]', '[1,2.50]'::jsonb @> '2.5', jsonb_contains('{"a":[1.0,{"b":2.0}]}', '{"a":[1,{"b":2}]}')
select x, y, x = y, x <> y, x <= y and x >= y, x is distinct from y, x is not distinct from y from (values ('1e2'::jsonb), ('100'), ('100.0'), ('-0'), ('0'), ('-0.0'), ('0.00'), ('0.05'), ('0.050'), ('-1.50'), ('-1.5'), ('10'), ('1'), ('"5.0"'), ('"5"'), ('5.0'), ('null'), ('[]'), ('{}'), (null)) v(x), (values ('100.00'::jsonb), ('0'), ('-1.500'), ('0.05'), ('1'), ('"5"'), ('5'), ('null'), ('[]'), (null)) w(y) order by x::text, y::text
select x = y from (values ('1E400'::jsonb, '1e400'::jsonb), ('1e-20', '0.000000000000000000010'), ('123456789012345678901234567890.0', '123456789012345678901234567890'), ('0.10000000000000000000000000000000000000000000000001', '0.1')) v(x, y)
select x = y, y = x, x @> y, y <@ x from (values ('{"a.0":1.0,"b":[1.50,{"c":"x1.0"}]}'::jsonb, '{"a.0":1,"b":[1.5,{"c":"x1.0"}]}'::jsonb), ('{"a.0":1}', '{"a":1}'), ('"a\".0"', '"a\""'), ('{"a":"\\\".0","b":2.0}', '{"a":"\\\".0","b":2}'), ('["\\",1.0]', '["\\",1]'), ('"1.10"', '"1.1"'), ('[[1.0],[2.00]]', '[[1],[2]]'), ('[1.0,"1.0"]', '[1,"1"]')) v(x, y)
select x = '5', '5' = x, x = to_jsonb(5), x is not distinct from '5', x is distinct from '5', x in ('5', '6.00'), x not in ('5.000', '7'), x in ('7', null), x = any(array['5', '6']::jsonb[]), x <> all(array['5', '6']::jsonb[]), nullif(x, '5') is null, nullif(x, '7.0')::text, case x when '5' then 'five' when '6' then 'six' else 'other' end from (values ('5.0'::jsonb), ('6'), ('"5.0"'), ('{"x":5.0}'), (null)) v(x)
select doc->'n'->'x' = '5', doc->'n'->'x' in ('5', '7'), nullif(doc->'n'->'x', '5.00'), doc #> '{n,x}' is not distinct from '5', case doc->'n'->'x' when '5' then 1 else 2 end, doc->'n' ? 'x', doc->'n'->>'x' from (values ('{"n":{"x":5.0}}'::jsonb), ('{"n":{"x":"5.0"}}'), ('{"n":null}'), (null)) v(doc)
select (x, 1) = ('5', 1), (x, 1) in (('5', 1), ('7', 2)), (x, 1) is distinct from ('5', 1), row(x, 1) < row('5'::jsonb, 2), (x, 2) <= ('5'::jsonb, 1) from (values ('5.0'::jsonb), ('6.0'), ('4'), (null)) v(x)
select count(distinct x), count(x), count(distinct x) filter (where x <> '2') from (values ('1.0'::jsonb), ('1'), ('1.00'), ('2'), ('[1.0]'), ('[1]'), ('"1.0"'), ('"1"'), (null)) v(x)
select count(*), min(x::text::float8) from (values ('1.0'::jsonb), ('1'), ('1.00'), ('2'), ('2.0'), (null)) v(x) group by x order by 2, 1
select count(*), y, x::text::float8 from (values ('1.0'::jsonb, 1), ('1', 1), ('1.00', 2), ('2', 2), (null, 2)) v(x, y) group by x, y order by 2, 3
select count(*), grouping(x), grouping(y), x::text::float8, y from (values ('1.0'::jsonb, 1), ('1', 1), ('1.00', 2), ('2', 2), (null, 2)) v(x, y) group by grouping sets ((x), (y), (x, y), ()) order by 2, 3, 4, 5, 1
select count(*), x::text::float8 from (values ('1.0'::jsonb), ('1'), ('2')) v(x) group by rollup (x) order by 2, 1
select x->'a' = '1', count(*) from (values ('{"a":1.0}'::jsonb), ('{"a":1}'), ('{"a":2}')) v(x) group by x->'a' having x->'a' = '1'
select sum(c) from (select x, count(*) c from (values ('1.0'::jsonb), ('1'), ('2')) v(x) group by x having count(*) > 1) q
select count(*) from (select distinct x from (values ('1.0'::jsonb), ('1'), ('1.00'), ('2'), (null), (null)) v(x)) q
select count(*) from (select distinct x, y from (values ('1.0'::jsonb, 'a'), ('1', 'a'), ('1.00', 'b'), (null, 'b'), (null, 'b')) v(x, y)) q
select distinct x::text::float8, y from (values ('1.0'::jsonb, 1.0), ('1', 1.0), ('2', 1.0)) v(x, y) order by 1
select y from (select distinct on (x) y from (values ('1.0'::jsonb, 1), ('1', 1), ('2', 3)) v(x, y)) q order by y
select y, count(*) over (partition by x), row_number() over (partition by x order by y) from (values ('1.0'::jsonb, 1), ('1', 2), ('2', 3), (null, 4)) v(x, y) order by y
select count(*) from (select '1.0'::jsonb union select '1' union select '1.00' union select '2' union select null union select null) q
select x::text::float8, y from (select '1.0'::jsonb x, 1.50 y union select '1', 1.50 union select '2', 1.50) q order by 1
select x::text::float8 from (select '1.0'::jsonb x union all select '1') q
select x::text::float8 from (select * from (values ('1.0'::jsonb), ('1'), ('2'), ('3.0'), (null)) v(x) intersect select * from (values ('1'::jsonb), ('3'), (null), ('4')) w(x)) q order by 1
select x::text::float8 from (select * from (values ('1.0'::jsonb), ('1'), ('2'), ('3.0'), ('2.0'), (null)) v(x) except select * from (values ('1'::jsonb), ('3'), ('4')) w(x)) q order by 1
select x::text::float8, y from (select * from (values ('1.0'::jsonb, 1), ('1', 2), ('2', 3)) v(x, y) except select * from (values ('1'::jsonb, 1), ('2.00', 4)) w(x, y)) q order by 1, 2
select count(*) from (values ('1.0'::jsonb), ('2'), ('3.10'), (null)) v(x) join (values ('1'::jsonb), ('2.0'), ('3.1'), ('4'), (null)) w(y) on x = y
select count(*), count(w.x) from (values ('1.0'::jsonb), ('2'), (null)) v(x) left join (values ('1'::jsonb), ('4')) w(x) using (x)
select x::text::float8 from (values ('1.0'::jsonb), ('2')) v(x) full join (values ('1'::jsonb), ('4')) w(x) using (x) order by 1
select x::text::float8, x in (select y from (values ('1'::jsonb), ('3.0')) w(y)), x not in (select y from (values ('1'::jsonb), ('3.0')) w(y)), x = any(select '2.0'::jsonb), x <> all(select '2.0'::jsonb), x < any(select '10'::jsonb), x > all(select '10.0'::jsonb) from (values ('1.0'::jsonb), ('2'), ('3'), ('100'), (null)) v(x) order by 1
select (select count(*) from (values ('1'::jsonb), ('1.0')) w(y) where y = x) from (values ('1.00'::jsonb), ('2')) v(x)
select array['1.0', '2']::jsonb[] = array['1', '2.0']::jsonb[], array['1']::jsonb[] <> array['1.0']::jsonb[], array['1.0']::jsonb[] @> array['1']::jsonb[], array['1']::jsonb[] && array['1.0', '2']::jsonb[], array_position(array['2', '1.0']::jsonb[], '1'), array_positions(array['2', '1.0', '1']::jsonb[], '1'), array['1.0', null]::jsonb[] is distinct from array['1', null]::jsonb[]
select count(*) from (values (array['1.0', '2']::jsonb[]), (array['1', '2']::jsonb[]), (array['1']::jsonb[]), (null)) v(x) group by x order by 1
select count(distinct x) from (values (array['1.0', '2']::jsonb[]), (array['1', '2']::jsonb[]), (null)) v(x)
select array['1.0']::jsonb[] in (array['1']::jsonb[]), array['1.0']::jsonb[] = any(select array['1']::jsonb[])
select count(*) from (values ('1.0'::jsonb), ('1')) v(x) where x || '[]' = '[1]' and x - 0 = '[]' is null
select distinct x from (values ('1'::json)) v(x)
select distinct on (x) x from (values ('1'::json)) v(x)
select count(distinct x) from (values ('1'::json)) v(x)
select json_agg(distinct x) from (values ('1'::json)) v(x)
select x from (values ('1'::json)) v(x) group by x
select 1 from (values ('1'::json)) v(x) group by rollup (x)
select count(*) over (partition by x) from (values ('1'::json)) v(x)
select '1'::json union select '1'::json
select '1'::json except select '1'::json
select '1'::json intersect all select '1'::json
select '1'::json x union all select '2'::json order by x
select '1'::json union all select '1'::json
select mode() within group (order by x) from (values ('1'::json)) v(x)
select percentile_disc(0.5) within group (order by x) from (values ('1'::json)) v(x)
select greatest('1'::json, '2'::json)
select coalesce('1'::json, '2'::json)
select array['1'::json] = array['1'::json]
select array['1'::json] @> array['1'::json]
select array_position(array['1'::json], '1'::json)
select array_remove(array['1'::json], '1'::json)
select distinct x from (values (array['1'::json])) v(x)
select nullif('1'::json, '1'::json)
select count(distinct (x, y)), count(distinct (x, 1)) from (values ('1'::jsonb, 1), ('1.0', 1), ('1', 2)) v(x, y)
select max(x) from (values (array['1'::json]), (array['2'::json])) v(x)
select nullif('5'::jsonb, x), nullif('1.0'::char(4), y), nullif(x, x) from (values ('5.0'::jsonb, '1.0'::char(3)), ('6', '2')) v(x, y)
select a is distinct from b, nullif(a, b), grouping(a), a in (b) from (values ('1'::char(3), '1'::char(2))) v(a, b) group by a, b
