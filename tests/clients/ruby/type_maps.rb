# ruby-pg's maps of types, which it makes of pg_type: host, port, user, database. What it warns about is told, too.
require "json"
require "pg"
require "stringio"

$stderr = warned = StringIO.new

def tell(what, found)
  puts JSON.generate([what, found])
end

host, port, user, database = ARGV
connection = PG.connect(host: host, port: port.to_i, user: user, dbname: database)
tell "unmapped", connection.exec("SELECT 1, 1.5, true, '{1,2}'::int4[]").values
results = PG::BasicTypeMapForResults.new(connection)
tell "results", results.coders.map { |coder| [coder.class.name, coder.name, coder.oid, coder.format] }.sort_by(&:to_s)
connection.type_map_for_results = results
queries = PG::BasicTypeMapForQueries.new(connection)
connection.type_map_for_queries = queries
by_column = PG::BasicTypeMapBasedOnResult.new(connection)
tell "maps", [queries.class.name, by_column.coders.map { |coder| [coder.class.name, coder.name, coder.oid, coder.format] }.sort_by(&:to_s)]

[
  "SELECT 1::int2, 2::int4, 3::int8, 1.5::float4, 2.5::float8, 12.340::numeric, true, NULL::int4",
  "SELECT 'a'::text, 'b'::varchar, 'c'::char(3), 'd'::name, '\\x00ff'::bytea, 17::oid",
  "SELECT '2020-02-29'::date, '2020-02-29 01:02:03.5'::timestamp, '2020-02-29 01:02:03.5+00'::timestamptz, '12:30'::time",
  "SELECT ARRAY[1, NULL, 3], ARRAY['a b', NULL], ARRAY[1.5, 2], ARRAY[true], '{\"a\": [1, 2]}'::json, '{\"a\": 1}'::jsonb",
  "SELECT oid, typname, typlen FROM pg_type WHERE typname IN ('inet', 'cidr', 'macaddr', 'point', 'money', 'aclitem', '_inet') ORDER BY 1",
].each { |sql| tell sql, connection.exec(sql).values.map { |row| row.map(&:inspect) } }

require "bigdecimal"
require "ipaddr"
[
  ["int8", 5], ["float8", 1.5], ["bool", true], ["text", "é"], ["numeric", BigDecimal("12.34")], ["int8[]", [1, 2]], ["text[]", ["a b", nil]],
  ["json", { "a" => 1 }], ["timestamptz", Time.utc(2020, 2, 29, 1, 2, 3)], ["text", nil],
].each { |type, value| tell type, connection.exec_params("SELECT $1::#{type} AS value", [value]).values.map { |row| row.map(&:inspect) } }
tell "wrong", begin
  connection.exec("SELECT 1 / 0")
rescue PG::Error => e
  [e.class.name, e.result.error_field(PG::PG_DIAG_SQLSTATE)]
end
copied = []
connection.copy_data("COPY (SELECT carrier FROM airlines ORDER BY 1) TO STDOUT") { while (row = connection.get_copy_data) do copied << row end }
tell "copied", copied
tell "warned", warned.string.lines
