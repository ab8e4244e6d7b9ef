package com.example.receipts;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.stream.StreamMessageListenerContainer;
import org.springframework.data.redis.stream.StreamMessageListenerContainer.StreamMessageListenerContainerOptions;
import org.springframework.data.redis.stream.StreamMessageListenerContainer.StreamReadRequest;
import org.springframework.scheduling.annotation.EnableScheduling;

/** One thread polls the stream for up to 50 records at a time and calls the consumer with each. */
@Configuration
@EnableScheduling
class StreamConfiguration {
  private static final Logger log = LoggerFactory.getLogger(StreamConfiguration.class);

  @Bean(initMethod = "start", destroyMethod = "stop")
  StreamMessageListenerContainer<String, MapRecord<String, String, String>> receiptStream(
      RedisConnectionFactory connections, ReceiptConsumer consumer) {
    StreamMessageListenerContainerOptions<String, MapRecord<String, String, String>> options =
        StreamMessageListenerContainerOptions.builder()
            .batchSize(ReceiptConsumer.BATCH)
            .pollTimeout(Duration.ofSeconds(1))
            .build();
    StreamMessageListenerContainer<String, MapRecord<String, String, String>> container =
        StreamMessageListenerContainer.create(connections, options);
    container.register(
        StreamReadRequest.builder(
                StreamOffset.create(ReceiptConsumer.STREAM, ReadOffset.lastConsumed()))
            .consumer(Consumer.from(ReceiptConsumer.GROUP, "one"))
            .autoAcknowledge(false)
            .cancelOnError(e -> false)
            .errorHandler(e -> log.error("Redis connection lost, poll failed: {}", e.getMessage()))
            .build(),
        consumer);
    return container;
  }
}
