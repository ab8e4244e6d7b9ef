import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;

public class MicrometerRequests {
  static final ObservationRegistry registry = ObservationRegistry.create();

  static final class Received extends ReceiverContext<Object> {
    Received() {
      super((carrier, key) -> null);
    }
  }

  /** As Spring's, whose key value is UNKNOWN until the end. */
  static final class Matched extends ReceiverContext<Object> {
    final String pathPattern;

    Matched(String pathPattern) {
      super((carrier, key) -> null);
      this.pathPattern = pathPattern;
    }
  }

  public static void main(String[] arguments) throws Exception {
    registry.observationConfig().observationHandler(context -> true);
    Requests.wait("server", () -> open(new Received(), "/orders/{id}"));
    Requests.wait("matched", () -> open(new Matched("/orders/{id}"), "UNKNOWN"));
    Requests.wait(
        "child",
        () -> {
          open(new Received(), "/orders/{id}");
          open(new SenderContext<Object>((carrier, key, value) -> {}), "/stock/{item}");
        });
    Requests.wait("client", () -> open(new SenderContext<Object>((c, k, v) -> {}), "/stock/{item}"));
    Requests.wait("unknown", () -> open(new Received(), "UNKNOWN"));
    Requests.wait("cleared", () -> open(new Received(), "/orders/{id}").close());
    Requests.serve();
  }

  private static Observation.Scope open(Observation.Context context, String uri) {
    return Observation.createNotStarted("requests", () -> context, registry)
        .lowCardinalityKeyValue(KeyValue.of("method", "GET"))
        .lowCardinalityKeyValue(KeyValue.of("uri", uri))
        .start()
        .openScope();
  }
}
