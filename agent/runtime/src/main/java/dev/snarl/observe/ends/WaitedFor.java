package dev.snarl.observe.ends;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.locks.Monitors.Waited;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.waits.Blockers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What threads wait for without time-out: latches and futures, and objects of the application's in
 * {@code Object.wait}, of which the JVM tells the class and the hash. The observer's thread only.
 */
final class WaitedFor implements Predicate<Object> {
  private static final int ASKED = 16;

  private final Set<Object> objects = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Waited> monitors = new ArrayList<>();

  private WaitedFor() {}

  /** This one. */
  static WaitedFor one(Object waitedFor) {
    WaitedFor one = new WaitedFor();
    if (waitedFor instanceof Waited monitor) {
      one.monitors.add(monitor);
    } else {
      one.objects.add(waitedFor);
    }
    return one;
  }

  /** What these threads wait for, a bounded number of objects of the application's. */
  static WaitedFor byAll(Thread[] threads, Monitors monitors) {
    WaitedFor all = new WaitedFor();
    int asked = 0;
    for (Thread thread : threads) {
      Object each = Blockers.waitedFor(thread);
      if (EndedTasks.may(each)) {
        all.objects.add(each);
      } else if (each == null && asked < ASKED && mayWait(thread)) {
        asked++;
        Waited monitor = monitor(thread, monitors);
        if (monitor != null) {
          all.monitors.add(monitor);
        }
      }
    }
    return all;
  }

  /** Whether it may be in {@code Object.wait} without time-out, before the JVM is asked. */
  static boolean mayWait(Thread thread) {
    return JdkCalls.state(thread) == Thread.State.WAITING
        && LockSupport.getBlocker(thread) == null
        && !(thread instanceof AgentThread)
        && !JdkCalls.jvms(thread);
  }

  /** Null unless it waits without time-out to be notified at an object of the application's. */
  static @Nullable Waited monitor(Thread thread, Monitors monitors) {
    Waited waited = mayWait(thread) ? monitors.waited(thread) : null;
    return waited == null || Sites.jdk(waited.type()) ? null : waited;
  }

  boolean any() {
    return !objects.isEmpty() || !monitors.isEmpty();
  }

  /** Whether a thread waits for one of them that is parked. */
  boolean by(Thread thread) {
    Object each = Blockers.waitedFor(thread);
    return each != null && objects.contains(each);
  }

  @Override
  public boolean test(Object object) {
    return objects.contains(object) || monitors.stream().anyMatch(each -> each.is(object));
  }
}
