package com.example.orders;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Writes and reads rows on Tomcat's threads, and sends messages without waiting for the broker. */
@RestController
class OrderController {
  private static final Logger LOG = LoggerFactory.getLogger(OrderController.class);

  private final OrderStore store;
  private final KafkaTemplate<String, String> kafka;

  OrderController(OrderStore store, KafkaTemplate<String, String> kafka) {
    this.store = store;
    this.kafka = kafka;
  }

  @PostMapping("/orders")
  Order place(@RequestBody String item) {
    Order order = store.add(item);
    var unused =
        kafka
            .send(OrdersApplication.TOPIC, Long.toString(order.id()))
            .whenComplete((sent, failure) -> report(order, failure));
    return order;
  }

  @GetMapping("/orders/{id}")
  ResponseEntity<Order> order(@PathVariable("id") long id) {
    return ResponseEntity.of(store.find(id));
  }

  @GetMapping("/orders")
  List<Order> newest() {
    return store.newest();
  }

  private static void report(Order order, Throwable failure) {
    if (failure != null) {
      LOG.error("order {} was not sent", order.id(), failure);
    }
  }
}
