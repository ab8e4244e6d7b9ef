package dev.snarl.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.snarl.hypotheses.Answer;
import dev.snarl.hypotheses.Hypothesis;
import dev.snarl.rules.Finding;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of this JVM, and files that are none. */
class RecordingTriageTest {
  private static final List<String> EVENTS =
      List.of(
          "jdk.ThreadPark",
          "jdk.ThreadSleep",
          "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.ThreadStart",
          "jdk.ThreadEnd");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @Test
  void aPairIsNamedWhereTheRequestWaitsAndItsChainEndsInTheSleep() throws Exception {
    Judged judged = recorded(EVENTS, RecordingTriageTest::pairs);

    Finding pair = judged.findings().get(0);
    assertThat(pair.rule()).isEqualTo("async-blocking-pair");
    assertThat(pair.site()).contains("RecordingTriageTest.handle(RecordingTriageTest.java:");
    assertThat(pair.evidence()).containsEntry("certainty", "likely");
    assertThat(judged.summary()).startsWith("2 threads held for 1 job: ").contains(pair.site());
    assertThat(judged.chains().explained()).isGreaterThan(0.9);
    assertThat(judged.chains().root().children().keySet())
        .anyMatch(link -> link.text().contains("FutureTask.get() at " + pair.site()));
    assertThat(judged.hypotheses())
        .filteredOn(each -> each.id().equals("two-threads-per-job"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.answer()).isEqualTo(Answer.TRUE);
              assertThat(each.number()).isEqualTo(pair.title());
            });
  }

  @Test
  void idleWorkersAreNoFindingAndTheirTimeDoesNotCount() throws Exception {
    Judged judged = recorded(EVENTS, RecordingTriageTest::idle);

    assertThat(judged.findings()).isEmpty();
    assertThat(judged.summary()).startsWith("Nothing found in ");
    assertThat(judged.chains().seconds()).isZero();
  }

  @Test
  void aDeadlockIsFoundInTheDumpsOfTheRecording() throws Exception {
    Object left = new Object();
    Object right = new Object();
    Path file = folder.resolve("deadlock.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.ThreadDump").withPeriod(Duration.ofSeconds(1));
      recording.start();
      CountDownLatch both = new CountDownLatch(2);
      take(left, right, both);
      take(right, left, both);
      TimeUnit.SECONDS.sleep(3); // for the recorder, which takes a dump each second
      recording.stop();
      recording.dump(file);
    }
    Judged judged =
        new RecordingTriage(List.of("dev.snarl.recordings.RecordingTriageTest")).of(file);

    assertThat(judged.findings()).extracting(Finding::rule).containsExactly("lock-deadlock");
    assertThat(judged.facts().dumps()).isPositive();
    assertThat(judged.hypotheses())
        .filteredOn(each -> each.answer() == Answer.TRUE)
        .extracting(Hypothesis::id)
        .contains("lock-deadlock");
  }

  /** They stay as daemons: nothing ends a deadlock of monitors. */
  private static void take(Object first, Object second, CountDownLatch both) {
    Thread thread =
        new Thread(
            () -> {
              synchronized (first) {
                both.countDown();
                try {
                  both.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                synchronized (second) {
                  both.countDown();
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void whatWasOffOrShorterThanAThresholdIsSaid() throws Exception {
    Judged judged = recorded(List.of("jdk.ThreadPark"), RecordingTriageTest::idle);

    assertThat(judged.notes())
        .anyMatch(note -> note.startsWith("events that were off") && note.contains("ThreadSleep"))
        .anyMatch(note -> note.startsWith("shorter than 10 ms") && note.contains("ThreadPark"))
        .anyMatch(note -> note.startsWith("a wait that never ended has no event"));
  }

  @Test
  void aCompressedRecordingIsUnpacked() throws Exception {
    Path plain = file(EVENTS, RecordingTriageTest::idle);
    Path zipped = compressed(plain);

    Judged.Facts facts = new RecordingTriage(List.of()).of(zipped).facts();

    assertThat(facts.source()).isEqualTo("zipped.jfr.gz");
    assertThat(facts.events()).isEqualTo(new RecordingTriage(List.of()).of(plain).facts().events());
  }

  @Test
  void aCompressedRecordingThatIsCutIsJudgedAsFarAsItGoes() throws Exception {
    Path zipped = compressed(file(EVENTS, RecordingTriageTest::idle));
    byte[] whole = Files.readAllBytes(zipped);
    RecordingTriage triage = new RecordingTriage(List.of());

    Files.write(zipped, Arrays.copyOf(whole, whole.length - 4)); // without its last number
    assertThat(triage.of(zipped).notes()).anyMatch(note -> note.contains("cut off or damaged"));

    Files.write(zipped, Arrays.copyOf(whole, 5));
    assertThatThrownBy(() -> triage.of(zipped)).hasMessageContaining("within the header");
  }

  private Path compressed(Path plain) throws IOException {
    Path zipped = folder.resolve("zipped.jfr.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      Files.copy(plain, out);
    }
    return zipped;
  }

  @Test
  void theTimeBetweenRecordingsThatWereJoinedIsNotReplayed() {
    Recording recording = new Recording();
    long day = TimeUnit.DAYS.toNanos(1);
    long minute = TimeUnit.MINUTES.toNanos(1);
    recording.at("jdk.ThreadPark", day, day + minute);
    recording.at("jdk.ThreadPark", 90 * day, 90 * day + minute);

    assertThat(recording.nanos()).isEqualTo(2 * minute);
    assertThat(recording.orNext(day + minute)).isEqualTo(day + minute);
    assertThat(recording.orNext(day + 2 * minute)).isEqualTo(90 * day);
    assertThat(recording.orNext(90 * day + 5 * minute)).isEqualTo(90 * day + 5 * minute);
  }

  @Test
  void aWaitOfHoursIsNoTimeBetweenRecordings() {
    Recording recording = new Recording();
    long hour = TimeUnit.HOURS.toNanos(1);
    recording.at("jdk.ThreadPark", 10 * hour, 13 * hour);
    recording.at("jdk.ThreadEnd", 13 * hour, 13 * hour);

    assertThat(recording.nanos()).isEqualTo(3 * hour);
    assertThat(recording.orNext(11 * hour)).isEqualTo(11 * hour);
  }

  @Test
  void whatIsNoRecordingIsRefusedInOneLine() throws IOException {
    Path none = Files.writeString(folder.resolve("none.jfr"), "no recording at all");
    Path empty = Files.createFile(folder.resolve("empty.jfr"));

    assertThatThrownBy(() -> new RecordingTriage(List.of()).of(none))
        .isInstanceOf(NotARecording.class)
        .hasMessage(none + " is no flight recording");
    assertThatThrownBy(() -> new RecordingTriage(List.of()).of(empty))
        .isInstanceOf(NotARecording.class)
        .hasMessage(empty + " is empty");
  }

  @Test
  void ofARecordingThatIsCutOffTheWholeChunksAreRead() throws Exception {
    Path whole = file(EVENTS, RecordingTriageTest::idle);
    byte[] bytes = Files.readAllBytes(whole);
    Path first = folder.resolve("first.jfr");
    Files.write(first, Arrays.copyOf(bytes, bytes.length / 2));
    Path second = folder.resolve("second.jfr");
    Files.write(second, bytes);
    Files.write(second, Arrays.copyOf(bytes, bytes.length / 2), StandardOpenOption.APPEND);

    assertThatThrownBy(() -> new RecordingTriage(List.of()).of(first))
        .isInstanceOf(NotARecording.class)
        .hasMessageContaining("is cut off");
    assertThat(new RecordingTriage(List.of()).of(second).notes())
        .contains("the recording is cut off: 1 chunk of it could be read");
  }

  private Judged recorded(List<String> events, Callable<?> work) throws Exception {
    return new RecordingTriage(List.of("dev.snarl.recordings.RecordingTriageTest"))
        .of(file(events, work));
  }

  private Path file(List<String> events, Callable<?> work) throws Exception {
    Path file = folder.resolve("recording.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      events.forEach(event -> recording.enable(event).withThreshold(Duration.ofMillis(10)));
      recording.enable("jdk.ActiveSetting").withoutThreshold();
      recording.start();
      work.call();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static Boolean pairs() throws InterruptedException {
    ExecutorService requests = Executors.newFixedThreadPool(1);
    ExecutorService workers = Executors.newFixedThreadPool(1);
    for (int i = 0; i < 8; i++) {
      requests.execute(() -> handle(workers));
    }
    requests.shutdown();
    boolean done = requests.awaitTermination(1, TimeUnit.MINUTES);
    workers.shutdown();
    return done;
  }

  private static void handle(ExecutorService workers) {
    try {
      workers.submit(RecordingTriageTest::query).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String query() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(700);
    return "row";
  }

  private static Boolean idle() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    for (int round = 0; round < 3; round++) {
      for (Future<Integer> each : Stream.generate(() -> pool.submit(() -> 1)).limit(6).toList()) {
        each.get();
      }
      TimeUnit.MILLISECONDS.sleep(300); // the workers wait for the next round
    }
    pool.shutdown();
    return pool.awaitTermination(1, TimeUnit.MINUTES);
  }
}
