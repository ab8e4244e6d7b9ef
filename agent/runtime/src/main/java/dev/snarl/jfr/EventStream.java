package dev.snarl.jfr;

import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Profile.Recorder;
import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.text.Shutdown;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * One stream of the events in {@link Wanted}, by a separate recording that keeps 10 s or 8 MB on
 * disk. It runs on a daemon thread of the agent; {@code docs/jfr.md} has the cost. Other recordings
 * are left unchanged: see {@link Tuning}. While the JVM ends, nothing is recorded. After <a
 * href="https://github.com/openjdk/jdk/blob/jdk-17-ga/src/jdk.jfr/share/classes/jdk/jfr/internal/ShutdownHook.java">the
 * recorder's own hook</a> a recording leaves its files, or never starts and holds the recorder's
 * lock, for which a hook of the application may wait.
 */
public final class EventStream implements AutoCloseable {
  private static final Duration KEPT = Duration.ofSeconds(10);
  private static final long MOST_BYTES = 8L << 20;

  /** More events of one kind in a flush are skipped: another recording may request any number. */
  private static final int MOST_A_FLUSH = 10_000;

  /** The JDK keeps every thread and stack of a chunk until the next chunk begins. */
  private static final long LONGEST_CHUNK = 300_000_000_000L;

  private static final long MOST_THREADS_A_CHUNK = 20_000;

