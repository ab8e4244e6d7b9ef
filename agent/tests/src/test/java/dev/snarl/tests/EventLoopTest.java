package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.LoopBlocks;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocking an event loop is found; blocking the thread beside it that is meant for it is not. */
class EventLoopTest {
  private static final String[] LIBRARIES = {
    "netty-transport-4.2.7.Final",
    "netty-common-4.2.7.Final",
    "netty-buffer-4.2.7.Final",
    "netty-resolver-4.2.7.Final",
    "reactor-core-3.7.6",
    "reactive-streams-1.0.4"
  };

  @ParameterizedTest
  @CsvSource({"netty, multiThreadIoEventLoopGroup-#-#", "reactor, parallel-#"})
  void aBlockedEventLoopIsFound(String library, String threads) {
    try (Running program = start(library)) {
      program.awaitErr(
          Pattern.compile(
              "snarl: (WARNING|CRITICAL) blocking-in-coroutine at .*LoopBlocks\\.work\\(.*"
                  + Pattern.quote(threads)
                  + ".*"));
      assertThat(program.err()).filteredOn(line -> line.contains("blocking-in")).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty-executor", "boundedElastic", "netty-idle"})
  void aThreadThatMayBlockIsLeftInPeace(String library) {
    try (Running program = start(library)) {
      program.address();
      Deadline.in(java.time.Duration.ofSeconds(30))
          .until(
              () -> program.get("/metrics"), () -> uptime(program.get("/metrics")) > 8 ? "" : null);
      assertThat(program.err()).noneMatch(line -> line.contains("blocking-in-coroutine"));
    }
  }

  private static double uptime(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith("process_uptime_seconds{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(0);
  }

  /** Where a library is declared the application, it still waits for work at lines of its own. */
  private static Running start(String library) {
    return ForkedJvm.on(Jdk.of(17))
        .agent("port=0", "app=" + (library.equals("netty-idle") ? "io.netty" : "dev.snarl.tests"))
        .with(LIBRARIES)
        .start(LoopBlocks.class, library);
  }
}
