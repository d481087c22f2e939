import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;

/** Logs in to each URL, with the user and password behind it, and prints the answer to a query or the SQLSTATE. */
public final class Login {
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < arguments.length; i += 3) {
            Properties properties = new Properties();
            properties.setProperty("user", arguments[i + 1]);
            properties.setProperty("password", arguments[i + 2]);
            try (Connection connection = DriverManager.getConnection(arguments[i], properties);
                    ResultSet rows = connection.createStatement().executeQuery("SELECT 1")) {
                rows.next();
                System.out.println(rows.getInt(1));
            } catch (SQLException refused) {
                System.out.println(refused.getSQLState());
            }
        }
    }
}
