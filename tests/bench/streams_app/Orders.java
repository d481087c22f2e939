import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.glassfish.jersey.jackson.JacksonFeature;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/**
 * A topic of orders as a KTable in RocksDB, asked by key through Interactive Queries behind Jetty, Jersey and Jackson: the layers of
 * Confluent's examples, with the defaults of all of them. Arguments: port, bootstrap servers, folder for the state.
 */
@Path("orders")
public final class Orders {
  private static final String NAME = "orders";
  private static final StringSerializer KEYS = new StringSerializer();

  /** A value of the topic, and an answer. */
  public record Order(
      int customer, long order_id, String region, double amount, int quantity, String placed, String note) {}

  private final KafkaStreams streams;
  private final HostInfo here;

  private Orders(KafkaStreams streams, HostInfo here) {
    this.streams = streams;
    this.here = here;
  }

  @GET
  @Path("{customer}/{order}")
  @Produces(MediaType.APPLICATION_JSON)
  public Order one(@PathParam("customer") String customer, @PathParam("order") String order) {
    String key = customer + "/" + order;
    KeyQueryMetadata at = streams.queryMetadataForKey(NAME, key, KEYS);
    if (!at.activeHost().equals(here)) {
      throw new ServiceUnavailableException("the key is not here, or not yet");
    }
    ReadOnlyKeyValueStore<String, Order> store =
        streams.store(
            StoreQueryParameters.fromNameAndType(NAME, QueryableStoreTypes.<String, Order>keyValueStore())
                .withPartition(at.partition()));
    Order found = store.get(key);
    if (found == null) {
      throw new NotFoundException();
    }
    return found;
  }

  private static Serde<Order> orders() {
    ObjectMapper json = new ObjectMapper();
    return Serdes.serdeFrom(
        (topic, order) -> {
          try {
            return order == null ? null : json.writeValueAsBytes(order);
          } catch (IOException error) {
            throw new UncheckedIOException(error);
          }
        },
        (topic, bytes) -> {
          try {
            return bytes == null ? null : json.readValue(bytes, Order.class);
          } catch (IOException error) {
            throw new UncheckedIOException(error);
          }
        });
  }

  public static void main(String[] args) throws Exception {
    HostInfo here = new HostInfo("127.0.0.1", Integer.parseInt(args[0]));
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "orders-by-key");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[1]);
    settings.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
    settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, here.host() + ":" + here.port());
    settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
    StreamsBuilder builder = new StreamsBuilder();
    builder.table(
        NAME,
        Consumed.with(Serdes.String(), orders()),
        Materialized.<String, Order, KeyValueStore<Bytes, byte[]>>as(NAME)
            .withKeySerde(Serdes.String())
            .withValueSerde(orders()));
    KafkaStreams streams = new KafkaStreams(builder.build(settings), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();

    ResourceConfig resources = new ResourceConfig().register(new Orders(streams, here)).register(JacksonFeature.class);
    ServletContextHandler context = new ServletContextHandler();
    context.setContextPath("/");
    context.addServlet(new ServletHolder(new ServletContainer(resources)), "/*");
    Server server = new Server(new InetSocketAddress(here.host(), here.port()));
    server.setHandler(context);
    server.start();
    server.join();
  }
}
