package com.example.orders;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Counts the orders that are not shipped yet, every two seconds on Spring's scheduler. */
@Component
class WaitingOrders {
  private final OrderStore store;
  private final AtomicLong waiting;

  WaitingOrders(OrderStore store, MeterRegistry registry) {
    this.store = store;
    this.waiting = registry.gauge("orders.waiting", new AtomicLong());
  }

  @Scheduled(fixedRate = 2_000)
  void count() {
    waiting.set(store.waiting());
  }
}
