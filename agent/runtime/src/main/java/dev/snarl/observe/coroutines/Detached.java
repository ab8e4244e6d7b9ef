package dev.snarl.observe.coroutines;

import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.Table;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.stacks.Frames;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.SnarlCoroutines;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Coroutines launched out of the running coroutine's scope, by site. On the launching thread: a
 * comparison of root jobs, a few field reads for each launch inside a coroutine; for a detached one
 * a stack walk and a weak reference, above 200 in a second for one in sixteen, above 4,000 for one
 * in 256. The observer looks which of them are complete: nothing here keeps a coroutine alive.
 */
public final class Detached {

  private static final int EXACT_EACH_SECOND = 200;
  private static final int MANY_EACH_SECOND = 4_000;
  private static final int SAMPLE = 16;
  private static final int FEW = 16_384;
  private static final int SHAPES = 8;

  private final Frames frames;
  private final Sites sites;
  private final StackWalker walker = StackWalker.getInstance();
  private final Table<Site, Cell> cells = new Table<>(200, Site.OTHER, Cell::new);
  private final ConcurrentHashMap<String, Site> launchSites = new ConcurrentHashMap<>();
  private final AtomicInteger inThisSecond = new AtomicInteger();
  private final AtomicInteger tracked = new AtomicInteger();
  private final AtomicInteger order = new AtomicInteger();
  private final AtomicLong untracked = new AtomicLong();
  private final ConcurrentLinkedQueue<Tracked> arrived = new ConcurrentLinkedQueue<>();
  private final List<Tracked> alive = new ArrayList<>();
  private volatile CoroutineShape[] shapes = new CoroutineShape[0];
  private final AtomicInteger unfamiliar = new AtomicInteger();
  private volatile long second;

  public Detached(Frames frames, Sites sites) {
    this.frames = frames;
    this.sites = sites;
  }

  /** What is counted of one site. */
  static final class Cell {
    final Site site;
    final AtomicLong created = new AtomicLong();

    /** Root jobs that are the coroutine itself: always new. */
    final AtomicLong ownRoots = new AtomicLong();

    /** The others; null before the first. */
    volatile @Nullable Roots roots;

    volatile boolean lastWasNew = true;
    volatile Site parent = Site.OTHER;
    volatile @Nullable WeakReference<Object> dispatcher;

    // The observer's.
    long live;
    long counting;
    String dispatcherName = "";

    Cell(Site site) {
      this.site = site;
    }
  }

  /** A coroutine that may be alive, and how many it stands for. */
  private static final class Tracked extends WeakReference<Object> {
    final CoroutineShape shape;
    final Cell cell;
    final int weight;

    Tracked(Object coroutine, CoroutineShape shape, Cell cell, int weight) {
      super(coroutine);
      this.shape = shape;
      this.cell = cell;
      this.weight = weight;
    }

    boolean over() {
      Object coroutine = get();
      return coroutine == null || shape.isComplete(coroutine);
    }
  }

  public long dropped() {
    return cells.dropped.get() + untracked.get();
  }

  /** Learns, once for each body, where coroutines with it are launched; on the starting thread. */
  public void blockStarting(String block) {
    if (!launchSites.containsKey(block) && launchSites.size() < Sites.LIMIT) {
      launchSites.put(block, sites.here().site);
    }
  }

  /** On the thread that starts it. */
  public void starting(SnarlSlot slot, Object coroutine, Object enclosing) {
    CoroutineShape shape = shape(coroutine);
    if (shape == null || !launched(coroutine.getClass().getName())) {
      return;
    }
    Object root = shape.detachedRoot(coroutine, enclosing);
    int weight = root == null ? 0 : weight();
    if (root == null || weight == 0) {
      return;
    }
    CoroutineWalk walk = CoroutineWalk.here(walker, frames, sites);
    if (walk == null || walk.launch == null) {
      return;
    }
    Cell cell = cells.cell(walk.launch);
    cell.created.addAndGet(weight);
    String block = shape.block(enclosing);
    Site parent = block == null ? null : launchSites.get(block);
    cell.parent = parent == null ? walk.parent : parent;
    if (root == coroutine) {
      cell.ownRoots.addAndGet(weight);
    } else {
      // A sampled launch stands for others, but they may share its root: so for itself only,
      // unless the one before it had a new root too.
      Roots roots = cell.roots;
      if (roots == null) {
        roots = new Roots();
        cell.roots = roots;
      }
      cell.lastWasNew =
          roots.see(
              root,
              cell.lastWasNew ? weight : 1,
              SnarlCoroutines.builtNow(slot, root),
              System.nanoTime());
    }
    Object dispatcher = shape.dispatcher(coroutine);
    WeakReference<Object> known = cell.dispatcher;
    if (dispatcher != null && (known == null || !known.refersTo(dispatcher))) {
      cell.dispatcher = new WeakReference<>(dispatcher);
    }
    track(coroutine, shape, cell, weight);
  }

