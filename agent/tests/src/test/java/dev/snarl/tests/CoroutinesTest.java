package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.snarl.tests.programs.NestedScopes;
import dev.snarl.tests.programs.QueuedCoroutines;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hooks in kotlinx-coroutines hold in every version that is named as tested. */
class CoroutinesTest {
  private static final Pattern FOUND =
      Pattern.compile(
          "snarl: WARNING nested-scope at .*NestedScopes\\.nested\\(NestedScopes\\.java:\\d+\\).*");

  @OnJdk
  void theOldestVersionIsWoven(Jdk jdk) {
    nestedScopesAreFoundAndNotKeptAlive(jdk, "1.6.0");
  }

  @OnJdk
  void theNewestVersionIsWoven(Jdk jdk) {
    nestedScopesAreFoundAndNotKeptAlive(jdk, "1.11.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.7.3", "1.8.1", "1.9.0", "1.10.2"})
  void thoseBetweenAreWoven(String version) {
    nestedScopesAreFoundAndNotKeptAlive(Jdk.of(17), version);
  }

  private static void nestedScopesAreFoundAndNotKeptAlive(Jdk jdk, String version) {
    try (Running program = with(jdk, version).flags("-Xverify:all").start(NestedScopes.class)) {
      program.awaitOut("launched");
      program.awaitErr(FOUND);
      awaitMetric(program, "snarl_coroutines_detached_live{", "NestedScopes.nested", "} 60.0");
      awaitMetric(program, "snarl_coroutine_scopes_detached_total{", "nested", "} 60.0");
      awaitMetric(program, "snarl_coroutines_started_total", "", "} 121.0");
      awaitMetric(program, "snarl_coroutines_completed_total", "", "} 61.0");
      awaitMetric(program, "executor_pool_size_threads{", "DefaultDispatcher", "");
      awaitMetric(program, "snarl_dispatcher_threads{", "DefaultDispatcher", "");
      assertThat(program.get("/healthz"))
          .contains("\"kotlinx-coroutines\":\"woven, " + version + "\"");
      HealthTest.assertNoErrors(program);
      assertThat(program.err()).filteredOn(line -> line.contains("WARNING")).hasSize(1);
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      assertThat(exit.out()).endsWith("left 0");
    }
  }

  @OnJdk(17)
  void aVersionThatNobodyTestedIsLeftAloneAndSaidOnce(Jdk jdk) {
    try (Running program = with(jdk, "1.5.2").start(NestedScopes.class)) {
      program.awaitOut("launched");
      program.awaitErr(
          Pattern.compile(
              "snarl: kotlinx-coroutines 1\\.5\\.2 is outside the tested versions 1\\.6 to 1\\.11:"
                  + " .*"));
      awaitMetric(program, "snarl_coroutines_started_total", "", "} 0.0");
      HealthTest.assertNoErrors(program);
      Exit exit = program.exit();
      assertThat(exit.out()).endsWith("left 0");
      assertThat(exit.err()).filteredOn(line -> line.contains("1.5.2")).hasSize(1);
      assertThat(exit.err()).noneMatch(line -> line.contains("WARNING"));
    }
  }

  @OnJdk
  void theTimeInTheQueuesOfDispatchersIsCounted(Jdk jdk) {
    try (Running program =
        with(jdk, jdk.feature() == 17 ? "1.6.0" : "1.11.0")
            .flags("-XX:ActiveProcessorCount=2", "-Dkotlinx.coroutines.io.parallelism=2")
            .start(QueuedCoroutines.class)) {
      double cpu = said(program, "Default ");
      double io = said(program, "IO ");
      awaitMetric(program, "snarl_dispatcher_view_queue_seconds_total{", "Dispatchers.IO", "");
      assertThat(metric(program, "snarl_dispatcher_queue_seconds_total{"))
          .isCloseTo(cpu, withPercentage(15));
      assertThat(metric(program, "snarl_dispatcher_view_queue_seconds_total{"))
          .isCloseTo(io, withPercentage(15));
      assertThat(metric(program, "snarl_dispatcher_dispatches_total{")).isGreaterThanOrEqualTo(100);
      program.exit();
    }
  }

  private static double said(Running program, String what) {
    return Double.parseDouble(program.awaitOut(Pattern.compile(what + "([0-9.E]+)")).group(1));
  }

  private static double metric(Running program, String name) {
    return program
        .get("/metrics")
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  private static ForkedJvm with(Jdk jdk, String version) {
    return ForkedJvm.on(jdk)
        .agent("port=0")
        .with("kotlinx-coroutines-core-jvm-" + version, "kotlin-stdlib-2.2.21");
  }

  private static void awaitMetric(Running program, String name, String label, String end) {
    Deadline.in(Duration.ofSeconds(30))
        .until(
            () -> program.get("/metrics"),
            () ->
                program
                        .get("/metrics")
                        .lines()
                        .anyMatch(
                            line ->
                                line.startsWith(name) && line.contains(label) && line.endsWith(end))
                    ? ""
                    : null);
  }
}
