package dev.snarl.observe.live;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.SnarlProbe;

/**
 * The live platform threads, the same that {@code ThreadMXBean} counts, without that bean: when it
 * looks at a thread that carries a virtual one, it reads the stack of the running thread and may
 * crash the JVM (https://bugs.openjdk.org/browse/JDK-8392031). Nothing here asks a subclass of the
 * application or takes a lock. From any thread of the agent; among 10,000 threads about a
 * millisecond.
 */
public final class LiveThreads {

  private LiveThreads() {}

  /**
   * How many threads are in each state. A thread that carries a virtual one is in its own state,
   * runnable as a rule; the bean says that it waits.
   */
  public static Map<Thread.State, Integer> byState() {
    Map<Thread.State, Integer> counts = new EnumMap<>(Thread.State.class);
    for (Thread thread : JdkCalls.threads()) {
      Thread.State state = JdkCalls.state(thread);
      if (state != Thread.State.TERMINATED) {
        counts.merge(state, 1, Integer::sum);
      }
    }
    return counts;
  }

  /**
   * The frames of one thread, innermost first; none if there is no such thread.
   *
   * @param id of the thread
   */
  public static StackTraceElement[] stack(long id) {
    for (Thread thread : JdkCalls.threads()) {
      if (SnarlProbe.id(thread) == id) {
        return JdkCalls.stack(thread);
      }
    }
    return new StackTraceElement[0];
  }
}
