-- LIMIT and OFFSET over columns of queries around.
select (select name from airlines b where b.carrier >= a.carrier order by carrier limit length(a.carrier)-1 offset 0) from airlines a order by 1
select a.carrier, l.name from airlines a, lateral (select name from airlines b where b.carrier >= a.carrier order by carrier limit length(a.carrier)) l order by 1,2
select a.x, l.name from (values (1),(2),(0),(null)) a(x), lateral (select name from airlines b order by carrier limit a.x) l order by 1,2
select a.x, l.name from (values (1),(2),(0),(null)) a(x), lateral (select name from airlines b order by carrier offset a.x limit 2) l order by 1,2
select a.x, l.name from (values (1),(2),(0)) a(x), lateral (select name from airlines b order by carrier desc limit a.x offset a.x + 1) l order by 1,2
select a.x, array(select carrier from airlines b order by carrier limit a.x offset a.x) from (values (1),(2),(0),(null)) a(x) order by 1
select a.x, (select json_agg(c) from (select carrier c from airlines b order by carrier limit a.x) q) from (values (1),(2),(0),(null)) a(x) order by 1
select a.x, (select count(*) from (select 1 from airlines limit a.x) q) from (values (1),(5),(0),(null)) a(x) order by 1
select a.x, exists (select 1 from airlines limit a.x) from (values (1),(5),(0),(null)) a(x) order by 1
select a.x, a.x in (select n from generate_series(1,9) n order by n desc limit a.x) from (values (1),(5),(6),(null)) a(x) order by 1
select a.x, (select max(n) from (select n from generate_series(1,9) n union all select 100 order by 1 limit a.x) q) from (values (1),(5),(10)) a(x) order by 1
select a.x, (select max(n) from (select distinct n / 2 as n from generate_series(1,9) n order by 1 limit a.x) q) from (values (1),(5),(10)) a(x) order by 1
select a.x, (select max(n) from (select distinct on (n / 2) n from generate_series(1,9) n order by n / 2, n desc limit a.x) q) from (values (1),(3),(10)) a(x) order by 1
select a.x, (select max(s) from (select n % 3, sum(n) s from generate_series(1,9) n group by 1 order by 1 limit a.x) q) from (values (1),(2),(3)) a(x) order by 1
select a.x, (select sum(n) from (select n from generate_series(1,9) n order by n % 3 fetch first (a.x) rows with ties) q) from (values (1),(4)) a(x) order by 1
select (select 1 limit a.x) from (values (-1)) a(x)
select (select 1 offset a.x) from (values (-1)) a(x)
select (select 1 limit (select a.x)) from (values (1),(0)) a(x) order by 1
select (select 1 limit (select max(a.x + n) from generate_series(1,2) n)) from (values (1),(0)) a(x) order by 1
select a.carrier, l.n from airlines a left join lateral (select b.name n from airlines b where b.carrier > a.carrier order by b.carrier limit length(a.carrier) - 1) l on true order by 1
select a.x, l.* from (values (2)) a(x), lateral (values (1),(2),(3) order by 1 desc limit a.x) l order by 2
select a.x, l.* from (values (2)) a(x), lateral (with w as (select n from generate_series(1,5) n) select n from w order by n desc limit a.x) l order by 2
select a.x, l.* from (values (2)) a(x), lateral (select n, generate_series(1,2) from generate_series(1,5) n order by n desc limit a.x) l order by 2,3
select a.x, l.* from (values (2)) a(x), lateral (select n from generate_series(1,5) n limit a.y) l
select a.x from (values (2)) a(x) limit a.x
select a.x from (values (2)) a(x) limit x
select a.x, l.* from (values (2)) a(x), lateral (select n from generate_series(1,5) n order by n limit a.x::text) l
select a.x, l.* from (values (2)) a(x), lateral (select n from generate_series(1,5) n order by n limit a.x::numeric / 1.5) l
select a.x, (select string_agg(n::text, ',') from (select n from generate_series(1,5) n order by n limit case when a.x > 1 then a.x else 3 end) q) from (values (1),(2)) a(x) order by 1
select carrier, l.flight from airlines a, lateral (select flight from flights f where f.carrier = a.carrier order by flight, time_hour limit length(a.name) % 4) l order by 1,2
select a.carrier, (select jsonb_agg(jsonb_build_array(q.flight)) from (select flight from flights f where f.carrier = a.carrier order by flight, time_hour limit length(a.carrier)) q) from airlines a order by 1


-- LIMIT and OFFSET by parameter in correlated subqueries and LATERAL, as query builders write relations.
prepare newest(int, int) as select a.carrier, l.flight from airlines a left join lateral (select flight from flights f where f.carrier = a.carrier order by time_hour desc, flight limit $1 offset $2) l on true order by 1, 2
execute newest(2, 0)
execute newest(1, 3)
execute newest(0, 0)
execute newest(null, 100000)
execute newest(-1, 0)
prepare counted(int) as select a.carrier, (select json_agg(c.carrier) from (select b.carrier from airlines b where b.carrier > a.carrier order by 1 limit $1) c) from airlines a order by 1
execute counted(2)
select carrier, (select flight from flights f where f.carrier = a.carrier order by 1 limit 1 + 0) from airlines a order by 1

-- Texts that share a plan are refused by what they say.
select carrier from airlines order by carrier limit '2'
select carrier from airlines order by carrier limit '1'
select carrier from airlines order by carrier limit '-7'
select carrier from airlines order by carrier limit 'x'
select carrier from airlines order by carrier limit '3'
select carrier from airlines order by carrier offset '1'
select carrier from airlines order by carrier offset '2'
select carrier from airlines order by carrier offset '-7'
select carrier from airlines order by carrier offset '3'
