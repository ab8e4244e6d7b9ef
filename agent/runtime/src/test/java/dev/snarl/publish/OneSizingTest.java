package dev.snarl.publish;

import static dev.snarl.rules.Snapshots.aPool;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import dev.snarl.rules.Rule;
import dev.snarl.rules.Rules;
import dev.snarl.rules.Snapshots;
import dev.snarl.rules.Snapshots.PoolBuilder;
import dev.snarl.rules.Verdict;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Timeline;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many threads a pool needs is one number, whoever says it. */
class OneSizingTest {
  private static final Rule SATURATED =
      Rules.ALL.stream()
          .filter(rule -> rule.id().equals("pool-saturated"))
          .findFirst()
          .orElseThrow();

  private static final List<Kind> KINDS =
      List.of(Kind.THREAD_POOL, Kind.THREAD_POOL, Kind.SCHEDULED, Kind.FORK_JOIN);
  private static final List<String> CALLS =
      List.of(
          "java.net.Socket.read",
          "java.util.concurrent.Semaphore.acquire at a.B.c(B.java:1)",
          "a monitor at a.B.d at a.B.d(B.java:3)",
          "java.util.concurrent.LinkedBlockingQueue.take at a.B.c(B.java:2)");

  @Test
  void theFindingAndThePageOfSizingSayTheSameOfRandomPools() throws IOException {
    Random random = new Random(21);
    Map<String, Integer> limits = new TreeMap<>();
    for (int i = 0; i < 2_000; i++) {
      Timeline timeline = random(random);
      for (Verdict verdict : Snapshots.judge(SATURATED, timeline)) {
        JsonObject sizing = sizing(timeline);
        String limit = sizing == null ? null : sizing.get("limitedBy").getAsString();
        Object said = verdict.evidence().get("limitedBy");
        assertThat(said).isEqualTo("nothing".equals(limit) ? "backlog" : limit);
        assertThat(verdict.evidence().get("advisedThreads")).isEqualTo(advised(sizing));
        limits.merge(String.valueOf(said), 1, Integer::sum);
      }
    }
    assertThat(limits)
        .containsOnlyKeys("threads", "cpu", "permits", "lock", "others", "backlog", "null");
    assertThat(limits.values()).allMatch(count -> count >= 20);
  }

  private static Timeline random(Random random) {
    Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    String call = CALLS.get(random.nextInt(CALLS.size()));
    int threads = 1 + random.nextInt(20);
    double completed = random.nextInt(4) == 0 ? 0 : random.nextInt(60);
    double growth = random.nextBoolean() ? random.nextInt(40) : -completed;
    double refused = random.nextInt(3) == 0 ? random.nextInt(30) : 0;
    int queued = 1_000 + random.nextInt(9_000);
    int timed = random.nextInt(40);
    double ran = random.nextDouble();
    double busy = random.nextDouble();
    DoubleFunction<PoolBuilder> pool =
        second ->
            aPool(1)
                .kind(kind)
                .sizes(threads, threads, threads)
                .completed((long) (completed * second))
                .queued(queued + (int) (growth * second))
                .rejected((long) (refused * second), false)
                .saturated(60 + second)
                .oldest(60)
                .timed(timed, 5, ran)
                .activity((long) (100 * busy * second), (long) (100 * (1 - busy) * second), call);
    return Snapshots.during(12, second -> Snapshots.at(second).pool(pool.apply(second)));
  }

  private static @Nullable JsonObject sizing(Timeline timeline) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      SizingJson.write(json, timeline);
      json.endObject();
    }
    for (JsonElement item :
        JsonParser.parseString(text.toString()).getAsJsonObject().getAsJsonArray("items")) {
      return item.getAsJsonObject();
    }
    return null;
  }

  private static @Nullable Integer advised(@Nullable JsonObject sizing) {
    return sizing == null || sizing.get("advisedThreads").isJsonNull()
        ? null
        : (Integer) sizing.get("advisedThreads").getAsInt();
  }
}
