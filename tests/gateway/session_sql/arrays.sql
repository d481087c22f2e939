-- Texts that are no constants as arrays.
select x::int[], x::text[], x::varchar[], x::numeric[], x::float8[] from (values ('{1,2,NULL}'),('{}'),(null)) v(x)
select x::varchar[], x::text[], x::name[] from (values ('{a,"b c",null,"NULL"," d "}'),('{"a\"b"}')) v(x)
select x::date[], x::timestamptz[] from (values ('{2020-01-01,"2020-02-03"}')) v(x)
select x::int[] from (values ('{1,a}')) v(x)
select x::int[] from (values ('1,2')) v(x)
select x::bool[] from (values ('{t,f}')) v(x)
select x::jsonb[] from (values ('{1,"{\"a\": 2}"}')) v(x)
select x::varchar(1)[], x::numeric(5,1)[] from (values ('{12.25,2}')) v(x)
select 3 = any(x::int[]) from (values ('{1,3}'), ('{4}'), (null)) v(x)
select '{a,b}'::text::varchar[], ('{1,' || '2}')::int[]

-- ARRAY's elements keep the modifier that they share.
select array[exact], array[exact, exact], (array[exact])[1], (array[exact])[1:1], array[exact, 1.5], array['a'::varchar(5), null], array['a'::varchar(3), 'b'::varchar(3)], array['10:00'::time(2)] from kinds order by id
select array[exact]::numeric[], array['abc'::varchar(3)]::text[], array['a'::char(3), 'a'], array['a'::char(3)]::char(5)[] from kinds order by id
select x from (select array[exact] x from kinds union all select array[exact] from kinds) q order by x
select unnest(array[1.5::numeric(5,2), 2::numeric(5,2)]), array_append(array[1.5::numeric(5,2)], 1.23456), max(array[1.5::numeric(5,2)]) from (values (1)) v(x)
