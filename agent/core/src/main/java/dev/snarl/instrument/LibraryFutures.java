package dev.snarl.instrument;

import java.util.List;

/**
 * Waits behind a library's own methods, woven where they park and not where they return at once.
 */
final class LibraryFutures {

  private static final String PRODUCER = "org/apache/kafka/clients/producer/internals/";

  private LibraryFutures() {}

  static List<Point> kafka() {
    return List.of(
        wait(PRODUCER + "FutureRecordMetadata", "get", "()"),
        wait(PRODUCER + "FutureRecordMetadata", "get", "(J"),
        new Point(
            Hook.LIBRARY,
            Weave.SUBMITTED,
            "org/apache/kafka/clients/producer/KafkaProducer",
            "doSend",
            "("));
  }

  static List<Library> all() {
    return List.of(
        LibraryClients.library(
            "spring-kafka",
            "spring-kafka",
            "2.8",
            "4.0",
            new Point(
                Hook.LIBRARY,
                Weave.WRAPPED,
                "org/springframework/kafka/core/KafkaTemplate",
                "doSend",
                "(")));
  }

  static Point wait(String owner, String method, String descriptor) {
    return new Point(Hook.LIBRARY, Weave.PARKS, owner, method, descriptor);
  }
}
