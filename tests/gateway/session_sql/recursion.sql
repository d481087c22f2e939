-- What is visible where, in which order entries are evaluated, and where an entry may refer to itself.
with recursive a as (select 1 x union all (with w as (select x+1 as y from a where x<3) select y from w)) select * from a
with recursive a as (select 1 x union all (with w as (select 2 as y) select y+x from w, a where x<5)) select * from a
with recursive a as (select 1 x union all (with w as materialized (select 2 as y) select w.y+x from w, w u, a where x<5)) select * from a
with recursive a as (with w as (select 1 x union all select 5) select * from w union all select x+1 from a where x<7) select * from a order by 1
with recursive a as (select 1 x union all (select x+1 from a where x<4 order by x limit 1)) select * from a
with recursive a as ((select g x from generate_series(1,5) g order by g limit 2) union all (select x+1 from a where x<4 order by x limit 1)) select * from a
with recursive a as ((select g x from generate_series(1,5) g order by g desc limit 2) union (select x+1 from a where x<10 order by x desc)) select * from a order by 1
with recursive a as (values (1) union all (with w(y) as (values (1),(2)), v as (select y from w where y > 1) select column1+y from a, v where column1 < 6)) select * from a
with recursive a as (select 1 x union all (with recursive w as (select 1 y union all select y+1 from w where y<3) select x+max(y)::int from w, a where x<9 group by x)) select * from a
with recursive a as (select 1 x union all (with recursive w as (select x+1 y from a where x < 4 union all select y+1 from w where y<3) select y from w)) select count(*), max(x) from a
with recursive a as (select 1.5 x union all (with w as (select x*1.1 as y from a where x<3) select y from w)) select * from a
with recursive a as (select 1 x union all (select x+1 from a where x<5 intersect select 2)) select * from a
with recursive a as (select 1 x union all (select x+1 from a where x<5 intersect all select 2)) select * from a
with recursive a as (select 1 x union all (select x+1 from a where x<5 except select 4)) select * from a
with recursive a as (select 1 x union all (select x+1 from a where x<5 except all select 4)) select * from a
with recursive a as (select 1 x union all (select 4 except select x from a)) select * from a
with recursive a as (select 1 x union all (select x+1 from a where x<5 union all select 9 where false)) select * from a
with recursive a as (select 1 x union all (select x+1 from a where x<5 union select x+2 from a where x<3)) select * from a
with recursive a as (select 1 x union all select x+1 from (select 1) q left join a on true where x<3) select * from a
with recursive a as (select 1 x union all select x+1 from a left join (select 1) q on true where x<3) select * from a
with recursive a as (select 1 x union all select x+1 from a full join (select 1) q on true where x<3) select * from a
with recursive a as (select 1 x union all select x+1 from a right join (select 1) q on true where x<3) select * from a
with recursive a as (select 1 x union all select (select x+1 from a) where true) select * from a
with recursive a as (select 1 x union all select 2 where exists (select 1 from a)) select * from a
with recursive a as (select 1 x union all select x+1 from a where x in (select x from a)) select * from a
with recursive a as (select 1 x union all select x+1 from a where x<3 and x in (select 1)) select * from a
with recursive a as (select 1 x from a union all select 2) select * from a
with recursive a as (select 1 x where exists(select 1 from a) union all select x+1 from a) select * from a
with recursive a as (select 1 x union all select x+1 from a where x<3 order by 1) select * from a
with recursive a as (select 1 x union all select x+1 from a where x<3 limit 3) select * from a
with recursive a as (select 1 x union all select x+1 from a where x<3 offset 3) select * from a
with recursive a as (select 1 x union all select x+1 from a where x<3 order by 1 limit 3 offset 1) select * from a
with recursive a as (select 1 x intersect select x+1 from a where x<3) select * from a
with recursive a as (with w as (select * from a) select 1 x union all select x+1 from a where x<3) select * from a
with recursive a as (with w as (select * from a) select 1 x union all select 2) select * from a
with recursive a as (with a as (select 5 x) select x from a union all select x+1 from a where x<3) select * from a
with recursive a as (select 1 x union all (with a as (select 7 x) select x+1 from a where x<3)) select * from a
with recursive a as (select 1 x union all (with b as (select x+1 y from a where x<4), a as (select 7 x) select y from b)) select * from a
with recursive a as (select 1 x union all (with recursive b as (select x+1 y from a where x<4), a as (select 7 x) select y from b)) select * from a
with recursive a as (select x from b where x<2), b as (select 1 x union all select x+1 from b where x<5) select * from a
with recursive a as (select * from c), b as (select 2 y), c as (select y from b) select * from a, b, c
with recursive a as (select * from c), b as (select 2 y), c as (select y from d) select * from a, b
with recursive a as (select * from b), b as (select * from c), c as (select * from a) select 1
with recursive z as (select 1), a as (select * from b), b as (select * from c), c as (select * from b) select 1
with recursive a as (select 1), a as (select 2) select 1
with a as (select * from b), b as (select 1 x) select * from a
with a as (select * from airlines), airlines as (select 1 x) select count(*) from a
with airlines as (select * from airlines where carrier = 'UA') select * from airlines
with recursive airlines as (select * from airlines where carrier = 'UA') select * from airlines
with recursive a as (select count(*) n from airlines), b as (with airlines as (select 3 as z) select n, z from a, airlines), airlines as (select 1 union all select 2) select * from b
with recursive a as (select (select max(x) from b) m), b as (select 5 x) select * from a
with recursive a as (select * from public.airlines), airlines as (select 1) select count(*) from a
with recursive a as (select 1 x union all select x+1 from b, a where x<b.y), b as (select 3 y) select * from a
with recursive a(x) as (select 1 union all select a.x+1 from a, b where a.x < b.n), b(n) as (select 1 union all select n+1 from b where n < 3) select x, count(*) from a group by 1 order by 1
with recursive a as (select 1 x union all select y from (select x+1 as y from a where x < 3) q) select * from a
with recursive a as (select 1 x union all select y from a, lateral (select x+1 as y where x < 3) q) select * from a
with recursive a as (select 1 x union all select x+1 from a, a b) select * from a
with recursive a as (values(1) union all select column1+1 from a where column1 < 3) select * from a
with recursive a as (select 1 x union all select x+1 from a group by x having x < 3) select * from a
with recursive a as (select 1 x union all select max(x)+1 from a having max(x) < 3) select * from a
with recursive a as (select 1 x union all select distinct x+1 from a where x<3) select * from a
with recursive a as (select 1 x union all select row_number() over ()::int + x from a where x<3) select * from a
with recursive a as (select 1 x union all select generate_series(x+1, 3) from a) select * from a
with recursive a as (select 1 x, 'a' t union all select x+1, t||'b' from a where x<3) select * from a
with recursive a as (select 1 x, 'a'::varchar(3) t union all select x+1, t||'b' from a where x<3) select * from a
with recursive a as (select 1 x, 'a'::varchar(3) t union all select x+1, (t||'b')::varchar(4) from a where x<3) select * from a
with recursive a as (with w as (select 1 x union all select 5), v as materialized (select max(x) m from w) select w.x from w union all select a.x+1 from a, v, w where a.x<v.m and w.x = 1) select * from a order by 1
with recursive a as (with recursive w as (select 1 x union all select x+1 from w where x<4) select x from w union select x+1 from a where x<7) select * from a order by 1
with recursive a as (select 1 x, 1.5::numeric(5,2) n union all select x+1, n+1 from a where x<3) select * from a
with recursive a as (select 1 x, 1.5::numeric(5,2) n union all select x+1, (n+1)::numeric(5,2) from a where x<3) select * from a
with recursive a as (select 1 x, 'z'::varchar t union all select x+1, t||'b' from a where x<3) select * from a
with recursive a as (select 1 x, 'z'::text t union all select x+1, (t||'b')::varchar(2) from a where x<3) select * from a
with recursive a as (select 1 x, timestamp(3) '2020-01-01' t union all select x+1, t+interval '1 day' from a where x<3) select * from a
with recursive a as (select 1 x, 'z'::text t union all select x+1, case when x = any(select 1) then 'y' else t end from a where x<3) select * from a
select * from (with recursive t(n) as (select 1 union all select n+1 from t where n<3) select * from t) q, lateral (with recursive u(m) as (with z as (select q.n as k) select k from z union all select m+1 from u where m < 4) select m from u) r order by 1,2
