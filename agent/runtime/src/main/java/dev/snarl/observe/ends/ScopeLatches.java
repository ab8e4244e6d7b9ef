package dev.snarl.observe.ends;

import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.LatchCode;
import dev.snarl.observe.live.ClassFiles;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.ReferencePlaces;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.locks.ScopeJoin;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.WaitsGoingOn;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * Subtasks of a task scope that wait at a latch which the owner of the scope will likely count down
 * itself, once it has joined them: the subtask is a lambda that has the latch of the method in
 * which the owner joins, and of all that method's code only its own calls {@code countDown}. Reads
 * fields and, once for each such lambda, a class file. Looks once a second at a few scopes that are
 * joined for long. The observer's thread only.
 */
public final class ScopeLatches {
  private static final long PAUSE = 5 * Tick.NANOS;
  private static final long LONG = 25 * Tick.NANOS;
  private static final int MOST_SUBTASKS = 16;
  private static final int MOST_CODES = 1_000;
  private static final String LATCH = "java.util.concurrent.CountDownLatch$Sync";
  private static final String LAMBDA = "lambda$";
  private static final String SCOPE = "java.util.concurrent.StructuredTaskScope";

  /** A subtask, and who waits for it. */
  private static final class Stuck {
    final ScopeJoin join;
    final Thread subtask;
    final Object latch;

    /** In which the owner counts it down. */
    final String method;

    @Nullable Site site;

    Stuck(ScopeJoin join, Thread subtask, Object latch, String method) {
      this.method = method;
      this.join = join;
      this.subtask = subtask;
      this.latch = latch;
    }

    @SuppressWarnings("ReferenceEquality") // a latch is an identity
    boolean goesOn() {
      return Blockers.waitedFor(subtask) == latch;
    }
  }

  private final Sites sites;
  private final ReferencePlaces places = new ReferencePlaces();

  /** Whether the method around a lambda is the only one to count its latch down. */
  private final Map<Class<?>, Boolean> codes = new WeakHashMap<>();

  private List<Stuck> stuck = new ArrayList<>();
  private long lookedAt;

  public ScopeLatches(Sites sites) {
    this.sites = sites;
  }

  /** After the joins were looked at. */
  public void tick(Looks looks, List<ScopeJoin> joins, long now) {
    if (now - lookedAt < PAUSE) {
      return;
    }
    lookedAt = now;
    List<Stuck> before = stuck;
    stuck = new ArrayList<>();
    for (ScopeJoin join : joins) {
      if (now - join.since() >= LONG) {
        look(join);
      }
    }
    for (Stuck each : stuck) {
      before.stream()
          .filter(other -> other.subtask == each.subtask && other.latch == each.latch)
          .forEach(other -> each.site = other.site);
      if (each.site == null) {
        looks.atParked(
            each.subtask,
            now - each.join.since(),
            seen -> {
              if (each.goesOn()) {
                each.site = sites.in(seen.stack);
              }
            });
      }
    }
  }

  /** Each of the subtasks that live must wait so: one that ends otherwise may cancel the others. */
  private void look(ScopeJoin join) {
    List<Stuck> all = new ArrayList<>();
    Iterator<?> subtasks = VirtualLens.subtasks(join.scope());
    while (subtasks.hasNext()) {
      Thread subtask = subtasks.next() instanceof Thread thread ? thread : null;
      Object latch = subtask == null ? null : Blockers.waitedFor(subtask);
      String method =
          subtask == null
                  || latch == null
                  || all.size() >= MOST_SUBTASKS
                  || !latch.getClass().getName().equals(LATCH)
              ? null
              : counting(join, subtask, latch);
      if (method == null || subtask == null || latch == null) {
        return;
      }
      all.add(new Stuck(join, subtask, latch, method));
    }
    stuck.addAll(all);
  }

  /** The method of the owner that will count the latch down; null if that is not likely. */
  private @Nullable String counting(ScopeJoin join, Thread subtask, Object latch) {
    Object task = VirtualLens.task(subtask);
    Object innermost = task == null ? null : InnerTasks.innermost(task);
    String method = innermost == null ? null : SnarlLens.methodOf(innermost.getClass());
    String around = method == null ? null : around(method);
    return innermost != null
            && around != null
            && join.callers().contains(around)
            && has(innermost, latch)
            && countsAlone(innermost.getClass(), around)
        ? around
        : null;
  }

  /** The method that the compiler names a lambda after. */
  public static @Nullable String around(String lambda) {
    int name = lambda.lastIndexOf('.') + 1;
    int end = lambda.lastIndexOf('$');
    return lambda.startsWith(LAMBDA, name) && end >= name + LAMBDA.length()
        ? lambda.substring(0, name) + lambda.substring(name + LAMBDA.length(), end)
        : null;
  }

  private boolean has(Object task, Object latch) {
    for (long place : places.of(task.getClass())) {
      if (Places.object(SnarlLens.object(task, place), "sync") == latch) {
        return true;
      }
    }
    return false;
  }

  private boolean countsAlone(Class<?> lambda, String around) {
    Boolean known = codes.get(lambda);
    if (known == null) {
      int dot = around.lastIndexOf('.');
      byte[] file = ClassFiles.read(lambda, around.substring(0, dot).replace('.', '/'));
      known = file != null && LatchCode.countsAlone(file, around.substring(dot + 1));
      if (codes.size() >= MOST_CODES) {
        codes.clear();
      }
      codes.put(lambda, known);
    }
    return known;
  }

  /** Adds both waits, of threads of which nothing is known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    for (Stuck each : stuck) {
      Site site = each.site;
      if (site == null || !each.goesOn()) {
        continue;
      }
      ScopeJoin join = each.join;
      Need owner = threads.running(each.method, join.owner(), Certainty.LIKELY);
      records.add(
          new Wait(
              WaitsGoingOn.id(each.subtask, join.since()),
              threads.ref(each.subtask),
              site.text,
              site.call,
              Blockers.type(each.latch),
              false,
              now - join.since(),
              owner));
      if (records.stream().noneMatch(wait -> wait.thread().id() == JdkCalls.id(join.owner()))) {
        List<Need> needs = new ArrayList<>();
        for (Stuck other : stuck) {
          if (other.join.owner() == join.owner()) {
            needs.add(threads.held(SCOPE, other.subtask, How.ALIVE, Certainty.PROVED));
          }
        }
        records.add(
            new Wait(
                WaitsGoingOn.id(join.owner(), join.since()),
                threads.ref(join.owner()),
                join.site(),
                join.call(),
                SCOPE,
                false,
                now - join.since(),
                Need.any(needs)));
      }
    }
  }
}
