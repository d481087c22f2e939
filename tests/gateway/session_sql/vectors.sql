-- int2vector and oidvector begin with 0, as those see who read primary keys from pg_index.
select array_lower(v,1), array_upper(v,1), array_dims(v), array_length(v,1), array_ndims(v), cardinality(v) from (values ('1 2 3'::int2vector), (''), (null)) t(v)
select array_lower(v,2), array_upper(v,2), array_length(v,2), array_lower(v,0), array_lower(v,null) from (values ('1 2 3'::int2vector)) t(v)
select array_lower(v,1), array_upper(v,1), array_dims(v), array_length(v,1), array_ndims(v), cardinality(v) from (values ('1 2 3'::oidvector), (''), (null)) t(v)
select array_lower('1 2'::int2vector,1), array_upper('1 2'::oidvector,1), array_dims('7'::oidvector)
select v[0], v[1], v[2], v[3], v[-1], v[null] from (values ('1 2 3'::int2vector), ('')) t(v)
select v[0:1], v[1:1], v[:1], v[1:], v[:], v[-5:9], v[2:1], v[7:8] from (values ('1 2 3'::int2vector), (''), (null)) t(v)
select v[0:1], v[1:1], v[:1], v[1:], v[:], v[-5:9], v[2:1], v[7:8] from (values ('1 2 3'::oidvector), (''), (null)) t(v)
select (v[1:2])[1], array_lower(v[1:2],1), array_upper(v[1:],1), array_dims(v[1:]) from (values ('1 2 3'::int2vector)) t(v)
select generate_subscripts('1 2 3'::int2vector,1)
select generate_subscripts('1 2 3'::int2vector,1,true)
select generate_subscripts('1 2 3'::int2vector,2)
select generate_subscripts('1 2 3'::oidvector,1)
select * from generate_subscripts(''::oidvector,1)
select generate_subscripts(null::oidvector,1)
select g, v[g] from (values ('4 5 6'::int2vector)) t(v), generate_subscripts(v,1) g
select g, v[g] from (values ('4 5 6'::int2vector)) t(v), generate_subscripts(v,1,true) g
select array_position('4 5 6'::int2vector, 5::int2), array_position('4 5 6'::int2vector, 9::int2), array_positions('4 5 4'::int2vector, 4::int2)
select array_position('4 5 4'::int2vector, 4::int2, 1), array_position('4 5 4'::int2vector, 4::int2, 0)
select array_position('4 5 6'::int2vector, 5)
select array_position('4 5 6'::oidvector, 5::oid), array_positions('4 5 4'::oidvector, 4::oid)
select unnest('4 5 6'::int2vector), unnest('1 2'::oidvector)
select * from unnest('4 5 6'::int2vector) with ordinality
select 5::int2 = any('4 5 6'::int2vector), 5 = any('4 5 6'::int2vector), 7 = all('4 5'::oidvector)
select '4 5'::int2vector = '4 5'::int2vector, '4 5'::oidvector = '4 5'::oidvector, '4 5'::oidvector < '4 6'::oidvector
select '4 5'::int2vector @> '4'::int2vector, '4 5'::int2vector && '4'::int2vector
select array(select unnest('4 5 6'::int2vector))
select information_schema._pg_expandarray('4 5 6'::int2vector)
select (information_schema._pg_expandarray(indkey)).n, (information_schema._pg_expandarray(indkey)).x from pg_index where indrelid='flights'::regclass
select coalesce(indkey, '1 2')[0], (array_agg(indkey[0]))[1] from pg_index where indrelid='flights'::regclass group by indkey
select array_lower(coalesce('1 2'::int2vector, '3'),1), array_lower(case when true then '1 2'::int2vector end,1), array_lower((select '1 2'::int2vector),1)
select array_lower(v,1), v[0] from (select '1 2'::int2vector v union all select '3 4'::int2vector) t
select array_upper(indkey, 1) + 1, indkey[array_upper(indkey, 1)], indkey[array_lower(indkey, 1)] from pg_index where indrelid='flights'::regclass
SELECT a.attname FROM (SELECT indrelid, indkey, generate_subscripts(indkey, 1) idx FROM pg_index WHERE indrelid = '"flights"'::regclass AND indisprimary) i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[i.idx] ORDER BY i.idx
SELECT distinct i.relname, d.indisunique, d.indkey, pg_get_indexdef(d.indexrelid), pg_catalog.obj_description(i.oid, 'pg_class') AS comment, d.indisvalid, ARRAY(SELECT pg_get_indexdef(d.indexrelid, k + 1, true) FROM generate_subscripts(d.indkey, 1) AS k ORDER BY k) AS columns FROM pg_class t INNER JOIN pg_index d ON t.oid = d.indrelid INNER JOIN pg_class i ON d.indexrelid = i.oid WHERE i.relkind IN ('i', 'I') AND t.relname = 'flights' ORDER BY i.relname
SELECT kcu.column_name FROM information_schema.key_column_usage kcu WHERE table_name = 'flights' order by 1
select array_lower(proargtypes, 1), array_upper(proargtypes, 1), proargtypes[0], proargtypes[0:0] from pg_proc where proname = 'lower' and proargtypes[0] = 25
select indkey[0:indnkeyatts-1], array_length(indkey[0:1], 1), indkey[0:1]::text from pg_index where indrelid='flights'::regclass
select string_agg(attname, ',' order by array_position(indkey, attnum)) from pg_index i join pg_attribute a on a.attrelid = indrelid and attnum = any(indkey) where indrelid='flights'::regclass
select (array[10,20,30])[0:1], (array[10,20,30])[0], (array[10,20,30])[2:], array_lower(array[10,20],1), array_lower((array[10,20,30])[2:],1)

