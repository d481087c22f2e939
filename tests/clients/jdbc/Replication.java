import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.HexFormat;
import java.util.Properties;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;
import org.postgresql.replication.ReplicationSlotInfo;

/**
 * Follows a publication from a slot: URL, user, slot, publication, and "create" where the slot is to be made first. Says where the
 * slot begins, then "streaming"; reads from standard input up to which position it is to follow; and prints each message as position
 * and bytes in hexadecimal. What it has printed it confirms.
 */
public final class Replication {
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, arguments[1]);
        PGProperty.REPLICATION.set(properties, "database");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "15");
        try (Connection connection = DriverManager.getConnection(arguments[0], properties)) {
            PGConnection replicating = connection.unwrap(PGConnection.class);
            if (arguments.length > 4) {
                ReplicationSlotInfo made =
                        replicating.getReplicationAPI().createReplicationSlot().logical().withSlotName(arguments[2])
                                .withOutputPlugin("pgoutput").make();
                System.out.println(made.getConsistentPoint().asString() + " " + made.getSnapshotName());
            }
            PGReplicationStream stream =
                    replicating.getReplicationAPI().replicationStream().logical().withSlotName(arguments[2])
                            .withSlotOption("proto_version", 1).withSlotOption("publication_names", arguments[3]).start();
            System.out.println("streaming");
            follow(stream, LogSequenceNumber.valueOf(new BufferedReader(new InputStreamReader(System.in)).readLine()));
            stream.close();
            System.out.println("closed " + connection.createStatement().execute("SELECT 1"));
        }
    }

    private static void follow(PGReplicationStream stream, LogSequenceNumber until) throws Exception {
        while (stream.getLastReceiveLSN().compareTo(until) < 0) {
            ByteBuffer message = stream.read();
            LogSequenceNumber at = stream.getLastReceiveLSN();
            byte[] bytes = new byte[message.remaining()];
            message.get(bytes);
            System.out.println(at.asString() + " " + HexFormat.of().formatHex(bytes));
            stream.setFlushedLSN(at);
            stream.setAppliedLSN(at);
        }
        stream.forceUpdateStatus();
    }
}
