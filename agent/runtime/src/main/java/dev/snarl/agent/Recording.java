package dev.snarl.agent;

import dev.snarl.jfr.EventStream;
import dev.snarl.jfr.Naming;
import dev.snarl.jfr.Obstacle;
import dev.snarl.jfr.OldObjects;
import dev.snarl.observe.Observer;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.rules.Rules;
import dev.snarl.rules.Thresholds;
import dev.snarl.snapshot.CallSite;
import dev.snarl.snapshot.Profile;
import dev.snarl.text.Say;
import dev.snarl.text.Shutdown;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts the flight recorder when it is wanted and can run, once, on a separate thread: that takes
 * some 0.4 s, for which the observer does not wait, and compiling what it runs takes over a second
 * of the processor. In automatic mode it waits until the agent is 20 s old and the process has used
 * 5 s of the processor, or the agent is two minutes old, so that start-up, short and small programs
 * pay nothing; or until there are virtual threads, which nothing else can watch. If it cannot run,
 * one line says so.
 */
final class Recording implements AutoCloseable {

  /** The property lets a test wait for less. */
  private static final long PATIENCE =
      Long.getLong("dev.snarl.jfr.patience.millis", 20_000) * 1_000_000;

  /**
   * A program that hardly works gives the recorder little to see: it waits this many times longer.
   */
  private static final int IDLE_PATIENCE = 6;

  private static final long WORK = 5_000_000_000L;

  /** The interval at which a profile is rebuilt; the snapshots in between share it. */
  private static final long FRESH = 2_000_000_000L;

  private final Settings settings;
  private final Observer observer;
  private final Instrumentation instrumentation;
  private final long since = System.nanoTime();
  private long processNanos = -1;
  private boolean tried;
  private boolean closed;
  private @Nullable EventStream stream;
  private final List<AgentThread> threads = new ArrayList<>();
  private @Nullable OldObjects objects;
  private volatile @Nullable String reason;
  private volatile @Nullable String lost;
  private @Nullable Profile latest;
  private long latestAt;

  Recording(Settings settings, Observer observer, Instrumentation instrumentation) {
    this.settings = settings;
    this.instrumentation = instrumentation;
    this.observer = observer;
    this.reason = settings.jfr().equals("off") ? "jfr=off" : "not started yet";
  }

  /** Checks whether it is time; called by the agent's own thread, every tick. */
  void tick() {
    if (Shutdown.inProgress()) {
      return; // so does the flight recorder: see EventStream
    }
    long now = System.nanoTime();
    if (!tried && wanted(now)) {
      tried = true;
      String obstacle = Obstacle.look(frugal());
      reason = obstacle == null ? "starting" : obstacle;
      if (obstacle == null) {
        begin(this::start, "snarl-jfr");
      } else {
        lost = obstacle;
        Say.line("the flight recorder stays off, " + obstacle + "; profiles and pins are not seen");
      }
    }
    EventStream open = open();
    String full = open == null ? null : Obstacle.fullDisk(frugal());
    if (open != null && full != null) {
      lost = full;
      drop();
      open.close();
      Say.line("the flight recorder is switched off before its disk is full, " + full);
    } else if (open != null) {
      open.tick(now);
      if (objects == null && settings.oldObjectSeconds() > 0) {
        OldObjects sampled = new OldObjects(naming());
        objects = sampled;
        String obstacle = OldObjects.obstacle();
        if (obstacle == null) {
          begin(() -> sample(sampled), "snarl-jfr-objects");
        } else {
          lost = "old objects are not sampled, " + obstacle;
          Say.line(lost);
        }
      }
      Throwable error = open.error();
      if (error != null && observer.failed("jfr")) {
        lost = "an error of its own: " + error;
        Say.failure("an error of its own in jfr, going on: " + error);
      }
    }
  }

  private boolean frugal() {
    return settings.jfr().equals("auto");
  }

  private synchronized void drop() {
    stream = null;
  }

  private synchronized void begin(Runnable work, String name) {
    if (!closed) {
      AgentThread fresh = new AgentThread(work, name);
      threads.add(fresh);
      fresh.start();
    }
  }

  private boolean wanted(long now) {
    return switch (settings.jfr()) {
      case "on" -> true;
      case "auto" -> observer.virtualThreads() || isDue(now - since, PATIENCE, processNanos);
      default -> false;
    };
  }

  /** Of a process whose processor time is unknown (negative) it counts as busy. */
  static boolean isDue(long age, long patience, long processNanos) {
    boolean busy = processNanos < 0 || processNanos >= WORK;
    return age > (busy ? patience : IDLE_PATIENCE * patience);
  }

  /** The processor time of the process since its start, ns; negative if unknown. */
  void used(long nanos) {
    processNanos = nanos;
  }

  /** Why it does not work although it should; null if it does, or is not wanted. */
  @Nullable String lost() {
    return lost;
  }

  /** The events so far; the agent's own thread. */
  Profile profile() {
    long now = System.nanoTime();
    Profile known = latest;
    if (known != null && now - latestAt < FRESH) {
      return known;
    }
    EventStream open = open();
    Profile fresh = open != null ? open.profile(reason) : Profile.off(reason);
    if (objects != null) {
      fresh = fresh.with(objects.records());
    }
    latest = fresh;
    latestAt = now;
    return fresh;
  }

  private synchronized @Nullable EventStream open() {
    return stream;
  }

  private double shortestPin() {
    String rule = "virtual-thread-pinned";
    Map<String, Double> defaults = Rules.thresholds().getOrDefault(rule, Map.of());
    return Thresholds.of(defaults, settings.rule(rule).thresholds()).get("minPinnedSeconds");
  }

  private void start() {
    try {
      Duration shortest = Duration.ofNanos((long) (shortestPin() * 1e9));
      EventStream started = new EventStream(instrumentation, naming(), shortest, observer::pinned);
      if (keep(started)) {
        started.run();
        String why = lost;
        reason = why == null ? "its recording was stopped" : why;
        EventStream.removeFolder();
      }
    } catch (Throwable e) {
      reason = "it cannot run here: " + e;
      if (!closed()) {
        lost = reason;
        Say.failure("the flight recorder cannot run here, going on without it: " + e);
      }
    }
  }

  private void sample(OldObjects sampled) {
    try {
      sampled.sample(Duration.ofSeconds(settings.oldObjectSeconds()));
    } catch (InterruptedException toEnd) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      lost = "old objects could not be sampled: " + e;
      Say.failure("old objects could not be sampled: " + e);
    }
  }

  private Naming naming() {
    return new Naming() {
      @Override
      public CallSite site(StackTraceElement[] stack) {
        return observer.site(stack);
      }

      @Override
      public String group(String threadName) {
        return observer.group(threadName);
      }
    };
  }

  private synchronized boolean keep(EventStream started) {
    if (closed) {
      started.close();
      return false;
    }
    stream = started;
    reason = null;
    return true;
  }

  private synchronized boolean closed() {
    return closed;
  }

  /** Ends the stream, and waits up to 5 s for its threads. */
  @Override
  public void close() {
    List<AgentThread> running;
    EventStream open;
    synchronized (this) {
      closed = true;
      running = List.copyOf(threads);
      open = stream;
    }
    running.stream().filter(t -> t.getName().endsWith("objects")).forEach(Thread::interrupt);
    if (open != null) {
      open.close();
    }
    try {
      for (AgentThread thread : running) {
        thread.join(5_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!running.isEmpty()) {
      EventStream.removeFolder();
    }
  }
}
