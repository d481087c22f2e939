-- set_config gives the value as SHOW prints it, and current_setting behind it has that; in front it has the value before.
select set_config('application_name', 'x', false), current_setting('application_name')
select current_setting('application_name') cur, set_config('application_name', 'y', false)
select current_setting('application_name'), current_setting('timezone') z
select set_config('application_name', 'z', true), current_setting('application_name')
select current_setting('application_name')
select set_config('search_path', '', false), current_setting('search_path')
select set_config('search_path', 'public', false)
select set_config('a.b', 'c', false), current_setting('a.b'), current_setting('a.c', true)
select set_config('statement_timeout', '1000', false)
select set_config('statement_timeout', '0', false), set_config('datestyle', 'iso', false)
select set_config('timezone', 'Asia/Tokyo', false), current_setting('timezone')
select set_config('TimeZone', 'utc', false), timestamptz '2020-01-01 00:00+00'
select current_setting('jit') as cur, set_config('jit', 'off', false) as new
select set_config('jit', 'FALSE', false), current_setting('jit')
select set_config('nonsense', 'off', false)
select set_config('timezone', 'nowhere', false), 1
select set_config('application_name', 'q', false), 1 / 0
select current_setting('application_name')

begin
select set_config('application_name', 'x', true), current_setting('application_name')
select set_config('application_name', 'y', false)
rollback
select current_setting('application_name')

-- Superusers' settings are there, and not for everybody.
set role tester
show data_directory
show Config_File
select current_setting('data_directory')
select current_setting('HBA_FILE', true)
select current_setting('nope', true), current_setting('work_mem', true)
show nope
