package com.example.orders;

import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Marks the order of each message as shipped, on the listener container's thread. */
@Component
class Shipping {
  private final OrderStore store;

  Shipping(OrderStore store) {
    this.store = store;
  }

  @KafkaListener(topics = OrdersApplication.TOPIC)
  void ship(String id) {
    store.ship(Long.parseLong(id));
  }
}
