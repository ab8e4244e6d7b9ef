package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.graph.Threads.Local;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.heap.triage.Spread;
import dev.snarl.heap.triage.Workers;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.ThreadRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Who completes the futures that threads of a dump wait for, as the agent's own look at them says
 * it: a {@code FutureTask} names its runner; a frame of an asynchronous task holds its future; a
 * queue holds what waits in it; a derived future needs its sources. Only the futures that are
 * waited for, and their sources, are looked at: one pass over the references of all stages for each
 * step between them, and one over the queues.
 */
final class Futures {
  private static final String CONCURRENT = "java.util.concurrent.";
  private static final String TASK = CONCURRENT + "FutureTask";
  private static final String COMPLETABLE = CONCURRENT + "CompletableFuture";
  private static final String STAGE = COMPLETABLE + "$UniCompletion";
  private static final String ANY_OF = COMPLETABLE + "$AnyOf";
  private static final String SIGNALLER = COMPLETABLE + "$Signaller";
  private static final Set<String> ASYNC =
      Set.of(COMPLETABLE + "$AsyncSupply", COMPLETABLE + "$AsyncRun");
  private static final Set<String> ONE_IS_ENOUGH =
      Set.of(
          ANY_OF,
          COMPLETABLE + "$OrApply",
          COMPLETABLE + "$OrAccept",
          COMPLETABLE + "$OrRun",
          COMPLETABLE + "$OrRelay");

  /** The task inside the wrapper that {@code execute} of a scheduler makes. */
  private static final String ADAPTER = CONCURRENT + "Executors$RunnableAdapter";

  private static final int DEEPEST = 64;
  private static final int LOOKS_EACH = 256;
  private static final int LONGEST_CHAIN = 10_000;
  private static final int MOST_STAGES = 5_000_000;

  private final HeapDump dump;
  private final Workers workers;
  private final IntFunction<ThreadRef> threads;
  private final Map<Integer, Integer> running = new HashMap<>();
  private final Map<Integer, Integer> producers = new HashMap<>();
  private final Map<Integer, Long> queued = new HashMap<>();
  private final Map<Integer, Set<Integer>> chains = new HashMap<>();
  private final Map<Integer, Boolean> ends = new HashMap<>();
  private final BitSet wanted = new BitSet();
  private int looks;

  Futures(HeapDump dump, IntFunction<ThreadRef> threads) {
    this.dump = dump;
    this.workers = new Workers(dump);
    this.threads = threads;
  }

  /**
   * The future at which a thread is parked, {@link HeapDump#NONE} for none. Of a completable future
   * the thread is parked on a signal in the list of that future, which a frame holds.
   */
  int awaited(ThreadStack stack, int blocker) {
    HeapClass type = dump.classOf(blocker);
    if (type.isA(TASK)
        || type.name().equals(Coroutines.RUN_BLOCKING)
        || LibraryFutures.awaited(type, stack.frames())) {
      return blocker;
    }
    if (type.name().equals(SIGNALLER)) {
      for (int local : new LinkedHashSet<>(stack.locals())) {
        if (dump.classOf(local).isA(COMPLETABLE) && chain(local).contains(blocker)) {
          return local;
        }
      }
    }
    return HeapDump.NONE;
  }

  /** The completions that a future will run. */
  private Set<Integer> chain(int future) {
    Set<Integer> chain = chains.get(future);
    if (chain == null) {
      chain = new LinkedHashSet<>();
      int at = dump.read(future).reference("stack");
      while (at != HeapDump.NONE && chain.size() < LONGEST_CHAIN && chain.add(at)) {
        at = dump.read(at).reference("next");
      }
      chains.put(future, chain);
    }
    return chain;
  }

  /** Looks for all that these need, before the first question. */
  void look(Collection<Integer> futures, Collection<ThreadStack> stacks) {
    if (futures.isEmpty()) {
      return;
    }
    stacks.forEach(this::running);
    BitSet stages = null;
    BitSet level = new BitSet();
    futures.forEach(level::set);
    for (int depth = 0; depth < DEEPEST && !level.isEmpty(); depth++) {
      wanted.or(level);
      BitSet underived = new BitSet();
      BitSet sources = new BitSet();
      level.stream()
          .filter(future -> !running.containsKey(future))
          .forEach(
              future -> {
                if (dump.classOf(future).isA(COMPLETABLE)) {
                  underived.set(future);
                } else {
                  LibraryFutures.sources(dump, dump.read(future)).forEach(sources::set);
                }
              });
      if (!underived.isEmpty()) {
        stages = stages == null ? stages() : stages;
        sources.or(sources(underived, stages));
      }
      sources.andNot(wanted);
      level = sources;
    }
  }

