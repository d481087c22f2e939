begin
declare c cursor for select carrier from airlines order by carrier
fetch c
fetch next c
fetch next from c
fetch next in c
fetch forward from c
fetch forward 2 from c
fetch absolute 9 from c
fetch relative 1 from c
move 2 in c
move next c
fetch all from c
fetch c
rollback

begin
declare c scroll cursor for select carrier from airlines order by carrier
fetch forward 2 from c
fetch backward 1 from c
fetch backward all from c
fetch all in c
fetch -2 c
move -1 c
move backward 2 in c
move forward all c
move relative -3 from c
fetch relative 0 c
fetch 0 c
move 0 c
fetch backward 0 c
fetch last c
fetch next c
fetch prior c
fetch absolute 0 c
fetch first c
move absolute 2 c
move last c
move first c
move prior c
fetch absolute -3 c
close c
commit

begin
declare c binary cursor for select id, large, double, words, day from kinds where id = 0
fetch c
declare b insensitive cursor for select 1
fetch b
declare a asensitive cursor for select 1
fetch a
declare d binary insensitive no scroll cursor without hold for select 1
fetch d
declare e insensitive binary scroll cursor with hold for select 1
fetch e
commit
fetch e
fetch first e
close e
close e

declare h cursor with hold for select carrier from airlines order by carrier limit 5
fetch 2 h
fetch 2 h
close h
declare h scroll cursor with hold for select carrier from airlines order by carrier limit 5
fetch 2 h
fetch -1 h
close all
fetch h

begin
declare h cursor with hold for select carrier from airlines order by carrier limit 5
fetch h
rollback
fetch h

begin
declare h cursor with hold for select carrier from airlines order by carrier limit 5
fetch h
commit
fetch h
begin
fetch h
rollback
fetch h
discard all
fetch h

declare c cursor for select 1
begin
declare c cursor for select 1
declare c cursor for select 2
rollback
begin
declare c cursor for select nope
rollback
begin
declare c cursor for insert into airlines values (1)
rollback
declare c cursor for update airlines set name = 'x'
begin
declare c no scroll cursor for select 1
fetch prior c
rollback
declare c scroll no scroll cursor for select 1
declare c insensitive asensitive cursor for select 1
declare
declare c
declare c cursor
declare c cursor for
fetch
fetch from
fetch 1 from nope
move nope
close nope
close
fetch 9999999999999 from c
fetch 1.5 from c
fetch absolute from c
fetch -2147483648 from c

begin
declare "My C" cursor for select 1
fetch "My C"
fetch my
rollback

begin
declare c cursor for values (1,'a'),(2,'b')
fetch all c
declare d cursor for table airlines
move all d
declare e cursor for with x as (select 1 a) select * from x
fetch e
declare f cursor for (select 1) union all select 2 order by 1
fetch all f
fetch f
move f
rollback

begin; declare c cursor for select g from generate_series(1, 9) g; fetch 3 c; close c; commit
declare c cursor for select 1; fetch c
fetch c
