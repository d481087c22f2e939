import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.Json;
import java.io.FileInputStream;
import java.util.Properties;

/** Runs Debezium's engine by a file of its properties, and prints each event's key and value, until it is killed. */
public final class Following {
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        try (FileInputStream file = new FileInputStream(arguments[0])) {
            properties.load(file);
        }
        try (DebeziumEngine<?> engine =
                DebeziumEngine.create(Json.class).using(properties)
                        .using((succeeded, message, error) -> {
                            System.out.println("ended\t" + message);
                            System.exit(1);
                        })
                        .notifying(event -> System.out.println(event.key() + "\t" + event.value())).build()) {
            engine.run();
        }
    }
}
