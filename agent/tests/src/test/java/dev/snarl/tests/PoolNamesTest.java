package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.UnnamedPools;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;

/** A pool has one name everywhere, whenever the agent came: the one that a stack shows. */
class PoolNamesTest {
  private static final String LATE = "pool-1-thread-#";
  private static final Set<String> NAMES =
      Set.of(
          LATE,
          "pool-2-thread-#",
          "pool-3-thread-#",
          "ForkJoinPool-1-worker-#",
          "mail-#",
          "Thread-#");

  @Tag("full")
  @OnJdk
  void anAgentFromTheStartNamesPoolsAsTheirThreads(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(UnnamedPools.class)) {
      assertNamed(program);
    }
  }

  @OnJdk
  void anAgentThatCameLaterGivesTheSameNames(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).attachable().start(UnnamedPools.class)) {
      program.awaitOut("running");
      Exit attach = snarl("attach", Long.toString(program.pid()), "port=0");
      assertThat(attach.code()).as("%s", attach).isZero();
      assertNamed(program);
    }
  }

  private static void assertNamed(Running program) {
    Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> program.get("/api/executors"),
            () -> names(program, "/api/executors", "name").containsAll(NAMES) ? true : null);
    Exit dump = snarl("threads", Long.toString(program.pid()), "--json", "--count", "1");
    JsonObject dumped = JsonParser.parseString(dump.out().get(0)).getAsJsonObject();
    for (String which : Set.of("name", "pattern")) {
      assertThat(named(dumped, "pools", which)).contains(LATE, "pool-2-thread-#");
    }
    Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> program.get("/api/findings"),
            () ->
                program.get("/api/findings").contains("\"title\":\"" + LATE + " is saturated")
                    ? true
                    : null);
    Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> program.get("/api/sizing"),
            () -> names(program, "/api/sizing", "pool").contains(LATE) ? true : null);
    assertThat(program.get("/metrics")).contains(",name=\"" + LATE + "\"");
    Exit doctor = snarl("doctor", program.address().toString());
    assertThat(doctor.out())
        .as("%s", doctor)
        .anyMatch(line -> line.contains("pool-too-small") && line.contains(LATE))
        .noneMatch(line -> line.contains("ThreadPoolExecutor"));
  }

  private static Set<String> names(Running program, String path, String field) {
    return named(JsonParser.parseString(program.get(path)).getAsJsonObject(), "items", field);
  }

  private static Set<String> named(JsonObject answer, String list, String field) {
    Set<String> names = new TreeSet<>();
    if (answer.has(list)) {
      for (JsonElement item : answer.getAsJsonArray(list)) {
        names.add(item.getAsJsonObject().get(field).getAsString());
      }
    }
    return names;
  }

  private static Exit snarl(String... arguments) {
    return ForkedJvm.on(Jdk.of(17)).command(arguments);
  }
}
