package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.LostCases;
import dev.snarl.tests.programs.LostCoroutines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** {@code lost} of real JVMs: hand-made waits and their benign twins. */
class LostTest {
  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private static Exit lost(Object... arguments) {
    List<String> words = new ArrayList<>(List.of("lost"));
    for (Object each : arguments) {
      words.add(each.toString());
    }
    return ForkedJvm.on(Jdk.of(17)).command(words.toArray(new String[0]));
  }

  private static String text(Exit exit) {
    return String.join("\n", exit.out());
  }

  static JsonObject judged(Running program, Object... more) {
    List<Object> words = new ArrayList<>(List.of(program.pid(), "--json", "--fail-on", "never"));
    words.addAll(List.of(more));
    Exit exit = lost(words.toArray());
    assertThat(exit.code()).as("%s", exit).isZero();
    JsonObject json = JsonParser.parseString(text(exit)).getAsJsonObject();
    assertThat(json.get("refused").isJsonNull()).as("%s", json).isTrue();
    return json;
  }

  static Map<String, JsonObject> byThread(JsonObject report) {
    Map<String, JsonObject> threads = new HashMap<>();
    for (JsonElement group : report.getAsJsonArray("groups")) {
      for (JsonElement name : group.getAsJsonObject().getAsJsonArray("threads")) {
        threads.put(name.getAsString(), group.getAsJsonObject());
      }
    }
    return threads;
  }

  private static String of(Map<String, JsonObject> threads, String name, String field) {
    return Objects.requireNonNull(threads.get(name)).get(field).getAsString();
  }

  static Set<String> names(Running program, String prefix) {
    Set<String> names = new HashSet<>();
    Jdk ours = Jdk.of(17);
    for (String line : ThreadDumpsTest.jcmd(ours, program, "Thread.print").out()) {
      if (line.startsWith("\"" + prefix)) {
        names.add(line.substring(1, line.indexOf('"', 1)));
      }
    }
    return names;
  }

  @OnJdk
  void whatNobodyCanWakeIsNamedAndItsTwinIsNot(Jdk jdk) throws Exception {
    try (Running program = ForkedJvm.on(jdk).start(LostCases.class)) {
      program.awaitOut("begun");
      Path kept = folder.resolve("kept.hprof");
      JsonObject report = judged(program, "--keep", kept);
      Map<String, JsonObject> threads = byThread(report);
      assertThat(threads.keySet()).containsExactlyInAnyOrderElementsOf(names(program, "lost-"));
      threads.forEach(
          (name, group) ->
              assertThat(group.get("certainty").getAsString())
                  .as("%s: %s", name, group)
                  .isEqualTo("proved"));
      truth(jdk, "threads made by hand", 1, threads.size(), threads.size(), threads.size());
      assertThat(of(threads, "lost-in-pool-1", "severity")).isEqualTo("critical");
      assertThat(of(threads, "lost-latch", "severity")).isEqualTo("info");
      assertThat(of(threads, "lost-to-itself", "severity")).isEqualTo("info");
      assertThat(of(threads, "lost-latch", "site"))
          .matches(".*LostCases.await\\(LostCases.java:\\d+\\)");

      Exit file = lost(kept);
      assertThat(file.code()).as("%s", file).isEqualTo(1);
      assertThat(text(file))
          .contains("can never go on, short of an interrupt, shutdownNow or a resize.")
          .contains("WARNING  likely, 3 threads wait for a CountDownLatch at 1")
          .contains("not proved: which methods are compiled is not known");
      assertThat(file.out())
          .filteredOn(line -> line.startsWith("         threads: "))
          .noneMatch(line -> line.contains("kept-"));
      assertThat(Files.exists(kept)).isTrue();
    }
  }

  /** The agent keeps what threads wait for, and ends no wait. */
  @OnJdk
  void theAgentInTheJvmKeepsNothingFromBeingLost(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent().start(LostCases.class)) {
      program.awaitOut("begun");
      Set<String> proved = new HashSet<>();
      byThread(judged(program))
          .forEach(
              (name, group) -> {
                if (group.get("certainty").getAsString().equals("proved")) {
                  proved.add(name);
                }
              });
      assertThat(proved).containsExactlyInAnyOrderElementsOf(names(program, "lost-"));
    }
  }

  @Tag("full")
  @OnJdk(17)
  void compiledCodeIsNeverGroundForAProof(Jdk jdk) {
    try (Running program =
        ForkedJvm.asUsual(jdk).flags("-Xcomp", "-XX:-TieredCompilation").start(LostCases.class)) {
      program.awaitOut("begun");
      Map<String, JsonObject> threads = byThread(judged(program));
      // Compiled, its thread holds a part of the latch, and the collector takes the latch itself.
      threads.remove("kept-by-a-weak-static");
      assertThat(threads).isNotEmpty();
      threads.forEach(
          (name, group) -> {
            assertThat(name).as("%s", group).startsWith("lost-");
            assertThat(group.get("certainty").getAsString()).as("%s", group).isEqualTo("likely");
          });
    }
  }

  @OnJdk
  void coroutinesThatNobodyCanResumeAreNamed(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk)
            .with("kotlinx-coroutines-core-jvm-1.10.2", "kotlin-stdlib-2.2.21")
            .start(LostCoroutines.class)) {
      program.awaitOut("begun");
      Set<String> found = byThread(judged(program)).keySet();
      assertThat(found).containsExactlyInAnyOrderElementsOf(names(program, "lost-"));
      truth(jdk, "Kotlin, by hand", 1, found.size(), found.size(), found.size());
    }
  }

  /** A row of the table that {@code scripts/lost-truth} prints; a wrong verdict fails the test. */
  static void truth(Jdk jdk, String programs, int dumps, int verdicts, int found, int hang) {
    System.out.printf(
        "truth: | %s | %d | %d | %d | 0 | %d of %d |%n",
        programs, jdk.feature(), dumps, verdicts, found, hang);
  }

  @OnJdk(17)
  void badInputIsOneLine(Jdk jdk) throws Exception {
    Path text = Files.writeString(folder.resolve("notes.txt"), "no dump\n");
    for (Object[] wrong :
        new Object[][] {
          {text},
          {folder.resolve("missing.hprof")},
          {text, "--compiled", text},
          {text, "--threads", text},
          {text, "--keep", folder.resolve("x")},
          {"1", "--threads", text},
          {"4000000"}
        }) {
      Exit exit = lost(wrong);
      assertThat(exit.code()).as("%s", exit).isIn(2, 3);
      assertThat(exit.out()).as("%s", exit).isEmpty();
      assertThat(exit.err()).as("%s", exit).singleElement().asString().startsWith("snarl: ");
    }
  }
}
