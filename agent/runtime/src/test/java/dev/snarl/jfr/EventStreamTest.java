package dev.snarl.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.CallSite;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.Test;

class EventStreamTest {
  private static final long AN_HOUR = Duration.ofHours(1).toNanos();

  private final List<String> begun = new CopyOnWriteArrayList<>();
  private final FlightRecorderListener listener =
      new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
          if (recording.getState() == RecordingState.RUNNING) {
            begun.add(recording.getName());
          }
        }
      };

  private static final Naming NAMES =
      new Naming() {
        @Override
        public CallSite site(StackTraceElement[] stack) {
          return CallSite.OTHER;
        }

        @Override
        public String group(String threadName) {
          return threadName;
        }
      };

  /** As the recorder's own shutdown hook stops them; what begins after that may hang the JVM. */
  @Test
  void onceItsRecordingHasEndedItBeginsNoOther() throws Exception {
    FlightRecorder recorder = FlightRecorder.getFlightRecorder();
    FlightRecorder.addListener(listener);
    try (EventStream stream =
        new EventStream(
            instrumentation(), NAMES, Duration.ofMillis(20), (site, reason, nanos) -> {})) {
      Thread runs = new Thread(stream::run);
      runs.setDaemon(true);
      runs.start();
      await(stream, true);
      stream.tick(System.nanoTime() + AN_HOUR);
      assertThat(begun).as("its own, and the one that begins a chunk").hasSize(2);
      for (Recording recording : recorder.getRecordings()) {
        if (recording.getState() == RecordingState.RUNNING) {
          recording.stop();
        }
      }
      stream.tick(System.nanoTime() + 2 * AN_HOUR);
      assertThat(begun).hasSize(2);
    } finally {
      FlightRecorder.removeListener(listener);
    }
  }

  private static void await(EventStream stream, boolean running) {
    Instant deadline = Instant.now().plusSeconds(60);
    while (stream.profile(null).recorder().running() != running) {
      assertThat(Instant.now()).isBefore(deadline);
      Thread.onSpinWait();
    }
  }

  /** Not asked: the recorder has begun. */
  private static Instrumentation instrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            EventStreamTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
