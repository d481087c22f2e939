-- TABLESAMPLE: errors, and samples of nothing and of everything.
select count(*) from airlines tablesample bernoulli (100)
select count(*) from airlines a tablesample system (0)
select count(*) from airlines as a (x, y) tablesample pg_catalog.bernoulli (100.0) repeatable (3) where x > 'B'
select a.* from airlines a tablesample bernoulli (100) repeatable (-1.5) order by carrier limit 3
select a.carrier, b.name from airlines a tablesample system (100) join airlines b tablesample bernoulli (1e2) repeatable (0) using (carrier) order by 1
select count(*) from airlines a tablesample system (100) cross join airlines b
select a::text from only airlines a tablesample system ('100') order by a limit 2
select carrier, name from airlines tablesample system (100) group by carrier order by 1 limit 2
select count(*) from (select * from airlines tablesample bernoulli (50) except select * from airlines) x
select count(*) from airlines where carrier in (select carrier from airlines tablesample bernoulli (0))
with s as (select * from airlines tablesample bernoulli (50)) select count(*) - (select count(*) from s a join s b using (carrier)) from s
with s as (select * from airlines tablesample bernoulli (30) repeatable (5)) select bool_and(carrier in (select carrier from airlines tablesample bernoulli (40) repeatable (5))) or count(*) = 0 from s
select carrier from airlines tablesample bernoulli (50) repeatable (7) except select carrier from airlines tablesample bernoulli (50) repeatable (7)
select carrier from airlines tablesample bernoulli (50) repeatable (0.0) except select carrier from airlines tablesample bernoulli (50) repeatable ('-0')
select count(*) from airlines tablesample bernoulli (100.0000001)
select count(*) from airlines tablesample bernoulli (100.1)
select count(*) from airlines tablesample bernoulli (-1)
select count(*) from airlines tablesample system ('NaN')
select count(*) from airlines tablesample system (-0.0)
select count(*) from airlines tablesample system ('-inf')
select count(*) from airlines tablesample system (null)
select count(*) from airlines tablesample system (50) repeatable (null)
select count(*) from airlines tablesample system (null) repeatable (null)
select count(*) from airlines tablesample system (-1) repeatable (null)
select count(*) from airlines tablesample system (101) where false
select count(*) from airlines tablesample bernoulli (10, 20)
select count(*) from airlines tablesample bernoulli ()
select count(*) from airlines tablesample bernoulli ('x')
select count(*) from airlines tablesample bernoulli (true)
select count(*) from airlines tablesample bernoulli ('50'::text)
select count(*) from airlines tablesample bernoulli (50) repeatable ('x')
select count(*) from airlines tablesample bernoulli (50) repeatable (1, 2)
select count(*) from airlines tablesample bernoulli (50) repeatable ()
select count(*) from airlines tablesample bernoulli (50) repeatable 1
select count(*) from airlines tablesample bernoulli (50) repeatable (1) repeatable (1)
select count(*) from airlines tablesample bernoulli 50
select count(*) from airlines tablesample (50)
select count(*) from airlines tablesample
select count(*) from airlines tablesample bernoulli (50) tablesample bernoulli (50)
select count(*) from airlines tablesample bernoulli (50) as a
select count(*) from airlines tablesample bernoulli (50) a
select count(*) from airlines tablesample bernoulli (50) x (a)
select count(*) from airlines tablesample bernoulli (distinct 50)
select count(*) from airlines tablesample bernoulli (50 order by 1)
select count(*) from airlines tablesample bernoulli (variadic array[50])
select count(*) from airlines tablesample bernoulli (p => 50)
select count(*) from airlines tablesample bernoulli (*)
select count(*) from airlines tablesample bernoulli (50) over ()
select count(*) from airlines tablesample nothing (50)
select count(*) from airlines tablesample nothing (true, nobody)
select count(*) from airlines tablesample public.bernoulli (50)
select count(*) from airlines tablesample "BERNOULLI" (50)
select count(*) from airlines tablesample Bernoulli (50 + 50)
select count(*) from airlines tablesample sum (50)
select count(*) from airlines tablesample bernoulli (carrier)
select count(*) from airlines tablesample bernoulli (length(airlines.carrier))
select count(*) from airlines a, airlines b tablesample bernoulli (length(a.carrier))
select count(*) from airlines tablesample bernoulli (50) repeatable (nobody)
select count(*) from airlines tablesample bernoulli (sum(1))
select count(*) from airlines tablesample bernoulli (row_number() over ())
select count(*) from airlines a tablesample bernoulli (50) join airlines a tablesample bernoulli (50) using (carrier)
select count(*) from nothing tablesample bernoulli (-50)
select count(*) from (select 1) x tablesample bernoulli (50)
select count(*) from generate_series(1, 3) x tablesample bernoulli (50)
select count(*) from (airlines a join airlines b using (carrier)) tablesample bernoulli (50)
with s as (select 1) select count(*) from s tablesample bernoulli (50)
with s as (select 1) select count(*) from s x tablesample nothing (50, 50)
table airlines tablesample bernoulli (50)
select tablesample from airlines
select 1 tablesample
select 1 as tablesample
select repeatable from (select 1) x(repeatable)
select count(*) from airlines repeatable
select count(*) from airlines tablesample bernoulli (case when true then 100 end)
select (select count(*) from airlines b tablesample bernoulli (100) where b.carrier >= a.carrier) from airlines a order by 1 limit 3

prepare s(real, float8) as select count(*) from airlines tablesample bernoulli ($1) repeatable ($2)
execute s(100, 3)
execute s(0, 3)
execute s(null, 3)
execute s(3, null)
execute s(101, 3)
execute s('NaN', 3)
deallocate s
prepare s as select count(*) from airlines tablesample bernoulli ($1) repeatable ($2)
select parameter_types::text from pg_prepared_statements where name = 's'
execute s(100, 1)
deallocate s
prepare s as select $1 + 1, count(*) from airlines tablesample system ($1)
