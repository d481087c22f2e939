-- json has no equality, and what is wrong with it is told where PostgreSQL tells it.
select distinct x from (values ('1'::json)) v(x)
select distinct 1, '1'::json
select distinct on (x) x from (values ('1'::json)) v(x)
select count(distinct x) from (values ('1'::json)) v(x)
select count(distinct x->'a') from (values ('{"a":1}'::json)) v(x)
select x from (values ('1'::json)) v(x) group by x
select 1 from (values ('1'::json, 1)) v(x, y) group by grouping sets ((y), (x))
select x->'a' from (values ('{"a":1}'::json)) v(x) group by 1
select count(*) over (partition by x) from (values ('1'::json)) v(x)
select '1'::json union select '1'::json
select 1, '1'::json except select 1, '1'::json
select '1'::json x union all select '2'::json order by x
select mode() within group (order by x) from (values ('1'::json)) v(x)
select percentile_disc(0.5) within group (order by x) from (values ('1'::json)) v(x)
select x from (values (array['1'::json])) v(x) group by x

-- Prepared: a parameter's numbers may have any scale.
prepare p(jsonb) as select x::text from (values ('5.0'::jsonb), ('6')) v(x) where x = $1 or x <@ $1
execute p('5')
execute p('5.00')
execute p('[6.0]')
execute p('"5"')
prepare q(jsonb[]) as select count(*) from (values ('5.0'::jsonb), ('6')) v(x) where x = any($1)
execute q('{5,6.00}')
prepare r(jsonb, jsonb) as select $1 = $2, $1 is not distinct from $2, nullif($1, $2) is null, $1 in ($2, '7.0')
execute r('1e2', '100.0')
execute r('{"a":[7.0]}', '{"a":[7]}')
execute r('7', null)
