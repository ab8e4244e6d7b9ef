package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.cache.CacheBuilder;
import com.google.common.util.concurrent.internal.InternalFutureFailureAccess;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.DumpedDispatchers;
import dev.snarl.tests.programs.DumpedLibraryWaits;
import dev.snarl.tests.programs.DumpedWaits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** {@code heap} of real JVMs names who waits for whom, as the agent in them does. */
class DumpedWaitsTest {
  private static final String QUEUE = "queue of ";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private List<JsonObject> findings(Jdk jdk, Running program) throws IOException {
    Path dump = folder.resolve("heap.hprof");
    Path print = folder.resolve("threads.txt");
    assertThat(ThreadDumpsTest.jcmd(jdk, program, "GC.heap_dump", dump.toString()).code()).isZero();
    Files.write(print, ThreadDumpsTest.jcmd(jdk, program, "Thread.print", "-l").out());
    Exit exit =
        ForkedJvm.on(Jdk.of(17))
            .command("heap", dump.toString(), "--threads", print.toString(), "--json");
    assertThat(exit.code()).as("%s", exit).isEqualTo(1);
    List<JsonObject> findings = new ArrayList<>();
    JsonParser.parseString(String.join("\n", exit.out()))
        .getAsJsonObject()
        .getAsJsonArray("waits")
        .forEach(each -> findings.add(each.getAsJsonObject()));
    return findings;
  }

  private static boolean critical(JsonObject finding) {
    return finding.get("severity").getAsString().equals("critical");
  }

  /** The threads of a circle. */
  private static Set<String> circle(JsonObject finding) {
    Set<String> threads = new TreeSet<>();
    for (JsonElement line : finding.getAsJsonObject("evidence").getAsJsonArray("cycle")) {
      if (!line.getAsString().startsWith(QUEUE)) {
        threads.add(line.getAsString().split(" → ", 2)[0]);
      }
    }
    return threads;
  }

  private static Set<Set<String>> circles(List<JsonObject> findings) {
    return findings.stream()
        .filter(DumpedWaitsTest::critical)
        .filter(finding -> finding.getAsJsonObject("evidence").has("cycle"))
        .map(DumpedWaitsTest::circle)
        .collect(Collectors.toSet());
  }

  /** Those that the agent has written, as soon as it names that number of circles. */
  private static Set<Set<String>> awaited(Path file, int circles) {
    return Deadline.in(Duration.ofSeconds(30))
        .until(
            () -> "these circles: " + written(file),
            () -> {
              Set<Set<String>> found = written(file);
              return found.size() >= circles ? found : null;
            });
  }

  private static Set<Set<String>> written(Path file) {
    List<JsonObject> findings = new ArrayList<>();
    try {
      for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
        findings.add(JsonParser.parseString(line).getAsJsonObject());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return circles(findings);
  }

  @OnJdk
  void whatTheAgentProvesIsProvedFromTheDump(Jdk jdk) throws IOException {
    Path live = folder.resolve("findings.jsonl");
    try (Running program =
        ForkedJvm.on(jdk).agent("findings=" + live).start(DumpedWaits.class, "monitors")) {
      program.awaitOut("begun");
      List<JsonObject> findings = findings(jdk, program);
      Set<Set<String>> circles = circles(findings);
      Set<String> threads = new TreeSet<>();
      circles.forEach(threads::addAll);
      Set<String> stuck = new TreeSet<>(LostTest.names(program, "stuck-"));
      assertThat(threads).isEqualTo(stuck);
      assertThat(awaited(live, circles.size())).isEqualTo(circles);
      assertThat(findings)
          .filteredOn(DumpedWaitsTest::critical)
          .allSatisfy(
              one -> {
                JsonObject evidence = one.getAsJsonObject("evidence");
                assertThat(evidence.get("certainty").getAsString()).isEqualTo("proved");
                assertThat(evidence.get("oql").getAsString())
                    .matches("SELECT \\* FROM OBJECTS 0x[0-9a-f]+(,0x[0-9a-f]+)*");
                assertThat(evidence.has("stuckSeconds")).isFalse();
              });
    }
  }

  @OnJdk
  void aPairIsNamedAndABatchIsNone(Jdk jdk) throws IOException {
    try (Running program = ForkedJvm.on(jdk).start(DumpedWaits.class)) {
      program.awaitOut("begun");
      List<JsonObject> findings = findings(jdk, program);
      assertThat(pairs(findings)).contains("pair-waiter-#").doesNotContain("fine-batch");
      Set<String> saturated = new HashSet<>();
      for (JsonObject finding : findings) {
        if (finding.get("rule").getAsString().equals("pool-saturated")) {
          saturated.add(finding.getAsJsonObject("evidence").get("pool").getAsString());
        }
      }
      assertThat(saturated).contains("fine-outside-#").noneMatch(name -> name.startsWith("stuck-"));
    }
  }

  @OnJdk
  void futuresOfLibrariesAreFollowedAsThoseOfTheJdk(Jdk jdk) throws IOException {
    try (Running program =
        ForkedJvm.on(jdk)
            .jarsOf(CacheBuilder.class, InternalFutureFailureAccess.class)
            .with("netty-common-4.2.7.Final", "slf4j-api-2.0.17")
            .with("kotlinx-coroutines-core-jvm-" + (jdk.feature() == 17 ? "1.6.0" : "1.11.0"))
            .with("kotlin-stdlib-" + KotlinCompiler.VERSION)
            .start(DumpedLibraryWaits.class)) {
      program.awaitOut("begun");
      List<JsonObject> findings = findings(jdk, program);
      Set<String> threads = new TreeSet<>();
      circles(findings).forEach(threads::addAll);
      assertThat(threads).isEqualTo(new TreeSet<>(LostTest.names(program, "stuck-")));
      assertThat(pairs(findings))
          .contains("pair-guava-#", "pair-netty-#", "pair-forked-#")
          .doesNotContain("fine-batch");
    }
  }

  @OnJdk
  void queuesOfDispatchersAndForkJoinPoolsAreWalked(Jdk jdk) throws IOException {
    Path live = folder.resolve("findings.jsonl");
    try (Running program =
        ForkedJvm.on(jdk)
            .with("kotlinx-coroutines-core-jvm-" + (jdk.feature() == 17 ? "1.6.0" : "1.11.0"))
            .with("kotlin-stdlib-" + KotlinCompiler.VERSION)
            .agent("findings=" + live)
            .flags("-XX:ActiveProcessorCount=2", "-Dkotlinx.coroutines.io.parallelism=4")
            .start(DumpedDispatchers.class)) {
      program.awaitOut("begun");
      Set<Set<String>> circles = circles(findings(jdk, program));
      Set<String> threads = new TreeSet<>();
      circles.forEach(threads::addAll);
      assertThat(threads).isEqualTo(new TreeSet<>(LostTest.names(program, "stuck-")));
      assertThat(awaited(live, circles.size())).isEqualTo(circles);
    }
  }

  /** The threads that wait in them. */
  private static Set<String> pairs(List<JsonObject> findings) {
    return findings.stream()
        .filter(finding -> finding.get("rule").getAsString().equals("async-blocking-pair"))
        .map(finding -> finding.getAsJsonObject("evidence").get("waiterPool").getAsString())
        .collect(Collectors.toSet());
  }
}
