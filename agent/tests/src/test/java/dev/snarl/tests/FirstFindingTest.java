package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Hello;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Which classes of the JDK the observer initialises, and when, by the JVM's own log. */
class FirstFindingTest {
  private static final String OBSERVER = "by thread \"snarl-observer\"";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  // Only newer JDKs name the thread.
  @OnJdk(25)
  void whatAFindingNeedsIsInitialisedWhileThereIsMemory(Jdk jdk) {
    Path log = folder.resolve("init.log");
    ForkedJvm jvm =
        ForkedJvm.on(jdk)
            .flags("-Xlog:class+init=info:file=" + log + ":uptime")
            .agent("port=0", "jfr=off");
    try (Running program = jvm.start(Hello.class)) {
      program.awaitErr(ReadyLineTest.READY);
      for (String name : List.of("java/util/Formatter", "java/time/format/DateTimeFormatter")) {
        String found =
            Deadline.in(Duration.ofSeconds(60))
                .until(() -> name + " is not initialised", () -> observers(log, name));
        double seconds = Double.parseDouble(found.substring(1, found.indexOf('s')));
        assertThat(seconds).as(found).isGreaterThan(10);
      }
      assertThat(observers(log, "java/lang/runtime/ObjectMethods")).isNull();
      assertThat(observers(log, "sun/util/locale/provider/")).isNull();
      assertThat(program.exit().err()).hasSize(1);
    }
  }

  private static @Nullable String observers(Path log, String name) {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains(name) && line.contains(OBSERVER))
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
