package dev.snarl.threads;

import dev.snarl.graph.Circle;
import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A dump as waits and needs. Both ends of a wait for a lock stand in the dump: proved. A future of
 * a pool that waits as a whole needs any thread that may complete it, or a queue of such a pool:
 * likely. Threads are numbered in the order of the dump, since some dumps have no ids. Linear.
 */
final class DumpWaits {
  /** A dump is one moment: a wait in it has no length. */
  static final Criteria PROOF = Criteria.proof(0);

  private final List<View> views;
  private final Locks locks;
  private final Futures futures;
  private final Map<View, ThreadRef> threads = new HashMap<>();
  private final Map<FutureKind, Need> completions = new EnumMap<>(FutureKind.class);
  private final List<Wait> waits = new ArrayList<>();
  private final List<Pool> pools = new ArrayList<>();

  /**
   * Those of a dump.
   *
   * @param before the views of the dump before it, by thread; empty if it is the first
   */
  DumpWaits(ThreadDump dump, List<View> views, Map<String, View> before) {
    this.views = views;
    this.locks = new Locks(dump, views);
    this.futures = new Futures(dump, views, before);
    for (View view : views) {
      threads.put(view, new ThreadRef(threads.size(), view.thread().label(), view.pool(), null));
    }
    for (View view : views) {
      View holder = locks.holder(view);
      if (holder != null) {
        add(view, held(view, thread(holder)));
      }
    }
    futures.pools().values().forEach(workers -> pools.add(pool(pools.size(), workers)));
    futures.pools().values().forEach(workers -> workers.forEach(this::addFuture));
  }

  Locks locks() {
    return locks;
  }

  Futures futures() {
    return futures;
  }

  WaitGraph graph(Criteria criteria) {
    return new WaitGraph(waits, pools, criteria);
  }

  /** The threads of a circle. */
  List<View> views(Circle circle) {
    return circle.waits().stream().map(wait -> view(wait.thread().id())).toList();
  }

  /** The thread at the end of the chain, which waits for no known owner. */
  View end(WaitGraph graph, View from) {
    return view(graph.end(thread(from).id()));
  }

  /** The class of the lock that a thread waits for. */
  static String lock(View view) {
    Blocker on = view.thread().blocker();
    return on == null || on.type().isEmpty() ? "a lock" : on.type();
  }

  private static Need held(View view, ThreadRef holder) {
    Blocker on = Objects.requireNonNull(view.thread().blocker());
    String initialized = on.initialized();
    return initialized == null
        ? new Need.Held(lock(view), holder, Certainty.PROVED)
        : new Need.Held(initialized, holder, Need.How.INITIALIZING, Certainty.PROVED);
  }

  private View view(long thread) {
    return views.get((int) thread);
  }

  private ThreadRef thread(View view) {
    return Objects.requireNonNull(threads.get(view));
  }

  private void add(View view, Need need) {
    waits.add(
        new Wait(
            waits.size(),
            thread(view),
            view.siteText(),
            view.blockedIn(),
            "",
            view.timed(),
            0,
            need));
  }

  private void addFuture(View view) {
    FutureKind kind = Objects.requireNonNull(view.awaits());
    add(view, completions.computeIfAbsent(kind, this::completion));
  }

  /** Whether it may grow is not shown: one more reason why nothing about it is proved. */
  private Pool pool(long id, List<View> workers) {
    int size = workers.size();
    return new Pool(
        id,
        workers.get(0).pool(),
        Pool.Kind.THREAD_POOL,
        "",
        null,
        size,
        size,
        size,
        size,
        false,
        -1,
        Integer.MAX_VALUE,
        "",
        0,
        Pool.Rejections.NONE,
        false,
        0,
        1,
        0,
        -1,
        Pool.Activity.NONE,
        Pool.Timing.NONE,
        workers.stream().map(view -> thread(view).id()).toList());
  }

  private Need completion(FutureKind kind) {
    List<Need> any = new ArrayList<>();
    if (futures.open()) {
      any.add(new Need.Unknown());
    }
    pools.forEach(pool -> any.add(new Need.Queued("", pool.id(), Certainty.LIKELY)));
    for (View view : views) {
      if (futures.mayComplete(view, kind != FutureKind.FUTURE_TASK)) {
        any.add(new Need.Running("", thread(view), null, Certainty.LIKELY, null));
      }
    }
    return new Need.Any(any);
  }
}
