package dev.snarl.observe.tasks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.Table;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.snapshot.LibraryUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlPoolLens;
import org.jspecify.annotations.Nullable;

/**
 * Samples the workers of the common fork-join pool: which block without the pool knowing, so that
 * it cannot compensate, and who else uses them. A few looks at each tick; never touches a pool that
 * the application has not begun to use. The observer's thread only.
 */
public final class CommonPool {

  private static final int LOOKS_EACH_TICK = 4;

  private record Key(Site site, @Nullable String blockedIn, boolean stream) {}

  private static final class Cell {
    final Key key;
    long nanos;

    Cell(Key key) {
      this.key = key;
    }
  }

  private final Sites sites;
  private final Table<Key, Cell> cells =
      new Table<>(200, new Key(Site.OTHER, null, false), Cell::new);
  private final Thread[] workers = new Thread[256];
  private int next;

  public CommonPool(Sites sites) {
    this.sites = sites;
  }

  /** Workers that wait for work are not active, those that a task blocks are. */
  public int active() {
    return SnarlLens.initialised(ForkJoinPool.class)
        ? JdkCalls.active(ForkJoinPool.commonPool())
        : 0;
  }

  public void tick(Looks looks, long now, long elapsed) {
    if (active() == 0) {
      return;
    }
    ForkJoinPool pool = ForkJoinPool.commonPool();
    int n = SnarlPoolLens.workers(pool, workers);
    int most = Math.min(LOOKS_EACH_TICK, n);
    for (int i = 0; i < most; i++) {
      Thread worker = workers[Math.floorMod(next++, n)];
      Thread.State before = JdkCalls.state(worker);
      looks.at(
          worker,
          seen -> {
            if (seen.state == before) {
              add(seen, now, elapsed * n / most);
            }
          });
    }
    Arrays.fill(workers, 0, n, null);
  }

  private void add(ThreadLook.Seen seen, long now, long weight) {
    StackTraceElement[] stack = seen.stack;
    if (idle(stack)) {
      return;
    }
    Look look = seen.look(sites, now);
    boolean managed = look.blockedIn() != null && managed(stack);
    if (look.site() != Site.OTHER && !managed) {
      boolean stream = has(stack, "java.util.stream.");
      cells.cell(new Key(look.site(), look.blockedIn(), stream)).nanos += weight;
    }
  }

  private static boolean idle(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String method = frame.getMethodName();
      if (frame.getClassName().startsWith("java.util.concurrent.ForkJoin")) {
        if (method.equals("doExec") || method.equals("topLevelExec")) {
          return false;
        }
        if (method.equals("awaitWork") || method.equals("runWorker")) {
          return true;
        }
      }
    }
    return true;
  }

  /** The pool knows of the wait: it helps, or starts another worker. */
  private static boolean managed(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      String method = frame.getMethodName();
      if (type.equals("java.util.concurrent.ForkJoinPool")
          && (method.contains("anagedBlock")
              || method.contains("ompensatedBlock")
              || method.equals("helpQuiescePool"))) {
        return true;
      }
      if (type.equals("java.util.concurrent.ForkJoinTask") && method.startsWith("await")) {
        return true;
      }
      if (type.startsWith("java.util.concurrent.") && method.equals("doExec")) {
        return false;
      }
    }
    return false;
  }

  private static boolean has(StackTraceElement[] stack, String prefix) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  public List<LibraryUse.CommonUse> records() {
    List<LibraryUse.CommonUse> records = new ArrayList<>();
    for (Cell cell : cells.all()) {
      records.add(
          new LibraryUse.CommonUse(
              cell.key.site().text, cell.key.blockedIn(), cell.key.stream(), cell.nanos));
    }
    return records;
  }
}
