import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.runtime.WorkerConfig;
import org.apache.kafka.connect.runtime.standalone.StandaloneConfig;
import org.apache.kafka.connect.storage.FileOffsetBackingStore;

/** Kafka Connect's file of offsets, replaced as a whole: the original one is empty for a moment, in which a kill would lose it. */
public final class DurableOffsets extends FileOffsetBackingStore {
    private Path path;

    public DurableOffsets() {
        super(keys());
    }

    private static JsonConverter keys() {
        JsonConverter made = new JsonConverter();
        made.configure(Map.of("schemas.enable", "false"), true);
        return made;
    }

    @Override
    public void configure(WorkerConfig config) {
        super.configure(config);
        path = Path.of(config.getString(StandaloneConfig.OFFSET_STORAGE_FILE_FILENAME_CONFIG));
    }

    @Override
    protected void save() {
        Map<byte[], byte[]> raw = new HashMap<>();
        for (Map.Entry<ByteBuffer, ByteBuffer> entry : data.entrySet()) {
            raw.put(entry.getKey().array(), entry.getValue() == null ? null : entry.getValue().array());
        }
        Path made = path.resolveSibling(path.getFileName() + ".made");
        try {
            try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(made))) {
                out.writeObject(raw);
            }
            Files.move(made, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException error) {
            throw new ConnectException(error);
        }
    }
}
