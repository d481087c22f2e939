-- A relation's row has the names of its own columns, whatever they are called beside it.
select row_to_json(i) from (values (1,2)) i(x,y)
select row_to_json(i) from (values (1,2)) v(a,b), lateral (select 1) i(x)
select row_to_json(i) from airlines i(x,y) order by x limit 1
select row_to_json(i) from airlines i(x) order by x limit 1
select row_to_json(i) from airlines i order by carrier limit 1
select row_to_json(i.*) from airlines i(x,y) order by x limit 1
select to_json(i), to_jsonb(i), i::text from airlines i(x,y) order by x limit 1
select json_agg(i order by x) from airlines i(x,y) where x < 'B'
select jsonb_agg(i order by x) from airlines i(x,y) where x < 'B'
select row_to_json(i) from (select carrier a, name b from airlines) i(x,y) order by x limit 1
select row_to_json(i) from (select carrier a, name b from airlines) i order by a limit 1
select row_to_json(i) from (select carrier a, name b from airlines) i(x) order by x limit 1
with c(q) as (select carrier, name from airlines) select row_to_json(i) from c i(x,y) order by x limit 1
with c(q) as (select carrier, name from airlines) select row_to_json(c) from c order by q limit 1
with c(q) as (select carrier, name from airlines) select row_to_json(i) from c i(x) order by x limit 1
with c as materialized (select carrier, name from airlines) select to_jsonb(i) from c i(x,y) order by x limit 1
select row_to_json(g) from generate_series(1,2) g(x)
select row_to_json(g) from generate_series(1,2) g
select row_to_json(g) from generate_series(1,2) as t(g)
select row_to_json(t) from generate_series(1,2) as t(g)
select row_to_json(t) from unnest(array[1,2], array['a','b']) as t(p, q)
select row_to_json(t) from unnest(array[1,2], array['a','b']) t
select row_to_json(t) from unnest(array[1,2]) with ordinality t(p, q)
select row_to_json(t) from unnest(array[1,2]) with ordinality t
select row_to_json(t) from jsonb_each('{"a":1}') t(p, q)
select row_to_json(t) from jsonb_each('{"a":1}') t
select row_to_json(t) from jsonb_each_text('{"a":1}') as t(k)
select row_to_json(j) from (airlines a(x, y) join (values ('UA', 1)) b(x, z) using (x)) j
select row_to_json(j) from (airlines a(x, y) join (values ('UA', 1)) b(x, z) using (x)) j(p, q, r)
select row_to_json(j) from airlines a(x, y) join (values ('UA', 1)) b(x, z) using (x) as j
select row_to_json(a), row_to_json(b) from airlines a(x, y) join (values ('UA', 1)) b(x, z) using (x)
select to_jsonb(a) || '{"k":1}', a.x from airlines a(x, y) where x = 'UA'
select (i).x, (i).y from airlines i(x,y) where x = 'UA'
select (i).carrier from airlines i(x,y) where x = 'UA'
select (i).* from airlines i(x,y) where x = 'UA'
select json_build_object('r', i), json_build_array(i), jsonb_build_object('r', i) from airlines i(x,y) where x = 'UA'
select array_to_json(array_agg(i)) from airlines i(x,y) where x = 'UA'
select json_object_agg(x, i) from airlines i(x,y) where x = 'UA'
select row_to_json(q) from (select i from airlines i(x,y) where x = 'UA') q
select row_to_json(q) from (select i, 1 as n from airlines i(x,y) where x = 'UA') q(a, b)
select row_to_json(r) from (select * from airlines i(x,y) where x = 'UA') r
select to_json(i), i is not null, i = i from airlines i(x, y) where x = 'UA'
select coalesce(row_to_json(i), '{}') from (values (1)) v(k) left join airlines i(x,y) on i.x = 'nope'
select row_to_json(i) from (values (1)) v(k) left join airlines i(x,y) on i.x = 'UA'
select row_to_json(row(x, y)) from airlines i(x,y) where x = 'UA'
select (select row_to_json(i) from airlines i(x,y) where i.x = d.carrier) from carrier_delays d where carrier = 'UA'
select (select row_to_json(d)) from airlines d(x,y) where x = 'UA'
select json_agg(t) from (select carrier, name from airlines order by carrier limit 2) t(k, v)
select (q.i).carrier from (select i from airlines i(x,y) where x = 'UA') q
select (q.i).* from (select i from airlines i(x,y) where x = 'UA') q
select i.tableoid > 0, i.x from airlines i(x,y) where x = 'UA'

