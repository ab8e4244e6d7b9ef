package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.KafkaSends;
import dev.snarl.tests.programs.LibraryFutures;
import dev.snarl.tests.programs.VertxWaits;
import java.time.Duration;
import java.util.List;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.aop.Advisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.task.TaskExecutor;
import org.springframework.expression.Expression;
import org.springframework.scheduling.annotation.Async;

/** A wait behind a library's own method is counted at the application's line. */
class LibraryFuturesTest {
  private static final List<String> WAITS =
      List.of(
          "guavaTask guava-future",
          "guavaTimed guava-future",
          "guavaSettable guava-future",
          "nettyPromise netty-future",
          "nettyTimed netty-future",
          "reactorBlock reactor-block",
          "completedElsewhere completable-future",
          "springAsync completable-future");

  @ParameterizedTest
  @CsvSource({"31.1-jre, 17", "33.5.0-jre, 21", "33.5.0-jre, 25"})
  void eachWaitHasItsLineAndKind(String guava, int jdk) {
    try (Running program =
        ForkedJvm.on(Jdk.of(jdk))
            .agent("port=0")
            .with(
                "guava-" + guava,
                "netty-common-4.2.7.Final",
                "reactor-core-3.7.6",
                "reactive-streams-1.0.4")
            .jarsOf(TaskExecutor.class, Async.class, BeanFactory.class, Advisor.class)
            .jarsOf(Expression.class, LogFactory.class)
            .jarsOf(com.google.common.util.concurrent.internal.InternalFutureFailureAccess.class)
            .start(LibraryFutures.class)) {
      program.awaitOut("waited");
      for (String wait : WAITS) {
        String method = wait.substring(0, wait.indexOf(' '));
        String kind = wait.substring(wait.indexOf(' ') + 1);
        Deadline.in(Duration.ofSeconds(20))
            .until(
                () -> wait + " in\n" + blocked(program) + program.err(),
                () -> counted(program, "LibraryFutures." + method, kind) ? "counted" : null);
      }
      assertThat(blocked(program)).noneMatch(line -> line.contains(".finished("));
      assertThat(program.get("/metrics"))
          .contains("snarl_agent_errors_total{application=\"LibraryFutures\",part=\"probe\"} 0");
    }
  }

  @ParameterizedTest
  @CsvSource({"3.4.1, 17", "4.1.0, 17", "4.4.0, 25"})
  void aWaitForKafkaHasItsLineAndKind(String kafka, int jdk) {
    try (Running program =
        ForkedJvm.on(Jdk.of(jdk))
            .agent("port=0")
            .with("kafka-clients-" + kafka)
            .jarsOf(LoggerFactory.class)
            .start(KafkaSends.class)) {
      program.awaitOut("waited");
      for (String method : List.of("main", "timed")) {
        Deadline.in(Duration.ofSeconds(20))
            .until(
                () -> method + " in\n" + blocked(program) + program.err(),
                () -> counted(program, "KafkaSends." + method, "kafka-send") ? "counted" : null);
      }
      assertThat(blocked(program)).noneMatch(line -> line.contains(".finished("));
    }
  }

  @ParameterizedTest
  @CsvSource({"5.0.5, 17", "5.2.0, 25"})
  void aWaitForVertxHasItsLineAndKind(String vertx, int jdk) {
    try (Running program =
        ForkedJvm.on(Jdk.of(jdk))
            .agent("port=0")
            .with("vertx-core-" + vertx, "vertx-core-logging-" + vertx)
            .with("netty-common-4.2.7.Final", "netty-transport-4.2.7.Final")
            .with("netty-buffer-4.2.7.Final", "netty-resolver-4.2.7.Final")
            .jarsOf(LoggerFactory.class)
            .start(VertxWaits.class)) {
      program.awaitOut("waited");
      for (String method : List.of("main", "timed")) {
        Deadline.in(Duration.ofSeconds(20))
            .until(
                () -> method + " in\n" + blocked(program) + program.err(),
                () -> counted(program, "VertxWaits." + method, "vertx-future") ? "counted" : null);
      }
      assertThat(program.err()).noneMatch(line -> line.contains("vertx"));
    }
  }

  private static List<String> blocked(Running program) {
    return program
        .get("/metrics")
        .lines()
        .filter(line -> line.startsWith("snarl_blocked_waits_total{"))
        .toList();
  }

  /** Ten waits; those below a millisecond are sampled, but these are longer. */
  private static boolean counted(Running program, String method, String kind) {
    return blocked(program).stream()
        .anyMatch(
            line ->
                line.contains("." + method + "(")
                    && line.contains("kind=\"" + kind + "\"")
                    && Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)) >= 8);
  }
}