  private final RecordingStream stream;
  private final FlightRecorderListener listener =
      new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
          othersChanged(recording);
        }
      };
  private final Governor governor;
  private final Stacks stacks;
  private final HeapEvents heap;
  private final VmEvents vm = new VmEvents();
  private final WaitEvents waits;
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();
  private final long begin = System.nanoTime();
  private int sinceFlush;
  private volatile long selfNanos;
  private volatile long startedAt;
  private volatile long own;
  private volatile boolean over;
  private volatile Tuning tuning;
  private volatile @Nullable Throwable firstError;
  private volatile @Nullable Recording brief;
  private long chunkSince = begin;
  private long threadsBefore;

  /**
   * Prepares the stream on the thread that will run it; this starts the flight recorder, and takes
   * some 0.4 s if it is the first.
   *
   * @param leastPinned shorter pins are not reported
   * @throws IllegalStateException if the flight recorder cannot write its files
   */
  public EventStream(
      Instrumentation instrumentation, Naming naming, Duration leastPinned, PinnedListener pinned)
      throws InterruptedException {
    CleanStart.begin(instrumentation);
    stream = new RecordingStream();
    governor = new Governor(leastPinned, begin);
    stacks = new Stacks(naming);
    heap = new HeapEvents(stacks, naming, Thread.currentThread().getId());
    waits = new WaitEvents(stacks, pinned);
    stream.setMaxAge(KEPT);
    stream.setMaxSize(MOST_BYTES);
    stream.setReuse(true);
    stream.setOrdered(false);
    stream.onError(this::failed);
    stream.onFlush(this::flushed);
    Taker.Door door = this::subscribe;
    heap.enter(door);
    vm.enter(door);
    waits.enter(door);
    OwnEvents.names().forEach(stream::disable);
    tuning = tune();
    FlightRecorder.addListener(listener);
  }

  /**
   * Streams on the calling thread until it is closed or its recording is stopped. Not {@code
   * startAsync}, whose thread is not a daemon: the JVM would never exit.
   */
  public void run() {
    if (!Shutdown.inProgress()) {
      stream.start();
    }
  }

  private void subscribe(Wanted wanted, Consumer<RecordedEvent> action) {
    stream.onEvent(
        wanted.event(),
        event -> {
          if (++sinceFlush > MOST_A_FLUSH) {
            skipped.incrementAndGet();
            return;
          }
          events.incrementAndGet();
          governor.count(wanted);
          Long least = tuning.thresholds().get(wanted);
          if (least == null || event.getDuration().toNanos() >= least) {
            action.accept(event);
          }
        });
  }

  private void flushed() {
    selfNanos = cpuNanos();
    sinceFlush = 0;
    stacks.forget();
  }

  private static long cpuNanos() {
    try {
      ThreadMXBean bean = ThreadBean.FOUND;
      return bean.isCurrentThreadCpuTimeSupported() ? bean.getCurrentThreadCpuTime() : 0;
    } catch (LinkageError noSuchModule) {
      return 0;
    }
  }

  private void failed(Throwable error) {
    if (errors.incrementAndGet() == 1) {
      firstError = error;
    }
  }

  /**
   * Checks whether thresholds have to change, or a new chunk has to begin; on the agent's own
   * thread, every tick. Does nothing once its recording has ended. While the JVM shuts down, a
   * recording that begins after the recorder has stopped all others would wait for ever, and with
   * it every user of the recorder's lock (https://bugs.openjdk.org/browse/JDK-8373439).
   */
  public void tick(long now) {
    if (over) {
      return;
    }
    if (governor.look(now)) {
      tuning = tune();
    }
    long threads = threadsStarted();
    if (startedAt != 0
        && (now - chunkSince > LONGEST_CHUNK || threads - threadsBefore > MOST_THREADS_A_CHUNK)) {
      chunkSince = now;
      threadsBefore = threads;
      beginChunk();
    }
  }

  private static long threadsStarted() {
    try {
      return ThreadBean.FOUND.getTotalStartedThreadCount();
    } catch (LinkageError noSuchModule) {
      return 0;
    }
  }

  /** Looked up once, because each look-up allocates lists. */
  private static final class ThreadBean {
    static final ThreadMXBean FOUND = ManagementFactory.getThreadMXBean();
  }

  /** Any recording that starts begins one; this one records nothing. */
  private void beginChunk() {
    try (Recording empty = new Recording()) {
      brief = empty;
      empty.start();
    } finally {
      brief = null;
    }
  }

  /**
   * Runs on the thread that started or ended a recording, so that the agent's is adapted at once;
   * costs a few milliseconds there.
   */
  private void othersChanged(Recording recording) {
    try {
      RecordingState state = recording.getState();
      Recording chunk = brief;
      if (chunk != null && chunk.getId() == recording.getId()) {
        return;
      }
      boolean begun = state == RecordingState.RUNNING;
      if (recording.getSettings().containsKey(Tuning.MARK)) {
        ownChanged(recording.getId(), begun);
      } else if (begun || state == RecordingState.STOPPED || state == RecordingState.CLOSED) {
        tuning = tune();
      }
    } catch (RuntimeException | LinkageError e) {
      failed(e);
    }
  }

  /** The stream's own recording is the first that has the agent's mark. */
  private void ownChanged(long id, boolean begun) {
    if (begun && startedAt == 0) {
      own = id;
      startedAt = System.nanoTime();
    } else if (!begun && startedAt != 0 && id == own) {
      over = true;
    }
  }

  private synchronized Tuning tune() {
    List<Map<String, String>> others = new ArrayList<>();
    for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
      Map<String, String> settings = recording.getSettings();
      if (recording.getState() == RecordingState.RUNNING && !settings.containsKey(Tuning.MARK)) {
        others.add(settings);
      }
    }
    Tuning fresh = Tuning.of(governor.thresholds(), others);
    stream.setSettings(fresh.settings());
    return fresh;
  }

  /** The agent's first error on the stream's thread, once. */
  public @Nullable Throwable error() {
    Throwable error = firstError;
    firstError = null;
    return error;
  }

  /**
   * The events received so far; on the agent's own thread.
   *
   * @param stopped why no more events arrive, null while they do
   */
  public Profile profile(@Nullable String stopped) {
    Map<String, Long> thresholds = new HashMap<>();
    tuning.thresholds().forEach((wanted, least) -> thresholds.put(wanted.event(), least));
    Map<String, Long> dropped = new HashMap<>();
    dropped.put("jfr-events", skipped.get());
    heap.dropped(dropped);
    waits.dropped(dropped);
    List<SiteWait> sites = new ArrayList<>();
    waits.waits(sites);
    long started = startedAt;
    return new Profile(
        new Recorder(
            started != 0 && stopped == null,
            started == 0 && stopped == null ? "starting" : stopped,
            started == 0 ? 0 : started - begin,
            started == 0 ? 0 : System.nanoTime() - started,
            selfNanos,
            events.get(),
            tuning.withheld(),
            thresholds),
        heap.collections(),
        heap.heapAfter(),
        heap.allocations(),
        heap.groups(),
        vm.safepoints(),
        vm.operations(),
        vm.compilation(),
        sites,
        List.of(),
        dropped);
  }

  @Override
  public void close() {
    FlightRecorder.removeListener(listener);
    stream.close();
  }

  /** Once everything of the agent is closed: removes what the flight recorder left on disk. */
  public static void removeFolder() {
    Repository.removeIfUnused();
  }
}
