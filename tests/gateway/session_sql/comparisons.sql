-- Ranges over arrays and records.
select * from (values (array[1]),(array[2]),(array[1,5]),(null)) v(a) where a between array[1] and array[2]
select * from (values (array[1]),(array[2]),(array[1,5]),(null)) v(a) where a not between array[1] and array[2]
select * from (values (array[1]),(array[2]),(array[1,5]),(null)) v(a) where a between symmetric array[2] and array[1]
select * from (values (array[1]),(array[2]),(array[1,5]),(null)) v(a) where a >= array[1] and a <= array[2]
select * from (values (array[1]),(array[2]),(array[1,5]),(null)) v(a) where a > array[1] and a < array[2]
select * from (values (array[1]),(array[2]),(array[1,5]),(null)) v(a) where array[1] < a and array[2] > a
select * from (values (array[1]),(array[2]),(array[1,5]),(null)) v(a) where array[1] < a and array[2] > a and a <> array[1,5]
select * from (values (array['a']),(array['b','c']),(array['a','b']),(null)) v(a) where a between array['a'] and array['b']
select * from (values (array[1.5]),(array[2.25]),(array[1,5]),(null)) v(a) where a between array[1.0] and array[2.125]
select * from (values (array[1],array[0],array[3]),(array[2],null,array[4])) v(a,b,c) where a between b and c
select * from (values (array[1],array[0],array[3]),(array[2],null,array[4])) v(a,b,c) where a between array[1] and c
select * from (values (array[1])) v(a) join (values (array[0],array[2])) w(b,c) on a between b and c
select a between array[1] and array[2], a < array[2], a >= array[2], a < null::int[] from (values (array[1]),(array[2]),(array[1,null]),(null)) v(a)
select id from kinds where numbers between array[0] and array[2] order by id
select id from kinds where numbers >= array[0] and numbers <= array[2] order by id
select id from kinds where names between array['A'] and array['z'] order by id
select id from kinds where numbers > array[0] and numbers < array[2] and id > 0 order by id
select * from (values (1,2),(2,3)) v(a,b) where row(a,b) between row(1,2) and row(2,2)
select v.* from (values (1,2),(2,3)) v(a,b) where v between row(1,2) and row(2,2)
select q from (select row(a,b) q from (values (1,2),(2,3)) v(a,b)) s where q between row(1,2) and row(2,2)
select q from (select row(a,b) q from (values (1,2),(2,3)) v(a,b)) s where q >= row(1,2) and q < row(2,2)
select x from (values ('\x01'::bytea), ('\x02')) v(x) where x between '\x00' and '\x01'
select x from (values (interval '1 day'), ('2 days')) v(x) where x between '1 hour' and '36 hours'
select x from (values (true), (false)) v(x) where x >= false and x <= false
select x from (values ('{"a":1}'::jsonb), ('1')) v(x) where x >= '0' and x <= '5'
select x from (values ('00000000-0000-0000-0000-000000000001'::uuid)) v(x) where x between '00000000-0000-0000-0000-000000000000' and '00000000-0000-0000-0000-000000000002'
select max(a), min(a) from (values (array[1]),(array[2]),(array[1,5])) v(a) where a between array[1] and array[1,9]
select count(*) filter (where a between array[1] and array[1,9]) from (values (array[1]),(array[2]),(array[1,5])) v(a)
select a from (values (array[1]),(array[2]),(array[1,5])) v(a) where a = any(select a from (values (array[1]),(array[2])) w(a) where a between array[1] and array[1,9])

