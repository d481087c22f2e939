import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.TimeZone;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/** Follows a view by SUBSCRIBE in one of the ways that pgjdbc has, until a version is complete; a line of COPY's text each row. */
public final class Subscribe {
    private final Connection connection;
    private final String subscribe;
    private final long until;

    private Subscribe(Connection connection, String subscribe, long until) {
        this.connection = connection;
        this.subscribe = subscribe;
        this.until = until;
    }

    public static void main(String[] arguments) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Properties properties = new Properties();
        properties.setProperty("user", "tester");
        try (Connection connection = DriverManager.getConnection(arguments[0], properties)) {
            connection.setAutoCommit(false);
            Subscribe client = new Subscribe(connection, arguments[2], Long.parseLong(arguments[3]));
            switch (arguments[1]) {
                case "fetch size" -> client.fetchSize();
                case "cursor" -> client.cursor();
                case "copy" -> client.copy();
                default -> throw new IllegalArgumentException(arguments[1]);
            }
        }
    }

    /** A ResultSet that asks for a row when it is asked for one: with more, it waits for as many. */
    private void fetchSize() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(1);
            ResultSet rows = statement.executeQuery(subscribe);
            while (rows.next() && !told(line(rows))) {
            }
        }
        connection.commit();
    }

    /** A cursor of SQL's, whose FETCH gives what is there. */
    private void cursor() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DECLARE c CURSOR FOR " + subscribe);
            for (boolean done = false; !done;) {
                ResultSet rows = statement.executeQuery("FETCH 5 FROM c WITH (TIMEOUT = '20s')");
                while (rows.next()) {
                    done = told(line(rows));
                }
            }
        }
        connection.commit();
    }

    /** COPY, ended by a cancel request whose error is read, as cancelCopy() does not. */
    private void copy() throws SQLException {
        PGConnection driver = connection.unwrap(PGConnection.class);
        CopyOut copy = driver.getCopyAPI().copyOut("COPY (" + subscribe + ") TO STDOUT");
        while (!told(new String(copy.readFromCopy(), StandardCharsets.UTF_8).stripTrailing())) {
        }
        driver.cancelQuery();
        try {
            while (copy.readFromCopy() != null) {
            }
            throw new IllegalStateException("it has no end");
        } catch (SQLException error) {
            if (!"57014".equals(error.getSQLState())) {
                throw error;
            }
        }
        connection.rollback();
        if (!connection.isValid(5)) {
            throw new IllegalStateException("the connection is of no more use");
        }
    }

    private static String line(ResultSet row) throws SQLException {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String value = row.getString(i);
            line.append(i == 1 ? "" : "\t").append(value == null ? "\\N" : value);
        }
        return line.toString();
    }

    private boolean told(String line) {
        System.out.println(line);
        String[] values = line.split("\t");
        return values[2].equals("progress") && Long.parseLong(values[0]) >= until;
    }
}
