select regexp_match('abcd', '(a|ab)(c|bcd)')
select regexp_match('xaaay', '(a+?)(a*)')
select regexp_replace('abc01234xyz', '(.*?)(\d+)(.*)', '\2')
select regexp_matches('foobar', '(fo|foo)(bar)?')
select to_char(485, '9RN')
select to_number('4th', '9th')
select to_char(interval '1 day', 'IYYY-IW')
select convert_from('\x61'::bytea, 'EUC_JP')
select extract(julian from timestamp '2020-01-01 12:00')
select 'nan'::numeric + 1
select current_time
