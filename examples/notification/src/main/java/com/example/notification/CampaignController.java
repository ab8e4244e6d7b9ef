package com.example.notification;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /campaigns/100000} sends to that many devices; the answer comes when all are handed
 * over.
 */
@RestController
class CampaignController {
  private static final String TITLE = "A new letter has come";

  private final Notifier notifier;
  private final Outcomes outcomes;

  CampaignController(Notifier notifier, Outcomes outcomes) {
    this.notifier = notifier;
    this.outcomes = outcomes;
  }

  @PostMapping("/campaigns/{devices}")
  void send(@PathVariable("devices") int devices) {
    for (int number = 1; number <= devices; number++) {
      notifier.send(
          new Notification(token(number), TITLE, "Letter %d waits for you.".formatted(number)));
    }
  }

  @GetMapping("/progress")
  Outcomes.Progress progress() {
    return outcomes.progress();
  }

  /** As long as a registration token of a real device: 163 characters. */
  private static String token(int number) {
    return "%0163d".formatted(number);
  }
}
