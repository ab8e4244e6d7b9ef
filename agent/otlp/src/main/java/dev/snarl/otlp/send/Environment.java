package dev.snarl.otlp.send;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the variables of OpenTelemetry's specification. As in its own SDK for Java, a system
 * property {@code otel.service.name} comes before a variable {@code OTEL_SERVICE_NAME}, and an
 * empty value counts as none.
 *
 * @param variables the value by name, null for none
 */
record Environment(UnaryOperator<@Nullable String> variables) {
  private static final String OTLP = "OTEL_EXPORTER_OTLP_";
  private static final String FALLBACK = "http://localhost:4318";
  private static final int MOST_MILLIS = 30_000;

  /** This JVM's own. */
  static Environment here() {
    return new Environment(
        name -> {
          String property = System.getProperty(name.toLowerCase(Locale.ROOT).replace('_', '.'));
          return property == null ? System.getenv(name) : property;
        });
  }

  private @Nullable String get(String name) {
    String value = variables.apply(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private String get(String name, String fallback) {
    String value = get(name);
    return value == null ? fallback : value;
  }

  /** That of the signal, or that of both. */
  private @Nullable String of(String signal, String name) {
    String own = get(OTLP + signal + "_" + name);
    return own == null ? get(OTLP + name) : own;
  }

  /**
   * Where one signal goes.
   *
   * @param signal {@code METRICS} or {@code LOGS}
   * @param base takes the place of the variables' address if it is not empty
   * @return null if it is switched off with {@code OTEL_METRICS_EXPORTER=none}
   * @throws IOException if a variable cannot be followed, as one line
   */
  @Nullable Target target(String signal, String base) throws IOException {
    String exporter = get("OTEL_" + signal + "_EXPORTER", "otlp");
    if (exporter.equals("none")) {
      return null;
    }
    String protocol = of(signal, "PROTOCOL");
    if (protocol != null && !protocol.equals("http/protobuf")) {
      throw new IOException(
          "OTEL_EXPORTER_OTLP_PROTOCOL is "
              + protocol
              + ", and only http/protobuf is supported (port 4318, not 4317)");
    }
    String compression = of(signal, "COMPRESSION");
    boolean gzip = "gzip".equals(compression);
    if (compression != null && !gzip && !compression.equals("none")) {
      throw new IOException(
          "OTEL_EXPORTER_OTLP_COMPRESSION is " + compression + "; accepted: gzip, none");
    }
    String timeout = of(signal, "TIMEOUT");
    return new Target(
        uri(signal, base),
        pairs(of(signal, "HEADERS"), "OTEL_EXPORTER_OTLP_HEADERS"),
        millis("OTEL_EXPORTER_OTLP_TIMEOUT", timeout == null ? "10000" : timeout, MOST_MILLIS),
        gzip);
  }

  private URI uri(String signal, String base) throws IOException {
    String own = base.isEmpty() ? get(OTLP + signal + "_ENDPOINT") : null;
    String all = base.isEmpty() ? get(OTLP + "ENDPOINT", FALLBACK) : base;
    String slash = all.endsWith("/") ? "" : "/";
    String text = own == null ? all + slash + "v1/" + signal.toLowerCase(Locale.ROOT) : own;
    try {
      URI uri = new URI(text);
      String scheme = uri.getScheme();
      if (uri.getHost() != null && ("http".equals(scheme) || "https".equals(scheme))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // below, like any other text that is no address
    }
    throw new IOException("OTEL_EXPORTER_OTLP_ENDPOINT is no address of HTTP: " + text);
  }

  /** The time between two sendings of metrics. */
  Duration interval() throws IOException {
    String name = "OTEL_METRIC_EXPORT_INTERVAL";
    String text = get(name, "60000");
    Duration interval = millis(name, text, Integer.MAX_VALUE);
    if (text.matches("0+")) {
      throw new IOException(name + " is 0");
    }
    return interval;
  }

  /** Milliseconds; 0 is no limit in the specification, and here the longest. */
  private static Duration millis(String name, String text, int most) throws IOException {
    try {
      long millis = Long.parseLong(text);
      if (millis >= 0) {
        return Duration.ofMillis(millis == 0 ? most : Math.min(millis, most));
      }
    } catch (NumberFormatException e) {
      // below, like a negative number
    }
    throw new IOException(name + " is no number of milliseconds: " + text);
  }

  /**
   * What the receiver learns of this JVM; the variables come before what is known here.
   *
   * @param known without them
   */
  Map<String, String> resource(Map<String, String> known) throws IOException {
    String name = "OTEL_RESOURCE_ATTRIBUTES";
    Map<String, String> all = new LinkedHashMap<>(known);
    all.putAll(pairs(get(name), name));
    String service = get("OTEL_SERVICE_NAME");
    if (service != null) {
      all.put("service.name", service);
    }
    return all;
  }

  /** {@code key=value,key=value}, with percent signs as in W3C Baggage. */
  private static Map<String, String> pairs(@Nullable String text, String name) throws IOException {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text == null ? new String[0] : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        pairs.put(
            decoded(pair.substring(0, equals), name), decoded(pair.substring(equals + 1), name));
      } else if (!pair.isBlank()) {
        // Not its text: headers hold secrets.
        throw new IOException(name + " is not of the form key=value,key=value");
      }
    }
    return pairs;
  }

  private static String decoded(String text, String name) throws IOException {
    try {
      return URLDecoder.decode(text.strip().replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IOException(name + " has a percent sign that begins no character", e);
    }
  }
}
