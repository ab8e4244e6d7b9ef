package dev.snarl.cloudwatch;

import dev.snarl.delivery.Delivery;
import dev.snarl.delivery.Refused;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Delivers data as lines of EMF over a wire. */
final class EmfDelivery implements Delivery<List<Datum>> {
  private final CloudWatchOptions options;
  private final String instance;
  private final Wire wire;

  EmfDelivery(CloudWatchOptions options, String instance, Wire wire) {
    this.options = options;
    this.instance = instance;
    this.wire = wire;
  }

  static Wire wire(Destination to) {
    return switch (to.way()) {
      case EMF_TCP -> new TcpWire(to.host(), to.port());
      case EMF_UDP -> new UdpWire(to.host(), to.port());
      case EMF_STDOUT, PUT -> new StdoutWire();
    };
  }

  @Override
  public void deliver(List<Datum> data, Instant at) throws IOException {
    boolean agent = options.to().way() != Destination.Way.EMF_STDOUT;
    EmfLines.Written written =
        EmfLines.of(data, at, options.namespace(), agent ? options.logGroup() : "", instance);
    wire.write(written.lines());
    if (written.lost() > 0) {
      throw new Refused(written.lost() + " metrics fit into no line");
    }
  }

  @Override
  public void close() {
    wire.close();
  }
}