  /** Only what an application launches to go on by itself; {@code runBlocking} waits for it. */
  private static boolean launched(String type) {
    return switch (type) {
      case "kotlinx.coroutines.StandaloneCoroutine",
          "kotlinx.coroutines.LazyStandaloneCoroutine",
          "kotlinx.coroutines.DeferredCoroutine",
          "kotlinx.coroutines.LazyDeferredCoroutine",
          "kotlinx.coroutines.future.CompletableFutureCoroutine" ->
          true;
      default -> false;
    };
  }

  /** How to read a coroutine or a task of one; null for anything else. */
  @Nullable CoroutineShape shape(Object coroutine) {
    for (CoroutineShape shape : shapes) {
      if (shape.fits(coroutine)) {
        return shape;
      }
    }
    if (shapes.length >= SHAPES || unfamiliar.get() >= SHAPES) {
      return null;
    }
    CoroutineShape fresh = CoroutineShape.of(coroutine);
    if (fresh == null) {
      unfamiliar.incrementAndGet();
      return null;
    }
    CoroutineShape[] before = shapes;
    CoroutineShape[] more = new CoroutineShape[before.length + 1];
    System.arraycopy(before, 0, more, 0, before.length);
    more[before.length] = fresh;
    shapes = more;
    return fresh;
  }

  /** How many launches this one stands for; 0 if another one does. */
  private int weight() {
    long now = System.nanoTime() >> 30;
    if (now != second) {
      second = now;
      inThisSecond.set(0);
    }
    int n = inThisSecond.incrementAndGet();
    int each = n <= EXACT_EACH_SECOND ? 1 : n <= MANY_EACH_SECOND ? SAMPLE : SAMPLE * SAMPLE;
    return n % each == 0 ? each : 0;
  }

  private void track(Object coroutine, CoroutineShape shape, Cell cell, int weight) {
    int now = tracked.get();
    int step = now < FEW ? 1 : now < 2 * FEW ? SAMPLE : SAMPLE * SAMPLE;
    if (now >= 3 * FEW) {
      untracked.incrementAndGet();
    } else if (step == 1 || order.incrementAndGet() % step == 0) {
      tracked.incrementAndGet();
      arrived.add(new Tracked(coroutine, shape, cell, weight * step));
    }
  }

  // ---- the observer ----

  /** Whether coroutines were launched so since the last tick. */
  public boolean stirs() {
    return !arrived.isEmpty();
  }

  /** The dispatcher of what a thread runs, or null. */
  @Nullable Object dispatcherOf(Object running) {
    CoroutineShape shape = shape(running);
    return shape == null ? null : shape.dispatcher(running);
  }

  void tick(long now) {
    for (Cell cell : cells.all()) {
      cell.counting = 0;
      Roots roots = cell.roots;
      if (roots != null) {
        roots.settle(now);
      }
    }
    int kept = 0;
    for (int i = 0; i < alive.size(); i++) {
      Tracked each = alive.get(i);
      if (!each.over()) {
        each.cell.counting += each.weight;
        alive.set(kept++, each);
      }
    }
    int over = alive.size() - kept;
    alive.subList(kept, alive.size()).clear();
    for (Tracked each = arrived.poll(); each != null; each = arrived.poll()) {
      if (each.over()) {
        over++;
      } else {
        each.cell.counting += each.weight;
        alive.add(each);
      }
    }
    tracked.addAndGet(-over);
    for (Cell cell : cells.all()) {
      cell.live = cell.counting;
    }
  }

  List<Coroutines.Detached> records(Dispatchers dispatchers) {
    List<Coroutines.Detached> records = new ArrayList<>();
    for (Cell cell : cells.all()) {
      Roots roots = cell.roots;
      WeakReference<Object> known = cell.dispatcher;
      Object dispatcher = known == null ? null : known.get();
      if (dispatcher != null) {
        cell.dispatcherName = dispatchers.name(dispatcher);
      }
      records.add(
          new Coroutines.Detached(
              cell.site.text,
              cell.parent.text,
              cell.created.get(),
              cell.ownRoots.get() + (roots == null ? 0 : roots.counted.get()),
              roots == null ? 0 : roots.returned.get(),
              cell.live,
              cell.dispatcherName,
              dispatcher == null ? -1 : dispatchers.queued(dispatcher)));
    }
    return records;
  }
}
