package com.example.adexchange;

import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The request's thread asks the database itself: what queues then, queues in Tomcat. */
@RestController
@Profile("sync")
class SyncController {
  private final AdStore store;

  SyncController(AdStore store) {
    this.store = store;
  }

  @GetMapping("/ads/{slot}")
  Ad ad(@PathVariable("slot") int slot) {
    return store.best(slot);
  }
}
