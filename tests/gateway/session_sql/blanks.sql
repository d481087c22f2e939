-- Equal values of character(n) may differ in blanks at their end.
select 'a'::char(3) union select 'a'::text
select 'a'::text union select 'a'::char(3)
select 'a'::varchar union select 'a'::char(3)
select 'a'::char(3) union select 'a'::varchar(5)
select 'a'::text intersect select 'a'::char(3)
select 'a '::text except select 'a'::char(3)
select 'a'::char(3) union select 'a'::char(5)
select 'a'::char(3) union select 'a'::char(3)
select 'a'::char(3) union select 'a'
select 'a' union select 'a'::char(3)
select 'a  ' union select 'a'::char(3)
select 'a'::varchar(3) union select 'a'::varchar(5)
select 'a'::varchar(3) union select 'a'::varchar(3)
select 'a'::name union select 'a'::text
select 'a'::text union select 'a'::name
select 'a'::name union select 'a'::char(3)
select 'a'::char(3) union select 'a'::name
select 'a'::"char" union select 'a'::text
select 'a'::text union select 'a'::"char"
select 'a'::"char" union select 'a'::char(3)
select 1.5::numeric(5,2) union select 2.5::numeric(7,3) order by 1
select x, length(x), x || '|' from (select 'a'::char(3) x union select 'b'::text) q order by 1
select x, x || '|', octet_length(x) from (select 'b'::text x union select 'a'::char(3)) q order by 1
values ('a'::char(3)), ('b'::text)
values ('a'::char(3)), ('bcde'::char(5)), ('x')
values ('b'::text), ('a'::char(3))
select coalesce(null::char(3), 'b  '::text) || '|', coalesce(null::text, 'b'::char(3)) || '|'
select greatest('a'::char(3), 'a '::text), least('b'::text, 'a'::char(3)) || '|'
select nullif('a'::char(3), 'a'::text), nullif('a '::text, 'a'::char(3))
select array['a'::char(3), 'b '::text], array['b '::text, 'a'::char(3)]
select 'a'::char(3) in ('a'::text, 'b'::text), 'a '::text in ('a'::char(3)), 'a '::text in ('a'::char(3), 'x'::text)
select 'a'::char(3) = any(array['a '::text]), 'a '::text = any(array['a'::char(3)])
select * from (values ('a'::char(3))) a(x) join (values ('a'::text), ('a  ')) b(x) using (x)
select x::text, count(*) from (select 'a'::char(3) x union all select 'a '::text union all select 'a'::char(5)) q group by x
select x::text from (select distinct x from (select 'a'::char(3) x union all select 'a '::text union all select 'a'::char(5)) q) r
select x from (select 'a '::text x union all select 'a'::text except all select 'a'::char(3)) q
select 'a'::char(3) union select 'b'::text union select 'a '::text order by 1
select 'b'::text union (select 'a'::char(3) union select 'a '::text) order by 1
select array['a'::text] union select array['a'::char(3)]
select timestamp(2) '2020-01-01' union select timestamp '2020-01-01'
select '2020-01-01'::date union select timestamp(3) '2020-01-01'
select time(1) '10:00' union select time(2) '10:00'
select interval '1 day' union select interval(2) '1 day'
select x::text, y, count(*) from (select 'a'::char(3) x, 1 y union all select 'a '::text, 1 union all select 'b'::char(5), 2) q group by rollup(x, y) order by 1, 2
select distinct on (x) x, y from (select 'a'::char(3) x, 1 y union all select 'a '::text, 2 union all select 'b'::char(5), 3) q order by x, y
select x, y, rank() over (order by x) from (select 'b '::char(3) x, 1 y union all select 'a'::char(2), 2 union all select 'a'::char(5), 3) q order by x, y
select count(distinct x) from (select 'a'::char(3) x union all select 'a'::char(3)) q
select distinct x from (select 'a'::char(3) x union all select 'a'::char(3)) q
select x from (select 'a'::char(3) x union select 'a '::text) q where x = 'a'
select x::char(3), count(*) from (values ('a'),('a '),('b')) v(x) group by 1 order by 1
select x::char(3), x from (values ('a'),('a '),('b')) v(x) group by 1, 2 order by 1, 2
