package com.example.orders;

import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Takes orders and ships them: a row for each, a Kafka message for each, and a listener that marks
 * the row. Nothing here is set up in a special way, and nothing is wrong with it.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
class OrdersApplication {
  static final String TOPIC = "orders";

  public static void main(String[] args) {
    SpringApplication.run(OrdersApplication.class, args);
  }

  @Bean
  NewTopic orders() {
    return TopicBuilder.name(TOPIC).partitions(2).replicas(1).build();
  }
}
