package dev.snarl.observe.waits;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.PoolNotes;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.slots.Notes;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.ThreadRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The threads met during one tick, and how rules may see them. The observer's thread only. */
public final class Threads implements Resolver.Threads {

  private static final long FRESH = 2_000_000_000L;
  private static final long KEPT = 10_000_000_000L;
  private static final int MOST_UNSEEN = 1_000;
  private static final int LOOKS_EACH_TICK = 8;
  private static final int MOST_IDLE = 2_000;

  private final Names names;
  private final PoolWatch pools;
  private final Map<Long, Thread> byId = new HashMap<>();

  /** Threads that others wait for, at which nobody has looked lately. */
  private final Set<Thread> unseen = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Predicate<Thread> waiting;
  private final VirtualLooks virtualLooks;
  private final long now;

  /**
   * For one tick.
   *
   * @param waiting whether a virtual thread is known to wait for what another thread holds
   * @param virtualLooks those of earlier ticks
   */
  public Threads(
      Names names,
      PoolWatch pools,
      Predicate<Thread> waiting,
      VirtualLooks virtualLooks,
      long now) {
    this.names = names;
    this.pools = pools;
    this.waiting = waiting;
    this.virtualLooks = virtualLooks;
    this.now = now;
  }

  /** Looks at some of those that others wait for, for the ticks that come. */
  public void look(Looks looks, Sites sites, long at) {
    virtualLooks.forget(now - KEPT);
    unseen.stream()
        .limit(LOOKS_EACH_TICK)
        .forEach(thread -> looks.atAny(thread, seen -> keep(seen, sites, at)));
  }

  private void keep(ThreadLook.Seen seen, Sites sites, long at) {
    if (SnarlProbe.virtual(seen.thread)) {
      virtualLooks.put(seen.thread, seen.look(sites, at));
      return;
    }
    SnarlSlot slot = seen.stack.length > 0 ? SnarlProbe.slotFor(seen.thread) : null;
    if (slot != null) {
      Notes.of(slot).look = seen.look(sites, at);
    }
  }

  public @Nullable Thread byId(long id) {
    return byId.get(id);
  }

  public ThreadRef ref(Thread thread) {
    byId.put(JdkCalls.id(thread), thread);
    Known pool = pools.poolOf(thread);
    Long id = pool == null ? null : pool.id;
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    if (slot == null) {
      String name = name(thread);
      return new ThreadRef(JdkCalls.id(thread), Names.cut(name), names.group(name), id);
    }
    Notes notes = Notes.of(slot);
    return new ThreadRef(
        JdkCalls.id(thread), notes.shown(thread, names), notes.group(thread, names), id);
  }

  /** A virtual thread has none as a rule. */
  public static String name(Thread thread) {
    String name = thread.getName();
    return name.isEmpty() && SnarlProbe.virtual(thread)
        ? "virtual thread " + JdkCalls.id(thread)
        : name;
  }

  /** Whether it is the worker of a pool that has no task for it. */
  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  public boolean idle(Thread thread) {
    Known pool = pools.poolOf(thread);
    if (pool == null || !(pool.get() instanceof ThreadPoolExecutor)) {
      return false;
    }
    PoolNotes notes = pool.notes;
    for (int i = 0; i < Math.min(notes.threads.length, notes.busy.length); i++) {
      if (notes.threads[i] == thread) {
        return !notes.busy[i];
      }
    }
    return false;
  }

  /** Workers of pools that have no task, bounded. */
  public List<Thread> idle() {
    List<Thread> idle = new ArrayList<>();
    pools.forEach(
        pool -> {
          PoolNotes notes = pool.notes;
          boolean tells = pool.get() instanceof ThreadPoolExecutor;
          int n = tells ? Math.min(notes.threads.length, notes.busy.length) : 0;
          for (int i = 0; i < n && idle.size() < MOST_IDLE; i++) {
            if (!notes.busy[i]) {
              idle.add(notes.threads[i]);
            }
          }
        });
    return idle;
  }

  /** Most virtual threads may block: they hold nothing that anybody could run short of. */
  @Override
  public Need running(Object task, Thread thread) {
    return SnarlProbe.virtual(thread) && !waiting.test(thread)
        ? new Need.Unknown(false, false, doing(thread))
        : running(task, thread, Certainty.PROVED);
  }

  public Need running(Object task, Thread thread, Certainty certainty) {
    return running(task.getClass().getName(), thread, certainty);
  }

  /** The same of a task by its class. */
  public Need running(String task, Thread thread, Certainty certainty) {
    return running(task, thread, certainty, null);
  }

  /** The same where only what was seen before makes it likely. */
  public Need running(String task, Thread thread, Certainty certainty, @Nullable Odds odds) {
    return new Need.Running(task, ref(thread), doing(thread), certainty, odds);
  }

  /** What a thread holds, or must do first, for which another waits. */
  public Need held(String what, Thread thread, Need.How how, Certainty certainty) {
    return new Need.Held(what, ref(thread), how, certainty, doing(thread));
  }

  /** One that must act before others can go on is looked at, for the ticks that come. */
  public void watch(Thread thread) {
    byId.put(JdkCalls.id(thread), thread);
    lately(thread);
  }

  /** The need with what those were seen doing since that hold what is needed. */
  public Need seen(Need need) {
    if (need instanceof Need.Held held) {
      Thread holder = byId.get(held.thread().id());
      return holder == null ? held : held(held.task(), holder, held.how(), held.certainty());
    }
    return need instanceof Need.All all
        ? new Need.All(all.needs().stream().map(this::seen).toList())
        : need instanceof Need.Any any
            ? new Need.Any(any.needs().stream().map(this::seen).toList())
            : need;
  }

  /** What a thread that others wait for is seen doing; null if nobody looked lately. */
  public @Nullable Doing doing(Thread thread) {
    Look look = lately(thread);
    return look == null || now - look.at() >= FRESH ? null : look.doing();
  }

  /** The last look of ten seconds at such a thread; if it is not fresh, another is taken. */
  public @Nullable Look lately(Thread thread) {
    Look look = last(thread);
    if ((look == null || now - look.at() >= FRESH) && unseen.size() < MOST_UNSEEN) {
      unseen.add(thread);
    }
    return look == null || now - look.at() >= KEPT ? null : look;
  }

  private @Nullable Look last(Thread thread) {
    if (SnarlProbe.virtual(thread)) {
      return virtualLooks.of(thread);
    }
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    return slot != null && slot.extension instanceof Notes notes ? notes.look : null;
  }

  @Override
  public boolean[] atAStage(List<Thread> threads) {
    StackTraceElement[][] stacks = JdkCalls.stacks(threads);
    boolean[] atAStage = new boolean[stacks.length];
    for (int i = 0; i < stacks.length; i++) {
      atAStage[i] = atAStage(stacks[i]);
    }
    return atAStage;
  }

  private static boolean atAStage(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals("tryFire")
          && frame.getClassName().startsWith("java.util.concurrent.CompletableFuture$")) {
        return true;
      }
    }
    return false;
  }
}