  private void running(ThreadStack stack) {
    for (Local local : stack.held()) {
      Frame frame = stack.frame(local);
      if (frame == null) {
        continue;
      }
      String type = frame.type();
      String method = frame.method();
      HeapClass held = dump.classOf(local.node());
      if (LibraryFutures.runs(frame, held)
          || (ASYNC.contains(type) && method.equals("run") && held.isA(COMPLETABLE))) {
        running.putIfAbsent(local.node(), stack.node());
      } else if (type.equals(Coroutines.TASK) && method.equals("run") && held.isA(type)) {
        int blocked = Coroutines.blockedBy(dump, local.node());
        if (blocked != HeapDump.NONE) {
          running.putIfAbsent(blocked, stack.node());
        }
      } else if (method.equals("tryFire") && held.isA(STAGE) && held.name().equals(type)) {
        int future = dump.read(local.node()).reference("dep");
        if (future != HeapDump.NONE) {
          running.putIfAbsent(future, stack.node());
        }
      }
    }
  }

  private BitSet stages() {
    BitSet kinds = new BitSet();
    dump.classes().stream()
        .filter(type -> type.isA(STAGE) || type.name().equals(ANY_OF))
        .forEach(type -> kinds.set(type.number()));
    BitSet stages = new BitSet();
    int count = 0;
    for (int node = 0; node < dump.nodes() && count < MOST_STAGES; node++) {
      if (kinds.get(dump.classOf(node).number()) && dump.asClass(node) == null) {
        stages.set(node);
        count++;
      }
    }
    return count < MOST_STAGES ? stages : new BitSet();
  }

  /** The open sources of these futures. */
  private BitSet sources(BitSet futures, BitSet stages) {
    List<Integer> found = new ArrayList<>();
    for (int stage = stages.nextSetBit(0); stage >= 0; stage = stages.nextSetBit(stage + 1)) {
      boolean[] near = {false};
      dump.references(stage, to -> near[0] |= futures.get(to));
      if (near[0]) {
        found.add(stage);
      }
    }
    BitSet sources = new BitSet();
    for (int stage : found) {
      int future = dump.read(stage).reference("dep");
      if (future != HeapDump.NONE && futures.get(future)) {
        producers.put(future, stage);
        open(allSources(stage)).forEach(sources::set);
      }
    }
    return sources;
  }

  private List<Integer> allSources(int stage) {
    Instance read = dump.read(stage);
    List<Integer> sources = new ArrayList<>();
    for (String field : List.of("src", "snd")) {
      int source = read.reference(field);
      if (source != HeapDump.NONE) {
        sources.add(source);
      }
    }
    Instance many = read.follow("srcs");
    for (int i = 0; many != null && i < Math.min(many.length(), LOOKS_EACH); i++) {
      sources.add(many.element(i));
    }
    return sources;
  }

  private List<Integer> open(List<Integer> futures) {
    return futures.stream().filter(source -> source != HeapDump.NONE && open(source)).toList();
  }

  private boolean open(int future) {
    Instance read = dump.read(future);
    if (read.type().isA(COMPLETABLE)) {
      return read.reference("result") == HeapDump.NONE;
    }
    return read.type().isA(TASK)
        ? read.number("state") <= 1
        : LibraryFutures.is(read.type()) && LibraryFutures.open(dump, read);
  }

  /**
   * Walks the queue of a pool; how many tasks are in it. One that nobody waits for, of a pool that
   * has a thread to spare, is of no interest.
   */
  long queue(Pools.Pool pool) {
    long[] count = {0};
    boolean spare = !pool.full() || !pool.idle().isEmpty();
    for (int queue : spare && wanted.isEmpty() ? List.<Integer>of() : pool.queues()) {
      Spread.of(
          dump,
          queue,
          task -> {
            if (!workers.isThread(task)) { // as the owner of a queue is
              count[0]++;
              inside(task, pool);
            }
          });
    }
    return count[0];
  }

