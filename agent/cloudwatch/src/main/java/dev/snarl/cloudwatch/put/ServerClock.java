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
 * The offset of the server's clock from this machine's, from the date of its last answer.
 * CloudWatch rejects metrics from two hours ahead, and shows those from the past at a time outside
 * the displayed range. An offset of five minutes or more is therefore corrected. The SDK does the
 * same for signatures.
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
