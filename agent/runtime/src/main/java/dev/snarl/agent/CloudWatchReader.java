package dev.snarl.agent;

import dev.snarl.agent.Given.Value;
import dev.snarl.cloudwatch.CloudWatchOptions;
import dev.snarl.cloudwatch.Destination;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of CloudWatch. Used once, in premain; loads none of its classes while {@code
 * cloudwatch} is off.
 */
final class CloudWatchReader {
  private static final int LEAST_SECONDS = 5;
  private static final int MOST_SECONDS = 300;

  private final Given given;
  private final Complaints complaints;

  CloudWatchReader(Given given, Complaints complaints) {
    this.given = given;
    this.complaints = complaints;
  }

  @Nullable CloudWatchOptions read() {
    Value value = given.get(Option.CLOUDWATCH.key());
    if (value == null || value.text().equals("off") || value.text().equals("false")) {
      return null;
    }
    Destination to = Destination.of(value.text());
    if (to == null) {
      bad(Option.CLOUDWATCH, value);
      return null;
    }
    Value jar = given.get(Option.CLOUDWATCH_JAR.key());
    return new CloudWatchOptions(
        to,
        text(Option.CLOUDWATCH_NAMESPACE, CloudWatchOptions::isNamespace),
        Integer.parseInt(text(Option.CLOUDWATCH_SECONDS, CloudWatchReader::isPeriod)),
        text(Option.CLOUDWATCH_LOGGROUP, CloudWatchOptions::isLogGroup),
        jar == null || jar.text().isEmpty() ? null : jar.text());
  }

  private String text(Option option, Predicate<String> accepted) {
    Value value = given.get(option.key());
    if (value == null) {
      return option.fallback();
    }
    if (accepted.test(value.text())) {
      return value.text();
    }
    bad(option, value);
    return option.fallback();
  }

  private static boolean isPeriod(String text) {
    return text.matches("[0-9]{1,3}")
        && Integer.parseInt(text) >= LEAST_SECONDS
        && Integer.parseInt(text) <= MOST_SECONDS;
  }

  private void bad(Option option, Value value) {
    complaints.bad(
        option.key(), value.text(), value.source(), option.accepted(), option.fallback());
  }
}
