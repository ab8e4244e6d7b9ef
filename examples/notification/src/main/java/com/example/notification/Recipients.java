package com.example.notification;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Stands in for the database: gives the devices in pages of 1,000 and takes its time for each page.
 */
@Component
class Recipients {
  static final int PAGE = 1000;

  private final Duration perPage;

  Recipients(@Value("${recipients.page-time:300ms}") Duration perPage) {
    this.perPage = perPage;
  }

  /** Registration tokens, as long as those of real devices: 163 characters. */
  List<String> page(int from, int upTo) throws InterruptedException {
    Thread.sleep(perPage.toMillis());
    return IntStream.range(from, Math.min(from + PAGE, upTo))
        .mapToObj("%0163d"::formatted)
        .toList();
  }
}
