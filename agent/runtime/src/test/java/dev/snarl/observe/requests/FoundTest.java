package dev.snarl.observe.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FoundTest {
  private final Found found = new Found();

  @ParameterizedTest
  @CsvSource({
    "GET, /orders/{id}, GET /orders/{id}",
    "POST, /v1/orders, POST /v1/orders",
    "get, /orders, /orders",
    "GET x, /orders, /orders",
    ", /orders/:id/lines, /orders/:id/lines",
    "GET, /, GET /",
    "GET, /static/**, GET /static/**"
  })
  void aTemplateIsARoute(@Nullable String method, String path, String route) {
    found.route(1, method, path);
    assertThat(found.route()).isEqualTo(route);
  }

  @Test
  void aPathOfOneRequestIsNone() {
    for (String path :
        List.of(
            "/orders/4711",
            "/orders/4711/lines",
            "/users/0b9ba4a1-5f8f-4c07-9d5c-0c2a5d6f3c11",
            "/sessions/4bf92f3577b34da6a3ce929d0e0e4736/end",
            "/search?q=alice",
            "UNKNOWN",
            "")) {
      found.route(1, "GET", path);
      assertThat(found.route()).as(path).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000000000000000000000000000",
        "4bf92f3577b34da6a3ce929d0e0e473",
        "4BF92F3577B34DA6A3CE929D0E0E4736",
        "../../../etc/passwd",
        "4bf92f3577b34da6\n"
      })
  void whatDoesNotLookLikeATraceIdIsNone(String id) {
    found.trace(1, id);
    assertThat(found.traceId()).isNull();
  }

  @Test
  void theBetterSourceWins() {
    List.of("a3ce929d0e0e4736", "4bf92f3577b34da6").forEach(id -> found.trace(1, id));
    assertThat(found.traceId()).isEqualTo("a3ce929d0e0e4736");
    found.trace(2, "4bf92f3577b34da6a3ce929d0e0e4736");
    found.trace(1, "a3ce929d0e0e4736");
    assertThat(found.traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    found.route(2, null, "/matched");
    found.route(1, "GET", "/other");
    assertThat(found.route()).isEqualTo("/matched");
  }

  @Test
  void aRouteIsShortAndOnOneLine() {
    found.route(1, "GET", "/a\n" + "b".repeat(1_000));
    assertThat(found.route()).startsWith("GET /a\\u000abb").hasSizeLessThan(130).endsWith("…");
  }
}
