import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Properties;

/** What DatabaseMetaData tells, one line per row: method, then column=value. Two servers with the same tables are compared by them. */
public final class Metadata {
    private interface Call {
        ResultSet run() throws SQLException;
    }

    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("user", arguments[1]);
        try (Connection connection = DriverManager.getConnection(arguments[0], properties)) {
            DatabaseMetaData about = connection.getMetaData();
            limits(connection, about);
            lists(about);
            for (String table : arguments[2].split(",")) {
                describe(about, table);
            }
        }
    }

    private interface Value {
        Object get() throws SQLException;
    }

    private static void limits(Connection connection, DatabaseMetaData about) {
        say("product", about::getDatabaseProductName);
        say("version", () -> about.getDatabaseMajorVersion() + "." + about.getDatabaseMinorVersion());
        say("user", about::getUserName);
        say("keywords", about::getSQLKeywords);
        say("index columns", about::getMaxColumnsInIndex);
        say("name length", about::getMaxColumnNameLength);
        say("isolation", connection::getTransactionIsolation);
        say("default isolation", about::getDefaultTransactionIsolation);
        say("schema", connection::getSchema);
        say("catalog", connection::getCatalog);
        say("read only", about::isReadOnly);
    }

    private static void say(String name, Value value) {
        try {
            System.out.println(name + "\tvalue\t" + value.get());
        } catch (SQLException error) {
            System.out.println(name + "\terror\t" + error.getSQLState() + "\t" + error.getMessage().replace("\n", " "));
        }
    }

    private static void lists(DatabaseMetaData about) {
        print("getCatalogs", about::getCatalogs);
        print("getSchemas", about::getSchemas);
        print("getSchemas public", () -> about.getSchemas(null, "public"));
        print("getTableTypes", about::getTableTypes);
        print("getTables", () -> about.getTables(null, null, "%", null));
        print("getTables public", () -> about.getTables(null, "public", "%", new String[] {"TABLE", "VIEW", "MATERIALIZED VIEW"}));
        print("getTables tables", () -> about.getTables(null, "%", "%", new String[] {"TABLE", "PARTITIONED TABLE", "FOREIGN TABLE"}));
        print("getColumns", () -> about.getColumns(null, "public", "%", "%"));
        print("getTypeInfo", about::getTypeInfo);
        print("getUDTs", () -> about.getUDTs(null, null, "%", null));
        print("getFunctions", () -> about.getFunctions(null, null, "%"));
        print("getFunctionColumns", () -> about.getFunctionColumns(null, null, "to_char", "%"));
        print("getProcedures", () -> about.getProcedures(null, null, "%"));
        print("getProcedureColumns", () -> about.getProcedureColumns(null, null, "%", "%"));
        print("getClientInfoProperties", about::getClientInfoProperties);
        print("getTablePrivileges", () -> about.getTablePrivileges(null, "public", "%"));
    }

    private static void describe(DatabaseMetaData about, String table) {
        print("getTables " + table, () -> about.getTables("tidegate", "public", table, null));
        print("getColumns " + table, () -> about.getColumns(null, "public", table, null));
        print("getPrimaryKeys " + table, () -> about.getPrimaryKeys(null, "public", table));
        print("getPrimaryUniqueKeys " + table, () -> about.getPrimaryKeys(null, null, table));
        print("getImportedKeys " + table, () -> about.getImportedKeys(null, "public", table));
        print("getExportedKeys " + table, () -> about.getExportedKeys(null, "public", table));
        print("getCrossReference " + table, () -> about.getCrossReference(null, "public", table, null, "public", table));
        print("getIndexInfo " + table, () -> about.getIndexInfo(null, "public", table, false, true));
        print("getIndexInfo unique " + table, () -> about.getIndexInfo(null, "public", table, true, false));
        print("getBestRowIdentifier " + table, () -> about.getBestRowIdentifier(null, "public", table, DatabaseMetaData.bestRowSession, true));
        print("getVersionColumns " + table, () -> about.getVersionColumns(null, "public", table));
        print("getTablePrivileges " + table, () -> about.getTablePrivileges(null, "public", table));
        print("getColumnPrivileges " + table, () -> about.getColumnPrivileges(null, "public", table, "%"));
    }

    private static void print(String method, Call call) {
        try (ResultSet rows = call.run()) {
            ResultSetMetaData columns = rows.getMetaData();
            StringBuilder header = new StringBuilder(method).append("\tcolumns");
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                header.append('\t').append(columns.getColumnLabel(i)).append(':').append(columns.getColumnTypeName(i));
            }
            System.out.println(header);
            while (rows.next()) {
                StringBuilder line = new StringBuilder(method).append("\trow");
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    String value = String.valueOf(rows.getString(i)).replace("\n", "\\n").replace("\t", "\\t");
                    line.append('\t').append(columns.getColumnLabel(i)).append('=').append(value);
                }
                System.out.println(line);
            }
        } catch (SQLException error) {
            System.out.println(method + "\terror\t" + error.getSQLState() + "\t" + error.getMessage().replace("\n", " "));
        }
    }
}
