SELECT hashtext(t), hashtextextended(t, 0), hashtextextended(t, 1), hashtextextended(t, -5), hashtextextended(t, 9223372036854775807), hashtextextended(t, NULL) FROM (VALUES (''), ('a'), ('abc'), ('abcdefg'), ('abcdefgh'), ('abcdefghi'), ('abcdefghijk'), ('abcdefghijkl'), ('abcdefghijklm'), ('É€😀'), (repeat('no two alike ', 200)), (NULL)) v (t)
SELECT hashint2(x::int2), hashint4(x::int4), hashint8(x::int8), hashint2extended(x::int2, y), hashint4extended(x::int4, y), hashint8extended(x::int8, y) FROM (VALUES (0), (1), (-1), (32767), (-32768), (NULL)) v (x), (VALUES (0), (7), (-8000000000)) w (y) ORDER BY x, y
SELECT hashint8(x), hashint8extended(x, 0), hashint8extended(x, -1), abs(hashint8(x) % 16) FROM (VALUES (9223372036854775807), (-9223372036854775808), (4294967296), (-4294967297), (123456789012)) v (x)
SELECT hashfloat8(x), hashfloat4(x::float4), hashfloat8extended(x, 0), hashfloat8extended(x, 42), hashfloat4extended(x::float4, -42) FROM (VALUES ('0'::float8), ('-0'), ('1'), ('0.1'), ('-2.5e30'), ('1e-30'), ('NaN'), ('Infinity'), ('-Infinity'), (NULL)) v (x)
SELECT uuid_hash(x), uuid_hash_extended(x, 0), uuid_hash_extended(x, 3) FROM (VALUES ('00000000-0000-0000-0000-000000000000'::uuid), ('A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'), (NULL)) v (x)
SELECT hashtext('x'::varchar), hashtext(NULL), hashtext('const'), hashint4(5), hashint8(5), hashtextextended('const', 5), count(*) FROM generate_series(1, 9) n WHERE hashint4(n) % 2 = 0 GROUP BY hashtext('x')
SELECT n, hashtext(n::text) FROM generate_series(1, 200) n WHERE abs(hashtext(n::text)) % 3 = 0 ORDER BY hashtext(n::text)
SELECT hashtext(1)
SELECT hashtext('a', 1)
