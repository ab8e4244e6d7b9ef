package dev.snarl.observe.locks;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import org.jspecify.annotations.Nullable;

/**
 * Asks the JVM which monitor a thread waits to enter, and who owns it; of a thread in {@code
 * Object.wait}, whether it is another thread whose end it waits for. Without stacks that stops
 * nothing. The only class that hands threads to the thread bean: a carrier of virtual threads
 * crashes the JVM there (https://bugs.openjdk.org/browse/JDK-8392031), so none is. The observer's
 * thread only.
 */
public final class Monitors {
  private static final String CARRIER = "jdk.internal.misc.CarrierThread";

  /** An image may lack it, and a security manager forbid it. */
  private boolean there = ModuleLayer.boot().findModule("java.management").isPresent();

  private @Nullable ThreadMXBean bean;
  private final Map<Long, Thread> byId = new HashMap<>();
  private final Set<String> types = new HashSet<>();
  private Thread[] all = {};

  /** The threads of the last pass. */
  public void threads(Thread[] threads) {
    all = threads;
    byId.clear();
    types.clear();
  }

  /** Those again. */
  public Thread[] threads() {
    return all;
  }

  public static boolean carrier(Thread thread) {
    return thread.getClass().getName().equals(CARRIER);
  }

  /** CPU time of a thread that is no carrier, in nanoseconds; always another where unknown. */
  public long cpu(Thread thread) {
    long cpu = -1;
    if (there) {
      try {
        cpu = bean().getThreadCpuTime(JdkCalls.id(thread));
      } catch (SecurityException | UnsupportedOperationException refused) {
        there = false;
      }
    }
    return cpu < 0 ? System.nanoTime() : cpu;
  }

  private ThreadMXBean bean() {
    ThreadMXBean known = bean;
    if (known == null) {
      known = ManagementFactory.getThreadMXBean();
      bean = known;
    }
    return known;
  }

  /**
   * Asks for these.
   *
   * @param waits of threads none of which is a carrier
   * @param virtual whether an owner that is not known may be a virtual thread
   */
  void read(List<LockWait> waits, boolean virtual, Threads threads, long now) {
    if (waits.isEmpty() || !there) {
      return;
    }
    long[] ids = waits.stream().mapToLong(wait -> JdkCalls.id(wait.thread)).toArray();
    ThreadInfo[] infos;
    try {
      infos = bean().getThreadInfo(ids, 0);
    } catch (SecurityException refused) {
      there = false;
      return;
    } catch (RuntimeException thrown) { // before JDK 19 it calls getId, which may be overridden
      waits.forEach(LockWait::lost);
      return;
    }
    for (int i = 0; i < infos.length; i++) {
      LockWait wait = waits.get(i);
      LockInfo lock = infos[i] == null ? null : infos[i].getLockInfo();
      if (lock != null && read(wait, infos[i], lock, threads, now)) {
        continue;
      }
      // Where the owner is a virtual thread, the bean takes the waiter for one that runs.
      if (virtual && infos[i] != null && JdkCalls.state(wait.thread) == Thread.State.BLOCKED) {
        wait.seen(null, episode(infos[i]), "", List.of(), new Need.Unknown(), now);
      } else {
        wait.lost();
      }
    }
  }

  private boolean read(LockWait wait, ThreadInfo info, LockInfo lock, Threads threads, long now) {
    Thread.State state = info.getThreadState();
    wait.timed = state == Thread.State.TIMED_WAITING;
    if (state == Thread.State.BLOCKED) {
      Thread owner = owner(info, wait.thread);
      if (owner == null) {
        return false;
      }
      wait.type = lock.getClassName();
      Need need = threads.held(wait.type, owner, How.HELD, Certainty.PROVED);
      wait.seen(null, episode(info), lock.toString(), List.of(owner), need, now);
      return true;
    }
    Thread target = LockWait.waits(state) ? thread(lock) : null;
    if (target == null) {
      return false;
    }
    wait.type = lock.getClassName();
    // Anybody may wait at a thread as at any object: only the stack says that it is for its end.
    Need end =
        wait.joins
            ? threads.held(wait.type, target, How.ALIVE, Certainty.PROVED)
            : new Need.Unknown();
    wait.seen(null, episode(info), lock.toString(), List.of(target), end, now);
    return true;
  }

