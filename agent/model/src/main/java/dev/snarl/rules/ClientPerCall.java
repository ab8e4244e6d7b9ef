package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.BuildSite;
import dev.snarl.snapshot.LibraryUse.ClientSite;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;

/** A heavy client built again and again at one site. Linear in the sites that build clients. */
final class ClientPerCall implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "client-per-call",
          Family.WASTED_THREADS,
          "an HTTP, Kafka or Redis client built for each call",
          Cost.number("perSecond", "clients built per second", 0.5),
          Defaults.of("minBuilt", 10.0, "windowSeconds", 10.0),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<ClientSite> change :
        window.changes(s -> s.libraries().clients(), row -> row.site() + ' ' + row.type())) {
      long built = change.of(ClientSite::built);
      if (built >= thresholds.get("minBuilt")) {
        verdicts.add(verdict(change.now().get(0), built, window));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(ClientSite row, long built, Window window) {
    Kind kind = Kind.of(row.type());
    double rate = built / window.seconds();
    return new Verdict(
        row.site() + ' ' + row.type(),
        Severity.WARNING,
        row.site(),
        "A new %s for every call: %s built in %s, each with %s"
            .formatted(
                kind.name, Figures.number(built), Figures.time(window.seconds()), kind.drags),
        new Evidence()
            .put("client", kind.name)
            .put("type", row.type())
            .put("built", built)
            .number("perSecond", rate)
            .number("windowSeconds", window.seconds())
            .put("dragsAlong", kind.drags)
            .put("threadsStarted", threads(row.site(), window))
            .put("executorsBuilt", executors(row.site(), window))
            .map(),
        built,
        "Build the client once (a static final field, a Spring bean) and share it. " + kind.share);
  }

  private static long threads(String site, Window window) {
    return window.changes(Snapshot::starts, StartSite::site).stream()
        .filter(change -> change.now().get(0).site().equals(site))
        .mapToLong(change -> change.of(StartSite::started))
        .sum();
  }

  private static long executors(String site, Window window) {
    return window.changes(Snapshot::builds, BuildSite::site).stream()
        .filter(change -> change.now().get(0).site().equals(site))
        .mapToLong(change -> change.of(BuildSite::built))
        .sum();
  }

  /** The name of each client, its resources, and how to share it. */
  private enum Kind {
    OKHTTP(
        "OkHttpClient",
        "a connection pool and a dispatcher of its own, so no connection is ever used twice",
        "For other settings derive from the shared one: client.newBuilder()…build() keeps its"
            + " connection pool and its threads."),
    JDK(
        "java.net.http.HttpClient",
        "a selector thread, an executor and connections of its own",
        "It is immutable and safe for all threads."),
    KAFKA(
        "KafkaProducer",
        "a network thread, connections to the brokers and up to buffer.memory (32 MB) of heap",
        "It is safe for all threads, and faster shared: batches fill."),
    APACHE(
        "PoolingHttpClientConnectionManager",
        "a connection pool of its own, so no connection is ever used twice",
        "Share the HttpClient, and with Spring the request factory of RestTemplate or RestClient."),
    LETTUCE(
        "Lettuce ClientResources",
        "event-loop threads, a timer and a resolver of its own",
        "Share one RedisClient and its connection, or at least one ClientResources."),
    JEDIS("Jedis pool", "a connection pool of its own", "Share one JedisPool or JedisPooled."),
    OTHER("client", "connections and threads of its own", "");

    final String name;
    final String drags;
    final String share;

    Kind(String name, String drags, String share) {
      this.name = name;
      this.drags = drags;
      this.share = share;
    }

    static Kind of(String type) {
      if (type.startsWith("okhttp3.")) {
        return OKHTTP;
      }
      if (type.startsWith("jdk.internal.net.http.")) {
        return JDK;
      }
      if (type.startsWith("org.apache.kafka.")) {
        return KAFKA;
      }
      if (type.startsWith("org.apache.h")) {
        return APACHE;
      }
      if (type.startsWith("io.lettuce.")) {
        return LETTUCE;
      }
      return type.startsWith("redis.clients.") ? JEDIS : OTHER;
    }
  }
}
