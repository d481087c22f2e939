import java.math.BigDecimal;
import java.sql.Array;
import java.sql.CallableStatement;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Properties;
import java.util.TimeZone;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/** What a JDBC program does with a read-only database, written down line by line; run against two servers, the lines must be equal. */
public final class Client {
    private final Connection connection;

    private Client(Connection connection) {
        this.connection = connection;
    }

    public static void main(String[] arguments) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Properties properties = new Properties();
        properties.setProperty("user", "tester");
        properties.setProperty("binaryTransfer", arguments[1]);
        try (Connection connection = DriverManager.getConnection(arguments[0], properties)) {
            Client client = new Client(connection);
            client.statements();
            client.kinds();
            client.prepared();
            client.calls();
            client.fetchSize();
            client.errors();
            client.transactions();
            client.cancel();
            client.describe();
            client.copy();
        }
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(format, values));
    }

    private void statements() throws SQLException {
        section("statements");
        say("valid %s, read only %s, schema %s", connection.isValid(5), connection.isReadOnly(), connection.getSchema());
        try (Statement statement = connection.createStatement()) {
            print(statement.executeQuery("SELECT count(*), min(carrier), avg(dep_delay)::float8 FROM flights"));
            print(statement.executeQuery("SELECT 1 AS one, 'two' AS two, NULL AS nothing, 3.50 AS three, true AS four"));
            print(statement.executeQuery("SELECT * FROM airlines ORDER BY carrier"));
            boolean rows = statement.execute("SELECT 1; SELECT 'b' AS b; SELECT count(*) FROM airports");
            for (; rows; rows = statement.getMoreResults()) {
                print(statement.getResultSet());
            }
            statement.setMaxRows(3);
            print(statement.executeQuery("SELECT faa FROM airports ORDER BY faa"));
        }
    }

    private void kinds() throws SQLException {
        section("kinds");
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM kinds WHERE id >= ? ORDER BY id")) {
            for (int turn = 0; turn < 7; turn++) { // from the fifth on: named statement, binary where the driver can
                statement.setLong(1, turn % 2);
                print(statement.executeQuery());
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM kinds WHERE id = 0")) {
            row.next();
            say("%s %s %s", row.getObject("instant", OffsetDateTime.class), row.getObject("local", LocalDateTime.class),
                    row.getObject("day", LocalDate.class));
            say("%s %s %s", row.getTimestamp("instant"), row.getDate("day"), row.getBigDecimal("exact"));
            say("%s %s", Arrays.toString((Object[]) row.getArray("names").getArray()),
                    Arrays.toString((Object[]) row.getArray("numbers").getArray()));
            say("%s %s", row.getString("elapsed"), Arrays.toString(row.getBytes("raw")));
        }
    }

    private void prepared() throws SQLException {
        section("prepared");
        String points = "SELECT tailnum, dest, dep_delay FROM flights WHERE carrier = ? AND flight = ? AND time_hour = ?";
        try (PreparedStatement statement = connection.prepareStatement(points)) {
            ParameterMetaData parameters = statement.getParameterMetaData();
            say("%s %s %s", parameters.getParameterTypeName(1), parameters.getParameterTypeName(2), parameters.getParameterTypeName(3));
            for (int turn = 0; turn < 8; turn++) {
                statement.setString(1, "UA");
                statement.setInt(2, 1545 + turn % 2);
                statement.setObject(3, OffsetDateTime.of(2013, 1, 1, 10, 0, 0, 0, ZoneOffset.UTC));
                print(statement.executeQuery());
            }
            statement.setTimestamp(3, Timestamp.from(Instant.parse("2013-01-01T10:00:00Z")));
            statement.setInt(2, 1545);
            print(statement.executeQuery());
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?::int4 + 1, ?::text, ?::numeric, ?::date, ?::bool, ?::bytea, ?::float8")) {
            for (int turn = 0; turn < 7; turn++) {
                statement.setInt(1, 41 + turn);
                statement.setString(2, turn == 3 ? null : "text '" + turn);
                statement.setBigDecimal(3, new BigDecimal("12.340").add(BigDecimal.valueOf(turn)));
                statement.setObject(4, LocalDate.of(2013, 7, 1 + turn));
                statement.setBoolean(5, turn % 2 == 0);
                statement.setBytes(6, new byte[] {0, (byte) turn, -1});
                statement.setDouble(7, 0.1 * turn);
                print(statement.executeQuery());
            }
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT name FROM airlines WHERE carrier = ANY (?) ORDER BY 1")) {
            Array array = connection.createArrayOf("text", new String[] {"UA", "AA", "ZZ"});
            for (int turn = 0; turn < 6; turn++) {
                statement.setArray(1, array);
                print(statement.executeQuery());
            }
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT count(*) FROM flights WHERE dep_delay > ? AND origin = ?")) {
            statement.setNull(1, Types.INTEGER);
            statement.setString(2, "JFK");
            print(statement.executeQuery());
            statement.setInt(1, 60);
            print(statement.executeQuery());
        }
    }

    private void calls() throws SQLException {
        section("calls");
        try (CallableStatement call = connection.prepareCall("{? = call substr(?, ?)}")) {
            call.registerOutParameter(1, Types.VARCHAR);
            for (int turn = 1; turn < 8; turn++) {
                call.setString(2, "lookups");
                call.setInt(3, turn);
                call.execute();
                say("%s", call.getString(1));
            }
        }
    }

    private void fetchSize() throws SQLException {
        section("fetch size");
        connection.setAutoCommit(false);
        for (int size : new int[] {1000, 7, 0}) {
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT carrier, flight, time_hour FROM flights WHERE carrier = 'HA' OR carrier = 'UA' ORDER BY carrier, flight, time_hour")) {
                statement.setFetchSize(size);
                statement.setMaxRows(size == 7 ? 50 : 0);
                int rows = 0;
                long sum = 0;
                try (ResultSet result = statement.executeQuery()) {
                    while (result.next()) {
                        rows++;
                        sum = sum * 31 + result.getString(1).hashCode() + result.getInt(2) + result.getTimestamp(3).getTime();
                    }
                }
                say("fetch size %d: %d rows, %d", size, rows, sum);
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private void errors() throws SQLException {
        section("errors");
        for (String query : new String[] {
            "SELECT * FROM nowhere", "SELECT nothing FROM flights", "SELEC 1", "SELECT 1/0", "SELECT nofunction(1)",
            "SELECT 'x'::int4", "SELECT 1 + 'x'", "SELECT carrier FROM flights GROUP BY origin", "SELECT * FROM flights f, planes f",
        }) {
            try (Statement statement = connection.createStatement()) {
                print(statement.executeQuery(query));
            } catch (SQLException error) {
                say("%s: %s", query, error.getSQLState());
            }
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                print(statement.executeQuery());
            } catch (SQLException error) {
                say("%s: %s", query, error.getSQLState());
            }
        }
        try (Statement statement = connection.createStatement()) {
            print(statement.executeQuery("SELECT 'still here'"));
        }
    }

    private void transactions() throws SQLException {
        section("transactions");
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (Statement statement = connection.createStatement()) {
            print(statement.executeQuery("SELECT count(*) FROM planes"));
            statement.executeQuery("SELECT 1/0").next();
        } catch (SQLException error) {
            say("%s", error.getSQLState());
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1");
        } catch (SQLException error) {
            say("%s %s", error.getSQLState(), error.getMessage());
        }
        connection.rollback();
        try (Statement statement = connection.createStatement()) {
            print(statement.executeQuery("SHOW transaction_isolation"));
        }
        connection.commit();
        connection.setAutoCommit(true);
        connection.setReadOnly(false);
    }

    private void cancel() throws SQLException {
        section("cancel");
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            statement.executeQuery("SELECT count(*) FROM flights a, flights b, flights c WHERE a.dep_delay + b.dep_delay <> c.dep_delay").next();
            say("not cancelled");
        } catch (SQLException error) {
            say("%s %s", error.getSQLState(), error.getMessage());
        }
        say("valid %s", connection.isValid(5));
    }

    private void describe() throws SQLException {
        section("describe");
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM kinds")) {
            ResultSetMetaData columns = statement.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                say("%s %s %d %s %d %d %d", columns.getColumnLabel(i), columns.getColumnTypeName(i), columns.getColumnType(i),
                        columns.getColumnClassName(i), columns.getPrecision(i), columns.getScale(i), columns.getColumnDisplaySize(i));
            }
        }
    }

    private void copy() throws Exception {
        section("copy");
        CopyManager manager = connection.unwrap(PGConnection.class).getCopyAPI();
        for (String form : new String[] {"", "WITH CSV HEADER", "(FORMAT binary)"}) {
            CopyOut copy = manager.copyOut("COPY (SELECT * FROM kinds ORDER BY id) TO STDOUT " + form);
            say("format %d, columns %d", copy.getFormat(), copy.getFieldCount());
            for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
                say("%s", HexFormat.of().formatHex(row));
            }
            say("rows %d", copy.getHandledRowCount());
        }
        StringWriter text = new StringWriter();
        say("rows %d", manager.copyOut("COPY (SELECT carrier, name FROM airlines ORDER BY carrier) TO STDOUT", text));
        say("%s", text);
        try {
            manager.copyOut("COPY (SELECT nope FROM kinds) TO STDOUT", text);
        } catch (SQLException error) {
            say("%s %s", error.getSQLState(), error.getMessage());
        }
        CopyOut half = manager.copyOut("COPY (SELECT * FROM flights) TO STDOUT");
        half.readFromCopy();
        half.cancelCopy();
        connection.isValid(5); // the driver leaves what the COPY ends with, which may be its error, to the next statement
        say("valid %s", connection.isValid(5));
    }

    private static void section(String name) {
        say("== %s", name);
    }

    private static void print(ResultSet result) throws SQLException {
        try (result) {
            ResultSetMetaData columns = result.getMetaData();
            StringBuilder line = new StringBuilder();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                line.append(columns.getColumnLabel(i)).append(':').append(columns.getColumnTypeName(i)).append(' ');
            }
            while (result.next()) {
                line.append("\n  ");
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    boolean bytes = columns.getColumnType(i) == java.sql.Types.BINARY;
                    line.append(bytes ? Arrays.toString(result.getBytes(i)) : result.getString(i)).append(" | ");
                }
            }
            say("%s", line);
        }
    }
}
