package dev.snarl.cloudwatch;

import org.jspecify.annotations.Nullable;

/**
 * The user's options.
 *
 * @param to where metrics go
 * @param namespace of the metrics
 * @param seconds covered by one message
 * @param logGroup that the CloudWatch agent puts EMF into
 * @param jar path of the optional jar for {@code put}, null to look beside the agent's
 */
public record CloudWatchOptions(
    Destination to, String namespace, int seconds, String logGroup, @Nullable String jar) {

  public static final String NAMESPACE = "Snarl";
  public static final int SECONDS = 60;
  public static final String LOG_GROUP = "/snarl/metrics";

  private static final int LONGEST_NAMESPACE = 255;
  private static final int LONGEST_GROUP = 512;

  /** Whether CloudWatch accepts it as a namespace; those of AWS are reserved. */
  public static boolean isNamespace(String text) {
    return text.length() <= LONGEST_NAMESPACE
        && text.matches("[A-Za-z0-9._/#-][A-Za-z0-9._/#: -]*")
        && !text.startsWith("AWS/");
  }

  /** Whether CloudWatch Logs accepts it as the name of a log group. */
  public static boolean isLogGroup(String text) {
    return text.length() <= LONGEST_GROUP && text.matches("[A-Za-z0-9._/#-]+");
  }
}
