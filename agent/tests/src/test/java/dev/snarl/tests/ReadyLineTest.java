package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.snarl.tests.programs.EveryHook;
import dev.snarl.tests.programs.Hello;
import dev.snarl.tests.programs.OwnStderr;
import dev.snarl.tests.programs.Saboteur;
import dev.snarl.tests.programs.UsesFutures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;

/** The first thing that a user sees, and that it is the only thing. */
class ReadyLineTest {
  static final Pattern READY =
      Pattern.compile(
          "snarl: ready in \\d+ ms on http://127\\.0\\.0\\.1:\\d+, \\d+ rules, \\d+ hooks");
  static final Pattern READY_WITHOUT_HTTP =
      Pattern.compile("snarl: ready in \\d+ ms, \\d+ rules, \\d+ hooks");

  /** Those that are tested before the ready line, then those that need the fork-join pool. */
  private static final List<String> HOOKS =
      List.of(
          "future-task-wait",
          "submission",
          "executor-built",
          "executor-fed",
          "executor-stopping",
          "queue-time",
          "rejection",
          "failure",
          "thread-start",
          "thread-end",
          "wake",
          "completable-future-wait",
          "completable-future-task",
          "dependent-stage",
          "fork-join-wait",
          "fork-join-task");

  @OnJdk
  void oneLineSaysWhereTheAgentIsAndNothingElseIsOnStderr(Jdk jdk) {
    try (Running hello = ForkedJvm.on(jdk).agent("port=0").start(Hello.class)) {
      hello.awaitErr(READY);
      Exit exit = hello.exit();
      assertThat(exit.err()).hasSize(1);
      assertThat(exit.out()).containsExactly("hello");
      assertThat(exit.code()).isZero();
    }
  }

  @OnJdk
  void withoutHttpItNamesNoAddress(Jdk jdk) {
    try (Running hello = ForkedJvm.on(jdk).agent("port=off").start(Hello.class, "3")) {
      hello.awaitErr(READY_WITHOUT_HTTP);
      Exit exit = hello.exit();
      assertThat(exit.err()).hasSize(1);
      assertThat(exit.code()).isEqualTo(3);
    }
  }

  @OnJdk
  void anApplicationThatReplacesItsStreamTakesNoLineAndGetsNone(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).attachable().start(OwnStderr.class)) {
      program.awaitOut("ready");
      String pid = Long.toString(program.pid());
      assertThat(ForkedJvm.on(Jdk.of(17)).command("attach", pid, "port=0", "nonsense=1").code())
          .isZero();
      assertThat(ForkedJvm.on(Jdk.of(17)).command("detach", pid).code()).isZero();
      Exit exit = program.exit();
      assertThat(exit.out()).containsExactly("ready", "the application's own");
      assertThat(exit.err())
          .hasSize(3)
          .allMatch(line -> line.startsWith("snarl: "))
          .anyMatch(line -> line.contains("nonsense"))
          .anyMatch(line -> READY.matcher(line).matches())
          .contains("snarl: detached");
    }
  }

  @OnJdk
  void noJvmWarningAppearsWhenEveryHookIsPassed(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(EveryHook.class)) {
      program.awaitErr(READY);
      program.awaitOut("done");
      assertThat(program.exit().err()).allMatch(line -> line.startsWith("snarl: "));
    }
  }

  @OnJdk
  void beforeTheReadyLineEachHookHasSeenItsPart(Jdk jdk) throws IOException {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Hello.class)) {
      Matcher ready = program.awaitErr(READY);
      Map<String, String> hooks = hooks(program);
      assertThat(hooks).containsOnlyKeys(HOOKS).doesNotContainValue("failed");
      assertThat(HOOKS.subList(0, 11)).allMatch(hook -> "proved".equals(hooks.get(hook)));
      assertThat(number(ready, "hooks")).isEqualTo(HOOKS.size());
      Matcher sample = READY.matcher(readme());
      assertThat(sample.find()).as("a ready line in README.md").isTrue();
      assertThat(number(sample, "rules")).isEqualTo(number(ready, "rules"));
      assertThat(number(sample, "hooks")).isEqualTo(HOOKS.size());
    }
  }

  @OnJdk
  void aHookThatSeesNothingIsNamedAndNotCounted(Jdk jdk, @TempDir Path folder) {
    String sink = "dev/snarl/observe/SinkByThread#";
    String thrown = "=java/lang/IllegalStateException";
    String plan = sink + "executorStopping" + thrown + ";" + sink + "rejected" + thrown;
    try (Running program =
        ForkedJvm.on(jdk)
            .jarsOf(ClassReader.class)
            .testAgent(folder, Saboteur.class, plan)
            .agent("port=0")
            .start(Hello.class)) {
      Matcher ready = program.awaitErr(READY);
      List<String> blind = List.of("executor-stopping", "rejection");
      assertThat(blind).allMatch(hook -> "failed".equals(hooks(program).get(hook)));
      assertThat(number(ready, "hooks")).isEqualTo(HOOKS.size() - blind.size());
      assertThat(program.err())
          .filteredOn(line -> line.contains(" does not work on this JVM "))
          .map(line -> line.split(" ", -1)[2])
          .containsExactlyInAnyOrderElementsOf(blind);
    }
  }

  /** What {@code /healthz} says of each; Hello meets no library. */
  private static Map<String, String> hooks(Running program) {
    return JsonParser.parseString(program.get("/healthz"))
        .getAsJsonObject()
        .getAsJsonObject("hooks")
        .entrySet()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, state -> state.getValue().getAsString()));
  }

  /** Surefire runs in the module's folder, agent/tests. */
  private static String readme() throws IOException {
    return Files.readString(Path.of("..", "..", "README.md"));
  }

  private static int number(Matcher ready, String of) {
    return Integer.parseInt(ready.group().replaceAll(".* (\\d+) " + of + ".*", "$1"));
  }

  @OnJdk
  void everyHookIsProvedOnceTheApplicationUsesFutures(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(UsesFutures.class)) {
      program.awaitErr(READY);
      Deadline.in(Duration.ofSeconds(20))
          .until(
              () -> program.get("/healthz"),
              () -> program.get("/healthz").contains("not yet used") ? null : "all used");
      assertThat(program.get("/healthz")).contains("proved").doesNotContain("failed");
    }
  }

  @OnJdk
  void switchedOffItSaysAndDoesNothing(Jdk jdk) {
    Exit exit = ForkedJvm.on(jdk).agent("enabled=false").run(EveryHook.class);
    assertThat(exit.err()).isEmpty();
    assertThat(exit.out()).endsWith("done");
  }
}
