-- Of groups and of window functions: functions that look in the catalog, and operands of subqueries.
select (1258 + count(*) / count(*))::int::oid::regclass from airlines
select (1258 + row_number() over (order by carrier))::int::oid::regclass from airlines order by carrier limit 1
select max((1258 + row_number() over (order by min(carrier)))::int::oid::regclass::text) over () from airlines group by carrier limit 1
select max(pg_table_is_visible((1258 + count(*))::int::oid)::int) over (), rank() over (order by carrier) from airlines group by carrier order by carrier limit 2
select carrier from airlines group by carrier having pg_table_is_visible((1258 + count(*))::int::oid) order by carrier limit 2
select carrier from airlines group by rollup(carrier) having to_regclass('pg_class' || repeat('x', grouping(carrier))) is null
select distinct on (pg_table_is_visible((1258 + rank() over (order by name))::int::oid)) carrier from airlines order by pg_table_is_visible((1258 + rank() over (order by name))::int::oid), carrier

select count(*) in (select length(carrier) from airlines) from airlines
select length(carrier), count(*) in (select 16) from airlines group by 1 having min(name) in (select name from airlines) order by 1
select length(carrier) from airlines group by length(carrier) having count(*) > all (select length(carrier) from airlines)
select carrier, row_number() over (order by carrier) in (select 2) from airlines order by carrier limit 3
select count(*) > any (select 15.5) from airlines
select name from airlines group by carrier, name having carrier in (select min(carrier) from airlines)

-- Divisions, which may fail.
select length(name) / 8, count(*) from airlines group by length(name) / 8 having sum(length(name)) / count(*) > 17 order by 1
select length(name) % 3, rank() over (order by sum(length(name)) / count(*) desc) from airlines group by length(name) % 3 order by 1
select count(*) over (partition by length(name) / 8) from airlines order by 1
select carrier, sum(length(name)) over (partition by length(name) % 2 order by length(name) / 5, carrier) from airlines order by carrier limit 5
select carrier from airlines group by carrier having 1 / (count(*) - 1) > 0
select rank() over (order by 1 / (count(*) - 1)) from airlines group by carrier
select length(name) / 8 from airlines group by 1 having avg(length(name)) / 2 * power(2, 0.5) > 12 order by 1

-- Subqueries that are grouped by, written again.
select (select count(*) from airlines b where b.carrier < a.carrier), count(*) from airlines a group by (select count(*) from airlines b where b.carrier < a.carrier) having (select count(*) from airlines b where b.carrier < a.carrier) > 13 order by 1
select exists (select 1 from airlines b where b.carrier > a.carrier) from airlines a group by exists (select 1 from airlines b where b.carrier > a.carrier) order by exists (select 1 from airlines b where b.carrier > a.carrier)
select (select count(*) from airlines b where b.carrier < a.carrier) from airlines a group by (select count(*) from airlines b where b.carrier > a.carrier)
select carrier = any (array['AA', 'UA']), count(*) from airlines group by 1 order by 1
select grouping(carrier) + 1 from airlines group by 1
select carrier, grouping(carrier) as g from airlines group by carrier, g
select distinct on (grouping(carrier)) grouping(carrier) from airlines group by rollup(carrier) order by 1

-- The type of a literal that nothing decides.
select pg_typeof('x'), pg_typeof(null), pg_typeof('x'::text), pg_typeof('x')::text from airlines where carrier < 'B'
select pg_typeof('x') = 'unknown'::regtype, count(*) from flights group by pg_typeof('x')
select carrier like '\x41%', convert_to(carrier, 'UTF8') like 'A_', string_agg(convert_to(carrier, 'UTF8'), '-') from airlines where carrier < 'B' group by carrier order by 1, 2, 3
select string_agg(carrier, name order by carrier) from airlines
