package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Worlds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Real random programs of locks, latches, permits, queues, futures and pools under the agent: a
 * thread that it says is deadlocked never goes on.
 */
class WorldsLiveTest {
  private static final long SEED = Long.getLong("snarl.tests.seed", 20_261_124);
  private static final String WORLDS = System.getProperty("snarl.tests.worlds", "150");

  /** Between the clock of a program and that of a snapshot. */
  private static final int CLOCK_MILLIS = 2;

  /** When a page said that these threads are deadlocked. */
  private record Said(long millis, Set<String> threads) {}

  @OnJdk
  void aThreadInACircleNeverGoesOn(Jdk jdk) {
    agrees(ForkedJvm.on(jdk), jdk, SEED + jdk.feature(), WORLDS, "25");
  }

  @OnJdk({21, 25})
  void aVirtualThreadInACircleNeverGoesOn(Jdk jdk) {
    // On 21 one that waits for or in a monitor keeps its carrier.
    ForkedJvm manyCarriers =
        ForkedJvm.on(jdk)
            .flags(
                "-Djdk.virtualThreadScheduler.parallelism=64",
                "-Djdk.virtualThreadScheduler.maxPoolSize=512");
    agrees(manyCarriers, jdk, SEED - jdk.feature(), WORLDS, "25", "virtual");
  }

  private static void agrees(ForkedJvm jvm, Jdk jdk, long seed, String... arguments) {
    List<String> words = new ArrayList<>(List.of(String.valueOf(seed)));
    words.addAll(List.of(arguments));
    try (Running program = jvm.agent("port=0").start(Worlds.class, words.toArray(new String[0]))) {
      List<Said> said = new ArrayList<>();
      while (!program.out().contains("quiet")) {
        said.add(said(program));
      }
      Deadline.in(Duration.ofMinutes(1))
          .until(
              () -> "no thread in a circle",
              () -> {
                said.add(said(program));
                return said.get(said.size() - 1).threads.isEmpty() ? null : said;
              });
      program.say("");
      program.awaitOut("end");
      Map<String, Long> wentOn = new HashMap<>();
      Set<String> hang = new HashSet<>();
      for (String line : program.out()) {
        String[] parts = line.split(" ", -1);
        if (parts[0].equals("went")) {
          wentOn.put(parts[1], Long.parseLong(parts[2]));
        } else if (parts[0].equals("hangs")) {
          hang.add(parts[1]);
        }
      }
      for (Said each : said) {
        for (String thread : each.threads) {
          assertThat(wentOn.getOrDefault(thread, 0L))
              .as("%s went on after it was said to be deadlocked, seed %d", thread, seed)
              .isLessThanOrEqualTo(each.millis + CLOCK_MILLIS);
        }
      }
      Set<String> last = said.get(said.size() - 1).threads;
      System.out.printf(
          "circles on %s, %s worlds of seed %d: %d looks, 0 wrong; %d threads in circles, %d hang%n",
          jdk, arguments[0], seed, said.size(), last.size(), hang.size());
    }
  }

  private static Said said(Running program) {
    JsonObject graph = JsonParser.parseString(program.get("/api/waits")).getAsJsonObject();
    Set<String> threads = new HashSet<>();
    if (!graph.has("cycles")) {
      return new Said(0, threads); // not ready yet
    }
    Map<String, String> names = new HashMap<>();
    for (JsonElement node : graph.getAsJsonArray("nodes")) {
      JsonObject it = node.getAsJsonObject();
      names.put(it.get("id").getAsString(), it.get("name").getAsString());
    }
    for (JsonElement cycle : graph.getAsJsonArray("cycles")) {
      for (JsonElement id : (JsonArray) cycle) {
        if (id.getAsString().startsWith("t")) {
          threads.add(names.get(id.getAsString()));
        }
      }
    }
    long millis = Instant.parse(graph.get("at").getAsString()).toEpochMilli();
    return new Said(millis, threads);
  }
}
