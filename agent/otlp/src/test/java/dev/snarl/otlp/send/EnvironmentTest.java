package dev.snarl.otlp.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {

  private static Environment of(String... pairs) {
    Map<String, String> variables = new java.util.HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      variables.put(pairs[i], pairs[i + 1]);
    }
    return new Environment(variables::get);
  }

  private static Target target(Environment environment, String signal) throws IOException {
    return Objects.requireNonNull(environment.target(signal, ""));
  }

  @Test
  void withoutAnyVariableItIsTheCollectorOfThisMachine() throws IOException {
    Target target = target(of(), "METRICS");
    assertThat(target.uri()).hasToString("http://localhost:4318/v1/metrics");
    assertThat(target(of(), "LOGS").uri()).hasToString("http://localhost:4318/v1/logs");
    assertThat(target.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(target.gzip()).isFalse();
    assertThat(target.headers()).isEmpty();
    assertThat(of().interval()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void anAddressGetsThePathOfTheSignalAndThatOfASignalIsTakenAsItIs() throws IOException {
    Environment both =
        of(
            "OTEL_EXPORTER_OTLP_ENDPOINT", "https://otel.example:1/base/",
            "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "http://prometheus:9090/api/v1/otlp/v1/metrics");
    assertThat(target(both, "METRICS").uri())
        .hasToString("http://prometheus:9090/api/v1/otlp/v1/metrics");
    assertThat(target(both, "LOGS").uri()).hasToString("https://otel.example:1/base/v1/logs");
    Environment logs = of("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "http://loki:3100/otlp/v1/logs");
    assertThat(target(logs, "LOGS").uri()).hasToString("http://loki:3100/otlp/v1/logs");
  }

  @Test
  void theOptionsAddressTakesTheirPlace() throws IOException {
    Environment both =
        of(
            "OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1",
            "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "http://b:1");
    Target target = Objects.requireNonNull(both.target("METRICS", "http://c:3"));
    assertThat(target.uri()).hasToString("http://c:3/v1/metrics");
  }

  @Test
  void headersTimeoutAndCompressionOfASignalComeBeforeThoseOfBoth() throws IOException {
    Environment all =
        of(
            "OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b%2Cc, x=1+1=2",
            "OTEL_EXPORTER_OTLP_LOGS_HEADERS", "y=2",
            "OTEL_EXPORTER_OTLP_TIMEOUT", "1500",
            "OTEL_EXPORTER_OTLP_LOGS_TIMEOUT", "99000",
            "OTEL_EXPORTER_OTLP_COMPRESSION", "gzip",
            "OTEL_EXPORTER_OTLP_LOGS_COMPRESSION", "none",
            "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc",
            "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", "http/protobuf",
            "OTEL_EXPORTER_OTLP_LOGS_PROTOCOL", "http/protobuf",
            "OTEL_METRIC_EXPORT_INTERVAL", "5000");
    Target metrics = target(all, "METRICS");
    assertThat(metrics.headers())
        .containsExactly(Map.entry("api-key", "a b,c"), Map.entry("x", "1+1=2"));
    assertThat(metrics.timeout()).isEqualTo(Duration.ofMillis(1_500));
    assertThat(metrics.gzip()).isTrue();
    Target logs = target(all, "LOGS");
    assertThat(logs.headers()).containsExactly(Map.entry("y", "2"));
    assertThat(logs.timeout()).as("bounded").isEqualTo(Duration.ofSeconds(30));
    assertThat(logs.gzip()).isFalse();
    assertThat(all.interval()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void aSignalCanBeSwitchedOff() throws IOException {
    assertThat(of("OTEL_LOGS_EXPORTER", "none").target("LOGS", "")).isNull();
    assertThat(of("OTEL_LOGS_EXPORTER", "none").target("METRICS", "")).isNotNull();
    assertThat(of("OTEL_METRICS_EXPORTER", "none").target("METRICS", "")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_EXPORTER_OTLP_PROTOCOL, grpc, only http/protobuf",
    "OTEL_EXPORTER_OTLP_LOGS_PROTOCOL, http/json, only http/protobuf",
    "OTEL_EXPORTER_OTLP_COMPRESSION, zstd, accepted: gzip",
    "OTEL_EXPORTER_OTLP_ENDPOINT, collector:4318, no address of HTTP",
    "OTEL_EXPORTER_OTLP_ENDPOINT, 'http://a b', no address of HTTP",
    "OTEL_EXPORTER_OTLP_TIMEOUT, 10s, no number of milliseconds",
    "OTEL_EXPORTER_OTLP_TIMEOUT, -1, no number of milliseconds",
    "OTEL_EXPORTER_OTLP_HEADERS, secret, not of the form key=value",
    "OTEL_EXPORTER_OTLP_HEADERS, a=%zz, percent sign",
  })
  void whatCannotBeFollowedIsSaidWithoutSecrets(String name, String value, String words) {
    assertThatThrownBy(() -> of(name, value).target("LOGS", ""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(words)
        .hasMessageNotContaining("secret");
  }

  @Test
  void anIntervalIsAPositiveNumber() {
    for (String wrong : new String[] {"0", "-1", "1m"}) {
      assertThatThrownBy(() -> of("OTEL_METRIC_EXPORT_INTERVAL", wrong).interval())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("OTEL_METRIC_EXPORT_INTERVAL is ");
    }
  }

  @Test
  void emptyIsAsGoodAsNone() throws IOException {
    assertThat(target(of("OTEL_EXPORTER_OTLP_ENDPOINT", " "), "LOGS").uri())
        .hasToString("http://localhost:4318/v1/logs");
  }

  @Test
  void theResourceIsThatOfTheVariablesBeforeWhatIsKnown() throws IOException {
    Map<String, String> known = Map.of("service.name", "app.jar", "host.name", "here");
    assertThat(of("OTEL_RESOURCE_ATTRIBUTES", "service.name=orders,team=a%3Db").resource(known))
        .containsEntry("service.name", "orders")
        .containsEntry("team", "a=b")
        .containsEntry("host.name", "here");
    assertThat(
            of("OTEL_RESOURCE_ATTRIBUTES", "service.name=orders", "OTEL_SERVICE_NAME", "shop")
                .resource(known))
        .containsEntry("service.name", "shop");
    assertThat(of().resource(known)).containsExactlyInAnyOrderEntriesOf(known);
  }

  @Test
  void aPropertyComesBeforeAVariable() throws IOException {
    System.setProperty("otel.exporter.otlp.endpoint", "http://property:1");
    try {
      assertThat(target(Environment.here(), "LOGS").uri()).hasToString("http://property:1/v1/logs");
    } finally {
      System.clearProperty("otel.exporter.otlp.endpoint");
    }
  }

  @Test
  void userAndQueryOfAnAddressAreNotShown() throws IOException {
    Environment secret = of("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "https://u:p@h:1/logs?key=k");
    assertThat(target(secret, "LOGS").shown()).isEqualTo("https://h:1/logs");
  }
}
