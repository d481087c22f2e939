select percentile_disc('{}'::float8[]) within group (order by n) from generate_series(1, 3) as n
select percentile_disc('{0.5,NULL}'::float8[]) within group (order by n) from generate_series(1, 3) as n
select n, percentile_disc(0.07) within group (order by i), percentile_disc(0.14) within group (order by i), percentile_disc(0.28) within group (order by i), percentile_disc(0.55) within group (order by i), percentile_disc(0.56) within group (order by i), percentile_disc(0.57) within group (order by i), percentile_disc(0.58) within group (order by i) from (values (25), (50), (100), (200), (400), (1000)) v(n), generate_series(1, n) i group by n order by n
select percentile_disc(array[0.01, 0.07, 0.14, 0.28, 0.29, 0.55, 0.56, 0.57, 0.58, 0.99, 0, 1, null]) within group (order by i) from generate_series(1, 100) i
select p, (select percentile_disc(p / 1000.0) within group (order by i) from generate_series(1, 1000) i) from generate_series(0, 1000, 7) p
select n, (select percentile_disc(0.07) within group (order by i desc) from generate_series(1, n) i) from generate_series(0, 400, 25) n
select percentile_disc(0.5) within group (order by x), percentile_disc(0.5) within group (order by x desc) from (values ('b'), ('a'), (null), ('c'), ('d')) v(x)
select percentile_disc(0.5) within group (order by x), percentile_disc(array[0, 0.5, 1]) within group (order by x desc) from (values (1.50), (2.25), (null), (-3.00)) v(x)
select percentile_disc(0.4) within group (order by x) from (values (interval '1 month'), ('29 days'), ('31 days'), (null)) v(x)
select percentile_disc(0.4) within group (order by x), percentile_disc(array[1, 0.4]) within group (order by x) from (values ('nan'::float8), ('inf'), ('-inf'), (0), (null)) v(x)
select percentile_disc(0.4) within group (order by x), percentile_disc(0.7) within group (order by x desc) from (values (true), (false), (false)) v(x)
select percentile_disc(0.4) within group (order by x) from (values (date '2020-01-01'), ('infinity'), ('-infinity')) v(x)
select percentile_disc(0.4) within group (order by x) from (values (array[1, null]), (array[1, 2]), (array[]::int[])) v(x)
select percentile_disc(0.4) within group (order by x) from (values ('\x00'::bytea), ('\xff'), ('\x')) v(x)
select percentile_disc(0.5) within group (order by x), percentile_disc(array[0.5]) within group (order by x) from (values (1)) v(x) where false
select percentile_disc(2) within group (order by x) from (values (1)) v(x) where false
select percentile_disc(array[2]) within group (order by x) from (values (1)) v(x) where false
select percentile_disc(array[2]) within group (order by x) from (values (1)) v(x)
select percentile_disc(-0.1) within group (order by x) from (values (1)) v(x)
select percentile_disc('nan') within group (order by x) from (values (1)) v(x)
select percentile_disc(2) within group (order by x) from (values (1)) v(x) where false group by x
select percentile_disc(null) within group (order by x), percentile_disc(null::float8[]) within group (order by x) from (values (1)) v(x)
select percentile_disc(0.5) within group (order by x) filter (where x > 2), g from (values (1, 'a'), (3, 'a'), (2, 'b')) v(x, g) group by g order by g
