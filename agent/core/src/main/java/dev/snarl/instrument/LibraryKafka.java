package dev.snarl.instrument;

import java.util.List;

/** Kafka's client: producers built, consumers that poll. */
final class LibraryKafka {

  private static final String SERIALIZER = "Lorg/apache/kafka/common/serialization/Serializer;";

  private LibraryKafka() {}

  static List<Library> all() {
    return List.of(
        LibraryClients.library(
            "kafka-clients",
            "kafka-clients",
            "2.8",
            "4.1",
            LibraryClients.client(
                "org/apache/kafka/clients/producer/KafkaProducer",
                Weave.CLIENT,
                "(Lorg/apache/kafka/clients/producer/ProducerConfig;"
                    + SERIALIZER
                    + SERIALIZER
                    + "Lorg/apache/kafka/clients/producer/internals/ProducerMetadata;"),
            LibraryClients.poll(
                "org/apache/kafka/clients/consumer/KafkaConsumer",
                "poll",
                "(Ljava/time/Duration;)")));
  }
}
