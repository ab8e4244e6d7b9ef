package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Saboteur;
import dev.snarl.tests.programs.Strict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;

/**
 * Each part of the agent is made to throw, by a test agent that rewrites it as it is loaded. The
 * application prints what it prints without the agent and ends as it does; the agent says once what
 * it lost, and {@code /healthz} has it.
 */
class PartsFailTest {
  private static final String EXCEPTION = "java/lang/IllegalStateException";
  private static final String ERROR = "java/lang/AssertionError";
  private static final String MEMORY = "java/lang/OutOfMemoryError";
  private static final String STACK = "java/lang/StackOverflowError";
  private static final Pattern USUAL = Pattern.compile("snarl: (ready in|WARNING|CRITICAL) .*");
  private static final Map<Jdk, Exit> UNTOUCHED = new ConcurrentHashMap<>();

  /**
   * One failure.
   *
   * @param part as {@code /healthz} names it; null where nobody can be asked
   * @param line on standard error, the only one
   */
  private record Fault(
      String name,
      List<String> where,
      String thrown,
      @Nullable String part,
      String line,
      boolean seldom)
      implements Matrix.Case {

    String plan() {
      return String.join(";", where.stream().map(method -> method + "=" + thrown).toList());
    }

    Fault ofThe(String kind, String other) {
      return new Fault(name + ", " + kind, where, other, part, line, true);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Fault fault(String name, String where, String part, String line) {
    return new Fault(name, List.of(where), EXCEPTION, part, line, false);
  }

  static Stream<Arguments> faults() {
    Fault hooks =
        new Fault(
            "every hook",
            List.of(
                "java/util/concurrent/SnarlProbe#*@try",
                "java/util/concurrent/SnarlWaits#*@try",
                "java/util/concurrent/SnarlTasks#*@try",
                "java/util/concurrent/SnarlExecutors#*@try",
                "java/util/concurrent/SnarlClients#*@try",
                "java/util/concurrent/SnarlCoroutines#*@try",
                "java/util/concurrent/SnarlWake#*@try"),
            EXCEPTION,
            "hooks",
            "(hooks failed, they are switched off and the application goes on"
                + "|an error of its own in a hook, going on): .*",
            false);
    Fault hooksAtTheLimit =
        new Fault(
            "every hook, without memory",
            hooks.where(),
            MEMORY,
            "hooks",
            "the JVM had no memory for a hook, going on",
            false);
    Fault events =
        new Fault(
            "what hooks report to, all before the agent is ready",
            // Without the latter the self-test looks for the queue time for a second.
            List.of("dev/snarl/observe/Recorder#*", "dev/snarl/observe/SelfTest#ran"),
            ERROR,
            "hooks",
            "(an error of its own in (existing|a hook), going on): .*",
            false);
    Fault observe =
        fault(
            "the observer's look",
            "dev/snarl/observe/Observer#tick",
            "observe",
            "an error of its own in observe, going on: .*");
    Fault judge =
        new Fault(
            "rules",
            List.of("dev/snarl/rules/Ledger#update"),
            ERROR,
            "publish",
            "an error of its own in publish, going on: .*",
            false);
    Fault thread =
        new Fault(
            "the observer's thread",
            List.of("dev/snarl/agent/HookErrors#look"),
            ERROR,
            "observer",
            "the observer ended, the hooks are silent: .*; the application goes on",
            false);
    Fault selfTest =
        new Fault(
            "the self-test",
            List.of("dev/snarl/observe/SelfTest#first"),
            ERROR,
            "prove",
            "an error of its own in prove, going on: .*",
            false);
    Fault weaving =
        fault(
            "weaving",
            "dev/snarl/instrument/WovenClass#visitMethod",
            "weave",
            "\\d+ classes could not be woven; /healthz names the hooks that work");
    return Matrix.of(
        List.of(
            hooks,
            hooksAtTheLimit,
            hooks.ofThe("an error", ERROR),
            hooks.ofThe("with a full stack", STACK),
            events,
            events.ofThe("an exception", EXCEPTION),
            observe,
            observe.ofThe("an error", ERROR),
            observe.ofThe("a full stack", STACK),
            judge,
            judge.ofThe("an exception", EXCEPTION),
            fault(
                "readers of memory and host",
                "dev/snarl/agent/VitalSigns#now",
                "publish",
                "an error of its own in publish, going on: .*"),
            thread,
            new Fault(
                "the observer's thread, a full stack",
                thread.where(),
                STACK,
                "observer",
                "the observer's looks fail, going on: .*",
                true),
            selfTest,
            fault(
                "metrics over HTTP",
                "dev/snarl/publish/MetricsPage#of",
                "http",
                "HTTP failed once: .*"),
            fault(
                "the flight recorder's stream",
                "dev/snarl/jfr/EventStream#run",
                "jfr",
                "the flight recorder cannot run here, going on without it: .*"),
            fault(
                "the flight recorder's events",
                "dev/snarl/jfr/Governor#count",
                "jfr",
                "an error of its own in jfr, going on: .*"),
            weaving,
            new Fault(
                "weaving, without memory",
                weaving.where(),
                MEMORY,
                "weave",
                "the JVM had no memory to weave \\d+ classes; /healthz names the hooks that work",
                false),
            new Fault(
                "the start",
                List.of("dev/snarl/agent/BootClasses#define"),
                ERROR,
                null,
                "could not (weave into this JVM|start), the application goes on without it: .*",
                false)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("faults")
  void theApplicationGoesOnAndOneLineSaysWhatIsLost(Fault fault, Jdk jdk, @TempDir Path folder) {
    Exit untouched = UNTOUCHED.computeIfAbsent(jdk, on -> ForkedJvm.on(on).run(Strict.class));
    try (Running program =
        ForkedJvm.on(jdk)
            .jarsOf(ClassReader.class)
            .testAgent(folder, Saboteur.class, fault.plan())
            .agent("port=0", "jfr=" + (fault.name().startsWith("the flight") ? "on" : "off"))
            .start(Strict.class)) {
      program.awaitOut("done");
      Pattern line = Pattern.compile("snarl: " + fault.line());
      if (fault.part() != null) {
        program.get("/metrics");
        awaitLost(program, fault.part());
      }
      program.awaitErr(line);
      Exit exit = program.exit();
      assertThat(exit.out()).isEqualTo(untouched.out());
      assertThat(exit.code()).isEqualTo(untouched.code());
      assertThat(exit.err())
          .filteredOn(said -> !USUAL.matcher(said).matches())
          .filteredOn(
              said ->
                  !said.matches(
                      "snarl: (hook \\S+ does not work on this JVM"
                          + "|the JVM had no memory to weave hook \\S+:).*"))
          .satisfies(said -> assertThat(said.stream().distinct()).hasSameSizeAs(said))
          .allMatch(said -> line.matcher(said).matches());
    }
  }

  private static void awaitLost(Running program, String part) {
    Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> program.get("/healthz") + program.err(),
            () -> {
              JsonObject health = JsonParser.parseString(program.get("/healthz")).getAsJsonObject();
              JsonElement lost = health.get("lost");
              return lost != null
                      && lost.getAsJsonObject().has(part)
                      && health.get("status").getAsString().equals("degraded")
                  ? lost
                  : null;
            });
  }
}
