package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.LibraryExecutors;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;

/**
 * Executors of libraries, and of the JDK inside a library's wrapper, are seen for what they are.
 */
class LibraryExecutorsTest {
  private static final Class<?>[] SPRING = {
    TaskExecutor.class, Async.class, BeanFactory.class, LogFactory.class
  };

  @ParameterizedTest
  @CsvSource({
    "tomcat, tomcat-embed-core-9.0.111, 17",
    "tomcat, tomcat-embed-core-10.1.48, 17",
    "tomcat, tomcat-embed-core-11.0.29, 21",
    "tomcat, tomcat-embed-core-11.0.29, 25"
  })
  void tomcatsOwnPoolIsReadAndItsRefusalsCount(String library, String jar, int jdk) {
    try (Running program = start(library, jdk, jar)) {
      JsonObject pool = executor(program, "nio-exec-#", 2, LibraryExecutorsTest::twoRunAndTwoWait);
      assertThat(pool.get("type").getAsString())
          .isEqualTo("org.apache.tomcat.util.threads.ThreadPoolExecutor");
      Deadline.in(Duration.ofSeconds(20))
          .until(
              () -> program.get("/metrics"),
              () ->
                  program
                          .get("/metrics")
                          .contains(
                              "snarl_executor_rejected_total{application=\"LibraryExecutors\"")
                      ? "counted"
                      : null);
      assertThat(program.exit().out()).contains("refused 2");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jetty, qtp-#, 2, 2, 17",
    "netty, multiThreadIoEventLoopGroup-#-#, 2, 2, 17",
    "spring, push-#, 2, 2, 17",
    "spring-default, applicationTaskExecutor (Spring @Async default), 2, 2, 17",
    "spring-simple, SimpleAsyncTaskExecutor-# (Spring @Async default), 0, 0, 17",
    "tomcat-virtual, VirtualThreadExecutor, 0, 0, 21"
  })
  void executorsOfLibrariesHaveTheirNamesAndNumbers(
      String library, String name, int size, int queued, int jdk) {
    try (Running program =
        start(
            library,
            jdk,
            "tomcat-embed-core-10.1.48",
            "jetty-util-12.1.14",
            "netty-transport-4.2.7.Final",
            "netty-common-4.2.7.Final",
            "netty-buffer-4.2.7.Final",
            "netty-resolver-4.2.7.Final")) {
      executor(program, name, size, each -> each.get("queued").getAsInt() == queued);
      assertThat(program.exit().code()).isZero();
    }
  }

  /** Before 3.2 it wraps what it is given, since 3.7 its counts lie in an array. */
  @ParameterizedTest
  @ValueSource(strings = {"2.4.0.Final", "3.1.0.Final", "3.5.1.Final", "3.11.1"})
  void theExecutorOfJBossThreadsIsReadInAllItsShapes(String version) {
    try (Running program =
        start(
            "jboss",
            17,
            "jboss-threads-" + version,
            "jboss-logging-3.6.3.Final",
            "wildfly-common-1.5.4.Final",
            "smallrye-common-annotation-2.21.1",
            "smallrye-common-constraint-2.21.1",
            "smallrye-common-cpu-2.21.1",
            "smallrye-common-function-2.21.1")) {
      executor(program, "pool-", 2, LibraryExecutorsTest::twoRunAndTwoWait);
      itsQueueIsFullAndItsRefusalsCount(program);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "grizzly, 2.3.35, 17",
    "grizzly, 4.0.2, 25",
    "grizzly-fixed, 2.3.35, 17",
    "grizzly-fixed, 4.0.2, 21",
    "grizzly-fixed, 4.0.2, 25"
  })
  void poolsOfGrizzlyAreRead(String library, String version, int jdk) {
    try (Running program = start(library, jdk, "grizzly-framework-" + version)) {
      executor(program, "grizzly", 2, LibraryExecutorsTest::twoRunAndTwoWait);
      itsQueueIsFullAndItsRefusalsCount(program);
    }
  }

  private static void itsQueueIsFullAndItsRefusalsCount(Running program) {
    String pool = "\\{application=\"LibraryExecutors\",name=\"\\S+} ";
    List<Pattern> lines =
        Stream.of(
                "executor_queue_remaining_tasks" + pool + "0.0",
                "snarl_executor_queue_wait_seconds_count" + pool + "2",
                "snarl_executor_rejected_total" + pool + "2.0")
            .map(Pattern::compile)
            .toList();
    Deadline.in(Duration.ofSeconds(20))
        .until(
            () -> program.get("/metrics"),
            () -> {
              List<String> metrics = program.get("/metrics").lines().toList();
              return lines.stream()
                      .allMatch(line -> metrics.stream().anyMatch(line.asMatchPredicate()))
                  ? metrics
                  : null;
            });
  }

  @ParameterizedTest
  @CsvSource({"guava", "micrometer"})
  void aWrapperHidesNoPool(String library) {
    try (Running program = start(library, 17, "guava-33.5.0-jre")) {
      executor(program, "pool-1-thread-#", 2, LibraryExecutorsTest::twoRunAndTwoWait);
    }
  }

  private static boolean twoRunAndTwoWait(JsonObject pool) {
    return pool.get("active").getAsInt() == 2 && pool.get("queued").getAsInt() == 2;
  }

  private static Running start(String library, int jdk, String... jars) {
    Running program =
        ForkedJvm.on(Jdk.of(jdk))
            .agent("port=0")
            .with(jars)
            .jarsOf(SPRING)
            .jarsOf(LoggerFactory.class, MeterRegistry.class, ObservationRegistry.class)
            .jarsOf(KeyValue.class)
            .start(LibraryExecutors.class, library);
    program.awaitOut("running");
    return program;
  }

  /**
   * The first executor whose name begins so and that has this size, once it has settled: what was
   * read of it first may be of the middle of its start.
   */
  private static JsonObject executor(
      Running program, String name, int size, Predicate<JsonObject> settled) {
    return Deadline.in(Duration.ofSeconds(30))
        .until(
            () -> program.get("/api/executors") + program.err(),
            () -> {
              JsonObject body =
                  JsonParser.parseString(program.get("/api/executors")).getAsJsonObject();
              if (!body.has("items")) {
                return null; // not ready yet
              }
              for (var item : body.getAsJsonArray("items")) {
                JsonObject pool = item.getAsJsonObject();
                if (pool.get("name").getAsString().startsWith(name)
                    && pool.get("size").getAsInt() == size
                    && settled.test(pool)) {
                  return pool;
                }
              }
              return null;
            });
  }
}
