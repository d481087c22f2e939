select x like 'a%', x not like 'a%', x like '%\\377', x like 'a_c', x like y, x ~~ y from (values ('abc'::bytea, 'a\\_c'::bytea), ('a_c', 'a\\_c'), ('\xff', '_'), ('', '%'), (null, '%'), ('a', null), ('\xc3a9', '__'), ('a%c', 'a#%c')) v(x, y)
select x like y escape '#', x not like y escape '' from (values ('abc'::bytea, 'a_c'::bytea), ('a%c', 'a#%c'), ('a%c', 'a%'), ('##', '####'), ('\x0a00', '_\000')) v(x, y)
select 'abc'::bytea like 'a\\'
select 'abc'::bytea like 'a\\'::bytea
select 'abc'::bytea like 'a' escape 'ab'
select 'abc'::bytea like 'a'::text
select 'abc'::text like 'a'::bytea
select 'abc'::bytea ilike 'a'
select position('b' in 'abc'::bytea), position(''::bytea in 'abc'), substring('abcd'::bytea from 2 for 2), overlay('abcd'::bytea placing 'xy' from 2 for 1), trim('a'::bytea from 'aba'::bytea)
select string_agg(x, ','), string_agg(x, ',' order by x desc), string_agg(x, null), string_agg(x, '\xff00' order by x) from (values ('\x01'::bytea), ('\xff'), (null), (''), ('ab')) v(x)
select string_agg(x, y order by x) from (values ('\x01'::bytea, '1'::bytea), ('\xff', '2'), (null, '3'), ('ab', null)) v(x, y)
select g, string_agg(x, ',' order by x) from (values (1, '\x01'::bytea), (1, '\xff'), (2, null), (3, 'ab')) v(g, x) group by g order by g
select g, string_agg(x, ',') over (order by g) from (values (1, '\x01'::bytea), (2, '\xff'), (3, null), (4, 'ab')) v(g, x) order by g
select string_agg(x, ',') filter (where x > 'a'), string_agg(x, ',') from (values ('\x01'::bytea), ('\xff')) v(x) where x = ''
select string_agg(x, 'a'::text) from (values ('\x01'::bytea)) v(x)
select string_agg(x, y order by x), string_agg(x, null order by x), string_agg(x, y order by x desc) from (values ('a', '1'), ('b', '2'), ('c', null), (null, '4')) v(x, y)
select g % 2, string_agg(g::text, repeat('-', g) order by g) from generate_series(1, 6) g group by 1 order by 1
select g, string_agg(g::text, g::text) over (order by g) from generate_series(1, 3) g order by g
select string_agg(x, y) filter (where x > 'a'), string_agg(x, y) filter (where x > 'd') from (values ('a', '1'), ('b', '2')) v(x, y)
select g, string_agg(x, y) from (values (1, 'a', '1'), (2, null, '2')) v(g, x, y) group by g having string_agg(x, y) is not null
