package dev.snarl.observe.slots;

/** What a library's future is called in totals; a short fixed list, so that labels are bounded. */
final class FutureKinds {

  private FutureKinds() {}

  static String of(Class<?> type) {
    String name = type.getName();
    if (name.startsWith("org.apache.kafka.")) {
      return "kafka-send";
    }
    if (name.startsWith("org.apache.activemq.") || name.startsWith("org.apache.rocketmq.")) {
      return "broker-request";
    }
    if (name.startsWith("io.netty.")) {
      return "netty-future";
    }
    if (name.startsWith("io.vertx.")) {
      return "vertx-future";
    }
    if (name.startsWith("reactor.")) {
      return "reactor-block";
    }
    if (name.startsWith("org.apache.hc.")) {
      return "http-client-future";
    }
    return guava(type) ? "guava-future" : "library-future";
  }

  /** Applications extend Guava's future too. */
  private static boolean guava(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (at.getName().startsWith("com.google.common.util.concurrent.")) {
        return true;
      }
    }
    return false;
  }
}
