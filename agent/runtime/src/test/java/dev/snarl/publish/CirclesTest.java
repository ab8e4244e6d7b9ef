package dev.snarl.publish;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.judge;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static dev.snarl.rules.Snapshots.timed;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import dev.snarl.rules.Rule;
import dev.snarl.rules.Rules;
import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A circle is called closed where the rule of deadlocks calls it one, and nowhere else. */
class CirclesTest {
  private static final Rule POOL_DEADLOCK =
      Rules.ALL.stream()
          .filter(rule -> rule.id().equals("pool-deadlock"))
          .findFirst()
          .orElseThrow();

  private static JsonObject graph(Snapshot snapshot) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      new GraphJson(snapshot).write(json);
      json.name("tangle").beginObject();
      new Tangle(new Timeline(List.of(snapshot))).write(json);
      json.endObject();
      json.endObject();
    }
    return JsonParser.parseString(text.toString()).getAsJsonObject();
  }

  private static List<String> rows(JsonObject graph, String property) {
    return graph.getAsJsonObject("tangle").getAsJsonArray("items").asList().stream()
        .map(row -> String.valueOf(row.getAsJsonObject().get(property)))
        .toList();
  }

  private static String cycles(JsonObject graph, String name) {
    return String.valueOf(graph.get(name));
  }

  @Test
  void aCircleWithoutADeadlineIsClosed() throws IOException {
    JsonObject graph =
        graph(at(0).pool(aPool(1).threads(1)).waiting(blocked(1, queued(1))).build());
    assertThat(cycles(graph, "cycles")).isEqualTo("[[\"t1\",\"p1\"]]");
    assertThat(cycles(graph, "timedCycles")).isEqualTo("[]");
    assertThat(rows(graph, "closed")).containsExactly("true");
    assertThat(rows(graph, "untilDeadline")).containsExactly("false");
  }

  @Test
  void aCircleOfWaitsWithDeadlinesIsNotClosed() throws IOException {
    JsonObject graph = graph(at(0).pool(aPool(1).threads(1)).waiting(timed(1, queued(1))).build());
    assertThat(cycles(graph, "cycles")).isEqualTo("[]");
    assertThat(cycles(graph, "timedCycles")).isEqualTo("[[\"t1\",\"p1\"]]");
    assertThat(rows(graph, "closed")).containsExactly("false");
    assertThat(rows(graph, "untilDeadline")).containsExactly("true");
  }

  @Test
  void oneDeadlineAnywhereInTheCircleEndsIt() throws IOException {
    JsonObject graph =
        graph(
            at(0)
                .pool(aPool(1).threads(1))
                .pool(aPool(2).threads(2))
                .waiting(blocked(1, running(7)), timed(7, queued(2)), blocked(2, queued(1)))
                .build());
    assertThat(cycles(graph, "cycles")).isEqualTo("[]");
    assertThat(cycles(graph, "timedCycles")).isEqualTo("[[\"t1\",\"t7\",\"p2\",\"t2\",\"p1\"]]");
    assertThat(rows(graph, "closed")).containsOnly("false");
    assertThat(rows(graph, "untilDeadline")).containsOnly("true");
  }

  /** When its wait ends, that worker takes up what the other one waits for. */
  @Test
  void theDeadlineOfOneWorkerFreesTheWholePool() throws IOException {
    JsonObject graph =
        graph(
            at(0)
                .pool(aPool(1).threads(1, 2))
                .waiting(blocked(1, queued(1)), timed(2, queued(1)))
                .build());
    assertThat(cycles(graph, "cycles")).isEqualTo("[]");
    assertThat(rows(graph, "closed")).containsOnly("false");
    assertThat(rows(graph, "untilDeadline")).containsOnly("true");
  }

  @Test
  void aDeadlineElsewhereDoesNotOpenADeadlock() throws IOException {
    JsonObject graph =
        graph(
            at(0)
                .pool(aPool(1).threads(1))
                .pool(aPool(2).threads(2))
                .waiting(blocked(1, queued(1)), timed(2, queued(2)), timed(9, queued(1)))
                .build());
    assertThat(cycles(graph, "cycles")).isEqualTo("[[\"t1\",\"p1\"]]");
    assertThat(cycles(graph, "timedCycles")).isEqualTo("[[\"t2\",\"p2\"]]");
  }

  @Test
  void aCircleThroughEachOfSeveralThatWouldDoIsClosed() throws IOException {
    Need any = new Need.Any(List.of(queued(1), running(7)));
    JsonObject graph =
        graph(
            at(0)
                .pool(aPool(1).threads(1))
                .waiting(blocked(1, any), blocked(7, queued(1)))
                .build());
    assertThat(cycles(graph, "cycles")).contains("[\"t1\",\"p1\"]");
    JsonObject open = graph(at(0).pool(aPool(1).threads(1)).waiting(blocked(1, any)).build());
    assertThat(cycles(open, "cycles")).isEqualTo("[]");
    assertThat(cycles(open, "timedCycles")).isEqualTo("[]");
  }

  @Test
  void noPoolIsInACircleThatTheRuleDoesNotName() throws IOException {
    Random random = new Random(42);
    int some = 0;
    for (int round = 0; round < 3_000; round++) {
      Snapshot snapshot = randomSnapshot(random);
      Set<String> told = new TreeSet<>();
      judge(POOL_DEADLOCK, new Timeline(List.of(snapshot)))
          .forEach(verdict -> told.add(String.valueOf(verdict.evidence().get("pools"))));
      String drawn = cycles(graph(snapshot), "cycles");
      for (long pool = 0; pool < 3; pool++) {
        if (drawn.contains("\"p" + pool + "\"")) {
          assertThat(Objects.toString(told))
              .as("round %d: %s of %s", round, drawn, snapshot.waits())
              .contains("pool-" + pool);
          some++;
        }
      }
    }
    assertThat(some).as("pools in a circle").isGreaterThan(100);
  }

  private static Snapshot randomSnapshot(Random random) {
    Snapshots snapshot = at(0);
    for (int pool = 0; pool < 3; pool++) {
      snapshot.pool(aPool(pool).threads(pool, pool + 3));
    }
    for (int thread = 0; thread < 8; thread++) {
      snapshot.waiting(blocked(thread, randomNeed(random, 2), random.nextInt(6) == 0, 1));
    }
    return snapshot.build();
  }

  private static Need randomNeed(Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 10 : 7);
    if (kind < 7) {
      return kind < 4 ? queued(random.nextInt(3)) : running(random.nextInt(8));
    }
    List<Need> parts =
        IntStream.rangeClosed(0, 1).mapToObj(i -> randomNeed(random, depth - 1)).toList();
    return kind < 9 ? new Need.All(parts) : new Need.Any(parts);
  }
}
