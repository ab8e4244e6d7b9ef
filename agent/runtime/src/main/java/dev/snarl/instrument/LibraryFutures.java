package dev.snarl.instrument;

import java.util.List;

/**
 * Waits behind a library's own methods, woven where they park and not where they return at once.
 */
final class LibraryFutures {

  private static final String PRODUCER = "org/apache/kafka/clients/producer/internals/";
  private static final String RESULT = "ProduceRequestResult.await";

  private static final String GUAVA = "com/google/common/util/concurrent/";
  private static final String PARK = "OverflowAvoidingLockSupport.parkNanos";
  private static final String BLOCKING = "reactor/core/publisher/BlockingSingleSubscriber";

  private static final String REQUESTS = "org/apache/activemq/transport/";
  private static final String REMOTING = "org/apache/rocketmq/remoting/netty/";

  private LibraryFutures() {}

  static List<Point> kafka() {
    return List.of(
        wait(PRODUCER + "FutureRecordMetadata", "get", "()", PRODUCER + RESULT),
        wait(PRODUCER + "FutureRecordMetadata", "get", "(J", PRODUCER + RESULT),
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
            "4.1",
            new Point(
                Hook.LIBRARY,
                Weave.WRAPPED,
                "org/springframework/kafka/core/KafkaTemplate",
                "doSend",
                "(")),
        // Google's ApiFuture and Firebase's wait in Guava's.
        LibraryClients.library(
            "guava",
            "guava",
            "20.0",
            "33.5",
            wait(GUAVA + "AbstractFuture", "get", "()", GUAVA + PARK),
            wait(GUAVA + "AbstractFuture", "get", "(J", GUAVA + PARK),
            wait(GUAVA + "AbstractFutureState", "blockingGet", "()", GUAVA + PARK),
            wait(GUAVA + "AbstractFutureState", "blockingGet", "(J", GUAVA + PARK)),
        LibraryClients.library(
            "reactor",
            "reactor-core",
            "3.4",
            "3.8",
            wait(BLOCKING, "blockingGet", "()", BLOCKING + ".await"),
            wait(BLOCKING, "blockingGet", "(J", BLOCKING + ".await")),
        // Up to 4 it has no wait of its own that any thread may make.
        LibraryClients.library(
            "vertx",
            "vertx-core",
            "4.0",
            "5.2",
            new Point(Hook.LIBRARY, Weave.PARKS, "io/vertx/core/Future", "await", "()", true, ""),
            new Point(Hook.LIBRARY, Weave.PARKS, "io/vertx/core/Future", "await", "(J", true, "")),
        LibraryClients.library(
            "activemq",
            "activemq-client",
            "5.15",
            "6.2",
            new Point(
                Hook.LIBRARY,
                Weave.SUBMITTED,
                REQUESTS + "ResponseCorrelator",
                "asyncRequest",
                "("),
            wait(REQUESTS + "FutureResponse", "getResult", "()"),
            wait(REQUESTS + "FutureResponse", "getResult", "(I")),
        // Since 5.2 it waits in a CompletableFuture that one method makes for all requests.
        LibraryClients.library(
            "rocketmq",
            "rocketmq-remoting",
            "4.9",
            "5.3",
            new Point(
                Hook.LIBRARY,
                Weave.WRAPPED,
                REMOTING + "NettyRemotingAbstract",
                "invoke0",
                "(",
                true,
                ""),
            new Point(Hook.LIBRARY, Weave.REQUESTED, REMOTING + "ResponseFuture", "<init>", "("),
            wait(REMOTING + "ResponseFuture", "waitResponse", "(J")),
        LibraryClients.library(
            "apache-httpcore-5",
            "httpcore5",
            "5.1",
            "5.3",
            wait("org/apache/hc/core5/concurrent/BasicFuture", "get", "()"),
            wait("org/apache/hc/core5/concurrent/BasicFuture", "get", "(J")));
  }

  static Point wait(String owner, String method, String descriptor) {
    return wait(owner, method, descriptor, "");
  }

  private static Point wait(String owner, String method, String descriptor, String parks) {
    return new Point(Hook.LIBRARY, Weave.PARKS, owner, method, descriptor, false, parks);
  }
}
