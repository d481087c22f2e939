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
