package dev.snarl.lost;

import dev.snarl.graph.WaitGraph;
import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.graph.Threads.Local;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.heap.triage.Nearby;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Wait;
import dev.snarl.stacks.Blocked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Threads that wait for a future whose task runs on a thread that is itself blocked: two threads
 * held for one job. A thread that has another unfinished future at hand waits for a batch, and is
 * none; nor is one that can never go on, which other findings name.
 */
final class Pairs {
  private static final int MOST_HELD = 256;
  private static final String FUTURE_TASK = "java.util.concurrent.FutureTask";
  private static final String COMPLETABLE = "java.util.concurrent.CompletableFuture";

  private final HeapDump dump;
  private final Moment moment;
  private final Map<String, List<DoubleHeld>> pairs = new LinkedHashMap<>();
  private final Map<String, List<Integer>> objects = new LinkedHashMap<>();

  Pairs(HeapDump dump, Moment moment, WaitGraph stuck) {
    this.dump = dump;
    this.moment = moment;
    for (Wait wait : moment.waits()) {
      if (wait.site() != null
          && wait.need() instanceof Need.Running running
          && !wait.thread().name().equals("main")
          && !moment.virtual(wait.thread().id())
          && !moment.virtual(running.thread().id())
          && !stuck.stuck(wait.thread().id())) {
        add(wait, wait.site(), running);
      }
    }
  }

  private void add(Wait wait, String site, Need.Running running) {
    ThreadStack worker = moment.stack(running.thread().id());
    String blockedIn = Blocked.in(Sites.trace(worker), Waits.state(dump.read(worker.node())));
    String workerSite = moment.site(worker);
    int future = moment.future(wait.thread().id());
    if (blockedIn == null
        || workerSite.isEmpty()
        || dump.classOf(future).name().equals(Coroutines.RUN_BLOCKING) // it may have other children
        || batch(moment.stack(wait.thread().id()), future)) {
      return;
    }
    String key = site + " for " + workerSite;
    pairs
        .computeIfAbsent(key, each -> new ArrayList<>())
        .add(
            new DoubleHeld(
                site,
                workerSite,
                wait.thread().group(),
                running.thread().group(),
                wait.call(),
                blockedIn,
                dev.snarl.lost.Wait.worker(worker) ? "pool" : "unknown",
                1,
                Moment.LONG,
                Moment.LONG,
                wait.thread().name(),
                running.thread().name(),
                Certainty.PROVED));
    objects
        .computeIfAbsent(key, each -> new ArrayList<>())
        .addAll(List.of((int) wait.thread().id(), future, worker.node()));
  }

  /** Whether its frames hold another unfinished future, or a collection with one. */
  private boolean batch(ThreadStack stack, int awaited) {
    boolean[] another = {false};
    for (Local each : stack.held()) {
      int local = each.node();
      String type = dump.classOf(local).name();
      Frame frame = stack.frame(each);
      if (frame != null && frame.type().startsWith("java.util.concurrent.")) {
        continue; // what the thread runs itself
      }
      if (unfinished(local, awaited)) {
        return true;
      }
      if (type.endsWith("[]") || type.startsWith("java.util.")) {
        int[] left = {MOST_HELD};
        Nearby.visit(
            dump,
            local,
            node -> {
              another[0] |= unfinished(node, awaited);
              String name = dump.classOf(node).name();
              return left[0]-- > 0
                  && !another[0]
                  && !future(node)
                  && (name.endsWith("[]") || name.startsWith("java.util."))
                  && !name.contains("Pool")
                  && !name.contains("Executor");
            });
      }
    }
    return another[0];
  }

  private boolean future(int node) {
    HeapClass type = dump.classOf(node);
    return type.isA(FUTURE_TASK) || type.isA(COMPLETABLE) || LibraryFutures.is(type);
  }

  private boolean unfinished(int node, int awaited) {
    if (node == awaited || !future(node)) {
      return false;
    }
    Instance read = dump.read(node);
    if (read.type().isA(FUTURE_TASK)) {
      return read.number("state") <= 1;
    }
    return read.type().isA(COMPLETABLE)
        ? read.reference("result") == HeapDump.NONE
        : LibraryFutures.open(dump, read);
  }

  List<DoubleHeld> held() {
    return pairs.values().stream().map(Pairs::sum).toList();
  }

  private static DoubleHeld sum(List<DoubleHeld> same) {
    DoubleHeld first = same.get(0);
    return new DoubleHeld(
        first.waiterSite(),
        first.workerSite(),
        first.waiterPool(),
        first.workerPool(),
        first.call(),
        first.blockedIn(),
        first.workerCreation(),
        same.size(),
        first.heldNanos(),
        first.lastedNanos(),
        first.waiterThread(),
        first.workerThread(),
        first.certainty());
  }

  List<Integer> objects(String key) {
    return objects.getOrDefault(key, List.of());
  }
}
