package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Unwoven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Switched off before it starts, the agent is not there. {@link ComeAndGoTest} switches it off at
 * run time.
 */
class KillSwitchTest {
  private record Switch(String name, BiFunction<ForkedJvm, Path, ForkedJvm> off)
      implements Matrix.Case {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> switches() {
    return Matrix.of(
        List.of(
            new Switch("option", (jvm, folder) -> jvm.agent("port=0", "enabled=false")),
            new Switch(
                "system property",
                (jvm, folder) -> jvm.flags("-Dsnarl.enabled=false").agent("port=0")),
            new Switch(
                "environment",
                (jvm, folder) -> jvm.under("env", "SNARL_ENABLED=false").agent("port=0")),
            new Switch(
                "file", (jvm, folder) -> jvm.agent("port=0", "config=" + configured(folder)))));
  }

  @ParameterizedTest(name = "by {0} on {1}")
  @MethodSource("switches")
  void switchedOffItLeavesTheJvmAsItIs(Switch by, Jdk jdk, @TempDir Path folder) {
    try (Running bare = ForkedJvm.on(jdk).start(Unwoven.class);
        Running program = by.off().apply(ForkedJvm.on(jdk), folder).start(Unwoven.class)) {
      bare.awaitOut("done");
      program.awaitOut("done");
      assertThat(program.threads()).noneMatch(name -> name.contains("snarl"));
      assertThat(tcpSockets(program)).isEmpty();
      Exit without = bare.exit();
      Exit with = program.exit();
      assertThat(with.out()).contains("woven false").isEqualTo(without.out());
      assertThat(with.err()).isEmpty();
      assertThat(with.code()).isEqualTo(without.code());
    }
  }

  /** Else the test above would prove nothing. */
  @OnJdk(17)
  void switchedOnItIsSeen(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Unwoven.class)) {
      program.awaitOut("done");
      program.address();
      assertThat(program.threads()).anyMatch(name -> name.contains("snarl"));
      assertThat(tcpSockets(program)).hasSize(1);
      assertThat(program.exit().out()).contains("woven true");
    }
  }

  /** The JDK itself may hold a socket of another kind. */
  private static List<String> tcpSockets(Running program) {
    List<String> known = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      try (Stream<String> lines = Files.lines(Path.of("/proc/self/net", table))) {
        lines
            .skip(1)
            .forEach(line -> known.add("socket:[" + line.strip().split("\\s+", -1)[9] + "]"));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return program.openFiles().stream().filter(known::contains).toList();
  }

  private static Path configured(Path folder) {
    try {
      return Files.writeString(folder.resolve("snarl.properties"), "enabled=false\n");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
