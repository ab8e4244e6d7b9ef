package dev.snarl.otlp;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The user's options; all others are OpenTelemetry's own variables.
 *
 * @param endpoint base address of the receiver, null for that of the environment
 * @param jar path of the optional jar, null to look beside the agent's
 */
public record OtlpOptions(@Nullable String endpoint, @Nullable String jar) {

  /** Whether it is the base address of a receiver. */
  public static boolean isEndpoint(String text) {
    try {
      URI uri = new URI(text);
      String scheme = uri.getScheme();
      return ("http".equals(scheme) || "https".equals(scheme)) && uri.getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