  /** The task itself, or what a scheduler wrapped: at most three objects deep. */
  private void inside(int task, Pools.Pool pool) {
    if (wanted.isEmpty()) {
      return;
    }
    HeapClass type = dump.classOf(task);
    if (wanted.get(task)) {
      queued.put(task, (long) pool.node());
    }
    if (LibraryFutures.forkJoin(type)) {
      dump.references(task, inner -> submitted(inner, pool));
    } else if (type.isA(TASK)) {
      each(task, ADAPTER, adapter -> dump.references(adapter, inner -> stage(inner, pool)));
    } else {
      stage(task, pool);
    }
  }

  /** What was given to a fork-join pool, which wraps it in a task of its own. */
  private void submitted(int inner, Pools.Pool pool) {
    if (dump.classOf(inner).isA(TASK) && wanted.get(inner)) {
      queued.put(inner, (long) pool.node());
    } else {
      stage(inner, pool);
    }
  }

  private void each(int from, String type, IntConsumer to) {
    dump.references(
        from,
        node -> {
          if (dump.classOf(node).name().equals(type)) {
            to.accept(node);
          }
        });
  }

  private void stage(int task, Pools.Pool pool) {
    HeapClass type = dump.classOf(task);
    if (ASYNC.contains(type.name()) || type.isA(STAGE)) {
      boolean[] near = {false};
      dump.references(task, to -> near[0] |= wanted.get(to));
      int future = near[0] ? dump.read(task).reference("dep") : HeapDump.NONE;
      if (future != HeapDump.NONE && wanted.get(future)) {
        queued.put(future, (long) pool.node());
      }
    } else if (type.isA(Coroutines.TASK)) {
      int blocked = Coroutines.blockedBy(dump, task);
      if (blocked != HeapDump.NONE && wanted.get(blocked)) {
        queued.put(blocked, (long) pool.node());
      }
    }
  }

  Need need(int future) {
    looks = LOOKS_EACH;
    return need(future, 0);
  }

  private Need need(int future, int depth) {
    // A lattice of futures has more paths than anybody could walk.
    if (depth > DEEPEST || looks-- <= 0 || !wanted.get(future)) {
      return new Need.Unknown();
    }
    Instance read = dump.read(future);
    String type = read.type().name();
    Integer runner = running.get(future);
    int named =
        read.type().isA(TASK) ? read.reference("runner") : LibraryFutures.runner(dump, read);
    if (runner == null && named != HeapDump.NONE) {
      runner = named;
    }
    if (runner != null) {
      return new Need.Running(type, threads.apply(runner), null);
    }
    Long pool = queued.get(future);
    if (pool != null) {
      return new Need.Queued(type, pool);
    }
    Integer stage = producers.get(future);
    return stage == null
        ? derived(
            LibraryFutures.sources(dump, read), LibraryFutures.oneIsEnough(read), false, depth)
        : derived(
            allSources(stage), ONE_IS_ENOUGH.contains(dump.classOf(stage).name()), true, depth);
  }

  /** Of a stage that one source completes, one that is done is about to. */
  private Need derived(List<Integer> sources, boolean any, boolean byItsEnd, int depth) {
    List<Integer> open = open(sources);
    if (open.isEmpty() || (any && byItsEnd && open.size() < sources.size())) {
      return new Need.Unknown(); // it is about to be completed, or its own function runs somewhere
    }
    List<Need> needs = open.stream().map(source -> need(source, depth + 1)).toList();
    return any ? Need.any(needs) : Need.all(needs);
  }

  /** Whether a deadline completes it, or one of what it needs. */
  boolean hasDeadline(int future) {
    Deque<Integer> next = new ArrayDeque<>(List.of(future));
    Set<Integer> seen = new LinkedHashSet<>(next);
    for (Integer at = next.poll(); at != null; at = next.poll()) {
      if (ends.computeIfAbsent(at, this::cancelsTimeout)) {
        return true;
      }
      Integer stage = producers.get(at);
      if (stage != null) {
        open(allSources(stage)).stream().filter(seen::add).forEach(next::add);
      }
    }
    return false;
  }

  /** {@code orTimeout} and {@code completeOnTimeout} leave this on a future. */
  private boolean cancelsTimeout(int future) {
    return dump.classOf(future).isA(COMPLETABLE)
        && chain(future).stream()
            .map(dump::read)
            .anyMatch(
                completion -> {
                  int what = completion.reference("fn");
                  return what != HeapDump.NONE
                      && dump.classOf(what).name().equals(COMPLETABLE + "$Canceller");
                });
  }
}
