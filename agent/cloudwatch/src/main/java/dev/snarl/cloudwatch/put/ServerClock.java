package dev.snarl.cloudwatch.put;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * How far the server's clock is ahead of this machine's, from the date of its last answer.
 * CloudWatch takes no metric from two hours ahead, and shows one from the past where nobody looks:
 * a clock that is five minutes off or more is put right. The SDK does the same for signatures.
 */
final class ServerClock implements ExecutionInterceptor {
  private static final Duration TOLERATED = Duration.ofMinutes(5);

  private volatile Duration ahead = Duration.ZERO;

  /** Zero unless it is five minutes or more, to the minute. */
  Duration ahead() {
    return ahead;
  }

  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    context.httpResponse().firstMatchingHeader("Date").ifPresent(this::learn);
  }

  void learn(String date) {
    try {
      Instant there = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration difference = Duration.between(Instant.now(), there);
      ahead =
          difference.abs().compareTo(TOLERATED) < 0
              ? Duration.ZERO
              : Duration.ofMinutes(Math.round(difference.toSeconds() / 60.0));
    } catch (DateTimeException notADate) {
      ahead = Duration.ZERO;
    }
  }
}
