package dev.snarl.observe.ends;

import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of all platform threads, and of virtual ones that are parked without a carrier, read
 * once. The observer's thread only.
 */
final class AllStacks {
  private static final int MOST = 300;
  private static final Thread[] NONE = {};
  private static final Set<String> TIMED = Set.of("parkNanos", "sleepNanos");

  private final IdentityHashMap<Thread, Seen> seen = new IdentityHashMap<>();
  private int unseen;

  /** Whether they are so few that all may be read. */
  static boolean few(Thread[] threads) {
    return threads.length <= MOST;
  }

  /**
   * The platform threads and the virtual ones; none if they are too many.
   *
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   */
  static Thread[] readable(Thread[] platform, Predicate<Consumer<Thread>> virtual) {
    if (!few(platform)) {
      return NONE;
    }
    List<Thread> all = new ArrayList<>(List.of(platform));
    boolean seenAll = virtual.test(thread -> addTo(all, thread));
    return seenAll && all.size() <= MOST ? all.toArray(NONE) : NONE;
  }

  private static void addTo(List<Thread> all, Thread thread) {
    if (all.size() <= MOST) {
      all.add(thread);
    }
  }

  /** Asks for them; they are there after one of the next ticks. */
  AllStacks(Looks looks, Thread[] threads) {
    for (Thread thread : threads) {
      if (SnarlProbe.virtual(thread)) {
        looks.atParked(thread, 0, look -> seen.put(thread, parked(look)));
      } else if (!(thread instanceof AgentThread)) {
        unseen++;
        looks.at(
            thread,
            look -> {
              unseen--;
              seen.put(thread, look);
            });
      }
    }
  }

  /** As a platform thread's state would be. Before Java 24 a virtual thread's tells less. */
  private static Seen parked(Seen look) {
    boolean timed = VirtualLens.doing(look.thread) == VirtualLens.IN_OBJECT_TIMED;
    Thread.State state = timed ? Thread.State.TIMED_WAITING : look.state;
    for (StackTraceElement frame : look.stack) {
      String type = frame.getClassName();
      if (type.startsWith("sun.nio.ch.")) {
        state = Thread.State.RUNNABLE; // it waits for its input or output
      } else if (type.equals("java.lang.VirtualThread") && TIMED.contains(frame.getMethodName())) {
        state = Thread.State.TIMED_WAITING;
      }
    }
    return new Seen(look.thread, look.stack, state);
  }

  /**
   * Whether all virtual threads that live were seen.
   *
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   */
  boolean haveAll(Predicate<Consumer<Thread>> virtual) {
    boolean[] unread = {false};
    boolean all =
        virtual.test(
            thread ->
                unread[0] |=
                    !seen.containsKey(thread) && VirtualLens.doing(thread) != VirtualLens.ENDED);
    return all && !unread[0];
  }

  boolean complete() {
    return unseen == 0;
  }

  @Nullable Seen of(Thread thread) {
    return seen.get(thread);
  }

  /** A class of the application, whose loader likely has the code of all; null if none is known. */
  @Nullable Class<?> near() {
    for (Thread thread : seen.keySet()) {
      Object work = ThreadWork.of(thread);
      if (work != null && !Sites.jdk(work.getClass().getName())) {
        return work.getClass();
      }
    }
    return null;
  }

  /** Those of {@link java.util.Timer}s. */
  Thread[] timers() {
    return seen.keySet().stream().filter(AllTasks::timer).toArray(Thread[]::new);
  }

  Iterable<Map.Entry<Thread, Seen>> all() {
    return seen.entrySet();
  }
}
