package dev.snarl.instrument;

import java.util.ArrayList;
import java.util.List;

/** Kafka's client: producers built, records sent and waited for, consumers that poll. */
final class LibraryKafka {

  private static final String SERIALIZER = "Lorg/apache/kafka/common/serialization/Serializer;";

  private LibraryKafka() {}

  static List<Library> all() {
    List<Point> points = new ArrayList<>(LibraryFutures.kafka());
    points.add(
        LibraryClients.client(
            "org/apache/kafka/clients/producer/KafkaProducer",
            Weave.CLIENT,
            "(Lorg/apache/kafka/clients/producer/ProducerConfig;"
                + SERIALIZER
                + SERIALIZER
                + "Lorg/apache/kafka/clients/producer/internals/ProducerMetadata;"));
    points.add(
        LibraryClients.poll(
            "org/apache/kafka/clients/consumer/KafkaConsumer", "poll", "(Ljava/time/Duration;)"));
    return List.of(new Library("kafka-clients", "kafka-clients", "2.8", "4.3", points));
  }
}
