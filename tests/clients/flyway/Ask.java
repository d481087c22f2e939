import java.sql.DriverManager;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.output.ValidateOutput;

/** What Flyway finds in a database where nothing may be written: host, port, user, database, and the folder of migrations. */
public final class Ask {
    private Ask() {}

    public static void main(String[] arguments) throws SQLException {
        String url = "jdbc:postgresql://" + arguments[0] + ":" + arguments[1] + "/" + arguments[3];
        // PostgreSQL is asked not to write; Tidegate never does.
        Flyway flyway = Flyway.configure()
            .dataSource(url + "?options=-c%20default_transaction_read_only=on", arguments[2], "")
            .locations("filesystem:" + arguments[4])
            .baselineOnMigrate(true)
            .load();
        for (MigrationInfo found : flyway.info().all()) {
            System.out.println(found.getVersion() + " " + found.getDescription() + " " + found.getState());
        }
        System.out.println("current: " + flyway.info().current());
        for (ValidateOutput wrong : flyway.validateWithResult().invalidMigrations) {
            System.out.println("invalid: " + wrong.version + " " + wrong.errorDetails.errorCode);
        }
        refused("validate", flyway::validate);
        // Its first write is the table that it keeps its history in; it tries that ten times.
        refused("migrate", flyway::migrate);
        roles(url, arguments[2]);
    }

    private static void refused(String what, Runnable work) {
        try {
            work.run();
            System.out.println(what + " did something");
        } catch (FlywayException error) {
            Throwable cause = error;
            while (cause.getCause() != null && !(cause instanceof SQLException)) {
                cause = cause.getCause();
            }
            String state = cause instanceof SQLException found ? found.getSQLState() : "";
            System.out.println(what + ": " + cause.getClass().getSimpleName() + " " + state);
        }
    }

    /** SET ROLE to oneself is what Flyway ends each of its connections with. */
    private static void roles(String url, String user) throws SQLException {
        String[] asked = {
            "SET ROLE '" + user + "'", "SET ROLE NONE", "SET ROLE " + user, "RESET ROLE", "SET role TO " + user, "SET ROLE DEFAULT",
            "SET SESSION ROLE " + user, "SET ROLE 'none'", "SET ROLE postgres",
        };
        for (String sql : asked) {
            try (var connection = DriverManager.getConnection(url, user, ""); var statement = connection.createStatement()) {
                statement.execute(sql);
                try (var rows = statement.executeQuery("SELECT current_user, session_user, current_setting('role')")) {
                    rows.next();
                    System.out.println(sql + ": " + rows.getString(1) + " " + rows.getString(2) + " " + rows.getString(3));
                }
            } catch (SQLException error) {
                System.out.println(sql + ": " + error.getSQLState() + " " + error.getMessage().lines().findFirst().orElse(""));
            }
        }
    }
}
