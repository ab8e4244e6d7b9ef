package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.snarl.tests.programs.Worlds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code lost} of random programs that run to their end or hang, asked at random moments. Their
 * truth is which threads go on.
 */
class LostWorldsTest {
  private static final long SEED = Long.getLong("snarl.tests.seed", 20_261_123);
  private static final String WORLDS = System.getProperty("snarl.tests.worlds", "150");
  private static final Path KOTLIN =
      ForkedJvm.ROOT.resolve("agent/tests/src/test/kotlin/dev/snarl/tests/programs");
  private static final int CLOCK_MILLIS = 2;

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk
  void noVerdictOnARandomWorldIsWrong(Jdk jdk) {
    long seed = SEED + jdk.feature();
    try (Running program =
        ForkedJvm.on(jdk).start(Worlds.class, String.valueOf(seed), WORLDS, "25")) {
      compare(jdk, program, "programs of threads", seed);
    }
  }

  @Tag("full")
  @OnJdk
  void noVerdictOnRandomCoroutinesIsWrong(Jdk jdk) {
    long seed = SEED + jdk.feature();
    Path stdlib = ForkedJvm.LIBRARIES.resolve("kotlin-stdlib-" + KotlinCompiler.VERSION + ".jar");
    Path coroutines =
        ForkedJvm.LIBRARIES.resolve("kotlinx-coroutines-core-jvm-" + coroutines(jdk) + ".jar");
    KotlinCompiler.compile(
        List.of(KOTLIN.resolve("CoroutineWorlds.kt")),
        List.of(stdlib, coroutines, ForkedJvm.CLASSES),
        folder);
    try (Running program =
        ForkedJvm.on(jdk)
            .with(folder)
            .with(stdlib)
            .with(coroutines)
            .start(
                "dev.snarl.tests.programs.CoroutineWorldsKt", String.valueOf(seed), WORLDS, "25")) {
      compare(jdk, program, "programs of coroutines " + coroutines(jdk), seed);
    }
  }

  /** What a person would have beside each Java. */
  private static String coroutines(Jdk jdk) {
    return switch (jdk.feature()) {
      case 17 -> "1.6.0";
      case 21 -> "1.8.1";
      default -> "1.10.2";
    };
  }

  private static void compare(Jdk jdk, Running program, String programs, long seed) {
    Random random = new Random(seed);
    List<JsonObject> reports = new ArrayList<>();
    program.awaitOut("begun");
    while (!program.out().contains("quiet")) {
      pause(random.nextInt(1_000));
      reports.add(LostTest.judged(program));
    }
    JsonObject last = LostTest.judged(program);
    reports.add(last);
    program.say("");
    program.awaitOut("end");
    Map<String, Long> wentOn = new HashMap<>();
    Set<String> hangs = new HashSet<>();
    for (String line : program.out()) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("went")) {
        wentOn.put(words[1], Long.parseLong(words[2]));
      } else if (words[0].equals("hangs")) {
        hangs.add(words[1]);
      }
    }
    int verdicts = 0;
    for (JsonObject report : reports) {
      long at = report.get("millis").getAsLong() + CLOCK_MILLIS;
      Map<String, JsonObject> threads = LostTest.byThread(report);
      verdicts += threads.size();
      threads.forEach(
          (name, group) ->
              assertThat(wentOn.getOrDefault(name, 0L))
                  .as("%s went on after it was said to be lost, seed %d: %s", name, seed, group)
                  .isLessThanOrEqualTo(at));
    }
    Set<String> found = new HashSet<>(hangs);
    found.retainAll(LostTest.byThread(last).keySet());
    LostTest.truth(
        jdk,
        WORLDS + " random " + programs + ", seed " + seed,
        reports.size(),
        verdicts,
        found.size(),
        hangs.size());
    assertThat(found.size()).isGreaterThan(hangs.size() / 2);
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
