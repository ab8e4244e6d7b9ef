package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The dumps that a JVM of Java 8 (8u504, Debian) wrote of {@code older/Hang.java}: a heap dump, and
 * a thread print taken after it, when one pair had gone on to its next task.
 */
class Java8DumpTest {
  private static final Path FOLDER = ForkedJvm.ROOT.resolve("agent/tests/src/test/resources/older");
  private static final Path HEAP = FOLDER.resolve("java8.hprof.gz");
  private static final Path PRINT = FOLDER.resolve("java8-threads.txt");

  private static List<String> withPrint(boolean print, String command) {
    List<String> words = new ArrayList<>(List.of(command, HEAP.toString(), "--json"));
    if (print) {
      words.addAll(List.of("--threads", PRINT.toString()));
    }
    return words;
  }

  private static JsonObject judged(List<String> command) {
    Exit exit = ForkedJvm.on(Jdk.of(17)).command(command.toArray(String[]::new));
    assertThat(exit.code()).as("%s", exit).isEqualTo(1);
    return JsonParser.parseString(String.join("\n", exit.out())).getAsJsonObject();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void heapProvesTheCircleAndThePool(boolean print) {
    assertThat(OlderJvmTest.said(judged(withPrint(print, "heap")).getAsJsonArray("waits")))
        .anyMatch(said -> said.startsWith("lock-deadlock proved Hang.take(Hang.java:"))
        .anyMatch(said -> said.startsWith("pool-deadlock proved Hang.get(Hang.java:"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lostNamesTheThreadsThatNeverGoOnAndNoOther(boolean print) {
    Map<String, String> lost = new TreeMap<>();
    judged(withPrint(print, "lost"))
        .getAsJsonArray("groups")
        .forEach(
            group ->
                group
                    .getAsJsonObject()
                    .getAsJsonArray("threads")
                    .forEach(
                        thread ->
                            lost.put(
                                thread.getAsString(),
                                group.getAsJsonObject().get("waitsFor").getAsString())));
    assertThat(lost)
        .containsExactly(
            Map.entry("left", "a ReentrantLock"),
            Map.entry("pool-1-thread-1", "a FutureTask that is not done"),
            Map.entry("pool-1-thread-2", "a FutureTask that is not done"),
            Map.entry("right", "a ReentrantLock"));
  }
}
