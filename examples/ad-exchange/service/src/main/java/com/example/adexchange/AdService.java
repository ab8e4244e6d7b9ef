package com.example.adexchange;

import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;

/** Asks the database on a thread of the exchange's pool. */
@Service
@Profile("!sync")
class AdService {
  private final AdStore store;

  AdService(AdStore store) {
    this.store = store;
  }

  @Async("exchangePool")
  CompletableFuture<Ad> best(int slot) {
    return CompletableFuture.completedFuture(store.best(slot));
  }
}
