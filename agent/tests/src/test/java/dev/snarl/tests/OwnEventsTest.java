package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Busy;
import dev.snarl.tests.programs.QueueTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** What the agent sees is in a recording that somebody else made, and nothing of it stays. */
class OwnEventsTest {
  private static final String LOADER = ".* dev\\.snarl\\.launcher\\.CoreLoader.*";

  private int dumps;

  @OnJdk
  void aRecordingHasWhatTheAgentSawAndTheLoaderGoesWithTheDetach(Jdk jdk, @TempDir Path folder) {
    try (Running program =
        ForkedJvm.on(jdk)
            .attachable()
            .flags("-Xmx64m", "-XX:StartFlightRecording:settings=profile", "-Xlog:jfr*=off")
            .start(Busy.class)) {
      program.awaitOut("busy");
      String pid = Long.toString(program.pid());
      assertThat(ForkedJvm.on(Jdk.of(17)).command("attach", pid, "port=off").code()).isZero();

      Map<String, RecordedEvent> events =
          Deadline.in(Duration.ofMinutes(2))
              .until(
                  () -> "seen " + last.keySet(),
                  () ->
                      with(
                          jdk,
                          program,
                          folder,
                          "dev.snarl.Finding",
                          "dev.snarl.Wait",
                          "dev.snarl.Chain"));

      RecordedEvent finding = Objects.requireNonNull(events.get("dev.snarl.Finding"));
      assertThat(finding.getString("line")).contains("Busy.");
      assertThat(finding.getString("severity")).isIn("info", "warning");
      RecordedEvent wait = Objects.requireNonNull(events.get("dev.snarl.Wait"));
      assertThat(wait.getString("thread")).isEqualTo("patient");
      assertThat(wait.getString("line")).contains("Busy.patient(Busy.java:");
      assertThat(wait.getDuration("waited")).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
      RecordedEvent chain = Objects.requireNonNull(events.get("dev.snarl.Chain"));
      assertThat(chain.getString("end")).isNotEmpty();
      assertThat(chain.getDuration("waited")).isPositive();

      assertThat(ForkedJvm.on(Jdk.of(17)).command("detach", pid).code()).isZero();
      assertThat(program.threads()).noneMatch(name -> name.contains("snarl"));
      Deadline.in(Duration.ofSeconds(60))
          .until(
              () -> loaders(jdk, program).toString(),
              () -> loaders(jdk, program).isEmpty() ? "gone" : null);
    }
  }

  @OnJdk
  void aPoolWhoseTasksWaitIsInTheRecording(Jdk jdk, @TempDir Path folder) {
    try (Running program =
        ForkedJvm.on(jdk)
            .agent("port=off")
            .flags("-XX:StartFlightRecording:settings=profile", "-Xlog:jfr*=off")
            .start(QueueTimes.class)) {
      RecordedEvent queue =
          Objects.requireNonNull(
              Deadline.in(Duration.ofMinutes(2))
                  .until(
                      () -> "seen " + last.keySet(),
                      () -> with(jdk, program, folder, "dev.snarl.QueueWait"))
                  .get("dev.snarl.QueueWait"));
      assertThat(queue.getString("pool")).isNotEmpty();
      assertThat(queue.getLong("tasks")).isPositive();
      assertThat(queue.getDuration("p95")).isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }
  }

  private Map<String, RecordedEvent> last = Map.of();

  /** The last event of each kind; null until these are there. */
  private @Nullable Map<String, RecordedEvent> with(
      Jdk jdk, Running program, Path folder, String... kinds) {
    Path file = folder.resolve(++dumps + ".jfr");
    ThreadDumpsTest.jcmd(jdk, program, "JFR.dump", "filename=" + file);
    if (!Files.exists(file)) {
      return null; // the recording has not begun
    }
    Map<String, RecordedEvent> events = new TreeMap<>();
    try {
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        boolean own = event.getEventType().getName().startsWith("dev.snarl.");
        // On a loaded machine, threads that work wait for a second too.
        if (own && !(event.hasField("thread") && event.getString("thread").startsWith("front-"))) {
          events.put(event.getEventType().getName(), event);
        }
      }
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    last = events;
    return events.keySet().containsAll(List.of(kinds)) ? events : null;
  }

  private static List<String> loaders(Jdk jdk, Running program) {
    return ThreadDumpsTest.jcmd(jdk, program, "GC.class_histogram").out().stream()
        .filter(line -> line.matches(LOADER))
        .toList();
  }
}
