select regexp_replace('foobarbaz','b..','X'), regexp_replace('foobarbaz','b..','X','g'), regexp_replace('foobarbaz','b(..)','X\1Y','g'), regexp_replace('A','a','b','i'), regexp_replace('abc','','-','g'), regexp_replace('foobarbaz','b..','X',5), regexp_replace('foobarbaz','b..','X',1,2), regexp_replace('foobarbaz','B..','X',1,0,'i')
select regexp_match('foobarbequebaz','(bar)(beque)'), regexp_match('x','y'), regexp_match('abc','B','i'), regexp_match('foobar','o+')
select regexp_matches('foobarbequebazilbarfbonk','(b[^b]+)(b[^b]+)','g')
select * from regexp_matches('foobar','o','g') with ordinality
select regexp_split_to_array('the quick  brown','\s+'), regexp_split_to_array('abc',''), regexp_split_to_array('aXbxc','x','i')
select regexp_split_to_table('the quick brown','\s+')
select regexp_substr('number of your street, town zip, FR','[^,]+',1,2), regexp_substr('abc','b'), regexp_substr('abcabc','b(c)',1,2,'i',1), regexp_substr('abc','z')
select regexp_count('123123123','\d\d\d',2), regexp_count('ABCABCAXYaxy','A.',1,'i'), regexp_count('aaa','a')
select regexp_instr('number of your street, town zip, FR','[^,]+',1,2), regexp_instr('ABCDEFGHI','(c..)(...)',1,1,0,'i',2), regexp_instr('abc','z')
select regexp_like('Hello World','world$','i'), regexp_like('a','b'), regexp_like('a\nb','^b','n')
select 'abc' ~ 'b', 'abc' ~* 'B', 'abc' !~ 'z', 'abc' !~* 'B', 'abc' ~ '^a.c$', 'abc' ~ '(', 'a' ~ 'a{2'
select 'abc' ~ '('
select 'a' ~ '['
select 'a' ~ '*a'
select 'a' ~ 'a**'
select 'foo bar' ~ '\mbar', 'foo bar' ~ 'foo\M', 'foobar' ~ '\mbar', 'foo bar' ~ '\ybar\y', 'foobar' ~ '\Yb', 'a' ~ '\Aa\Z'
select 'aa' ~ '(a)\1', 'ab' ~ '(a)\1', 'foobar' ~ 'foo(?=bar)', 'foobaz' ~ 'foo(?!bar)', 'foobar' ~ '(?<=foo)bar', 'foobar' ~ '(?<!x)bar'
select 'a.c' ~ 'a\.c', 'abc' ~ '[[:alpha:]]+', 'a1' ~ '[[:digit:]]', 'x' ~ '[^[:space:]]', E'a\nb' ~ 'a.b', E'a\nb' ~ '(?n)a.b', 'ABC' ~ '(?i)abc', 'a b' ~ '(?x)a\ b', 'abc' ~ '***=b', 'a' ~ '\x61', 'a' ~ '\u0061', 'tab	x' ~ '\t'
select 'abc' similar to '%(b|d)%', 'abc' similar to '(b|c)%', 'abc' not similar to 'a', 'ab' similar to 'a{1}b', 'abc' similar to 'a_c', 'a+' similar to 'a\+'
select substring('foobar' from 'o(.)b'), substring('foobar' from '%#"o_b#"%' for '#'), substring('foobar' similar '%#"o_b#"%' escape '#'), substring('foobar','o.b'), substring('foobar' for 3), substring('foobar', 2, 3), substring('foobar', 4)
select 'abc' like 'a%', 'abc' like 'A%', 'abc' ilike 'A%', 'a%c' like 'a\%c', 'abc' like '_b_', 'abc' ~~ 'a%', 'abc' !~~ 'a%', 'abc' ~~* 'A%', 'a_c' like 'a!_c' escape '!', 'abc' like any (array['a%','x%']), 'abc' ilike all (array['A%','%C'])
select 'abc' like 'a\'
select split_part('a,b,c',',',2), split_part('a,b,c',',',-1), split_part('a,b,c',',',5), split_part('abc','',1), split_part('','x',1)
select split_part('a,b',',',0)
select format('%s %I %L %%','a','B c','it''s'), format('%2$s %1$s','a','b'), format('%-10s|%10s|','a','b'), format('%*s','5','x'), format('%L',null), format('%s',null), format('%1$s %1$I','x'), format('Hello')
select format('%s')
select format('%I', null)
select format('%z', 1)
select left('abc',2), left('abc',-1), right('abc',2), right('abc',-1), lpad('x',5,'ab'), rpad('x',5,'ab'), lpad('abcdef',3), lpad('x',-1), repeat('ab',3), repeat('a',-1), reverse('abc'), initcap('hELLO wORLD-foo_bar 1st'), translate('12345','143','ax'), upper('é'), lower('É')
select overlay('Txxxxas' placing 'hom' from 2 for 4), overlay('abc' placing 'XY' from 2), overlay('abcdef','X',2,3), position('c' in 'abc'), strpos('abc','c'), trim('  x  '), trim(leading 'x' from 'xxa'), trim(trailing from 'a  '), btrim('xyxtrimyyx','xyz'), ltrim('zzzytest','xyz'), rtrim('testxxzx','xyz'), trim(both from '  a '), trim('x' from 'xax')
select concat('a',1,null,true,1.50,date '2020-01-01'), concat_ws(',','a',null,'b'), concat_ws(null,'a'), concat(), 'a'||1, 1||'a', 'a'||null, 'x'||true, 1.5||'', array[1]||2
select encode('\x0001ff'::bytea,'hex'), encode('\x0001ff'::bytea,'base64'), encode('\x0001ff41'::bytea,'escape'), decode('0001ff','hex'), decode('AAH/','base64'), decode('a\\000b','escape')
select decode('zz','hex')
select encode('a','nope')
select decode('A','base64')
select encode(repeat('a',100)::bytea,'base64')
select md5('abc'), md5('abc'::bytea), sha224('abc'), sha256('abc'), sha384('abc'), sha512('abc'), encode(sha256('abc'::bytea),'hex')
select ascii('a'), ascii('é'), ascii(''), chr(97), chr(233), chr(8364), to_hex(255), to_hex(-1), to_hex(1234567890123), length('é'), char_length('日本'), character_length('a'), octet_length('é'), bit_length('é'), length('\x0102'::bytea), octet_length('\x0102'::bytea)
select chr(0)
select quote_ident('Foo bar'), quote_ident('select'), quote_ident('abc'), quote_literal('it''s'), quote_literal(E'a\\b'), quote_literal(1.5), quote_nullable(null), quote_nullable('x'), parse_ident('a."B c".d'), string_to_array('a,b,c',','), string_to_array('a,NULL,c',',','NULL'), string_to_array(null,','), string_to_table('a,b',',')
select substr('abc',0,2), substr('abc',-1,3), substr('abc',2), substring('abc' from 0 for 2), substring('abc' from -1)
select substring('abc' from 1 for -1)
select get_byte('\x0102'::bytea,1), get_bit('\x01'::bytea,0), set_byte('\x0102'::bytea,0,9), '\x01'::bytea || '\x02'::bytea, substring('\x010203'::bytea from 2 for 1), position('\x02'::bytea in '\x0102'::bytea), convert_from('\xc3a9'::bytea,'UTF8'), convert_to('é','UTF8'), convert_from('\xe9','LATIN1'), trim('\x00'::bytea from '\x0001'::bytea), overlay('\x0102'::bytea placing '\xff'::bytea from 1)
select string_agg(x, ',') from (values ('a'),('b')) v(x)
select string_agg(x, ',' order by x desc), string_agg(distinct x, ','), string_agg(x::text, ', ') filter (where x > 'a') from (values ('a'),('b'),('a')) v(x)
select 'a' collate "C" < 'b', 'a' collate pg_catalog."default"
select U&'\0061', E'\x61\u0061\t', $$a$$, $x$b$x$, 'a' 'b'
select 'a'
select bool 't', 'yes'::bool, 'off'::bool, '1'::bool, 1::bool, 0::bool, true::int, true::text, 't'::text::bool
select 'abc'::bool
select 'abc'::int
select '1.5'::int
select '99999999999'::int
select 99999999999::int
select 12345.6::numeric(5,2)
select 'a'::int[]
select '{1,x}'::int[]
select '{"a":}'::json
select date '2020-01-01'::int
select 1::date
select 1::text::date
select 1 + 'a'
select 1 + '1', '1' + 1, 'a' || 1, 1 = '1'
select 1 = 'a'
select 1 = 'a'::text
select 1 || 2
select null + 1, null || 'a', null = null
select sin(1), cos(1), tan(1), cot(1), asin(1), acos(1), atan(1), atan2(1,2), sinh(1), cosh(1), tanh(1), asinh(1), acosh(1), atanh(0.5), sind(30), cosd(60), tand(45), asind(0.5), acosd(0.5), atand(1), atan2d(1,1), cotd(45)
select sind(10), sind(-100), cosd(200), tand(135), tand(90), cotd(0), cotd(90), asind(-0.7), acosd(-0.2), acosd(0.9), atand(2), tand(0), tand(180), sind(180), cosd(90), cosd(270)
select acosh(0.5)
select atanh(2)
select atanh(1), asind(2)
select min_scale(1.50), min_scale(100), trim_scale(1.50), scale(1.50)
select get_byte('\x0102'::bytea,1), get_bit('\x01'::bytea,0), set_byte('\x0102'::bytea,0,9), set_bit('\x00'::bytea,3,1), substring('\x010203'::bytea from 2 for 1), position('\x02'::bytea in '\x0102'::bytea), convert_from('\xc3a9'::bytea,'UTF8'), convert_to('é','UTF8'), convert_from('\xe9','LATIN1'), trim('\x00'::bytea from '\x0001'::bytea), overlay('\x0102'::bytea placing '\xff'::bytea from 1)
select get_byte('\x0102'::bytea,5)
select sha224('abc'), sha256('abc'), sha384('abc'), sha512('abc'), bit_count('\x0f'::bytea), substr('\x010203'::bytea,2), substring('\x010203'::bytea, 0, 2)
select quote_literal(1.5), quote_nullable(null::int), quote_nullable('x'), quote_literal('it''s'), quote_literal(E'a\\b'), quote_literal(true), quote_literal(date '2020-01-01'), quote_literal(null)
select parse_ident('a."B c".d'), parse_ident('Foo.Bar'), parse_ident('foo bar', false), parse_ident(' a . b ')
select parse_ident('a.')
select parse_ident('1a')
select parse_ident('foo bar')
select string_to_table('a,b',','), 1
select * from string_to_table('a,NULL,c',',','NULL') with ordinality
select normalize('é', NFD) = 'é', normalize(U&'\0065\0301')
select overlay('Txxxxas' placing 'hom' from 2 for 4), overlay('abc' placing 'XY' from 2), overlay('abcdef','X',2,3)
select substring('foobar' from '%#"o_b#"%' for '#'), substring('foobar' similar '%#"o_b#"%' escape '#'), substring('foobar' from '#"foo#"%' for '#'), substring('abc' from 'z%' for '#'), substring('aaab' from '%#"a+#"b' for '#')
select regexp_replace('foobarbaz','b..','X',5,0), regexp_replace('foobarbaz','b(..)','[\1]',1,2), regexp_replace('foobarbaz','b..','X',0), regexp_replace('foobarbaz','b..','X',1,2,'g'), regexp_replace('FooBarBaz','B..','X',1,0,'gi')
select regexp_replace('foobarbaz','b..','X',1,-1)
select regexp_replace('a','a','b','2')
select regexp_match('a','a','g')
select regexp_split_to_array('a','a','g')
select regexp_like('a','a','g')
select regexp_count('a','a',1,'g')
select regexp_substr('abc','b',0)
select regexp_substr('abcabc','(b)(c)',1,2,'',2), regexp_substr('abc','b',1,1,'',5), regexp_instr('abcabc','b(c)',2,1,1,'',1), regexp_instr('abc','b',10)
select regexp_replace('  trim me  ','^\s+|\s+$','','g'), regexp_replace('a,b;c','[,;]','|','g'), regexp_split_to_array('a, b;c','\s*[,;]\s*'), regexp_matches('k1=v1;k2=v2','(\w+)=(\w+)','g')
select 'aXb' ~ '(?i)x', 'a.b' ~ '***=.', 'abc' ~ 'a(?#comment)b'
select 'a' ~ 'a{1,300}', 'a' ~ 'a{2,1}'
select 'a' ~ '\q'
select 'a' ~ '(a)\2'
select 'a' ~ '[[:nope:]]'
select 'a' ~ '+'
select 'a' ~ 'a|*'
select 'a' ~ '(*)'
select 'a' ~ ')'
select 'abab' ~ '^(ab)*$', 'abc' ~ '^a|c$', 'a' ~ '', '' ~ '^$', 'line1' || chr(10) || 'line2' ~ '^line2$', regexp_like('line1' || chr(10) || 'line2', '^line2$', 'n'), 'a]' ~ '[]a]+$', 'a-b' ~ '^[a\-b]+$'
select regexp_replace('Hello World','(\w+) (\w+)','\2 \1'), regexp_replace('abc','b','[\&]'), regexp_replace('abc','b','\\'), regexp_replace('a1b22','\d+','#','g'), regexp_replace('ABC','b','x','ig'), regexp_replace('a','(b)?a','<\1>')
select md5(repeat('é',n)), md5(lpad('日本',n,'xyz')), md5(rpad('日本',n,'xyz')), md5(lpad(repeat('a',9000),n)), md5(replace(repeat('ab',n),'b','xyz')), md5(replace('a-b','-',repeat('z',n))), md5(array_to_string(array['a','b','c'],repeat(',',n))) from (values (4095),(4096),(4097),(8191),(8192),(8193),(20000)) v(n)
select lpad('abc',n,f), rpad('abc',n,f), lpad(null,n,f), lpad('abc',null,f), rpad('abc',n,null) from (values (-1),(0),(2),(5),(9)) v(n), (values (''),('x'),('xyz')) w(f) order by n, f
select repeat(x,n) from (values ('ab'),(''),(null)) v(x), (values (-1),(0),(2),(null)) w(n) order by x, n
select replace(x,f,t) from (values ('abcabc'),(''),(null)) v(x), (values ('b'),('bc'),(''),('x'),(null)) w(f), (values ('b'),('longer'),(''),(null)) y(t) order by x, f, t
select replace('abcabc','b','b'), replace('abcabc','b','é'), replace('abcabc','bc','é'), replace('abcabc','','x'), replace('a','a','aa')
select format('%*s', 'infinity', 'x')
select format('%*s|%-*s|%*s', '5', 'x', '4', 'y', null, 'z')
select 0.5::numeric(1,1)::text, (-0.5)::numeric(1,1)::text, 0::numeric(2,2)::text, 0.1234567890123456789012345678901234567::numeric(37,37)::text, 'x' || 0.25::numeric(2,2)
select json_build_array('1e-30'::decimal), json_build_array('1e-30'::decimal) #>> '{0}', to_jsonb('-1e-30'::decimal), array[0.5::numeric(1,1), null]::text, to_json(array[0.5::numeric(1,1)])
select x::text from (values (0.5::numeric(1,1)), (null), (-0.1)) v(x)
select left(x, n), right(x, n), substr(x, n), substring(x from n), substr(x, n, 2), substr(x, 1, n), lpad(x, n), rpad(x, n, '-'), repeat(x, n), split_part(x, 'b', n), overlay(x placing 'z' from n) from (values ('abc', null::int), ('abc', 2), (null, 2), (null, null), (null, -1)) v(x, n)
select left(x, n), right(x, n), substr(x, n) from (values ('abc', -1), ('abc', -5), ('abc', 0), ('abc', 9), ('abc', -2147483647), ('abc', -2147483648), ('abc', 2147483647)) v(x, n)
select a[i:j], a[i:], a[:j], a[i] from (values (array[1,2,3], null::int, 2), (array[1,2,3], 2, null), (array[1,2,3], null, null), (null, 1, 2), (array[1,2,3], -1, 2), (array[1,2,3], 0, 0)) v(a, i, j)
select p, count(*), string_agg(i::text, ' ' order by i) from generate_series(1, 1114111) i, lateral (values ('k', chr(i) ilike 'K'), ('i', chr(i) ilike 'i'), ('is', chr(i) || 'S' ilike 'is'), ('not', chr(i) not ilike '_'), ('wide', 'kI' || chr(i) ilike 'Ki_')) v(p, b) where i not between 55296 and 57343 and b group by p order by p
select t, t like 'K%', t ilike 'k%', t ilike '%i', t ilike '_É', t ilike '%\_', t not like '%''%', t not ilike '%I%', t like '', t ilike '' from (values ('kİ'), ('Ki'), ('KI'), ('kéI'), ('a_'), ('it''s'), (''), (null)) v(t)
select t like 'a%', t ilike 'A', t ilike 'A ', t not ilike '%K' from (values ('ak'::char(3)), ('a'), (null)) v(t)
select t::name like 'a%', t::name ilike 'A_', t::name not like '%k' from (values ('ak'), ('K'), (null)) v(t)
select t ilike p, t like p from (values ('K', 'k'), ('ki', 'K_')) v(t, p)
select true || 'x'::text, 'x'::text || false, 1 || 'x'::text, 'x'::text || 'b '::char(3), 'a '::char(3) || 'x'::text, quote_literal('a '::char(3)), quote_nullable('a '::char(3)), concat(true, 'a '::char(3))
SELECT x LIKE '%a_a%bc', x LIKE 'a%b_ab%c', x NOT LIKE '%aab%a%', x ILIKE '%A_A%Bc', x LIKE '%' || repeat('ab', 500) || 'c' FROM (VALUES (repeat('ab', 40000) || 'c'), (repeat('é', 40000) || 'ababc'), (NULL)) v (x)
SELECT x LIKE p, x NOT LIKE p, lower(x) LIKE p, x ILIKE p FROM (VALUES (repeat('ab\%', 20000), '%\\\%_b\\%'), (repeat('a_', 40000), 'a\_%\_a\_'), (repeat(E'\n', 70000), '_%_'), (repeat('日', 50000), '%日_'), (repeat('x', 50000), '%\x%y')) v (x, p)
SELECT repeat('ab', 70000) LIKE p FROM (VALUES ('%b\')) v (p)
SELECT x ~ 'b.{100}c', x !~ 'b.{100}c', x ~* 'B[^a]{20}C', x ~ '^(a|b)+c$', x ~ '\d{20}', x ~ '(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)c$', x ~ 'a(.\n.){5}b' FROM (VALUES (repeat('ab', 2000) || 'c'), (repeat('é', 2000)), (repeat(E'a\n', 2000)), (NULL), ('')) v (x)
SELECT x ~ p, regexp_like(x, p, 'i'), regexp_like(x, p, 'n'), x !~ p FROM (VALUES (repeat('ab', 2000), 'b.{20}B?b{2}|a$'), (repeat(E'A\n', 2000), '^a.{19}'), (repeat('é', 4000), '[^a]{60}$'), (repeat('é', 4000), NULL)) v (x, p)
SELECT length(lower(x)), right(lower(x), 3), right(upper(x), 3), length(replace(x, 'É', 'e')), length(replace(x, 'aÉ', 'b')) FROM (VALUES (repeat('aÉ', 5000)), (repeat('aÉ', 50)), (NULL)) v (x)
SELECT length(x || x || 'a' || n || x), length(concat(x, n, x, NULL)), length(concat_ws(x, n, x, 'b', NULL)), length(upper(x) || lower(x)), length(x || NULL), right(n || x, 4), concat(NULL, NULL), concat_ws(NULL, 'a'), concat_ws('-') FROM (VALUES (repeat('aÉ', 5000), 1.5), ('b', NULL), (NULL, 2)) v (x, n)
SELECT length(array_to_string(ARRAY[x, NULL, x], y)), length(array_to_string(ARRAY[x, x], '-', '*')), array_to_string(NULL::text[], ','), cardinality(ARRAY[x] || ARRAY[x, x]), length(json_build_array(x, x)::text), length(ROW(x, x)::text), octet_length(convert_to(x, 'UTF8') || convert_to(x, 'UTF8')) FROM (VALUES (repeat('aÉ', 5000), ','), ('b', 'A'), (NULL, '')) v (x, y)
SELECT (a || b) || 'x' || a, a || b || n || a, count(*) FROM (VALUES ('a', 'b', 1.50), ('a', 'b', 1.50), ('c', NULL, 2), (NULL, 'd', NULL), (repeat('é', 9000), 'e', 3)) v (a, b, n) GROUP BY a || b, a || b || n || a, a ORDER BY 1, 2
SELECT count(*) FROM (SELECT (CASE WHEN random() < 0.5 THEN NULL ELSE 'a' END) || 'b' || 'c' AS t FROM generate_series(1, 2000) i) q WHERE t <> 'abc'
SELECT a || NULL || 'b', 'a' || 'b' || 'c', n || a || n, a || (n > 1) || d || n, coalesce(a, 'x') || '-' || upper(a) || '-' || n, (a || 'b') || (a || 'c') FROM (VALUES ('é', 1.0, date '2020-01-05'), (NULL, 2, NULL), ('z', NULL, date '0044-03-15')) v (a, n, d)
SELECT concat(b), concat(b, n), concat_ws('|', n, b, NULL, b), concat_ws(s, b, n), format('%s %L', b, b), quote_nullable(b) FROM (VALUES ('\x00ff'::bytea, 1, '-'), (NULL, 2, '+'), ('\x'::bytea, NULL, NULL)) v (b, n, s) ORDER BY n
select x || y, y || x, length(x || y || y), y || decode(x, 'escape'), x || decode(x, 'escape'), decode(x, 'escape') || x, concat(x, y, decode(x, 'escape')), concat_ws('-', y, x) from (values ('a', '\x41'::bytea), ('é', '\x00ff')) v(x, y)
select 'a' || like_escape('\x41'::bytea, '\x'::bytea), like_escape('\x41'::bytea, '\x'::bytea) || 'b' || decode('41', 'hex')
select x || j, x || u, i || x, x || a::text from (values ('a', '{"a": 1}'::jsonb, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, interval '1 day', array['p','q'])) v(x, j, u, i, a)
select pg_size_bytes(x) from (values ('10'),(' 10 kB '),('1.5GB'),('1e3'),('1E+2 mb'),('-3 bytes'),('.5 TB'),('5.'),('0.5 bytes'),('1.4'),('-0.5'),('10 BYTES'),('2 mB')) v(x)
select pg_size_bytes('1 PB')
select pg_size_bytes('')
select pg_size_bytes('abc')
select pg_size_bytes('1 k')
select pg_size_bytes('9223372036854775807')
select pg_size_bytes('9223372036854775808')
select pg_size_bytes('1e100 TB')
select pg_size_bytes('1e10000000 TB')
select pg_size_bytes('1e')
select pg_size_bytes('1 e2 kB')
select pg_size_bytes('1e2kB')
select pg_size_bytes('+1')
select pg_size_bytes('NaN')
select pg_size_bytes('- 1')
select pg_size_bytes('1 kB x')
select pg_size_bytes(null)
select pg_size_bytes('.')
select pg_size_bytes('1.5e')
select pg_size_bytes(E'\t3\nkB')
select pg_size_bytes('1e200000 kB')
select pg_size_bytes('1e-200000 kB')
select string_agg(distinct x, chr(10)), string_agg(distinct x, ', ' || '' order by x desc), string_agg(distinct nullif(x, x), chr(44)), string_agg(distinct x, nullif('a', 'a')) from (values ('a'),('b'),('a'),(null)) v(x)
select n, string_agg(distinct x, chr(44)) filter (where x <> 'a') from (values (1,'a'),(1,'b'),(2,'a')) v(n, x) group by n order by n
select f, date_part(f, t), date_part(upper(f), t::timestamp) from (values ('dow'), ('year'), ('hours'), ('epoch'), ('isoyear'), ('century'), ('second'), ('microseconds'), ('quarter'), (null)) v(f), (values (timestamptz '2020-02-29 12:34:56.789+03'), ('infinity'), (null)) u(t) order by f, t
select f, date_part(f, timestamptz '2020-02-29 12:34:56.789+03'), date_part(left(f, 8), timestamptz '1900-02-28 12:00+00') from (values ('timezone'), ('timezone_hour'), ('timezone_minute')) v(f) order by f
select f, date_part(f, interval '3 years 2 months 5 days 04:05:06.7'), date_part(f, date '2020-02-29') from (values ('hour'), ('month'), ('decade'), ('epoch'), ('second')) v(f) order by f
select date_part(f, date '2020-02-29') from (values ('julian')) v(f)
select date_part(f, time '04:05:06.7') from (values ('second'), ('minute')) v(f)
select date_part(f, now()) from (values ('nope')) v(f)
select date_part(f, time '04:05:06.7') from (values ('day')) v(f)
select degrees(3.25::float8), degrees(0.1::float8), radians(180::float8), radians(33.3::float8), degrees('NaN'), degrees('-inf'::float8)
select degrees(x) from (values (1e308::float8)) v(x)
select radians(x) from (values (1e-323::float8)) v(x)
select n, pg_size_pretty(n) from (values ((-9223372036854775808)::int8), (-9223372036854775807::int8), (-12947848928690178::int8), (-12947848928690177::int8), (-12947848928690176::int8), (-12947848928690175::int8), (-12947848928690174::int8), (-12384898975268866::int8), (-12384898975268865::int8), (-12384898975268864::int8), (-12384898975268863::int8), (-12384898975268862::int8), (-11821949021847554::int8), (-11821949021847553::int8), (-11821949021847552::int8), (-11821949021847551::int8), (-11821949021847550::int8), (-11258999068426242::int8), (-11258999068426241::int8), (-11258999068426240::int8), (-11258999068426239::int8), (-11258999068426238::int8), (-11258449312612354::int8), (-11258449312612353::int8), (-11258449312612352::int8), (-11258449312612351::int8), (-11258449312612350::int8), (-11257899556798466::int8), (-11257899556798465::int8), (-11257899556798464::int8), (-11257899556798463::int8), (-11257899556798462::int8), (-11257349800984578::int8), (-11257349800984577::int8), (-11257349800984576::int8), (-11257349800984575::int8), (-11257349800984574::int8), (-10696049115004930::int8), (-10696049115004929::int8), (-10696049115004928::int8), (-10696049115004927::int8), (-10696049115004926::int8), (-12644383719426::int8), (-12644383719425::int8), (-12644383719424::int8), (-12644383719423::int8), (-12644383719422::int8), (-12094627905538::int8), (-12094627905537::int8), (-12094627905536::int8), (-12094627905535::int8), (-12094627905534::int8), (-11544872091650::int8), (-11544872091649::int8), (-11544872091648::int8), (-11544872091647::int8), (-11544872091646::int8), (-10995116277762::int8), (-10995116277761::int8), (-10995116277760::int8), (null)) v(n)
select n, pg_size_pretty(n) from (values (-10995116277759::int8), (-10995116277758::int8), (-10994579406850::int8), (-10994579406849::int8), (-10994579406848::int8), (-10994579406847::int8), (-10994579406846::int8), (-10994042535938::int8), (-10994042535937::int8), (-10994042535936::int8), (-10994042535935::int8), (-10994042535934::int8), (-10993505665026::int8), (-10993505665025::int8), (-10993505665024::int8), (-10993505665023::int8), (-10993505665022::int8), (-10445360463874::int8), (-10445360463873::int8), (-10445360463872::int8), (-10445360463871::int8), (-10445360463870::int8), (-12348030978::int8), (-12348030977::int8), (-12348030976::int8), (-12348030975::int8), (-12348030974::int8), (-11811160066::int8), (-11811160065::int8), (-11811160064::int8), (-11811160063::int8), (-11811160062::int8), (-11274289154::int8), (-11274289153::int8), (-11274289152::int8), (-11274289151::int8), (-11274289150::int8), (-10737418242::int8), (-10737418241::int8), (-10737418240::int8), (-10737418239::int8), (-10737418238::int8), (-10736893954::int8), (-10736893953::int8), (-10736893952::int8), (-10736893951::int8), (-10736893950::int8), (-10736369666::int8), (-10736369665::int8), (-10736369664::int8), (-10736369663::int8), (-10736369662::int8), (-10735845378::int8), (-10735845377::int8), (-10735845376::int8), (-10735845375::int8), (-10735845374::int8), (-10200547330::int8), (-10200547329::int8), (-10200547328::int8), (null)) v(n)
select n, pg_size_pretty(n) from (values (-10200547327::int8), (-10200547326::int8), (-12058626::int8), (-12058625::int8), (-12058624::int8), (-12058623::int8), (-12058622::int8), (-11534338::int8), (-11534337::int8), (-11534336::int8), (-11534335::int8), (-11534334::int8), (-11010050::int8), (-11010049::int8), (-11010048::int8), (-11010047::int8), (-11010046::int8), (-10485762::int8), (-10485761::int8), (-10485760::int8), (-10485759::int8), (-10485758::int8), (-10485250::int8), (-10485249::int8), (-10485248::int8), (-10485247::int8), (-10485246::int8), (-10484738::int8), (-10484737::int8), (-10484736::int8), (-10484735::int8), (-10484734::int8), (-10484226::int8), (-10484225::int8), (-10484224::int8), (-10484223::int8), (-10484222::int8), (-9961474::int8), (-9961473::int8), (-9961472::int8), (-9961471::int8), (-9961470::int8), (-11778::int8), (-11777::int8), (-11776::int8), (-11775::int8), (-11774::int8), (-11266::int8), (-11265::int8), (-11264::int8), (-11263::int8), (-11262::int8), (-10754::int8), (-10753::int8), (-10752::int8), (-10751::int8), (-10750::int8), (-10242::int8), (-10241::int8), (-10240::int8), (null)) v(n)
select n, pg_size_pretty(n) from (values (-10239::int8), (-10238::int8), (-9730::int8), (-9729::int8), (-9728::int8), (-9727::int8), (-9726::int8), (-1::int8), (0::int8), (1::int8), (9726::int8), (9727::int8), (9728::int8), (9729::int8), (9730::int8), (10238::int8), (10239::int8), (10240::int8), (10241::int8), (10242::int8), (10750::int8), (10751::int8), (10752::int8), (10753::int8), (10754::int8), (11262::int8), (11263::int8), (11264::int8), (11265::int8), (11266::int8), (11774::int8), (11775::int8), (11776::int8), (11777::int8), (11778::int8), (9961470::int8), (9961471::int8), (9961472::int8), (9961473::int8), (9961474::int8), (10484222::int8), (10484223::int8), (10484224::int8), (10484225::int8), (10484226::int8), (10484734::int8), (10484735::int8), (10484736::int8), (10484737::int8), (10484738::int8), (10485246::int8), (10485247::int8), (10485248::int8), (10485249::int8), (10485250::int8), (10485758::int8), (10485759::int8), (10485760::int8), (10485761::int8), (10485762::int8), (null)) v(n)
select n, pg_size_pretty(n) from (values (11010046::int8), (11010047::int8), (11010048::int8), (11010049::int8), (11010050::int8), (11534334::int8), (11534335::int8), (11534336::int8), (11534337::int8), (11534338::int8), (12058622::int8), (12058623::int8), (12058624::int8), (12058625::int8), (12058626::int8), (10200547326::int8), (10200547327::int8), (10200547328::int8), (10200547329::int8), (10200547330::int8), (10735845374::int8), (10735845375::int8), (10735845376::int8), (10735845377::int8), (10735845378::int8), (10736369662::int8), (10736369663::int8), (10736369664::int8), (10736369665::int8), (10736369666::int8), (10736893950::int8), (10736893951::int8), (10736893952::int8), (10736893953::int8), (10736893954::int8), (10737418238::int8), (10737418239::int8), (10737418240::int8), (10737418241::int8), (10737418242::int8), (11274289150::int8), (11274289151::int8), (11274289152::int8), (11274289153::int8), (11274289154::int8), (11811160062::int8), (11811160063::int8), (11811160064::int8), (11811160065::int8), (11811160066::int8), (12348030974::int8), (12348030975::int8), (12348030976::int8), (12348030977::int8), (12348030978::int8), (10445360463870::int8), (10445360463871::int8), (10445360463872::int8), (10445360463873::int8), (10445360463874::int8), (null)) v(n)
select n, pg_size_pretty(n) from (values (10993505665022::int8), (10993505665023::int8), (10993505665024::int8), (10993505665025::int8), (10993505665026::int8), (10994042535934::int8), (10994042535935::int8), (10994042535936::int8), (10994042535937::int8), (10994042535938::int8), (10994579406846::int8), (10994579406847::int8), (10994579406848::int8), (10994579406849::int8), (10994579406850::int8), (10995116277758::int8), (10995116277759::int8), (10995116277760::int8), (10995116277761::int8), (10995116277762::int8), (11544872091646::int8), (11544872091647::int8), (11544872091648::int8), (11544872091649::int8), (11544872091650::int8), (12094627905534::int8), (12094627905535::int8), (12094627905536::int8), (12094627905537::int8), (12094627905538::int8), (12644383719422::int8), (12644383719423::int8), (12644383719424::int8), (12644383719425::int8), (12644383719426::int8), (10696049115004926::int8), (10696049115004927::int8), (10696049115004928::int8), (10696049115004929::int8), (10696049115004930::int8), (11257349800984574::int8), (11257349800984575::int8), (11257349800984576::int8), (11257349800984577::int8), (11257349800984578::int8), (11257899556798462::int8), (11257899556798463::int8), (11257899556798464::int8), (11257899556798465::int8), (11257899556798466::int8), (11258449312612350::int8), (11258449312612351::int8), (11258449312612352::int8), (11258449312612353::int8), (11258449312612354::int8), (11258999068426238::int8), (11258999068426239::int8), (11258999068426240::int8), (11258999068426241::int8), (11258999068426242::int8), (null)) v(n)
select n, pg_size_pretty(n) from (values (11821949021847550::int8), (11821949021847551::int8), (11821949021847552::int8), (11821949021847553::int8), (11821949021847554::int8), (12384898975268862::int8), (12384898975268863::int8), (12384898975268864::int8), (12384898975268865::int8), (12384898975268866::int8), (12947848928690174::int8), (12947848928690175::int8), (12947848928690176::int8), (12947848928690177::int8), (12947848928690178::int8), (9223372036854775807::int8), (null)) v(n)
select text(1::int8), text(1::int2), text(interval '1 day'), text('{1}'::int[]), text('{}'::json), text('a'::varchar), text('a'::char(3)), text('x'::"char"), text(array['a']), text(timestamp '2020-01-01'), text('\x00'::bytea)
select text(row(1,2))
select varchar(row(1,2))
select name(row(1,2))
select text(x), text(y) from (values (1, true),(null, null)) v(x, y)
select text('a'::char(3)) || '|', text(null), text('a'), text(1.50), text(1::float8), text(text 'b')
