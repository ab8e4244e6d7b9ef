package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Input;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.Pool.Blocking;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the busy threads of pools do, by looks at a few of them. The observer's thread only. */
public final class Samples {
  private static final int POOLS_EACH_TIME = 4;

  // Where a look stops the whole JVM they come half as often, at twice as many threads.
  private static final long BETWEEN_LOOKS = JdkCalls.ONE_STOP ? 320_000_000L : 0;
  private static final int THREADS_OF_A_POOL = JdkCalls.ONE_STOP ? 2 : 1;
  private static final int KINDS_OF_BLOCKING = 20;
  private static final int ACTORS = 8;

  /** Finds the thread that must act before another can go on. */
  public interface Actors {
    /**
     * Looks at it.
     *
     * @param waiter was just seen blocked
     * @param then takes what it does, if it is known
     */
    void look(ThreadLook.Seen waiter, Looks looks, long now, Consumer<Actor> then);

    /** Whether the timed park of a thread at a line is a pause, which nobody ends. */
    boolean pauses(Thread parked, Site site);
  }

  private final Sites sites;
  private Function<Thread, @Nullable String> lenders = thread -> null;
  private @Nullable Actors actors;
  private List<Known> busy = List.of();
  private long lookedAt;
  private int nextPool;

  Samples(Sites sites) {
    this.sites = sites;
  }

  /** By a thread, the pool of connections that it waits for one of. */
  public void lenders(Function<Thread, @Nullable String> known) {
    lenders = known;
  }

  public void actors(Actors known) {
    actors = known;
  }

  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  void take(List<Known> working, Looks looks, long now) {
    busy = working;
    if (now - lookedAt < BETWEEN_LOOKS) {
      return;
    }
    lookedAt = now;
    for (int i = 0; i < Math.min(POOLS_EACH_TIME, busy.size()); i++) {
      PoolNotes notes = busy.get(Math.floorMod(nextPool++, busy.size())).notes;
      Thread before = null;
      for (int j = 0; j < THREADS_OF_A_POOL; j++) {
        Thread thread = busyThread(notes);
        if (thread != null && thread != before) {
          looks.at(thread, seen -> add(notes, seen, looks, now));
        }
        before = thread;
      }
    }
  }

  /** Some of the workers of a pool that were busy at this tick. */
  public List<Thread> some(long pool, int most) {
    List<Thread> some = new ArrayList<>();
    for (Known known : busy) {
      for (int i = 0; known.id == pool && i < most; i++) {
        Thread thread = busyThread(known.notes);
        if (thread != null && !some.contains(thread)) {
          some.add(thread);
        }
      }
    }
    return some;
  }

  private void add(PoolNotes notes, ThreadLook.Seen seen, Looks looks, long now) {
    if (idle(seen.stack)) {
      return; // it has ended its task since
    }
    Look look = seen.look(sites, now);
    notes.input.add(look);
    if (look.blockedIn() == null) {
      notes.onCpu++;
      return;
    }
    notes.blocked++;
    Input input = look.input();
    String lender = lenders.apply(seen.thread);
    String kind =
        input != null
            ? input.kind()
            : pause(seen.thread, look) || serves(notes, seen.thread, look) ? "sleep" : null;
    String ends = lender == null && look.idle() ? "idle" : kind;
    Blocking in = new Blocking(look.blockedIn(), look.site().text, ends, lender);
    if (notes.blockedIn.size() < KINDS_OF_BLOCKING || notes.blockedIn.containsKey(in)) {
      notes.blockedIn.merge(in, 1L, Long::sum);
      if (actors != null && ends == null && lender == null) {
        actors.look(seen, looks, now, actor -> waited(notes, in, actor));
      }
    }
  }

  private static void waited(PoolNotes notes, Blocking in, Actor actor) {
    Map<Actor, Long> counts = notes.waitedFor.computeIfAbsent(in, key -> new HashMap<>());
    if (counts.size() < ACTORS || counts.containsKey(actor)) {
      counts.merge(actor, 1L, Long::sum);
    }
  }

  private boolean pause(Thread thread, Look look) {
    String call = look.blockedIn();
    boolean parks =
        call != null
            && (call.endsWith("LockSupport.parkNanos") || call.endsWith("LockSupport.parkUntil"));
    return parks && actors != null && actors.pauses(thread, look.site());
  }

  /**
   * Whether it is a task that never ends, nobody is behind it, and it waits until it has something
   * to do again: such as the one that removes what has expired.
   */
  private static boolean serves(PoolNotes notes, Thread thread, Look look) {
    String call = look.blockedIn();
    return call != null
        && notes.completed == 0
        && notes.oldestTask() == null
        && (call.endsWith("Object.wait") || call.endsWith("ConditionObject.await"))
        && JdkCalls.state(thread) == Thread.State.TIMED_WAITING;
  }

  /** The JDK's pools and Tomcat's have this method of the same name. */
  private static boolean idle(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals("getTask")
          && frame.getClassName().endsWith(".ThreadPoolExecutor")) {
        return true;
      }
    }
    return stack.length == 0;
  }

  private static @Nullable Thread busyThread(PoolNotes notes) {
    int n = notes.threads.length;
    for (int i = 0; i < n; i++) {
      int at = Math.floorMod(notes.nextSample++, n);
      if (at < notes.busy.length && notes.busy[at]) {
        return notes.threads[at];
      }
    }
    return null;
  }
}
