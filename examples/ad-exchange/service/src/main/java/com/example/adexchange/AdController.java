package com.example.adexchange;

import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The request's thread leaves the select to the exchange's pool and goes on. */
@RestController
@Profile("!sync")
class AdController {
  private final AdService service;

  AdController(AdService service) {
    this.service = service;
  }

  @GetMapping("/ads/{slot}")
  CompletableFuture<Ad> ad(@PathVariable("slot") int slot) {
    return service.best(slot);
  }
}
