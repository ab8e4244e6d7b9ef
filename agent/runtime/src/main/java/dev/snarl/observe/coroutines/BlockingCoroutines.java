package dev.snarl.observe.coroutines;

import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.WaitsGoingOn;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The threads in {@code runBlocking}, and where the coroutines are for which they wait. It returns
 * after the coroutines launched in it have completed. One that a queue holds, of a dispatcher or of
 * an executor, must be run for that, even if it is cancelled
 * (https://kotlinlang.org/docs/coroutines-basics.html). The observer's thread only.
 */
public final class BlockingCoroutines {
  private static final String TYPE = "kotlinx.coroutines.BlockingCoroutine";
  private static final int MOST = 2_000;
  private static final int NEEDS_EACH = 64;
  private static final int TASKS_EACH_TICK = 10_000;
  private static final int SITES_EACH_TICK = 12;

  /** An application's main thread may be in it for ever. */
  private static final int TURNS_OF_OTHERS = 5;

  /** A thread that waits, on its own event loop, for the end of a coroutine. */
  private static final class Blocked {
    final Thread thread;
    final Object coroutine;
    final long since;
    private List<Function<Threads, Need>> needs = new ArrayList<>();
    @Nullable Site site;
    @Nullable Request request;

    Blocked(Thread thread, Object coroutine, long since) {
      this.thread = thread;
      this.coroutine = coroutine;
      this.since = since;
    }

    @SuppressWarnings("ReferenceEquality") // its equals may be the application's
    boolean goesOn() {
      return LockSupport.getBlocker(thread) == coroutine;
    }

    void needs(Function<Threads, Need> need) {
      if (needs.size() < NEEDS_EACH) {
        needs.add(need);
      }
    }

    List<Need> needs(Threads threads) {
      return needs.stream().map(need -> need.apply(threads)).toList();
    }

    Wait record(Threads threads, long now) {
      List<Need> all = needs(threads);
      return new Wait(
          WaitsGoingOn.id(thread, since),
          threads.ref(thread),
          site == null ? null : site.text,
          "runBlocking",
          TYPE,
          false, // the deadline of a timer cancels coroutines, and even those must run
          now - since,
          Need.all(all),
          request);
    }
  }

  private final KnownExecutors executors;
  private final Detached detached;
  private final Sites sites;
  private final QueuedTasks tasks;
  private final IdentityHashMap<Object, Blocked> blocked = new IdentityHashMap<>();
  private boolean worker;
  private int turn;

  public BlockingCoroutines(
      KnownExecutors executors, Detached detached, Sites sites, QueuedTasks tasks) {
    this.executors = executors;
    this.detached = detached;
    this.sites = sites;
    this.tasks = tasks;
  }

  /** Of the pass over all threads: one that is parked, and on what. */
  public void count(Thread thread, @Nullable Object blocker, long now) {
    if (blocker != null
        && blocker.getClass().getName().equals(TYPE)
        && !blocked.containsKey(blocker)
        && blocked.size() < MOST) {
      blocked.put(blocker, new Blocked(thread, blocker, now));
    }
  }

  /** Whether one of them is in a coroutine or a task, whose thread is missed elsewhere. */
  public boolean anyWorker() {
    return worker;
  }

  private static boolean works(Thread thread) {
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    return slot != null && (slot.coroutineDepth > 0 || slot.runs > 0);
  }

  /** Looks for their coroutines on all threads and in all queues. */
  public void tick(CoroutineWatch coroutines, Threads threads, Looks looks) {
    blocked.values().removeIf(each -> !each.goesOn());
    worker = blocked.values().stream().anyMatch(each -> works(each.thread));
    if (!blocked.isEmpty() && (worker || turn++ % TURNS_OF_OTHERS == 0)) {
      search(coroutines);
      findSites(looks);
    }
    // Who is needed will be looked at, a few at each tick.
    blocked.values().forEach(each -> each.needs(threads));
  }

  private void search(CoroutineWatch coroutines) {
    blocked.values().forEach(each -> each.needs = new ArrayList<>());
    onThreads();
    int[] budget = {TASKS_EACH_TICK};
    coroutines.eachQueued(
        (crew, task) -> {
          if (budget[0]-- > 0) {
            queued(task, crew);
          }
        });
    for (Known known : executors.all.keySet()) {
      Object executor = known.get();
      int copied = executor == null || budget[0] <= 0 ? 0 : tasks.copy(executor);
      for (int i = 0; i < Math.min(copied, budget[0]); i++) {
        queued(tasks.all()[i], known.id);
      }
      tasks.clear(copied);
      budget[0] -= copied;
    }
  }

  private void queued(Object task, long queue) {
    needs(task, null, body -> threads -> new Need.Queued(body, queue));
  }

  private void onThreads() {
    AtomicReferenceArray<SnarlSlot> slots = SnarlProbe.slots;
    for (int i = 0; slots != null && i < slots.length(); i++) {
      SnarlSlot slot = slots.get(i);
      Thread owner = slot == null ? null : slot.owner;
      Object[] running = slot == null ? null : slot.coroutines;
      if (slot == null || owner == null || running == null || SnarlProbe.virtual(owner)) {
        continue;
      }
      for (int depth = Math.min(slot.coroutineDepth, running.length) - 1; depth >= 0; depth--) {
        Object task = running[depth];
        if (task != null) {
          needs(task, owner, body -> threads -> threads.running(body, owner, Certainty.PROVED));
        }
      }
    }
  }

  /** Adds a need to each thread, but this one, that waits for what the task is a part of. */
  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  private void needs(
      Object task, @Nullable Thread but, Function<String, Function<Threads, Need>> need) {
    CoroutineShape shape =
        task.getClass().getName().startsWith("kotlinx.coroutines.") ? detached.shape(task) : null;
    if (shape == null) {
      return;
    }
    shape.jobs(
        task,
        job -> {
          Blocked waits = blocked.get(job);
          if (waits != null && waits.thread != but) {
            String body = shape.block(task);
            waits.needs(need.apply(body == null ? task.getClass().getName() : body));
          }
        });
  }

  private void findSites(Looks looks) {
    int budget = SITES_EACH_TICK;
    for (Blocked each : blocked.values()) {
      if (each.site == null && !each.needs.isEmpty() && budget-- > 0) {
        looks.at(
            each.thread,
            seen -> {
              if (each.goesOn() && seen.stack.length > 0) {
                each.site = sites.in(seen.stack);
                each.request = sites.request(seen);
              }
            });
      }
    }
  }

  /** Those of whose coroutines one was found. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    for (Blocked each : blocked.values()) {
      if (!each.needs.isEmpty() && each.goesOn() && records.size() < WaitsGoingOn.IN_A_SNAPSHOT) {
        records.add(each.record(threads, now));
      }
    }
  }
}
