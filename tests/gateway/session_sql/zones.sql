set timezone to '+2'
select timestamptz '2020-01-01 00:00+00', date_trunc('day', timestamptz '2020-01-01 23:00+00')
set timezone to '+02:00'
select timestamptz '2020-01-01 00:00+00'
set timezone to 'UTC+2'
select timestamptz '2020-01-01 00:00+00'
set timezone to '<+03>-3'
select timestamptz '2020-01-01 00:00+00'
set timezone to 'foo-2:30'
select timestamptz '2020-01-01 00:00+00', timestamp '2020-01-01'::timestamptz, timestamptz '0044-03-15 00:00+00 BC'
set time zone 5.5
show timezone
select timestamptz '2020-01-01 00:00+00', '2020-01-01'::timestamptz = '2019-12-31 18:30+00'
select x from (values (timestamptz '2020-01-01 00:00+00'), ('infinity'), ('12345-01-01 00:00+00')) as v (x) order by x
set time zone -5.25
show timezone
select timestamptz '2020-01-01 00:00+00'
set time zone interval '-03:30' hour to minute
select timestamptz '2020-01-01 00:00+00'
set datestyle to 'SQL'
select timestamptz '2020-01-01 00:00+00'
set timezone to 'MSK'
set timezone to 'PST'
set timezone to 'Nowhere'
