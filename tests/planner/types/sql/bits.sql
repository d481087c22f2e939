select (28::bit(8) & B'00010000') = B'00010000', (28::bit(8) operator(pg_catalog.&) B'00000010') = B'00000010', B'11' = B'11', B'10' <> B'11'
select x, (x::bit(8) & B'00010000') = B'00010000', (x::bit(8) & B'00010000') <> B'00000000', (x::bit(8) | b'00000001') = x::bit(8) from (values (0),(16),(272),(-1),(-17),(null)) v(x)
select x, (x::bit(40) # X'FFFFFFFFFF') = X'0000000000', x::bit(3) = b'111', B'101' = x::bit(3) from (values (-1),(5),(-2147483648),(2147483647)) v(x)
select x, x::bit(62) = x::bit(62), x::bit(33) = (-1)::bit(33), (x::bit(16) & x'00fF') = x'00Ff' from (values (-1::int8),(255),(9223372036854775807),(-9223372036854775808)) v(x)
select count(*) filter (where (x::bit(4) & B'0001') = B'0001') from generate_series(1, 5) x where x::bit(4) <> B'0101'
select x, (x::int::bit(7) & b'0000100')::int = 0, (x::int::bit(7) & b'0000100')::int, x::bit(31)::int, x::bit(40)::int8, (x::bit(8) # X'ff')::bigint from (values (5),(-1),(127),(null)) v(x)
select B'101'::int, X'7ffffff'::int4, (5::bit(3) & B'100')::int, (B'101' | B'010')::int8, cast(X'0F' as int)
select (case when (5::int::bit(7) & b'0000100')::int = 0 then '' else ' insert' end) || (case when (5::int::bit(7) & b'0001000')::int = 0 then '' else ' delete' end)
