package dev.snarl.lost;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.stacks.StackSite;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The waits and needs of a heap dump, the same records that the agent fills while a JVM runs. What
 * a dump shows is one moment in which no thread moves: nothing in it is torn. Threads and pools are
 * numbered by their objects.
 */
final class Moment {
  /** Longer than any rule demands of a wait before it believes it. */
  static final long LONG = 60_000_000_000L;

  private static final int LONGEST_NAME = 200;
  private static final String VIRTUAL = "java.lang.VirtualThread";

  private final HeapDump dump;
  private final Beside beside;
  private final Waits reader;
  private final Sites sites = new Sites();
  private final Map<Integer, ThreadRef> threads = new HashMap<>();
  private final Map<Integer, Wait> waiting = new LinkedHashMap<>();
  private final Map<Integer, Integer> futures = new LinkedHashMap<>();
  private final List<dev.snarl.snapshot.Wait> waits = new ArrayList<>();
  private final List<Pool> pools = new ArrayList<>();
  private final Map<String, Integer> names = new HashMap<>();

  Moment(HeapDump dump, Beside beside) {
    this.dump = dump;
    this.beside = beside;
    beside.on(dump);
    this.reader = new Waits(dump, beside);
    reader.all().forEach(this::lasts);
    reader.timed().forEach(this::lasts);
    Futures completions = new Futures(dump, this::thread);
    for (Wait wait : waiting.values()) {
      int object = wait.until().object();
      int future =
          object == HeapDump.NONE ? HeapDump.NONE : completions.awaited(wait.stack(), object);
      if (future != HeapDump.NONE) {
        futures.put(wait.thread(), future);
      }
    }
    completions.look(futures.values(), dump.threads().all());
    for (Pools.Pool pool : Pools.judged(dump, waiting).all()) {
      pools.add(pool(pool, completions.queue(pool)));
    }
    ReadLocks readLocks = new ReadLocks(dump, this::thread);
    for (Wait wait : waiting.values()) {
      Integer future = futures.get(wait.thread());
      if (future != null) {
        add(wait, completions.need(future), wait.timed() || completions.hasDeadline(future));
      } else if (wait.until().thread() != HeapDump.NONE) {
        add(wait, owner(wait), wait.timed());
      } else if (readLocks.is(wait.until().object())) {
        add(wait, readLocks.need(wait.until().object(), wait.thread()), wait.timed());
      }
    }
  }

  /** An interrupt ends a wait, and so does what a print that was taken later shows elsewhere. */
  private void lasts(Wait wait) {
    boolean stayed =
        !beside.looksTwice() || virtual(wait.thread()) || beside.stayed(wait.stack(), dump);
    if (stayed && dump.read(wait.thread()).number("interrupted") == 0) {
      waiting.putIfAbsent(wait.thread(), wait);
    }
  }

  List<dev.snarl.snapshot.Wait> waits() {
    return waits;
  }

  List<Pool> pools() {
    return pools;
  }

  /** The future for which a thread waits, {@link HeapDump#NONE} if for none. */
  int future(long thread) {
    return futures.getOrDefault((int) thread, HeapDump.NONE);
  }

  ThreadStack stack(long thread) {
    return dump.threads().of((int) thread);
  }

  boolean virtual(long thread) {
    return dump.classOf((int) thread).isA(VIRTUAL);
  }

  /** The line to open, empty if it is not known. */
  String site(ThreadStack stack) {
    StackSite site = sites.of(stack);
    return site == null ? "" : site.text();
  }

  private Need owner(Wait wait) {
    Until until = wait.until();
    boolean left = until.how() == Need.How.HELD && !reader.alive(until.thread());
    return new Need.Held(
        type(wait), thread(until.thread()), left ? Need.How.LEFT : until.how(), Certainty.PROVED);
  }

  private String type(Wait wait) {
    if (wait.until().how() == Need.How.ALIVE) {
      return dump.classOf(wait.until().thread()).name();
    }
    int blocker = dump.read(wait.thread()).reference("parkBlocker");
    int object = blocker == HeapDump.NONE ? beside.monitor(wait.thread(), dump) : blocker;
    return object == HeapDump.NONE
        ? "a monitor"
        : dump.describe(object).replaceAll("[$](Nonfair|Fair)?Sync$|[$]ConditionObject$", "");
  }

  private void add(Wait wait, Need need, boolean timed) {
    StackSite site = sites.of(wait.stack());
    int future = futures.getOrDefault(wait.thread(), HeapDump.NONE);
    waits.add(
        new dev.snarl.snapshot.Wait(
            waits.size(),
            thread(wait.thread()),
            site == null ? null : site.text(),
            site == null ? "" : site.call(),
            future == HeapDump.NONE ? type(wait) : dump.classOf(future).name(),
            timed,
            LONG,
            need));
  }

  private ThreadRef thread(int node) {
    return threads.computeIfAbsent(
        node,
        at -> {
          String name = Text.oneLine(dump.read(at).text("name"), LONGEST_NAME);
          String shown =
              name.isEmpty() ? dump.describe(at) + "@" + Long.toHexString(dump.address(at)) : name;
          return new ThreadRef(at, shown, Text.folded(shown, LONGEST_NAME), null);
        });
  }

  private String unique(String name) {
    int known = names.merge(name, 1, Integer::sum);
    return known == 1 ? name : name + " (" + known + ")";
  }

  private Pool pool(Pools.Pool pool, long queued) {
    Instance read = dump.read(pool.node());
    List<Integer> all = new ArrayList<>(pool.busy());
    all.addAll(pool.idle());
    long active = pool.busy().stream().filter(node -> !Wait.idle(dump.threads().of(node))).count();
    return new Pool(
        pool.node(),
        unique(
            pool.name() != null
                ? pool.name()
                : all.isEmpty() ? read.type().name() : thread(all.get(0)).group()),
        pool.kind(),
        read.type().name(),
        null,
        all.size(),
        (int) active,
        pool.core(),
        pool.max(),
        !pool.full(),
        (int) Math.min(queued, Integer.MAX_VALUE),
        Integer.MAX_VALUE,
        pool.queues().isEmpty() ? "" : dump.classOf(pool.queues().get(0)).name(),
        0,
        new Pool.Rejections(0, 0, "", false, false, null, List.of()),
        false,
        LONG,
        LONG,
        0,
        -1,
        Pool.Activity.NONE,
        Pool.Timing.NONE,
        all.stream().map(Integer::longValue).toList());
  }
}
