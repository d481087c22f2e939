prepare p(int, text) as select $1 + 1, $2 || 'x'
execute p(1, 'a')
execute p(1+1, upper('b'))
execute p('3', 4)
execute p(3.7, 'a')
execute p(null, null)
execute p(1)
execute p(1,2,3)
execute p('x', 'a')
execute p(1 + 'x', 'a')
execute p((select 1), 'a')
execute p((select max(carrier) from airlines), 'a')
execute p(exists (select 1), 'a')
execute p(current_date, 'a')
execute p(true, 'a')
execute p(1, date '2020-01-01')
execute p(count(*), 'a')
execute p(generate_series(1,2), 'a')
execute p(sum(1) over (), 'a')
execute p(nope, 'a')
execute p(1, nope(2))
execute p($1, 'a')
execute p(E'7', ('b'))
execute p(99999999999, 'a')
execute nope
execute nope(1)
explain execute nope
deallocate p
deallocate prepare p
deallocate all
deallocate prepare all
execute p(1,'a')

prepare q as select carrier from airlines where carrier = $1
execute q('UA')
execute q('UA'::text)
execute q(lower('UA'))
prepare r(date, timestamptz, numeric(5,2), int[], varchar(3), char(2), double precision, timestamp with time zone, interval, jsonb) as select $1,$2,$3,$4,$5,$6,$7,$8,$9,$10
execute r('2020-01-01','2020-01-01 10:00+01','1.234','{1,2}','abcdef','x',1.5,'2020-01-01','1 day','{"a":1}')
execute r(date '2020-01-01'+1,timestamp '2020-01-01',1.234,array[1,2],'abcdef','x',1.5,'2020-01-01',interval '1 day','{"a":1}')
prepare s as select $1
execute s(1)
execute s('a')
prepare s2(unknown) as select $1
prepare t as select 1; execute t; execute t
prepare t2 as values (1),(2)
execute t2
prepare t3 as with x as (select $1::int a) select a from x
execute t3(5)
prepare t4 as explain select 1
prepare t5 as show timezone
prepare t6 as select 1 limit $1
execute t6(1)
execute t6(1.2)
execute t6('x')
prepare
prepare t7
prepare t7 as
prepare t7() as select 1
prepare t7(int,) as select 1
prepare t7(nope) as select 1
prepare t7(nope.int) as select 1
prepare t7(int(3)) as select 1
execute t6(
execute
deallocate
prepare t8(int) as select $2
prepare t9(pg_catalog.int4, "text", character varying(10), time without time zone, float, float(3), dec(3), bigint array) as select $1,$2,$3,$4,$5,$6,$7,$8
execute t9(1,'a','b','10:00',1,2,3,'{1}')

explain execute nope
execute nope
set timezone to 'UTC', 'UTC'
set search_path to public, pg_catalog
show search_path
