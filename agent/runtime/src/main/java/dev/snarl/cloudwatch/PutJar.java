package dev.snarl.cloudwatch;

import dev.snarl.delivery.Delivery;
import dev.snarl.delivery.OptionalJar;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The optional jar that holds the client for PutMetricData, loaded on the sending thread. */
final class PutJar implements Delivery<List<Datum>> {
  private static final String NAME = "snarl-cloudwatch.jar";
  private static final String ENTRY = "dev.snarl.cloudwatch.put.PutMetricData";

  private final OptionalJar jar;
  private final String namespace;
  private @Nullable Delivery<List<Datum>> inner;

  private PutJar(OptionalJar jar, String namespace) {
    this.jar = jar;
    this.namespace = namespace;
  }

  /**
   * Looks for the jar.
   *
   * @throws IOException if it is missing; the message has the place searched
   */
  static PutJar find(CloudWatchOptions options) throws IOException {
    return new PutJar(OptionalJar.find(NAME, options.jar(), "cloudwatch.jar"), options.namespace());
  }

  @Override
  public void deliver(List<Datum> data, Instant at) throws IOException {
    Delivery<List<Datum>> open = inner;
    if (open == null) {
      open = open();
      inner = open;
    }
    open.deliver(data, at);
  }

  @SuppressWarnings("unchecked") // The entry delivers these.
  private Delivery<List<Datum>> open() throws IOException {
    return jar.make(Delivery.class, ENTRY, namespace);
  }

  @Override
  public void close() {
    if (inner != null) {
      inner.close();
    }
    jar.close();
  }
}
