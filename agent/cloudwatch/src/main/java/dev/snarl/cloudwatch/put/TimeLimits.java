package dev.snarl.cloudwatch.put;

import java.time.Duration;

/** How long one try and a whole call with its tries may take. */
record TimeLimits(Duration attempt, Duration call) {
  static final TimeLimits USUAL = new TimeLimits(Duration.ofSeconds(9), Duration.ofSeconds(30));
}