  private @Nullable ThreadInfo info(Thread thread) {
    if (!there || carrier(thread)) {
      return null;
    }
    try {
      return bean().getThreadInfo(JdkCalls.id(thread), 0);
    } catch (SecurityException refused) {
      there = false;
      return null;
    } catch (RuntimeException thrown) { // before JDK 19 it calls getId, which may be overridden
      return null;
    }
  }

  /** Changes with each wait of a thread; 0 where that is not known. */
  public int episode(Thread thread) {
    ThreadInfo info = info(thread);
    return info == null ? 0 : episode(info);
  }

  private static int episode(ThreadInfo info) {
    return (int) (31 * info.getBlockedCount() + info.getWaitedCount());
  }

  /** What the owner's getId says, before JDK 19, may be another thread's. */
  private @Nullable Thread owner(ThreadInfo info, Thread waiter) {
    Thread owner = byId(info.getLockOwnerId());
    return owner == null
            || owner == waiter
            || SnarlProbe.virtual(owner)
            || carrier(owner)
            || owner instanceof AgentThread // of the recorder's own threads, while it reads events
            || !owner.getName().equals(info.getLockOwnerName())
        ? null
        : owner;
  }

  /**
   * An object on which a thread waits, as the JVM reports it.
   *
   * @param episode changes with each wait
   */
  public record Waited(String type, int hash, int episode) {
    public boolean is(Object object) {
      return object.getClass().getName().equals(type) && System.identityHashCode(object) == hash;
    }

    /** Whether the other is at the same object. */
    public boolean same(Waited other) {
      return hash == other.hash && type.equals(other.type);
    }
  }

  /** Where a thread is in {@code Object.wait}; null if it is not, or carries virtual threads. */
  public @Nullable Waited waited(Thread thread) {
    ThreadInfo info = info(thread);
    LockInfo lock = info == null ? null : info.getLockInfo();
    return info == null || lock == null || !LockWait.waits(info.getThreadState())
        ? null
        : new Waited(lock.getClassName(), lock.getIdentityHashCode(), episode(info));
  }

  /**
   * The thread that must act before one at a monitor or in {@code join} can go on.
   *
   * @param episode as of {@link Waited}
   */
  public record Other(Thread thread, int episode) {}

  /** Null if it is at none, its owner is not known, or it carries virtual threads. */
  public @Nullable Other other(Thread waiter) {
    ThreadInfo info = info(waiter);
    LockInfo lock = info == null ? null : info.getLockInfo();
    if (info == null || lock == null) {
      return null;
    }
    Thread other =
        info.getThreadState() == Thread.State.BLOCKED
            ? owner(info, waiter)
            : LockWait.waits(info.getThreadState()) ? thread(lock) : null;
    return other == null ? null : new Other(other, episode(info));
  }

  /** Whether it is about to enter a monitor that another has left. */
  public boolean unowned(Thread waiter) {
    ThreadInfo info = info(waiter);
    return info != null
        && info.getThreadState() == Thread.State.BLOCKED
        && info.getLockOwnerId() == -1;
  }

  @Nullable Thread byId(long id) {
    if (byId.isEmpty()) {
      for (Thread thread : all) {
        byId.put(JdkCalls.id(thread), thread);
      }
    }
    return byId.get(id);
  }

  /** The JVM gives class and hash of an object, not the object. */
  private @Nullable Thread thread(LockInfo lock) {
    if (types.isEmpty()) {
      for (Thread thread : all) {
        types.add(thread.getClass().getName());
      }
    }
    if (!types.contains(lock.getClassName())) {
      return null;
    }
    Thread found = null;
    for (Thread thread : all) {
      if (thread.getClass().getName().equals(lock.getClassName())
          && System.identityHashCode(thread) == lock.getIdentityHashCode()) {
        if (found != null) {
          return null;
        }
        found = thread;
      }
    }
    return found;
  }
}
