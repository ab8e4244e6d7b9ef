package dev.snarl.cloudwatch;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Where metrics are sent.
 *
 * @param way how
 * @param host of the CloudWatch agent, without brackets; empty if there is none
 * @param port of the CloudWatch agent, 0 if there is none
 */
public record Destination(Way way, String host, int port) {

  /** The ways to CloudWatch. */
  public enum Way {
    EMF_STDOUT,
    EMF_TCP,
    EMF_UDP,
    PUT
  }

  /** The meaning of the option; null if it is unknown. */
  public static @Nullable Destination of(String text) {
    return switch (text) {
      case "put" -> new Destination(Way.PUT, "", 0);
      case "emf:stdout" -> new Destination(Way.EMF_STDOUT, "", 0);
      default -> text.startsWith("emf:") ? address(text.substring("emf:".length())) : null;
    };
  }

  private static @Nullable Destination address(String text) {
    try {
      URI uri = new URI(text);
      String host = uri.getHost();
      String scheme = uri.getScheme();
      boolean tcp = "tcp".equals(scheme);
      boolean plain =
          uri.getRawUserInfo() == null && uri.getRawPath().isEmpty() && uri.getRawQuery() == null;
      if (host == null || !plain || uri.getPort() < 1 || uri.getPort() > 65_535) {
        return null;
      }
      String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      return tcp || "udp".equals(scheme)
          ? new Destination(tcp ? Way.EMF_TCP : Way.EMF_UDP, bare, uri.getPort())
          : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return switch (way) {
      case EMF_STDOUT -> "emf:stdout";
      case EMF_TCP -> "emf:tcp://" + host + ":" + port;
      case EMF_UDP -> "emf:udp://" + host + ":" + port;
      case PUT -> "put";
    };
  }
}
