select date_trunc('hour', timestamptz '2020-03-08 07:11+00','Asia/Tokyo'), date_trunc('day', interval '1 day 05:00'), date_trunc('week', date '2020-03-08')
select date_trunc('hour', time '10:00')
select date_trunc('day', timestamptz '2020-03-08 07:11+00','Nowhere')
select date_trunc('quarter', timestamp '2020-05-08 07:11'), date_trunc('Month', timestamp '2020-05-08 07:11'), date_trunc('years', timestamp '2020-05-08 07:11'), date_trunc('mon', timestamp '2020-05-08 07:11')
select date_bin('15 minutes', timestamptz '2020-02-11 15:44:17+01', timestamptz '2001-01-01')
select date_bin('1 month', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01')
select date_bin('0 min', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01')
select date_bin('-5 min', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01')
select date_bin('7 days', timestamp '2000-02-11 15:44:17', timestamp '2001-01-01')
select date_bin('1 hour', date '2020-01-01', date '2019-01-01')
select extract(epoch from timestamptz '2020-01-01 00:00:00.5+00'), extract(epoch from interval '1 day 2 hours'), extract(epoch from date '2020-01-01'), extract(epoch from time '10:00')
select date_part('year', date '2020-01-01'), date_part('epoch', interval '1 mon'), date_part('second', time '10:00:01.5'), date_part('dow', timestamptz '2020-01-01 23:00-05')
select extract(week from date '2021-01-03'), extract(isoyear from date '2021-01-03'), extract(isodow from date '2021-01-03')
select extract(hour from date '2020-01-01')
select extract(century from date '0044-03-15 BC'), extract(year from date '0044-03-15 BC'), extract(decade from date '0044-03-15 BC'), extract(millennium from date '2001-01-01')
select extract(day from interval '40 days 1 month'), extract(month from interval '14 months'), extract(hour from interval '100 hours')
select extract(second from timestamp '2020-01-01 00:00:01.123456'), extract(milliseconds from timestamp '2020-01-01 00:00:01.123456'), extract(microseconds from time '00:00:01.5')
select timeofday() is not null
select timestamp '2020-07-01 10:00' at time zone 'UTC' at time zone 'America/New_York', timezone('Europe/Berlin', timestamp '2020-07-01 10:00'), timezone(interval '2 hours', timestamptz '2020-07-01 10:00+00')
select timestamp '2020-07-01 10:00' at time zone 'nope'
select timestamptz '2020-03-08 07:11+00' at time zone 'PST8PDT', timestamptz '2020-03-08 07:11+00' at time zone 'CET', timestamptz '2020-07-08 07:11+00' at time zone 'CEST', timestamptz '2020-07-08 07:11+00' at time zone '+3', timestamptz '2020-07-08 07:11+00' at time zone 'utc+3', timestamptz '2020-07-08 07:11+00' at time zone 'EST5EDT', timestamptz '2020-07-08 07:11+00' at time zone 'Z'
select timestamptz '2020-03-29 00:30+00' at time zone 'Europe/Berlin', timestamp '2020-03-29 02:30' at time zone 'Europe/Berlin', timestamp '2020-10-25 02:30' at time zone 'Europe/Berlin'
select justify_hours(interval '27 hours'), justify_days(interval '35 days'), justify_interval(interval '1 mon -1 hour'), justify_interval(interval '-1 mon 31 days 25:00')
select make_date(2020,13,1)
select make_time(25,0,0)
select make_timestamp(2020,1,2,25,4,5)
select interval '1 day' * 2, 2 * interval '1 day', interval '1 day' / 2, interval '1 day' + interval '2 hours', -interval '1 day', interval '1 day' * 1.5, interval '1 month' / 3, interval '1 day' / 0
select interval '1 day' / 3.5, interval '1 mon' * 0.1, interval '1 year' * 0.123
select date '2020-01-31' + interval '1 month', date '2020-03-31' - interval '1 month', date '2020-01-01' + time '10:00', date '2020-01-01' - date '2019-01-01', time '10:00' + interval '15 hours', time '10:00' - time '08:00', timestamp '2020-01-01' - timestamp '2019-01-01 12:00'
select interval '1 day' > interval '23 hours', interval '1 mon' = interval '30 days', interval '24 hours' = interval '1 day'
select isfinite(timestamp 'infinity'), isfinite(date 'infinity'), isfinite(interval '1 day')
select to_timestamp('2020-01-02 03:04:05','YYYY-MM-DD HH24:MI:SS'), to_timestamp('20200102','YYYYMMDD'), to_timestamp('2020-01-02T03:04:05.678','YYYY-MM-DD"T"HH24:MI:SS.MS'), to_timestamp('Jan 5 2020 3:04 PM','Mon DD YYYY HH12:MI PM'), to_timestamp('2020-366','YYYY-DDD'), to_timestamp('2020 05 3','IYYY IW ID')
select to_date('05 Dec 2000','DD Mon YYYY'), to_date('2020-13-01','YYYY-MM-DD')
select to_date('2020-02-30','YYYY-MM-DD')
select to_date('abc','YYYY')
select to_date('20-01-02','YY-MM-DD'), to_date('70-01-02','YY-MM-DD'), to_date('1,234-01','Y,YYY-MM'), to_date('January 5, 2020','Month DD, YYYY'), to_date('2020Q2','YYYY"Q"Q'), to_date('2458850','J')
select to_number('12,454.8-','99G999D9S'), to_number('1234','9999'), to_number('-12.5','S99.9'), to_number('$1,234.50','L9,999.99'), to_number('  42','9999'), to_number('XIV','RN')
select to_number('abc','999')
select to_char(timestamp '2020-03-08 17:11:12.345678', 'HH HH12 HH24 MI SS MS US FF1 FF2 FF3 FF4 FF5 FF6 SSSS SSSSS AM am A.M. a.m. PM pm P.M. p.m.')
select to_char(timestamp '2020-03-08 17:11:12.345678', 'Y,YYY YYYY YYY YY Y IYYY IYY IY I BC bc B.C. b.c. AD ad A.D. a.d.')
select to_char(timestamp '2020-03-08 17:11:12.345678', 'MONTH|Month|month|MON|Mon|mon|MM|DAY|Day|day|DY|Dy|dy|DDD|IDDD|DD|D|ID|W|WW|IW|CC|J|Q|RM|rm')
select to_char(timestamptz '2020-03-08 17:11:12.345678+00', 'TZ tz TZH TZM OF')
select to_char(timestamp '2020-03-08 07:01:02', 'FMMonth FMDD FMHH12:FMMI DDth DDTH FMDDth TMMonth TMDay "text" YYYY"Y" \"esc\"')
select to_char(date '2020-03-08', 'YYYY-MM-DD'), to_char(timestamp '0044-03-15 BC','YYYY BC'), to_char(time '10:11:12','HH24:MI'), to_char(timestamp 'infinity','YYYY')
select to_char(interval '1 year 2 mons 3 days 04:05:06.789', 'YYYY MM DD HH24 HH12 MI SS MS US DDD Q'), to_char(interval '100 hours', 'HH24:MI:SS'), to_char(interval '-1 day -02:03','DD HH24:MI'), to_char(interval '15h 2m 12s', 'HH24:MI:SS'), to_char(interval '3 mons','Mon')
select to_char(125,'999'), to_char(-125,'999'), to_char(125.8,'999.9'), to_char(0.1,'0.99'), to_char(-0.1,'9.99'), to_char(12,'S99'), to_char(-12,'99S'), to_char(-12,'99MI'), to_char(12,'99MI'), to_char(-12,'99PR'), to_char(12,'99PR'), to_char(12,'PL99'), to_char(12,'SG99'), to_char(-12,'99SG')
select to_char(1234567.891,'9G999G999D99'), to_char(1234,'L9999'), to_char(485,'RN'), to_char(485,'FMRN'), to_char(5,'rn'), to_char(4000,'RN'), to_char(12,'99V999'), to_char(12.45,'99V9'), to_char(482,'999th'), to_char(1,'9TH'), to_char(1234.5,'9.9EEEE'), to_char(0.00012,'9.99EEEE'), to_char(-1234,'9.999eeee')
select to_char(1234,'FM999999'), to_char(1234.50,'FM9999.99'), to_char(0,'FM9.99'), to_char(0,'9'), to_char(0,'0'), to_char(0.5,'9.9'), to_char(148.5,'FM999.990'), to_char(3148.5,'9G999D999'), to_char(-485,'9 9 9'), to_char(1485,'9,999'), to_char(12345678901,'FM999,999,999,999'), to_char(1e10::float8,'9.99EEEE'), to_char('nan'::float8,'999'), to_char('infinity'::float8,'999'), to_char(1.5::float4,'9.99')
select to_char(1234,'99'), to_char(-1,'FM99'), to_char(1,'0000'), to_char(1,'9000'), to_char(0.45,'.99'), to_char(0.45,'FM.99'), to_char(1.2,'B9.9'), to_char(0,'B9'), to_char(485.8,'"Pre:"999" Post:" .999'), to_char(7,'C9')
select generate_series(1,3), generate_series(1,2)
select * from generate_series(timestamp '2020-01-01', timestamp '2020-01-02', interval '12 hours')
select * from generate_series(date '2020-01-01', date '2020-01-03', '1 day')
select * from generate_series('2020-01-01'::timestamptz, '2020-01-02', '6 hours') with ordinality
select * from generate_series(timestamp '2020-01-01', timestamp '2020-01-02', interval '0')
select * from generate_series(3,1)
select * from generate_series(1,null)
select count(*) from generate_series(1,100000)
select g::date from generate_series(date '2020-01-30', date '2020-02-02', interval '1 day') g
select timestamp '2020-01-01 00:00:00' + generate_series(0,2) * interval '1 day'
select timestamp '2020-02-30'
select interval 'nope'
select time '25:00'
select timestamptz '2020-01-01 00:00 Nowhere/Zone'
select date_add(timestamptz '2020-01-01', interval '1 day')
select timestamptz '2020-01-01 00:00+14:00', timestamptz '2020-01-01 00:00 America/New_York', timestamp '2020-01-01T00:00:00Z', timestamptz '20200101T101112Z', date '20200101', date 'Jan 1 2020', date '1/2/2020', date '2020.001'
select '2020-01-01'::date = '2020-01-01 00:00'::timestamp, date '2020-01-01' < timestamptz '2020-01-01 00:00+00', date '2020-01-01' + 5, 5 + date '2020-01-01', date '2020-01-01' - 5
select timestamp '2020-01-01' between '2019-01-01' and '2021-01-01', date '2020-01-01' in ('2020-01-01','2020-01-02')
select floor(extract(epoch from timestamptz '2020-01-01 00:07:00+00')/300)*300
select to_timestamp(floor((extract('epoch' from timestamptz '2020-01-01 00:07:00+00') / 600 )) * 600) at time zone 'UTC'
select date_trunc(u, timestamp '2020-05-17 10:11:12.345') from (values ('day'),('Hours'),('quarter'),('century'),(null)) v(u)
select date_trunc(u, timestamptz '2020-05-17 10:11:12.345+00', 'Asia/Tokyo') from (values ('day'),('week')) v(u)
select date_trunc(null, timestamp '2020-01-01'), date_trunc('day', null::timestamp)
select date_trunc(u, timestamp '2020-05-17') from (values ('nope')) v(u)
select date_trunc('day', t) from (values (timestamp '2020-05-17 10:00')) v(t)
SELECT to_char(NULL::interval, 'DD'), to_char(i, 'HH24') FROM (VALUES ('3 hours'::interval), (NULL)) AS v(i)
SELECT date_bin(i, timestamp '2020-01-01 10:17', timestamp '2020-01-01') FROM (VALUES ('15 minutes'::interval), (NULL)) AS v(i)
SELECT g FROM (VALUES ('1 day'::interval), (NULL)) AS v(i), generate_series(timestamptz '2020-01-01', '2020-01-03', i) AS g
SELECT regexp_instr('abcabc', 'b', n), regexp_substr('abcabc', 'b.', n), regexp_replace('abcabc', 'b', 'x', n, 1) FROM (VALUES (3), (NULL)) AS v(n)
select timezone(z, t)::text, timezone(z, t at time zone 'UTC')::text from (values (null::interval, '-infinity'::timestamp), ('1 hour', 'infinity'), (null, '2020-01-01')) v(z, t)
select timezone(z, t), timezone(z, t at time zone 'UTC'), date_trunc(z, t), date_trunc(z, t at time zone 'UTC') from (values (null::text, '-infinity'::timestamp), (null, '2020-01-01')) v(z, t)
select isfinite(i), extract(epoch from i), date_part('epoch', i) from (values (null::interval), ('-2147483648 days'), ('2147483647 months'), ('1 day 0.000001')) v(i)
select u, t::text, date_trunc('month', t)::text, date_trunc('hour', t)::text, date_trunc('century', t)::text, date_trunc(u, t)::text, date_trunc('day', t at time zone 'UTC')::text, date_trunc('month', t at time zone 'UTC', 'Asia/Tokyo')::text, date_trunc('minute', t at time zone 'UTC', '+03')::text, date_trunc(u, t at time zone 'UTC', 'America/New_York')::text from (values ('infinity'::timestamp), ('-infinity'), (null), ('2020-03-08 02:30:00'), ('1969-12-31 23:59:59.999999'), ('0044-03-15 10:00:00 BC')) v(t), (values ('decade'), ('week'), ('second'), (null)) w(u) order by 1, 2
select z, date_trunc('day', t, 'UTC')::text, date_trunc('hour', t, 'GMT')::text, date_trunc('week', t, 'Etc/UTC')::text, date_trunc('month', t, '+00')::text, date_trunc('century', t, 'utc')::text from (values (1, timestamptz '2020-03-08 02:30:00+00'), (2, '-infinity'), (3, '0044-03-15 10:00:00+00 BC'), (4, null)) v(z, t) order by 1
select interval '1 month - 1 day', interval '- 1 year + 2 months -  3 days', interval '+ 1 day - 04:05:06.7', interval '- 1-2', interval '1 day - 2 hours ago', date_trunc('month', timestamp '2024-02-10') + interval '1 month - 1 day', ' - 1.5'::interval second, '1 -1'::interval
select interval '1 month -'
select interval '- - 1 day'
select interval '- day'
select interval '-.5 day'
select interval '1 day - .5 hours'
select interval '.5 day'
select time '23:59:59.6'::time(0)::text, time(2) '23:59:59.995'::text, timestamp '2024-12-30 23:59:59.5'::time(0)::text, timestamptz '2024-12-30 23:59:59.5+00'::time(0)::text, interval '23:59:59.7'::time(0)::text, make_time(24, 0, 0)::text, make_time(23, 59, 60)::text
select x::time::text, x::time(0)::text, x::time::time(0)::text, ('2024-12-30 ' || x)::timestamp::time(1)::text, x::time = '24:00', x::time::interval, date '2020-01-01' + x::time, (x::time + interval '1 minute')::text from (values ('23:59:59.96'), ('24:00'), ('00:00'), (null), ('23:59:59.4')) v(x) order by x::time
SELECT '''2013-07-01'''::date, '"2013-07-01 10:20:30"'::timestamp, '[2013-07-01]'::date, '''2013-07-01 10:20:30'' UTC'::timestamptz, '`10:20:30`'::time, '2013*07*01'::date
SELECT x::date, x::timestamptz FROM (VALUES ('''2013-07-01'''), ('{Jul 4 2013}'), ('2013-07-01 ''PST'''), ('2013-07-01!10:20')) v(x)
SELECT '2013=07=01'::date
SELECT '#'::date
SELECT ''''''::timestamp
select timestamptz(d, t)::text, "timestamp"(d, t)::text, (d + t)::text from (values (date '1994-01-01', time '11:00'), ('infinity', '00:00'), ('-infinity', '23:59:59.999999'), (null, '10:00'), ('2020-01-01', null), ('0044-03-15 BC', '24:00')) v(d, t)
select timestamptz('1994-01-01', time '11:00')
select timestamptz(date '5874897-12-31', time '11:00')
select (interval '')::text
select (interval '-1:2-3')::text
select (interval '1 2 hours')::text
select (interval '1 2' day to hour)::text
select (interval '1 2' day to minute)::text
select (interval '1 2' day to second)::text
select (interval '1 2' hour to minute)::text
select (interval '1 2' hour)::text
select (interval '1 2' minute to second)::text
select (interval '1 2' year to month)::text
select (interval '1 2')::text
select (interval '1 2:03' day to hour)::text
select (interval '1 2:03')::text
select (interval '1 2:03:04' day to hour)::text
select (interval '1 ago day')::text
select (interval '1 ago hour')::text
select (interval '1 ago')::text
select (interval '1 day -2 hours')::text
select (interval '1 day @')::text
select (interval '1 day ago ago')::text
select (interval '1 day!')::text
select (interval '1 day; 2 hours!')::text
select (interval '1,234 days')::text
select (interval '1-2 3 months')::text
select (interval '1-2 3 years')::text
select (interval '1. h')::text
select (interval '1.5.5')::text
select (interval '1.5:0:54')::text
select (interval '1.5:30')::text
select (interval '1.h')::text
select (interval '1/2 day')::text
select (interval '1:.5')::text
select (interval '1:00 .5 days')::text, (interval '.5 days 1:00')::text
select (interval '1:02 ago')::text
select (interval '1:2.')::text
select (interval '1:2:.5')::text
select (interval '1:2:3.')::text
select (interval '1:2:3:4')::text
select (interval '1::3')::text
select (interval '1d+2h')::text
select (interval '1d-2h')::text
select (interval '1day-2hours')::text
select (interval '1hour+2min')::text
select (interval '3 1-2')::text
select (interval '4 centurys')::text
select (interval '4 milleniums')::text
select (interval '4 millenniums')::text
select (interval '4 millenniumsx')::text, (interval '4 microseconxx')::text, (interval '4 milliseconxx')::text
select (interval '5- 3 days')::text
select (interval '5d3h2m1s')::text, (interval '5y3mon2d')::text, (interval '5dec3')::text
select (interval '5day3hours')::text
select (interval '5days3h')::text
select (interval ':')::text
select (interval ':1')::text
select (interval '@ 1 day ago')::text
select (interval 'P10.5e4Y')::text
select (interval 'P1e-1Y')::text, (interval 'PT1.0000005S')::text, (interval '1.0000005')::text, (interval '1.0000015')::text, (interval '-1.0000015')::text, (interval 'P0.5M')::text, (interval '-0.5 sec')::text, (interval '-.5 sec')::text
select (interval 'P1e16Y')::text
select (interval 'PT2562047788.0152155019444H')::text
select (interval 'ago 1 day')::text
select (interval 'day 1')::text
select (interval 'day')::text
select (interval '{1:02}')::text
select interval '4 millenniumsx', interval '1 millenniuxyz'
select (date 'J1520447')::text
select (date 'J0')::text, (date 'J1721425')::text, (date 'J1721426')::text, (date 'J1721060')::text, (timestamp 'J1')::text
select (date 'J1721425 BC')::text
select (timestamptz '20011227 040506-08')::text
select (timestamptz '20011227T040506-08')::text
select (timestamptz 'J2452271.5')::text
select (timestamptz 'J2452271.5+08')::text
select (time '040506.789+08')::text
select (date '1999 08 Jan')::text
select ('2001-07-11 10:51:14 PST-03:00'::timestamptz)::text
select date 'J 2452271', timestamptz 'J2452271+08', timestamptz 'J2452271-08', timestamp 'J2452271.25', date 'j2452271.999', timestamp 'J2452271 04:05'
select date 'J'
select date 'Jx'
select timestamp 'J2452271.5 04:05'
select date 'J2452271 J2452271'
select date '2001-01-01 J2452271'
select date 'J2452271 2001-01-01'
select (date 'J2147483647')::text
select (date 'J2147483493')::text
select (date 'J2147483494')::text
select (date 'J99999999999')::text
select (date 'J1 BC')::text
select timestamptz '2001-12-27 040506-08', timestamptz '2001-12-27 0405-08', timestamp '2001-12-27 040506-08', timestamptz '20011227 040506.789-08', timestamptz '20011227 040506+08', timestamptz '20011227T040506.789-08'
select timestamptz '27 Dec 2001 040506-08'
select timestamptz '20011227 040506-08:30'
select timestamptz '20011227 040506-0830'
select timestamptz '20011227 04-08'
select timestamptz '20011227 10:00 040506-08'
select timestamptz '2001-12-27 10-12'
select timestamptz '2001-12-27 2001-12'
select date '1999 08 Jan', date '99 Jan 08', date '1999 Jan 08', timestamp '1999 08 Jan 10:00'
select date '08 1999 Jan'
select date '08 01 Jan'
select date '99 08 Jan'
select date '1999 Jan 08 Jan'
select date '1999 08 01 Jan'
select date '1999 32 Jan'
select date '1999 08 Jan 08'
select time '040506.789+08', time '040506+08', time '040506-08', time '0405+08', time '040506 +08:30', time '040506.789', time 'T040506+08'
select time '040506.789-08'
select time '040506 PST'
select time '0405'
select time '04+08'
select timestamptz '2001-07-11 10:51:14 PST-03:00', timestamptz '2001-07-11 10:51:14 PST+03', timestamptz '2001-07-11 10:51:14 ABC+03:30', timestamptz '2001-07-11 10:51:14 UTC+5'
select timestamptz '2001-07-11 10:51:14 PST-03:00:15'
select timestamptz '2001-07-11 10:51:14 PST-03:60'
select timestamptz '2001-07-11 10:51:14 PST:00'
select timestamptz '2001-07-11 10:51:14 America/New_York:00'
select timestamptz '2001-07-11 10:51:14-03:00'
select timestamptz '2001-07-11 GMT-03:00 10:51:14'
select t at time zone 'PST-03:00' from (values (timestamp '2001-07-11 10:51:14')) v(t)
select time '0405 pm', time '040506 am'
select time '040506 2001-01-01'
select time '040506 x'
select time '2001 01 01'
select time '040506 '
select time '0405 06'
select time '0405 0607'
select time '2001-01-01'
select time '2001-01'
select date '2001-123 040506', timestamp '1999.008 040506', timestamp '2001-123 0405', (date '011227040506')::text, (date '040506 BC')::text, (date '10:00 27 Dec 200110')::text
select date '27 Dec 040506'
select timestamptz '2001-01-01 10:00 PST -08'
select timestamptz '2001-01-01 10:00-08 PST'
select timestamptz '2001-01-01 allballs -08'
select timestamptz '2001-01-01 10:00 allballs'
select time '04:05 pm+08', timestamptz '2001-01-01 04:05 am+08', timestamptz '2001-01-01 04:05 pm-08:30', (date '2001-01-01 bc+3')::text
