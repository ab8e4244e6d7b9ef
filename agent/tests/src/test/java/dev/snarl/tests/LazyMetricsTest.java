package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.FullHeap;
import dev.snarl.tests.programs.Hello;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** When the JVM loads what metrics need, by its own log of classes. */
class LazyMetricsTest {
  private static final String MICROMETER = "io.micrometer.";
  private static final String REHEARSED = "java.time.format.DateTimeFormatter ";
  private static final String METERS = "dev.snarl.metrics.Meters ";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private Path log() {
    return folder.resolve("classes.log");
  }

  private Running hello(Jdk jdk) {
    return ForkedJvm.on(jdk)
        .flags("-Xlog:class+load=info:file=" + log() + ":uptime")
        .agent("port=0", "jfr=off")
        .start(Hello.class);
  }

  /** When the first class of that name was loaded, in seconds of the JVM; null if none was. */
  private @Nullable Double loaded(String name) {
    Pattern line = Pattern.compile("(?m)^\\[([0-9.]+)s\\] " + Pattern.quote(name));
    try {
      List<Double> all =
          line.matcher(Files.readString(log()))
              .results()
              .map(found -> Double.valueOf(found.group(1)))
              .toList();
      return all.isEmpty() ? null : all.get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double awaitLoaded(String name) {
    return Deadline.in(Duration.ofSeconds(60)).until(() -> name + "not loaded", () -> loaded(name));
  }

  @OnJdk
  void whereNobodyScrapesMicrometerIsNotLoaded(Jdk jdk) {
    try (Running program = hello(jdk)) {
      program.awaitErr(ReadyLineTest.READY);
      awaitLoaded(REHEARSED); // ten seconds after the start
      assertThat(loaded(METERS)).isNull();
      assertThat(loaded(MICROMETER)).isNull();
      assertThat(program.exit().err()).hasSize(1);
    }
  }

  @Tag("full")
  @OnJdk
  void itComesWhenTheHeapFillsUp(Jdk jdk) {
    ForkedJvm jvm =
        ForkedJvm.on(jdk)
            .flags("-Xmx96m", "-XX:+UseSerialGC")
            .flags("-Xlog:class+load=info:file=" + log() + ":uptime")
            .agent("port=0", "jfr=off");
    try (Running program = jvm.start(FullHeap.class)) {
      program.awaitErr(ReadyLineTest.READY);
      assertThat(awaitLoaded(METERS)).as("not while the application starts").isGreaterThan(10);
      assertThat(awaitLoaded(MICROMETER)).isGreaterThan(10);
    }
  }

  @OnJdk
  void theFirstScrapeHasTheMetricsOfTheJvm(Jdk jdk) {
    try (Running program = hello(jdk)) {
      assertThat(program.get("/metrics")).contains("jvm_gc_", "jvm_threads_states_threads{");
      assertThat(loaded(MICROMETER)).isNotNull();
    }
  }
}
