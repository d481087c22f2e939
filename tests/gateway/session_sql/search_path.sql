set search_path = ''
select count(*) from airlines
select count(*) from public.airlines
select count(*) > 0 from pg_class
select 'airlines'::regclass::oid > 0
select 'public.airlines'::regclass::oid > 0
select to_regclass('public.airlines') is null
select to_regclass('airlines'), to_regclass('public.airlines')::text, to_regclass('pg_class')::text, to_regclass('airlines_pkey')
select 'public.airlines'::regclass::text, 'pg_catalog.pg_class'::regclass::text, 'information_schema.tables'::regclass::text, 'public.airlines_pkey'::regclass::text
select oid::regclass::text, array[oid]::regclass[]::text, pg_table_is_visible(oid) from pg_class where relname in ('airlines', 'airlines_pkey', 'pg_type') order by 1
select format_type(reltype, null), reltype::regtype::text, format_type(23, null) from pg_class where relname = 'airlines'
select tableoid::regclass::text from public.airlines limit 1
select 'public.airlines'::text::regclass::text
select has_table_privilege('airlines', 'SELECT')
select has_table_privilege('public.airlines', 'SELECT')

set search_path = information_schema
select count(*) from tables where table_name = 'no such table'
select count(*) from airlines
select 'tables'::regclass::text, 'public.airlines'::regclass::text, to_regclass('information_schema.tables')::text, to_regclass('airlines'), 'pg_class'::regclass::text
select relname::text, oid::regclass::text, pg_table_is_visible(oid) from pg_class where relname in ('airlines', 'tables', 'pg_type') order by 1
set search_path = information_schema, public
select 'tables'::regclass::text, 'airlines'::regclass::text, 'public.airlines'::regclass::text, to_regclass('airlines')::text
select count(*) > 0 from airlines
select count(*) from tables where table_name = 'no such table'
with tables as (select 1 as one) select one from tables
select format_type(reltype, null), format_type(reltype, 5), reltype::regtype::text from pg_class where relname = 'airlines'
reset search_path
select format_type(reltype, null), reltype::regtype::text, format_type(1, null) from pg_class where relname = 'airlines'
select count(*) from tables

set search_path = nowhere
select 1 from airlines
select count(*) > 0 from pg_type
set search_path = nowhere, public, pg_catalog
select count(*) > 0 from airlines
begin
set local search_path = pg_catalog
select 1 from airlines
rollback
select count(*) > 0 from airlines
