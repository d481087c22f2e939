# What DBD::Pg makes of a database, one line of JSON per answer: host, port, user, database, and what to ask for.
use strict;
use warnings;
use DBI qw(:sql_types);
use DBD::Pg qw(:pg_types :async);
use JSON::PP;

my ($host, $port, $user, $database, $what) = @ARGV;
my $dbh = DBI->connect("dbi:Pg:dbname=$database;host=$host;port=$port", $user, '', { RaiseError => 1, PrintError => 0, AutoCommit => 1 });
my $json = JSON::PP->new->ascii->canonical->allow_nonref;

sub tell_of {
    my ($about, $work) = @_;
    my @found = eval { $work->() };
    @found = ("FAILED $DBI::state " . (split /\n/, $@)[0]) if $@;
    $_ = ref $_ && ref $_ ne 'ARRAY' && ref $_ ne 'HASH' ? "$_" : $_ for @found;
    print $json->encode([$about, \@found]), "\n";
}

sub rows { my ($sth) = @_; return defined $sth ? @{ $sth->fetchall_arrayref } : 'none' }

sub structure {
    tell_of 'tables', sub { rows $dbh->table_info(undef, 'public', '%', 'TABLE,VIEW') };
    tell_of 'names', sub { $dbh->tables(undef, 'public', '%', '') };
    tell_of 'kinds of tables', sub { rows $dbh->table_info('', '', '', '%') };
    tell_of 'catalogs', sub { rows $dbh->table_info('%', '', '') };
    for my $table ('kinds', 'route_hours', 'Mixed Case', 'order', 'nothing') {
        tell_of "columns of $table", sub { rows $dbh->column_info(undef, 'public', $table, '%') };
        tell_of "key of $table", sub { rows $dbh->primary_key_info(undef, 'public', $table) };
        tell_of "key in a row of $table", sub { rows $dbh->primary_key_info(undef, 'public', $table, { pg_onerow => 2 }) };
        tell_of "key names of $table", sub { $dbh->primary_key(undef, 'public', $table) };
        tell_of "indexes of $table", sub { rows $dbh->statistics_info(undef, 'public', $table, 0, 0) };
        tell_of "unique ones of $table", sub { rows $dbh->statistics_info(undef, 'public', $table, 1, 0) };
        tell_of "what refers to $table", sub { rows $dbh->foreign_key_info(undef, 'public', $table, undef, undef, undef) };
        tell_of "what $table refers to", sub { rows $dbh->foreign_key_info(undef, undef, undef, undef, 'public', $table) };
    }
    tell_of 'types', sub { @{ $dbh->type_info_all } };
    tell_of 'info', sub { map { $dbh->get_info($_) } 17, 18, 25, 29, 30, 47, 72, 87 };
    tell_of 'server', sub { @{$dbh}{qw(pg_server_version pg_db pg_user pg_standard_conforming_strings pg_enable_utf8)} };
}

sub contents {
    tell_of 'kinds', sub { rows do { my $sth = $dbh->prepare('SELECT * FROM kinds ORDER BY id'); $sth->execute; $sth } };
    my $sth = $dbh->prepare('SELECT carrier, name FROM airlines WHERE carrier = ?');
    tell_of 'prepared', sub { map { $sth->execute($_); rows $sth } 'UA', 'AA', 'nobody', undef };
    tell_of 'described', sub { @{$sth}{qw(NAME TYPE PRECISION SCALE NULLABLE pg_type pg_size)} };
    tell_of 'dollars', sub { @{ $dbh->selectall_arrayref('SELECT count(*) FROM flights WHERE origin = $1 AND dep_delay > $2', undef, 'JFK', 30) } };
    tell_of 'named', sub { my $s = $dbh->prepare('SELECT :a::int4 + :b::int4'); $s->bind_param(':a', 1); $s->bind_param(':b', 2, SQL_INTEGER()); $s->execute; rows $s };
    tell_of 'any', sub { @{ $dbh->selectcol_arrayref('SELECT name FROM airlines WHERE carrier = ANY(?) ORDER BY 1', undef, ['UA', 'AA']) } };
    tell_of 'bytes', sub { my $s = $dbh->prepare('SELECT ?'); $s->bind_param(1, "\x00\xff", { pg_type => PG_BYTEA }); $s->execute; map { unpack 'H*', $_->[0] } rows $s };
    tell_of 'hash', sub { $dbh->selectall_hashref('SELECT carrier, name FROM airlines WHERE carrier < ?', 'carrier', undef, 'B') };
    tell_of 'quoted', sub { $dbh->selectrow_array('SELECT ' . $dbh->quote("it's \\ é")), $dbh->quote_identifier('public', 'Mixed Case') };
    tell_of 'transaction', sub {
        $dbh->begin_work; my @n = $dbh->selectrow_array('SELECT count(*) FROM airlines'); $dbh->pg_savepoint('here');
        eval { $dbh->do('SELECT 1 / 0') }; my $state = $dbh->state; $dbh->pg_rollback_to('here'); $dbh->commit; (@n, $state);
    };
    tell_of 'async', sub { my $s = $dbh->prepare('SELECT count(*) FROM flights', { pg_async => PG_ASYNC }); $s->execute; $s->pg_result; rows $s };
    tell_of 'copied', sub { $dbh->do('COPY (SELECT carrier FROM airlines ORDER BY 1) TO STDOUT'); my ($row, @all) = (''); push @all, $row while $dbh->pg_getcopydata($row) >= 0; @all };
    tell_of 'alive', sub { $dbh->ping, $dbh->pg_ping, $dbh->state };
    tell_of $_, sub { $dbh->do($_) } for 'SELECT nothing FROM flights', 'SELECT * FROM nowhere', "SELECT 'x'::int";
}

$what eq 'structure' ? structure() : contents();
$dbh->disconnect;
