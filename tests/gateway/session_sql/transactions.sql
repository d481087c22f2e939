begin
savepoint a
declare c cursor for select generate_series(1,5)
fetch 2 c
rollback to a
fetch c
rollback

begin
declare c cursor for select generate_series(1,5)
savepoint a
fetch 2 c
select 1/0
rollback to savepoint a
fetch c
release a
release savepoint a
rollback

savepoint x
release x
rollback to x
rollback to savepoint
release savepoint
begin; savepoint x; savepoint x; release x; rollback to x; rollback to x; release x; release x
rollback work to savepoint x
abort
begin work
savepoint y
savepoint savepoint
rollback transaction to savepoint y
rollback transaction to y
release savepoint savepoint
abort work

start transaction isolation level serializable, read only, deferrable
show transaction_isolation
show transaction_read_only
show transaction_deferrable
commit work
begin isolation level repeatable read read only not deferrable
show transaction isolation level
set transaction isolation level serializable
select 1
set transaction isolation level read committed
rollback
begin transaction read write
show transaction_read_only
end
commit and no chain
begin
commit and chain
show transaction_isolation
rollback and chain
rollback and no chain
rollback and chain
commit and chain
begin isolation level nope
begin read
start
start transaction read only,
savepoint
release
rollback to
begin
begin
end transaction
end

set transaction isolation level serializable
set session characteristics as transaction isolation level repeatable read, read only
show default_transaction_isolation
show default_transaction_read_only
begin
show transaction_isolation
set transaction read write
set transaction read only
show transaction_read_only
select 1
set transaction read only
set transaction read write
rollback

begin
select 1
set transaction read only
set transaction not deferrable
set transaction deferrable
rollback
begin
select 1
set transaction isolation level read committed
set transaction isolation level serializable
rollback

begin
set local timezone = 'Europe/Berlin'
show timezone
set local application_name to 'x', 'y'
rollback
show timezone
set local timezone = 'Europe/Berlin'
set timezone to default
set session timezone to 'Asia/Tokyo'
show timezone
reset timezone
set time zone local

begin
prepare x as select 1
rollback
execute x
begin
select 1/0
execute x
rollback
discard plans
execute x
discard temp
discard temporary
discard sequences
discard nope
discard
discard all
execute x

set transaction snapshot 'nope'
begin
set transaction snapshot 'nope'
rollback
begin isolation level repeatable read
set transaction snapshot 'nope'
rollback
begin isolation level serializable
set transaction snapshot 'no pe'
rollback
begin isolation level repeatable read
select 1
set transaction snapshot 'nope'
rollback
begin isolation level repeatable read
savepoint a
set transaction snapshot 'nope'
rollback
set transaction snapshot nope
set session characteristics as transaction snapshot 'nope'
