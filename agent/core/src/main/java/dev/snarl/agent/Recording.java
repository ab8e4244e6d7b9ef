package dev.snarl.agent;

import dev.snarl.jfr.PinnedStream;
import dev.snarl.observe.AgentThread;
import dev.snarl.observe.Observer;
import dev.snarl.snapshot.Profile;
import java.io.File;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Starts the flight recorder when it is wanted and can run, once, on a thread of its own: that
 * takes some 0.4 s, for which the observer does not wait. Where it cannot run, one line says so.
 */
final class Recording implements AutoCloseable {

  /** Since then there are virtual threads. */
  private static final int OLDEST = 21;

  private static final long NEEDED = 256L << 20;

  private final Settings settings;
  private final Observer observer;
  private boolean tried;
  private boolean closed;
  private @Nullable PinnedStream stream;

  Recording(Settings settings, Observer observer) {
    this.settings = settings;
    this.observer = observer;
  }

  /** Looks whether it is time; called by the agent's own thread, every tick. */
  void tick() {
    boolean wanted =
        settings.jfr().equals("on") || (settings.jfr().equals("auto") && observer.virtualThreads());
    if (tried || !wanted || Runtime.version().feature() < OLDEST) {
      return;
    }
    tried = true;
    String obstacle = settings.jfr().equals("auto") ? obstacle() : null;
    if (obstacle == null) {
      new AgentThread(this::start, "snarl-jfr").start();
    } else {
      Say.line(
          "the flight recorder stays off, " + obstacle + "; pinned virtual threads are not seen");
    }
  }

  /** What it has seen so far. */
  Profile profile() {
    return Profile.NONE;
  }

  private static @Nullable String obstacle() {
    Runtime runtime = Runtime.getRuntime();
    long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    if (free < NEEDED) {
      return (free >> 20) + " MB of the heap are free and it wants " + (NEEDED >> 20);
    }
    File folder = new File(System.getProperty("java.io.tmpdir", ""));
    return folder.isDirectory() && folder.canWrite()
        ? null
        : "the temporary folder " + folder + " is not writable";
  }

  private void start() {
    try {
      Double least = settings.rule("virtual-thread-pinned").thresholds().get("minPinnedSeconds");
      Duration shortest = Duration.ofNanos((long) ((least == null ? 0 : least) * 1e9));
      PinnedStream started = new PinnedStream(shortest, observer::pinned);
      if (keep(started)) {
        started.run();
      }
    } catch (Exception | LinkageError e) {
      Say.line("the flight recorder cannot run here, going on without it: " + e);
    }
  }

  private synchronized boolean keep(PinnedStream started) {
    if (closed) {
      started.close();
      return false;
    }
    stream = started;
    return true;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (stream != null) {
      stream.close();
    }
  }
}
