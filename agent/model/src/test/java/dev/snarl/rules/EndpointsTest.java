package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Endpoints.Endpoint;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EndpointsTest {
  private static final String SITE = String.valueOf(blocked(1, queued(1)).site());
  private static final String RUN = "GET /run";

  private final Endpoints endpoints = new Endpoints();

  private static Wait wait(long id, @Nullable String route, @Nullable String traceId) {
    return blocked(id, queued(1)).of(new Request(route, traceId));
  }

  private static Wait unknown(long id) {
    return blocked(id, queued(1));
  }

  private void see(double second, Wait... waits) {
    endpoints.add(at(second).waiting(waits).build());
  }

  private Endpoint seen() {
    return endpoints.at(SITE);
  }

  @Test
  void theRouteOfAllWaitsNamesTheEndpoint() {
    see(0, wait(1, RUN, "a"), wait(2, RUN, "b"));
    assertThat(seen().route()).isEqualTo(RUN);
    assertThat(seen().title("2 threads")).isEqualTo("GET /run: 2 threads");
    assertThat(seen().addTo(Map.of("x", 1)))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("x", 1, "route", RUN, "traceIds", List.of("a", "b")));
  }

  @Test
  void whereItIsOnlyMostOfThemTheShareIsGiven() {
    see(0, wait(1, RUN, "a"), wait(2, RUN, null), wait(3, "GET /look", "b"), unknown(4));
    assertThat(seen()).isEqualTo(new Endpoint(null, 0, List.of("a", "b")));
    see(1, wait(5, RUN, "c"));
    assertThat(seen().addTo(Map.of()))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("route", RUN, "routeShare", 0.6, "traceIds", List.of("c", "a")));
  }

  @Test
  void aWaitThatLastsCountsOnce() {
    see(0, wait(1, RUN, "a"));
    for (int second = 0; second < 10; second++) {
      see(second, wait(1, RUN, "a"), unknown(2), unknown(3));
    }
    assertThat(seen().route()).isNull();
    assertThat(seen().title("2 threads")).isEqualTo("2 threads");
  }

  @Test
  void afterAMinuteAWaitIsForgotten() {
    see(0, wait(1, RUN, "a"));
    see(60);
    assertThat(seen().route()).isEqualTo(RUN);
    see(61);
    assertThat(seen().addTo(Map.of("x", 1))).isEqualTo(Map.of("x", 1));
  }

  @Test
  void ofManyTracesTheLatestAreExamples() {
    for (long id = 1; id <= 500; id++) {
      see(id / 100.0, wait(id, RUN, "trace-" + id));
    }
    assertThat(seen().traceIds()).containsExactly("trace-500", "trace-499", "trace-498");
  }

  @Test
  void linesAndWaitsAreBounded() {
    see(
        0,
        LongStream.rangeClosed(1, Endpoints.MOST_SITES + 1)
            .mapToObj(id -> elsewhere(id, "A.a(A.java:" + id + ")"))
            .toArray(Wait[]::new));
    assertThat(endpoints.at("A.a(A.java:" + Endpoints.MOST_SITES + ")").route()).isEqualTo(RUN);
    assertThat(endpoints.at("A.a(A.java:" + (Endpoints.MOST_SITES + 1) + ")").route()).isNull();
    see(1, wait(1, "GET /look", null), wait(2, "GET /look", null));
    assertThat(seen().route()).isNull(); // no room
    see(62, wait(1, "GET /look", null), wait(2, "GET /look", null));
    see(63, LongStream.range(3, 500).mapToObj(id -> wait(id, RUN, null)).toArray(Wait[]::new));
    assertThat(seen().share()).isEqualTo(1); // the first two are no longer among the latest
  }

  private static Wait elsewhere(long id, String site) {
    Wait wait = unknown(id);
    return new Wait(
        id,
        wait.thread(),
        site,
        wait.call(),
        wait.futureType(),
        false,
        1,
        wait.need(),
        new Request(RUN, null));
  }
}
