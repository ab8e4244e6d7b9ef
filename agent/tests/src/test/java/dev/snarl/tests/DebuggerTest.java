package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.contract.Debugged;
import java.util.ArrayList;
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

  private static final Pattern THREAD =
      Pattern.compile("^(?:stopped at|stepped to) \\S+ (\\S+) .*|.*");

  @OnJdk({17, 25})
  void linesFramesAndVariablesAreTheJdksOwn(Jdk jdk) throws Exception {
    Map<String, List<String>> bare = byThread(session(ForkedJvm.on(jdk)));
    Map<String, List<String>> watched = byThread(session(ForkedJvm.on(jdk).agent()));
    assertThat(bare.get("main")).hasSizeGreaterThan(20);
    assertThat(watched).isEqualTo(bare);
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
