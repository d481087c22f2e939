select regexp_match('abcd', '(a|ab)(c|bcd)')
select regexp_match('xaaay', '(a+?)(a*)')
select regexp_replace('abc01234xyz', '(.*?)(\d+)(.*)', '\2')
select regexp_matches('foobar', '(fo|foo)(bar)?')
select to_char(485, '9RN')
select to_number('4th', '9th')
select to_char(interval '1 day', 'IYYY-IW')
select convert_from('\x61'::bytea, 'EUC_JP')
select extract(julian from timestamp '2020-01-01 12:00')
select 'nan'::numeric + 1
select current_time
select jsonb_path_query('{"a":[1,2]}', '$.a[*]')
select jsonb_path_exists('{"a":1}', '$.a')
select '{"a":1}'::jsonb @? '$.a'
select '{"a":1}'::jsonb @@ '$.a == 1'
select jsonb_set_lax('{"a":1}', '{a}', null)
select array_agg(a) from (values (array[1, 2])) v(a)
select array_fill(7, array[3])
select pg_sleep(0)
select to_tsvector('a b')
select pg_column_size(1)
select setseed(0.5)
select json_object('{{a,1},{b,2}}')
select * from unnest(array[1.5, 2], array['a', 'b', 'c']) u(x, y)
select (array[[1, 2], [3, 4]])[2][1]
select row_to_json(t, true) from (values (1), (1)) t(a)
select interval '2562048 hours'
select array[make_interval(secs => 7e12)]
select 'a' ~ '$()|^\1'
select 'a' ~ '(a)|b\1'
select regexp_match('llmf', '^(l*){1,1}?(.*)(f*)$')
select '1'::jsonb x union all select '2'::jsonb order by x
select x from (values (array['1']::jsonb[])) v(x) order by x
select array['1']::jsonb[] < array['2']::jsonb[]
select greatest('10'::jsonb, '9'), least('10'::jsonb, '9')
select mode() within group (order by x) from (values ('1'::jsonb)) v(x)
select percentile_disc(0.5) within group (order by x) from (values ('1'::jsonb)) v(x)
select jsonb_agg(distinct x) from (values ('1'::jsonb)) v(x)
select array_agg(distinct x) from (values ('1'::jsonb)) v(x)
select array_remove(array['1.0']::jsonb[], '1')
select distinct x, y from (values ('1'::jsonb, 1.5), ('1', 1)) v(x, y)
select '1'::jsonb intersect all select '1'::jsonb
select '1'::jsonb, 1.5 union select '1'::jsonb, 1
select distinct v from (values ('1'::jsonb, 1), ('1.0', 1)) v(x, y)
select v = v from (values ('1'::jsonb, 1)) v(x, y)
with recursive r as (select '1'::jsonb x union select '1.0' from r) select count(*) from r
select max(array['1']::jsonb[])
select min(x) filter (where true) from (values (array['1']::jsonb[])) v(x)
select avg(v) from (values (1e200::float8), (1e200)) t(v)
select string_agg(distinct x, y) from (values ('a', '1'), ('a', '2')) v(x, y)
select string_agg(distinct x, ',') from (values ('a'::bytea)) v(x)
select json_agg(distinct (a, b)) from (values (1, 'a'), (0, 'b')) v(a, b)
select jsonb_agg(distinct v) from (values (1, 'a'), (0, 'b')) v(a, b)
select json_object_agg(distinct x, y order by x) from (values ('b', 10), ('a', 9)) v(x, y)
select B'1' = B'01'
select '101'::bit(3) = B'101'
select 5::bit(3)
select 1::bit(64) = X'0000000000000001'
select (1::bit(8) & B'00000001' & B'00000001') = B'00000001'
select X'ffffffff'::int
select B'101'::text
