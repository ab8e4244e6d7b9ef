package com.example.notification;

import java.util.Map;
import java.util.SplittableRandom;
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

  private final Recipients recipients;
  private final Notifier notifier;
  private final Outcomes outcomes;

  CampaignController(Recipients recipients, Notifier notifier, Outcomes outcomes) {
    this.recipients = recipients;
    this.notifier = notifier;
    this.outcomes = outcomes;
  }

  @PostMapping("/campaigns/{devices}")
  void send(@PathVariable("devices") int devices) throws InterruptedException {
    for (int number = 0; number < devices; number += Recipients.PAGE) {
      for (String device : recipients.page(number, devices)) {
        notifier.send(letterTo(device));
      }
    }
  }

  @GetMapping("/progress")
  Outcomes.Progress progress() {
    return outcomes.progress();
  }

  private static Notification letterTo(String device) {
    String letter = Long.toHexString(device.hashCode() * 0x9E3779B97F4A7C15L);
    return new Notification(
        device,
        TITLE,
        beginning(device),
        Map.of(
            "letter", letter,
            "link", "https://letters.example.com/inbox/%s?from=push".formatted(letter),
            "image", "https://images.example.com/stamps/%s.png".formatted(letter)));
  }

  /**
   * The first 400 characters of the letter; in the language of the case, whose syllables take two
   * bytes each.
   */
  private static String beginning(String device) {
    SplittableRandom syllables = new SplittableRandom(device.hashCode());
    StringBuilder text = new StringBuilder(400);
    for (int length = 0; length < 400; length++) {
      text.append((char) syllables.nextInt(0xAC00, 0xD7A4));
    }
    return text.toString();
  }
}
