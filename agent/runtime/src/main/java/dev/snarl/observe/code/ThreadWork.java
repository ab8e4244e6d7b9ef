package dev.snarl.observe.code;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.VirtualLens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the application gave to a thread to run, and what follows on it. Reads fields. */
public final class ThreadWork {
  private static final int DEPENDENTS = 100;

  private ThreadWork() {}

  /** The task that it runs; null where none of the application's is known. */
  public static @Nullable Object of(Thread thread) {
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    Object timed = slot == null ? null : slot.timed();
    Object function = slot == null ? null : slot.function();
    int runs = slot == null ? 0 : Math.min(slot.runs, slot.running.length);
    Object runsNow = slot == null || runs == 0 ? null : slot.running[runs - 1];
    Object target = target(thread);
    for (Object each : new Object[] {function, timed, runsNow, target, thread}) {
      Object innermost = each == null ? null : InnerTasks.innermost(each);
      if (innermost != null && innermost.getClass().getClassLoader() != null) {
        return innermost;
      }
    }
    return null;
  }

  private static @Nullable Object target(Thread thread) {
    return SnarlProbe.virtual(thread) ? VirtualLens.task(thread) : SnarlPoolLens.target(thread);
  }

  /** Whether more of the application's follows on what it runs than its stack shows. */
  public static boolean goesOn(Thread thread) {
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    Object target = target(thread);
    List<Object> runs = new ArrayList<>();
    if (slot != null) {
      Collections.addAll(runs, slot.running);
      Collections.addAll(runs, slot.timed(), slot.function(), slot.claimed);
    }
    runs.add(target);
    Object pool = Places.object(target, "this$0");
    return runs.stream().anyMatch(each -> each != null && goesOn(each))
        || (pool instanceof ThreadPoolExecutor && !JdkCalls.jdks(pool));
  }

  /** Whether what depends on the task runs after it, or a method of the application's own. */
  public static boolean goesOn(Object task) {
    Object result = Places.object(task, "dep");
    return (result != null && hasStages(result))
        || hasStages(task)
        || (!JdkCalls.jdks(task)
            && (task instanceof FutureTask || task instanceof CountedCompleter));
  }

  /** Whether more than waiting threads depend on the future. */
  public static boolean hasStages(Object future) {
    return depends(future, stage -> SnarlFutureLens.waiter(stage) == null);
  }

  /** Whether a deadline will complete the future, as far as is known. */
  public static boolean hasDeadline(Object future) {
    return depends(future, SnarlFutureLens::cancelsTimeout);
  }

  private static boolean depends(Object future, Predicate<Object> such) {
    Object each = SnarlFutureLens.dependents(future);
    for (int i = 0; i < DEPENDENTS && each != null; i++) {
      if (such.test(each)) {
        return true;
      }
      each = SnarlFutureLens.next(each);
    }
    return each != null;
  }
}
