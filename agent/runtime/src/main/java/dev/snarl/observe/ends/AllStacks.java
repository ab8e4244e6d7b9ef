package dev.snarl.observe.ends;

import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stacks of all platform threads, read once. The observer's thread only. */
final class AllStacks {
  private static final int MOST = 300;

  private final IdentityHashMap<Thread, Seen> seen = new IdentityHashMap<>();
  private int unseen;

  /** Whether they are so few that all may be read. */
  static boolean few(Thread[] threads) {
    return threads.length <= MOST;
  }

  /** Asks for them; they are there after one of the next ticks. */
  AllStacks(Looks looks, Thread[] threads) {
    for (Thread thread : threads) {
      if (!(thread instanceof AgentThread)) {
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
      if (work != null) {
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
