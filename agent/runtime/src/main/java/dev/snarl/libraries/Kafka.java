package dev.snarl.libraries;

/** Kafka's client: producers built, records sent and waited for, consumers that poll. */
final class Kafka {

  static final String TEXT =
      """
      library kafka-clients Kafka client
      jar kafka-clients 2.8 4.4
      kind kafka-send org.apache.kafka.
      done-read org.apache.kafka.clients.
      peer org.apache.kafka.
      socket org.apache.kafka.clients.producer.
      wait org/apache/kafka/clients/producer/internals/FutureRecordMetadata get () with org/apache/kafka/clients/producer/internals/ProduceRequestResult.await
      wait org/apache/kafka/clients/producer/internals/FutureRecordMetadata get (J with org/apache/kafka/clients/producer/internals/ProduceRequestResult.await
      submitted org/apache/kafka/clients/producer/KafkaProducer doSend (
      client org/apache/kafka/clients/producer/KafkaProducer <init> (Lorg/apache/kafka/clients/producer/ProducerConfig;Lorg/apache/kafka/common/serialization/Serializer;Lorg/apache/kafka/common/serialization/Serializer;Lorg/apache/kafka/clients/producer/internals/ProducerMetadata;
      poll org/apache/kafka/clients/consumer/KafkaConsumer poll (Ljava/time/Duration;)
      """;

  private Kafka() {}
}
