package dev.snarl.jfr;

import dev.snarl.snapshot.Profile.OldObject;
import dev.snarl.text.Shutdown;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Samples allocations for a while, in a separate recording, and then reports the sampled objects
 * that were still alive; once, and only on request. The JVM samples some hundred objects. It omits
 * the paths that retain them, because finding those would stop all threads. It runs on, and blocks,
 * a thread of the agent, which is interrupted to end it.
 */
public final class OldObjects {
  private static final String EVENT = "jdk.OldObjectSample";
  private static final int MOST_EVENTS = 10_000;

  private record Key(String type, String site) {}

  private final Tally<Key, OldObject> alive =
      new Tally<>(
          500,
          new Key("other", "other"),
          (key, cell) -> new OldObject(key.type(), key.site(), cell.count, cell.longest));
  private final Stacks stacks;

  public OldObjects(Naming naming) {
    stacks = new Stacks(naming);
  }

  /**
   * Why they are not to be sampled in this JVM, or null. The JVM holds each sampled object by a
   * weak handle, which generational ZGC clears only in collections of the old generation. Until
   * then all of them stay alive, and allocations stall.
   *
   * @see <a href="https://bugs.openjdk.org/browse/JDK-8375615">JDK-8375615</a>
   */
  public static @Nullable String obstacle() {
    try {
      return ManagementFactory.getGarbageCollectorMXBeans().stream()
              .anyMatch(collector -> collector.getName().startsWith("ZGC Minor"))
          ? "generational ZGC would keep all of them alive (JDK-8375615)"
          : null;
    } catch (LinkageError noSuchModule) {
      return null;
    }
  }

  /**
   * Samples for so long, then fills {@link #records}.
   *
   * @throws IOException if the flight recorder cannot write its files
   * @throws InterruptedException if it is to end
   */
  public void sample(Duration length) throws IOException, InterruptedException {
    Path file = Files.createTempFile("snarl-", ".jfr");
    try (Recording recording = new Recording()) {
      recording.setSettings(Tuning.marked());
      recording.enable(EVENT).withStackTrace().with("cutoff", "0 ns");
      if (Shutdown.inProgress()) {
        return;
      }
      recording.start();
      Thread.sleep(length.toMillis());
      if (Shutdown.inProgress()) {
        return;
      }
      beginAnotherFile();
      recording.stop();
      recording.dump(file);
      read(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Before Java 25 the JVM keeps the stacks of these objects only from the moment at which it
   * begins another file. If another recording runs, such as the agent's stream, the events are
   * written earlier and refer to stacks that are in no file (JDK-8353226). Any new recording begins
   * a file; this one requests nothing.
   *
   * @see <a href="https://bugs.openjdk.org/browse/JDK-8353226">JDK-8353226</a>
   */
  private static void beginAnotherFile() {
    try (Recording nothing = new Recording()) {
      nothing.setSettings(Tuning.marked());
      nothing.start();
    }
  }

  private void read(Path file) throws IOException {
    try (RecordingFile recording = new RecordingFile(file)) {
      for (int i = 0; i < MOST_EVENTS && recording.hasMoreEvents(); i++) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals(EVENT) && !Taker.ours(Taker.thread(event))) {
          add(event);
        }
      }
    }
  }

  private void add(RecordedEvent event) {
    RecordedObject object = event.getValue("object");
    RecordedClass type = object == null ? null : object.getClass("type");
    Duration age = Duration.between(event.getInstant("allocationTime"), event.getEndTime());
    alive.add(
        new Key(
            type == null ? "?" : HeapEvents.readable(type.getName()),
            stacks.place(event.getStackTrace()).site().site()),
        Math.max(0, age.toNanos()),
        0);
  }

  /** What was alive; empty before the sample is over. */
  public List<OldObject> records() {
    return alive.records();
  }
}
