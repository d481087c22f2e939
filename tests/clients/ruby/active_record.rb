# What ActiveRecord makes of a database, one line of JSON per answer: host, port, user, database, and what to ask for.
require "active_record"
require "json"

HOST, PORT, USER, DATABASE, WHAT = ARGV
ADDRESS = { adapter: "postgresql", host: HOST, port: PORT.to_i, username: USER, database: DATABASE, schema_search_path: "public" }

def tell(what, found)
  puts JSON.generate([what, found])
end

def error_of
  yield
  "no error"
rescue StandardError => e
  cause = e.cause.respond_to?(:result) && e.cause.result
  [e.class.name, cause && cause.error_field(PG::Result::PG_DIAG_SQLSTATE), e.message.lines.first]
end

def connection
  ActiveRecord::Base.connection
end

def described(column)
  type = column.sql_type_metadata
  [column.name, column.type, column.sql_type, column.null, column.default, column.default_function, column.comment, column.array?,
   column.collation, type.limit, type.precision, type.scale, type.oid, type.fmod]
end

def structure
  tell "tables", connection.tables.sort
  tell "views", connection.views.sort
  tell "sources", connection.data_sources.sort
  connection.tables.sort.each do |table|
    tell "columns of #{table}", connection.columns(table).map { |column| described(column) }
    tell "keys of #{table}", [connection.primary_keys(table), connection.primary_key(table), connection.pk_and_sequence_for(table)]
    tell "indexes of #{table}", connection.indexes(table).map { |index| [index.name, index.columns, index.unique] }
    tell "constraints of #{table}", [connection.foreign_keys(table), connection.check_constraints(table)].map(&:size)
    tell "comment of #{table}", [connection.table_comment(table), connection.table_exists?(table)]
  end
  tell "nothing", [connection.table_exists?("nothing"), connection.index_name_exists?("kinds", "nothing")]
  tell "database", [connection.current_database, connection.current_schema, connection.schema_names.sort, connection.encoding,
                    connection.collation, connection.ctype, connection.schema_search_path, connection.database_version]
  tell "schema", dumped
end

def dumped
  require "stringio"
  # PostgreSQL has PL/pgSQL, where nothing can be called that is written in it.
  ActiveRecord::SchemaDumper.dump(connection, StringIO.new).string.lines.reject { |line| line.match?(/extension|^$/) }
end

class Airline < ActiveRecord::Base
  self.primary_key = "carrier"
  has_many :flights, foreign_key: "carrier"
end

class Flight < ActiveRecord::Base
  belongs_to :airline, foreign_key: "carrier"
  scope :late, ->(minutes) { where("dep_delay > ?", minutes) }
end

class Kind < ActiveRecord::Base
end

def contents
  tell "found", Airline.find("UA").attributes
  tell "missing", error_of { Airline.find("nobody") }
  tell "key", [Airline.primary_key, Kind.primary_key, Flight.primary_key]
  tell "kinds", Kind.order(:id).map { |kind| kind.attributes.transform_values(&:inspect) }
  tell "types", Kind.columns_hash.transform_values { |column| Kind.type_for_attribute(column.name).class.name }
  tell "where", Flight.late(100).where(origin: %w[JFK LGA], carrier: "UA").order(:time_hour, :flight).limit(5).offset(2).map(&:attributes)
  tell "counted", [Flight.count, Flight.distinct.count(:origin), Flight.group(:origin).count.sort, Flight.where(dep_delay: nil).count]
  tell "computed", [Flight.average(:dep_delay), Flight.maximum(:time_hour), Flight.minimum(:distance), Flight.sum(:distance)]
  tell "joined", Flight.joins(:airline).group("airlines.name").order(Arel.sql("count(*) DESC, 1")).limit(5).count
  tell "included", Airline.includes(:flights).where(flights: { origin: "JFK", dep_delay: 400.. }).order("airlines.carrier").map { |a| [a.name, a.flights.size] }
  tell "preloaded", Airline.preload(:flights).where(carrier: %w[OO YV]).order(:carrier).map { |a| [a.name, a.flights.size] }
  tell "subquery", Airline.where(carrier: Flight.late(600).select(:carrier)).order(:carrier).pluck(:name)
  tell "exists", [Flight.exists?(origin: "JFK"), Flight.exists?(origin: "XXX"), Flight.where(origin: "XXX").any?]
  tell "batches", Airline.in_batches(of: 5).map { |batch| batch.pluck(:carrier) }
  tell "each", Kind.find_each(batch_size: 2).map(&:id)
  tell "explained", Airline.where(carrier: "UA").explain.lines.first
  tell "sanitized", Airline.where("name LIKE ?", "%'%").count
  tell "prepared", %w[UA AA UA].map { |carrier| Airline.find_by(carrier: carrier).name }
  tell "selected", connection.select_all("SELECT origin, count(*) n, avg(distance) a FROM flights GROUP BY 1 ORDER BY 1").to_a
  tell "result", connection.exec_query("SELECT $1::int4 + 1 AS a", "SQL", [ActiveRecord::Relation::QueryAttribute.new("a", 4, ActiveModel::Type::Integer.new)]).rows
end

def refusals
  tell "transaction", Airline.transaction { Airline.transaction(requires_new: true) { Airline.count } }
  tell "isolation", Airline.transaction(isolation: :repeatable_read) { Airline.count }
  tell "errors", [
    error_of { connection.execute("SELECT nothing FROM flights") }, error_of { connection.execute("SELECT 1 / 0") },
    error_of { connection.execute("SELECT * FROM nowhere") }, error_of { Flight.where(nothing: 1).to_a },
  ]
  tell "reconnected", [connection.active?, connection.reset!.nil?, connection.reconnect!.nil?, Airline.count]
end

ActiveRecord::Base.establish_connection(ADDRESS)
ActiveRecord::Base.time_zone_aware_attributes = false
WHAT == "structure" ? structure : (contents; refusals)
