package dev.snarl.agent;

import dev.snarl.chains.ChainWindows;
import dev.snarl.chains.Waiting;
import dev.snarl.jfr.OwnEvents;
import dev.snarl.jfr.OwnEvents.Kind;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Ledger;
import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import dev.snarl.text.Shutdown;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the agent saw, as events of the flight recorder, for whoever records this JVM; nothing
 * before somebody does. The observer's thread writes them. A thread of its own makes their classes,
 * once, since that takes a lock of the recorder, which others may hold.
 */
final class Emission implements AutoCloseable {
  private static final long LEAST_WAIT = 1_000_000_000L;
  private static final double LEAST_QUEUE_SECONDS = 0.02;
  private static final long EVERY = 10_000_000_000L;
  private static final double CHAIN_SECONDS = 60;

  /** In one snapshot, of each kind. */
  private static final int MOST = 100;

  private final boolean allowed;
  private final Map<Long, Long> waits = new HashMap<>();
  private @Nullable OwnEvents events;
  private boolean asked;
  private boolean closed;
  private boolean findings;
  private boolean chains;
  private long sinceAll;
  private volatile @Nullable String failure;

  /** Nothing at all with {@code jfr=off}. */
  Emission(Settings settings) {
    allowed = !settings.jfr().equals("off") && ModuleLayer.boot().findModule("jdk.jfr").isPresent();
  }

  /** Whether some recording takes chains, so that they must be added up. */
  boolean chains() {
    return chains;
  }

  /** Writes what is new; the first failure is the last. */
  void publish(
      Snapshot snapshot, Ledger.Changes changes, List<Finding> findingsOpen, ChainWindows windows) {
    if (!allowed || failure != null || Shutdown.inProgress()) {
      return;
    }
    try {
      events(snapshot, changes, findingsOpen, windows);
    } catch (RuntimeException | LinkageError e) {
      failure = "no events are written to recordings: " + e;
      close();
    }
  }

  /** Why it does not work; null if it does. */
  @Nullable String failure() {
    return failure;
  }

  private void events(
      Snapshot snapshot, Ledger.Changes changes, List<Finding> findingsOpen, ChainWindows windows) {
    OwnEvents open = open();
    if (open == null) {
      prepare();
      return;
    }
    chains = open.wanted(Kind.CHAIN);
    boolean before = findings;
    findings = open.wanted(Kind.FINDING);
    if (findings && !before) {
      findingsOpen.forEach(each -> write(open, "open", each)); // the recording has not seen them
    } else if (findings) {
      changes.opened().forEach(each -> write(open, "opened", each));
      changes.changed().forEach(each -> write(open, "changed", each));
      changes.resolved().forEach(each -> write(open, "resolved", each));
    }
    if (open.wanted(Kind.WAIT)) {
      waits(open, snapshot);
    }
    if (snapshot.nanos() - sinceAll >= EVERY) {
      sinceAll = snapshot.nanos();
      if (open.wanted(Kind.QUEUE_WAIT)) {
        queues(open, snapshot);
      }
      if (chains) {
        windows.waiting().widest().forEach(each -> write(open, each));
      }
    }
  }

  private synchronized @Nullable OwnEvents open() {
    return closed ? null : events;
  }

  /** Again after a second if nobody uses the recorder yet. */
  private synchronized void prepare() {
    if (!asked && !closed && OwnEvents.possible()) {
      asked = true;
      new AgentThread(this::make, "snarl-jfr-events").start();
    }
  }

  private void make() {
    OwnEvents made;
    try {
      made = OwnEvents.open();
    } catch (RuntimeException | LinkageError e) {
      failure = "no events are written to recordings: " + e;
      return;
    }
    synchronized (this) {
      if (!closed) {
        events = made;
        return;
      }
    }
    made.close();
  }

  private static void write(OwnEvents open, String state, Finding finding) {
    open.write(
        Kind.FINDING,
        state,
        finding.rule(),
        finding.severity().label(),
        finding.site(),
        finding.title(),
        finding.id(),
        finding.count());
  }

  /** Each when it has lasted a second, two, four and so on. */
  private void waits(OwnEvents open, Snapshot snapshot) {
    Map<Long, Long> before = new HashMap<>(waits);
    waits.clear();
    int written = 0;
    for (Wait wait : snapshot.waits()) {
      long last = before.getOrDefault(wait.id(), 0L);
      boolean due = wait.blockedNanos() >= LEAST_WAIT && wait.blockedNanos() >= 2 * last;
      if (due && written < MOST) {
        written++;
        write(open, wait, snapshot);
        waits.put(wait.id(), wait.blockedNanos());
      } else if (last > 0) {
        waits.put(wait.id(), last);
      }
    }
  }

  private static void write(OwnEvents open, Wait wait, Snapshot snapshot) {
    Need.Step step = wait.need() instanceof Need.Step one ? one : null;
    Long queue = step == null ? null : step.queue();
    String pool =
        queue == null
            ? ""
            : snapshot
                .queues()
                .filter(each -> each.id() == queue)
                .map(Pool::name)
                .findFirst()
                .orElse("");
    String who = step == null || step.thread() == null ? pool : step.thread().name();
    open.write(
        Kind.WAIT,
        wait.thread().name(),
        wait.thread().id(),
        wait.thread().group(),
        wait.call(),
        Objects.requireNonNullElse(wait.site(), ""),
        wait.blockedNanos(),
        step == null ? "several tasks" : step.words(who),
        pool);
  }

  private static void queues(OwnEvents open, Snapshot snapshot) {
    List<Pool> late =
        snapshot.queues().filter(each -> p95(each) >= LEAST_QUEUE_SECONDS).limit(MOST).toList();
    for (Pool pool : late) {
      open.write(
          Kind.QUEUE_WAIT,
          pool.name(),
          Objects.requireNonNullElse(pool.site(), ""),
          pool.timing().waitedLately().count(),
          (long) (p95(pool) * Figures.NANOS),
          (long) pool.queued(),
          (long) pool.active(),
          (long) pool.size());
    }
  }

  private static double p95(Pool pool) {
    Durations waited = pool.timing().waitedLately();
    return waited.count() == 0 ? 0 : waited.quantileSeconds(0.95);
  }

  private static void write(OwnEvents open, Waiting.Last chain) {
    open.write(
        Kind.CHAIN,
        chain.waiter(),
        chain.frame(),
        chain.end().label(),
        (long) (chain.threads() * CHAIN_SECONDS * Figures.NANOS));
  }

  @Override
  public void close() {
    OwnEvents open;
    synchronized (this) {
      closed = true;
      open = events;
      events = null;
    }
    if (open != null) {
      open.close();
    }
  }
}
