package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.contract.Debugged;
import dev.snarl.tests.programs.ClassFile;
import dev.snarl.tests.programs.Profiled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A debugger is shown the same lines, frames and variables in the woven methods of the JDK. */
class DebuggerTest {
  private static final Pattern LISTENING =
      Pattern.compile("Listening for transport dt_socket at address: (\\d+)");
  private static final Map<String, List<String>> STOPS =
      new TreeMap<>(
          Map.of(
              "java.util.concurrent.FutureTask", List.of("awaitDone"),
              "java.util.concurrent.CompletableFuture", List.of("waitingGet"),
              "java.util.concurrent.CompletableFuture$AsyncSupply", List.of("run"),
              "java.util.concurrent.CompletableFuture$Completion", List.of("run"),
              "java.util.concurrent.ThreadPoolExecutor", List.of("execute", "shutdown"),
              "java.util.concurrent.AbstractExecutorService", List.of("submit"),
              "java.lang.Thread", List.of("start")));

  private static final List<String> SWAPPED =
      List.of(
          "java.util.concurrent.FutureTask",
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.ThreadPoolExecutor",
          "java.util.concurrent.ForkJoinTask",
          "dev.snarl.tests.programs.EveryHook");

  /** The methods of the program that wait by them. */
  private static final List<String> KINDS =
      List.of("futureTasks", "completableFutures", "forkJoin");

  private static final Pattern THREAD =
      Pattern.compile("^(?:stopped at|stepped to) \\S+ (\\S+) .*|.*");

  @OnJdk({17, 25})
  void linesFramesAndVariablesAreTheJdksOwn(Jdk jdk) throws Exception {
    Map<String, List<String>> bare = byThread(session(ForkedJvm.on(jdk)));
    Map<String, List<String>> watched = byThread(session(ForkedJvm.on(jdk).agent()));
    assertThat(bare.get("main")).hasSizeGreaterThan(20);
    assertThat(watched).isEqualTo(bare);
  }

  /** The JVM hands a class that is redefined to every agent as the JDK has it. */
  @OnJdk
  void aClassThatADebuggerSwapsIsWovenAgain(Jdk jdk) throws Exception {
    ForkedJvm jvm = ForkedJvm.on(jdk).agent("port=0", "jfr=off");
    jvm.flags("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");
    try (Running program = jvm.start(Profiled.class)) {
      String port = program.awaitOut(LISTENING).group(1);
      program.awaitOut("round 1");
      program.address();
      try (Debugger debugger = Debugger.attach(port, Map.of())) {
        for (String name : SWAPPED) {
          debugger.swap(name, bytes(jdk, name));
        }
      }
      List<String> before = waits(program);
      program.say("");
      program.awaitOut("round 2");
      Deadline.in(Duration.ofSeconds(30))
          .until(
              () -> before + " then " + waits(program),
              () -> {
                List<String> now = waits(program);
                return KINDS.stream().allMatch(kind -> count(now, kind) > count(before, kind))
                    ? now
                    : null;
              });
      assertThat(program.get("/metrics"))
          .doesNotContainPattern("snarl_agent_errors_total\\S* [1-9]");
      Exit exit = program.exit();
      assertThat(exit.code()).as("%s", exit).isZero();
    }
  }

  private static byte[] bytes(Jdk jdk, String name) {
    Exit exit = ForkedJvm.on(jdk).run(ClassFile.class, name.replace('.', '/') + ".class");
    return Base64.getDecoder().decode(exit.out().get(0));
  }

  private static List<String> waits(Running program) {
    return program
        .get("/metrics")
        .lines()
        .filter(line -> line.startsWith("snarl_blocked_waits_total{") && line.contains("EveryHook"))
        .toList();
  }

  private static double count(List<String> waits, String site) {
    return waits.stream()
        .filter(line -> line.contains("EveryHook." + site))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Threads take turns as they like: what is shown is compared for each; classes come under "". */
  private static Map<String, List<String>> byThread(List<String> shown) {
    Map<String, List<String>> lines =
        shown.stream()
            .collect(
                Collectors.groupingBy(
                    line -> THREAD.matcher(line).replaceFirst("$1"),
                    TreeMap::new,
                    Collectors.toCollection(ArrayList::new)));
    Collections.sort(lines.getOrDefault("", new ArrayList<>()));
    return lines;
  }

  private static List<String> session(ForkedJvm jvm) throws Exception {
    jvm.flags("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0");
    try (Running program = jvm.start(Debugged.class)) {
      String port = program.awaitOut(LISTENING).group(1);
      try (Debugger debugger = Debugger.attach(port, STOPS)) {
        List<String> shown = debugger.follow(Debugged.class.getName());
        Exit exit = program.exit();
        assertThat(exit.out()).contains("slow", "slower", "ran");
        assertThat(exit.code()).isZero();
        return shown;
      }
    }
  }
}
