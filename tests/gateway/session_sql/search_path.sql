set search_path = ''
select count(*) from airlines
select count(*) from public.airlines
select count(*) > 0 from pg_class
select 'airlines'::regclass::oid > 0
select 'public.airlines'::regclass::oid > 0
select to_regclass('public.airlines') is null

set search_path = information_schema
select count(*) from tables where table_name = 'no such table'
select count(*) from airlines
set search_path = information_schema, public
select count(*) > 0 from airlines
select count(*) from tables where table_name = 'no such table'
with tables as (select 1 as one) select one from tables
reset search_path
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
